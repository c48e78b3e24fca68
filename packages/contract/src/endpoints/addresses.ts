/** Addresses. */
import type { Endpoint } from '../endpoint.js';
import { addressPaging, fieldList, searchText } from '../parameter.js';
import { FoundAddress } from '../resource/address.js';
import { metered } from './statuses.js';

export const addressesEndpoints = {
  address_search: {
    id: 'address_search',
    path: '/v2/addresses/search',
    summary: 'Address search',
    description:
      'Addresses that match a text, best first. Words may be beginnings of words, in any order, and may be misspelt. `match` and `matched_fields` say how well each answers; one with another house number than the one asked for follows all that have it.',
    group: 'Addresses',
    authenticated: true,
    parameters: {
      q: searchText(
        'Text to match against street number, street, city, state and ZIP code.',
        '4187 Alder Hollow St, San Francisco',
      ),
      ...addressPaging,
      fields: fieldList(FoundAddress),
    },
    answer: { kind: 'page', schema: FoundAddress, resource: 'addresses' },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
