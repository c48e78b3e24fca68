/**
 * `GET /v2/export/contractors`: all contractors with the tallies of all their permits, or those that the filters of
 * the contractor search find.
 */
import type { endpoints } from '@lintel/contract';
import type { StreamHandler } from '../answer/stream-route.js';
import { datedOnly } from './dated-only.js';

export const exportContractors: StreamHandler<typeof endpoints.export_contractors> = ({
  geo_id: place,
  ...query
}) => {
  if (place === null) return null;
  const undated = !datedOnly(query, 'permit');
  const wanted = { ...query, geo_id: place, include_undated: undated, include_tallies: true };
  return (release, from, size) => release.searchContractors(wanted, from, size);
};
