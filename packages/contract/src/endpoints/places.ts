/**
 * Searches for counties, jurisdictions, states and ZIP codes, their details, and the list of ZIP codes (C30).
 */
import type { Endpoint } from '../endpoint.js';
import { fieldList, paging, placeId, placePaging, searchText, statePaging } from '../parameter.js';
import { PlaceItem, StateDetails, ZipCodeDetails, ZipCodeItem } from '../resource/place.js';
import type { TSchema } from '../schema.js';
import { details, metered } from './statuses.js';

function search<const I extends string, S extends TSchema>(
  id: I,
  path: string,
  group: string,
  what: string,
  hint: string,
  example: string,
  pages: typeof placePaging | typeof statePaging,
  item: S,
) {
  return {
    id,
    path: `/v2/${path}/search`,
    summary: `${what.slice(0, 1).toUpperCase()}${what.slice(1)} search`,
    description: hint,
    group,
    authenticated: true,
    parameters: {
      q: searchText('Text to search for.', example),
      ...pages,
      fields: fieldList(item),
    },
    answer: { kind: 'page', schema: item, resource: 'places' },
    statuses: metered,
  } as const satisfies Endpoint;
}

export const placesEndpoints = {
  county_search: search(
    'county_search',
    'counties',
    'Counties',
    'county',
    'Counties whose name matches a text, best first. The text may carry the state ("Travis, TX") and be misspelt.',
    'San Francisco, CA',
    placePaging,
    PlaceItem,
  ),
  jurisdiction_search: search(
    'jurisdiction_search',
    'jurisdictions',
    'Jurisdictions',
    'jurisdiction',
    'Permitting authorities whose name matches a text, best first. The text may carry the state and be misspelt.',
    'San Francisco',
    placePaging,
    PlaceItem,
  ),
  state_search: search(
    'state_search',
    'states',
    'States',
    'state',
    'States whose code is the text, or whose name it is, begins or misspells, best first.',
    'Calif',
    statePaging,
    PlaceItem,
  ),
  state_details: {
    id: 'state_details',
    path: '/v2/states',
    summary: 'State details',
    description: 'A state with its counties and jurisdictions.',
    group: 'States',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'state', 'CA') },
    answer: { kind: 'object', schema: StateDetails },
    statuses: details,
  },
  zipcode_search: search(
    'zipcode_search',
    'zipcodes',
    'ZIP codes',
    'ZIP code',
    'ZIP codes that begin with the digits, in ascending order. Of a ZIP+4 the first five digits count; a state may follow ("941, CA").',
    '941',
    statePaging,
    ZipCodeItem,
  ),
  zipcode_details: {
    id: 'zipcode_details',
    path: '/v2/zipcodes',
    summary: 'ZIP code details',
    description: 'A ZIP code with its cities, counties and jurisdictions.',
    group: 'ZIP codes',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'zip', '94110') },
    answer: { kind: 'object', schema: ZipCodeDetails },
    statuses: details,
  },
  zipcodes: {
    id: 'zipcodes',
    path: '/v2/list/zip',
    summary: 'List all ZIP codes',
    description: 'Every ZIP code that the release knows, in ascending order.',
    group: 'ZIP codes',
    authenticated: true,
    parameters: { ...paging, fields: fieldList(ZipCodeItem) },
    answer: { kind: 'page', schema: ZipCodeItem, resource: 'places' },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
