/**
 * `GET /v2/counties/{geo_id}/metrics/current`: the current metrics row of a county (C29). At most one row, so the
 * first page is the last; a county without such permits gives an empty page, an unknown one 404.
 */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../route.js';

export const currentCountyMetrics: DataHandler<typeof endpoints.county_metrics_current> = ({
  query,
  release,
  offset,
}) => {
  if (release.place('county', query.geo_id) === null) return null;
  const row = release.countyMetrics(query.geo_id, { propertyType: query.property_type, tag: query.tag });
  const byPage = query.cursor === null && query.page !== null;
  const first = byPage ? ((query.page ?? 1) - 1) * query.size : offset;
  return {
    kind: 'metrics_page',
    items: row === null || first > 0 ? [] : [row],
    next: null,
    paginationType: byPage ? 'page' : 'cursor',
  };
};
