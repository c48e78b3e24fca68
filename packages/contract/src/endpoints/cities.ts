/** Cities. */
import type { Endpoint } from '../endpoint.js';
import { geoId } from '../id.js';
import { citySize, fieldList, page, placeId, searchText } from '../parameter.js';
import { CityDetails, CitySearchItem } from '../resource/place.js';
import { details, metered } from './statuses.js';

export const citiesEndpoints = {
  city_details: {
    id: 'city_details',
    path: '/v2/cities',
    summary: 'City details',
    description: 'A city with its counties, jurisdictions and ZIP codes.',
    group: 'Cities',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'city', geoId('city', '0667000')) },
    answer: { kind: 'object', schema: CityDetails },
    statuses: details,
  },
  city_search: {
    id: 'city_search',
    path: '/v2/cities/search',
    summary: 'City search',
    description: 'Cities whose name matches a text, best first. The text may carry the state ("Austin, TX").',
    group: 'Cities',
    authenticated: true,
    parameters: {
      q: searchText('Name to search for.', 'San Francisco'),
      page,
      size: citySize,
      fields: fieldList(CitySearchItem),
    },
    answer: { kind: 'city_page', schema: CitySearchItem, resource: 'cities' },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
