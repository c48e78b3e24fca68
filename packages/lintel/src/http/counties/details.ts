/** `GET /v2/counties`: details of a county (interface 2.7). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { placeDetails } from '../answer/place-details.js';

export const countyDetails: DataHandler<typeof endpoints.county_details> = ({ query, release }) =>
  placeDetails(release, 'county', query.geo_id);
