/** `GET /v2/export/properties`: all properties, or those that the filters of the property search find. */
import type { endpoints } from '@lintel/contract';
import type { StreamHandler } from '../answer/stream-route.js';

export const exportProperties: StreamHandler<typeof endpoints.export_properties> =
  (query) => (release, from, size) =>
    release.searchProperties({ ...query, sort: 'date' }, from, size);
