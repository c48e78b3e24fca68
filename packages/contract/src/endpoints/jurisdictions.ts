/** Permitting authorities. */
import type { Endpoint } from '../endpoint.js';
import { geoId } from '../id.js';
import { placeId } from '../parameter.js';
import { JurisdictionDetails } from '../resource/place.js';
import { details } from './statuses.js';

export const jurisdictionsEndpoints = {
  jurisdiction_details: {
    id: 'jurisdiction_details',
    path: '/v2/jurisdictions',
    summary: 'Jurisdiction details',
    description: 'A permitting authority with its cities, counties and ZIP codes.',
    group: 'Jurisdictions',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'jurisdiction', geoId('jurisdiction', 'us-ca-san-francisco')) },
    answer: { kind: 'object', schema: JurisdictionDetails },
    statuses: details,
  },
} as const satisfies Record<string, Endpoint>;
