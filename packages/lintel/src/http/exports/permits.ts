/** `GET /v2/export/permits`: all permits, or those that the filters of the permit search find. */
import type { endpoints } from '@lintel/contract';
import type { StreamHandler } from '../answer/stream-route.js';
import { datedOnly } from './dated-only.js';

export const exportPermits: StreamHandler<typeof endpoints.export_permits> = (query) => {
  const wanted = { ...query, include_undated: !datedOnly(query, 'permit'), sort: 'date' as const };
  return (release, from, size) => release.searchPermits(wanted, from, size);
};
