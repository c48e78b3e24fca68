/**
 * `GET /v2/contractors/{id}/metrics`: the monthly metrics of a contractor (C27); an unknown one gives 404.
 */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { metricsPage, monthsBetween, soughtMonths } from '../metrics/metrics-page.js';

export const contractorMetrics: DataHandler<typeof endpoints.contractor_metrics> = async ({
  query,
  release,
  offset,
}) => {
  const asked = { tag: query.tag, propertyType: query.property_type };
  const months = monthsBetween(query.metric_from, query.metric_to);
  const sought = soughtMonths(null, query.metric_from, query.metric_to);
  return metricsPage(await release.contractorMetrics(query.id, asked, months), query, offset, sought);
};
