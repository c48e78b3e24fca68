/** Searches for counties, jurisdictions, states and ZIP codes, their details, and the list of ZIP codes (C30). */
import type { Endpoint } from '../endpoint.js';
import { cursor, fieldList, placeId, searchSize, searchText, size } from '../parameter.js';
import { PlaceItem, StateDetails, ZipCodeDetails } from '../resource/place.js';
import { details, metered } from './statuses.js';

function search<const I extends string>(
  id: I,
  path: string,
  group: string,
  what: string,
  hint: string,
  example: string,
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
      size: searchSize,
      cursor,
      fields: fieldList(PlaceItem),
    },
    answer: { kind: 'page', schema: PlaceItem, resource: 'places' },
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
  ),
  jurisdiction_search: search(
    'jurisdiction_search',
    'jurisdictions',
    'Jurisdictions',
    'jurisdiction',
    'Permitting authorities whose name matches a text, best first. The text may carry the state and be misspelt.',
    'San Francisco',
  ),
  state_search: search(
    'state_search',
    'states',
    'States',
    'state',
    'States whose code is the text, or whose name it is, begins or misspells, best first.',
    'Calif',
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
    parameters: { size, cursor, fields: fieldList(PlaceItem) },
    answer: { kind: 'page', schema: PlaceItem, resource: 'places' },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
