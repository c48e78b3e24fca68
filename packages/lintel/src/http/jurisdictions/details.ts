/** `GET /v2/jurisdictions`: details of a jurisdiction (interface 2.7). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { placeDetails } from '../answer/place-details.js';

export const jurisdictionDetails: DataHandler<typeof endpoints.jurisdiction_details> = ({ query, release }) =>
  placeDetails(release, 'jurisdiction', query.geo_id);
