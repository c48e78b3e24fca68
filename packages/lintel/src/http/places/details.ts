/** `GET /v2/states` and `GET /v2/zipcodes`: details of a state or ZIP code (C30). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { placeDetails } from '../answer/place-details.js';

export const stateDetails: DataHandler<typeof endpoints.state_details> = ({ query, release }) =>
  placeDetails(release, 'state', query.geo_id);

/** Of a ZIP+4 the first five digits count. */
export const zipCodeDetails: DataHandler<typeof endpoints.zipcode_details> = ({ query, release }) =>
  placeDetails(release, 'zip', query.geo_id.slice(0, 5));
