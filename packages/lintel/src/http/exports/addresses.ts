/** `GET /v2/export/addresses`: all addresses. */
import type { endpoints } from '@lintel/contract';
import type { StreamHandler } from '../answer/stream-route.js';

export const exportAddresses: StreamHandler<typeof endpoints.export_addresses> =
  () => (release, from, size) =>
    release.all('addresses', from, size);
