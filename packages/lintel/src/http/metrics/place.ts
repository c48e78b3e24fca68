/**
 * `GET /v2/{addresses|cities|counties|jurisdictions|states|zipcodes}/{geo_id}/metrics/{current|monthly}`
 * (C29). A known place without such permits gives an empty page, an unknown one 404.
 */
import type { endpoints, GeoIdKind } from '@lintel/contract';
import { currentPeriod } from '../../format/roll-ups/current-dates.js';
import type { Sought } from '../../query/questions.js';
import type { DataHandler, SharedHandler } from '../answer/handler.js';
import { metricsPage, monthsBetween, soughtMonths } from './metrics-page.js';

type CurrentHandler = SharedHandler<typeof endpoints.city_metrics_current>;
type MonthlyHandler = SharedHandler<typeof endpoints.city_metrics_monthly>;

/** Answers the current metrics of places of a kind. */
export function currentMetrics(kind: GeoIdKind): CurrentHandler {
  return async ({ query, release, offset }) => {
    const asked = { tag: query.tag, propertyType: query.property_type };
    const place = placeOf(query.geo_id);
    const period = currentPeriod(query.as_of ?? release.info.released_at);
    const sought: Sought = { records: 'permits', places: [place], ...period };
    return metricsPage(await release.currentMetrics(kind, place, asked, query.as_of), query, offset, sought);
  };
}

/** Answers the monthly metrics of places of a kind. */
export function monthlyMetrics(kind: GeoIdKind): MonthlyHandler {
  return async ({ query, release, offset }) => {
    const asked = { tag: query.tag, propertyType: query.property_type };
    const months = monthsBetween(query.metric_from, query.metric_to);
    const place = placeOf(query.geo_id);
    const sought = soughtMonths(place, query.metric_from, query.metric_to);
    return metricsPage(await release.monthlyMetrics(kind, place, asked, months), query, offset, sought);
  };
}

/** Addresses are measured by tag only: the property of an address has one type. */
export const currentAddressMetrics: DataHandler<typeof endpoints.address_metrics_current> = ({
  query,
  ...question
}) => currentMetrics('address')({ ...question, query: { ...query, property_type: 'all' } });

export const monthlyAddressMetrics: DataHandler<typeof endpoints.address_metrics_monthly> = ({
  query,
  ...question
}) => monthlyMetrics('address')({ ...question, query: { ...query, property_type: 'all' } });

/** A ZIP+4 counts as its ZIP code. */
const placeOf = (geoId: string) => (/^\d{5}-/.test(geoId) ? geoId.slice(0, 5) : geoId);
