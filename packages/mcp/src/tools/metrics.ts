/** Metrics of places, now and by month, of several places in one call; and of a contractor. */

import type { Answered, PermitAggregateParameters } from '@lintel/client';
import { endpoints, geoIdKind, type Parameter, Type } from '@lintel/contract';
import { compact, maxListText } from '../answer/compact.js';
import { errorText, ToolError } from '../answer/error.js';
import {
  AnyObject,
  listOf,
  listSchema,
  type PageLike,
  Records,
  whyEmpty,
  widerPlace,
  withCredits,
} from '../answer/output.js';
import type { Call } from '../protocol/call.js';
import { tool } from '../protocol/tool.js';
import { permitSearch } from './searches.js';

/** Places of one call. */
const maxPlaces = 10;
/** Months of one place: eight years. */
const maxMonths = 100;

const current = endpoints.city_metrics_current.parameters;
const monthly = endpoints.city_metrics_monthly.parameters;
const ofContractor = endpoints.contractor_metrics.parameters;

const geoIds = {
  in: 'query',
  schema: Type.Array(Type.String(), { minItems: 1, maxItems: maxPlaces }),
  required: true,
  description: `geo_ids of the places to compare, 1 to ${maxPlaces}, of any kind. Find them with find_place.`,
  geoKinds: ['address', 'city', 'county', 'jurisdiction', 'state', 'zip'],
  findWith: 'find_place',
} as const satisfies Parameter;
const tag = { ...current.tag, required: false, default: 'all' } as const satisfies Parameter;
const propertyType = {
  ...current.property_type,
  required: false,
  default: 'all',
} as const satisfies Parameter;

const units =
  'total_job_value is in US cents, durations are mean whole days, avg_inspection_pass_rate is whole percent.';
/** Places that could not be answered, with why; and those that have no such permits, which cost nothing. */
const others = {
  failed: Type.Optional(AnyObject),
  without_permits: Type.Optional(Type.Array(Type.String())),
};

const ofPlaces = { geo_ids: geoIds, tag, property_type: propertyType, as_of: current.as_of };

const currentMetrics = tool({
  name: 'current_metrics',
  title: 'Construction activity of places now',
  description: `Counts and averages over the permits of each place that started in the 365 days up to the release date (or as_of), one row a place; permit_active_count and permit_in_review_count are of all permits now in that state. Compare several places in one call. ${units} Costs 1 credit for each row.`,
  parameters: ofPlaces,
  elsewhere: permitSearch,
  output: withCredits({ items: Records, ...others }),
  run: ({ geo_ids, tag: tagId, property_type, as_of }, call) =>
    compare(geo_ids, (geoId) => currentOf(geoId, { tag: tagId, property_type, as_of }, call)),
});

const monthlyMetrics = tool({
  name: 'monthly_metrics',
  title: 'Construction activity of places over time',
  description: `Counts and averages over the permits of each place by the month in which they started, the oldest first; months without permits are left out. At most ${maxMonths} months a place. ${units} Costs 1 credit for each row, that is for each month of each place.`,
  parameters: {
    geo_ids: geoIds,
    tag,
    property_type: propertyType,
    metric_from: monthly.metric_from,
    metric_to: monthly.metric_to,
  },
  elsewhere: { tool: 'current_metrics', parameters: ofPlaces },
  rules: endpoints.city_metrics_monthly.rules,
  output: withCredits({ items: Records, ...others }),
  run: ({ geo_ids, tag: tagId, property_type, metric_from, metric_to }, call) =>
    compare(geo_ids, (geoId) =>
      monthlyOf(geoId, { tag: tagId, property_type, metric_from, metric_to, size: maxMonths }, call),
    ),
});

const contractorMetrics = tool({
  name: 'contractor_metrics',
  title: 'Work of a contractor over time',
  description: `Counts and averages over the permits of a contractor by the month in which they started, the oldest first; months without permits are left out. Money is in US cents. Costs 1 credit for each month returned.`,
  parameters: {
    id: ofContractor.id,
    tag,
    property_type: propertyType,
    metric_from: ofContractor.metric_from,
    metric_to: ofContractor.metric_to,
  },
  elsewhere: { tool: 'current_metrics', parameters: ofPlaces },
  rules: endpoints.contractor_metrics.rules,
  output: listSchema(),
  async run({ id, ...query }, { lintel, request }) {
    const page = await lintel.contractors.metrics(id, { ...query, size: maxMonths }, request).page();
    return listOf(page, { maxText: maxListText, oneLineAddress: false });
  },
});

type Rows = Answered<PageLike>;

/** The rows of every place; a place that fails does not fail the others, unless all do. */
async function compare(geoIds: readonly string[], ask: (geoId: string) => Promise<Rows>): Promise<object> {
  const items: object[] = [];
  const empty: string[] = [];
  const failures: Record<string, string> = {};
  const places = [...new Set(geoIds)];
  for (const geoId of places) {
    try {
      const page = await ask(geoId);
      if (page.items.length === 0) empty.push(geoId);
      items.push(...page.items.map((row) => compact(row, { maxText: maxListText, oneLineAddress: false })));
    } catch (error) {
      failures[geoId] = errorText(error);
    }
  }
  const wrong = Object.entries(failures);
  if (wrong.length === places.length) {
    throw new ToolError(wrong.map(([geoId, reason]) => `${geoId}: ${reason}`).join('\n'));
  }
  return {
    items,
    ...(empty.length === 0 ? {} : { without_permits: empty }),
    ...(wrong.length === 0 ? {} : { failed: failures }),
  };
}

type CurrentQuery = Parameters<Call['lintel']['cities']['currentMetrics']>[1];
type MonthlyQuery = Parameters<Call['lintel']['cities']['monthlyMetrics']>[1];

function currentOf(geoId: string, query: CurrentQuery, { lintel, request }: Call): Promise<Rows> {
  const kind = geoIdKind(geoId);
  if (kind === 'address') {
    const { property_type: _, ...ofAddress } = query;
    return lintel.addresses.currentMetrics(geoId, ofAddress, request).page();
  }
  return placesOf(lintel, kind, geoId).currentMetrics(geoId, query, request).page();
}

function monthlyOf(geoId: string, query: MonthlyQuery, { lintel, request }: Call): Promise<Rows> {
  const kind = geoIdKind(geoId);
  if (kind === 'address') {
    const { property_type: _, ...ofAddress } = query;
    return lintel.addresses.monthlyMetrics(geoId, ofAddress, request).page();
  }
  return placesOf(lintel, kind, geoId).monthlyMetrics(geoId, query, request).page();
}

/** The resource of the client for a kind of place. */
function placesOf(lintel: Call['lintel'], kind: ReturnType<typeof geoIdKind>, geoId: string) {
  switch (kind) {
    case 'city':
      return lintel.cities;
    case 'county':
      return lintel.counties;
    case 'jurisdiction':
      return lintel.jurisdictions;
    case 'state':
      return lintel.states;
    case 'zip':
      return lintel.zipcodes;
    default:
      throw new ToolError(`'${geoId}' is not a geo_id. Find it with find_place.`);
  }
}

const ofPermits = endpoints.permit_aggregate.parameters;

/** Rows of one answer of the tool: more do not fit into a conversation. */
const maxRows = 200;

const aggregatePermits = tool({
  name: 'aggregate_permits',
  title: 'Permits summed by group',
  description: `Exact figures of all permits that fit, by up to two groupings: counts by year, contractors with the most work, median days by quarter. Takes all filters of search_permits. {field}_n permits state a field, {field}_without do not. A count of null: no source covers the group, so unknown, not 0. partial: the data or the dates cut the period. others: all groups beyond limit. Money in US cents. Costs 1 credit for each row.`,
  parameters: {
    ...ofPermits,
    geo_id: { ...ofPermits.geo_id, findWith: 'find_place' },
    group_by: { ...ofPermits.group_by, short: 'Periods are of the date of `date_field`.' },
    area_set: { ...ofPermits.area_set, schema: Type.String(), short: 'Of `area`.' },
    facts: { ...ofPermits.facts, short: 'Of units and areas.' },
    measures: {
      ...ofPermits.measures,
      // The service names what is meant: the list of all would be longer than the tool.
      schema: Type.Array(Type.String()),
      short:
        '`contractors`, or `sum_`, `avg_`, `median_`, `p25_`, `p75_`, `p90_` and one of job_value, fees, units, area, approval_duration, construction_duration, total_duration, inspection_pass_rate.',
    },
    having: { ...ofPermits.having, short: 'Conditions on groups, such as `count>=10`.' },
    order: {
      ...ofPermits.order,
      short: 'A grouping or measure; `-` before it for the greatest first.',
    },
    include_empty: { ...ofPermits.include_empty, short: 'Whether groups without permits are rows too.' },
    limit: {
      ...ofPermits.limit,
      schema: Type.Integer({ minimum: 1, maximum: maxRows }),
      default: 30,
      description: 'Most groups.',
    },
  },
  elsewhere: permitSearch,
  rules: endpoints.permit_aggregate.rules,
  output: withCredits({
    rows: Records,
    group_count: Type.Integer(),
    permit_count: Type.Integer(),
    why_empty: Type.Optional(Type.String()),
    wider_place: Type.Optional(Type.String()),
  }),
  async run(query, { lintel, request }) {
    const { rows, group_count, permit_count, answer } = await lintel.permits.aggregate(
      query as PermitAggregateParameters,
      request,
    );
    return { rows, group_count, permit_count, ...whyEmpty(answer), ...widerPlace(answer) };
  },
});

export const metricsTools = [aggregatePermits, currentMetrics, monthlyMetrics, contractorMetrics];
