/** `GET /v2/cities`: details of a city (interface 2.7). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { placeDetails } from '../answer/place-details.js';

export const cityDetails: DataHandler<typeof endpoints.city_details> = ({ query, release }) =>
  placeDetails(release, 'city', query.geo_id);
