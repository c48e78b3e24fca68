/** Counties. */
import type { Endpoint } from '../endpoint.js';
import { geoId } from '../id.js';
import { placeId } from '../parameter.js';
import { CountyDetails } from '../resource/place.js';
import { details } from './statuses.js';

export const countiesEndpoints = {
  county_details: {
    id: 'county_details',
    path: '/v2/counties',
    summary: 'County details',
    description: 'A county with its cities, jurisdictions and ZIP codes.',
    group: 'Counties',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'county', geoId('county', '06075')) },
    answer: { kind: 'object', schema: CountyDetails },
    statuses: details,
  },
} as const satisfies Record<string, Endpoint>;
