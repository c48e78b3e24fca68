/** Addresses. */
import type { Endpoint } from '../endpoint.js';
import { area } from '../filter.js';
import { streetBoxRules } from '../filter-rules.js';
import { maxStreetsBox } from '../limits.js';
import { addressPaging, fieldList, searchText } from '../parameter.js';
import { FoundAddress } from '../resource/address.js';
import { StreetMap } from '../resource/map.js';
import { keyed, metered, statuses } from './statuses.js';

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
  streets: {
    id: 'streets',
    path: '/v2/streets',
    summary: 'Streets of a box',
    description: `Where streets run, drawn from the addresses with permits in the order of their house numbers, for a map without street tiles (GeoJSON). A street of too few addresses is left out, and so is what lies between two that are far apart. The box has at most ${maxStreetsBox} degrees to a side. Free.`,
    group: 'Addresses',
    authenticated: true,
    parameters: { bbox: { ...area.bbox, required: true, example: [-122.4, 37.75, -122.35, 37.8] } },
    rules: streetBoxRules,
    stability: 'beta',
    answer: { kind: 'object', schema: StreetMap },
    statuses: statuses(keyed, 304, 422),
  },
} as const satisfies Record<string, Endpoint>;
