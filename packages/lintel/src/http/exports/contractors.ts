/**
 * `GET /v2/export/contractors`: all contractors with the tallies of all their permits, or those that the filters of
 * the contractor search find.
 */
import type { endpoints } from '@lintel/contract';
import type { StreamHandler } from '../answer/stream-route.js';
import { datedOnly } from './dated-only.js';

export const exportContractors: StreamHandler<typeof endpoints.export_contractors> = (query) => {
  const wanted = {
    ...query,
    include_undated: !datedOnly(query, 'permit'),
    include_tallies: true,
    sort: 'date' as const,
  };
  return (release, from, size) => release.searchContractors(wanted, from, size);
};
