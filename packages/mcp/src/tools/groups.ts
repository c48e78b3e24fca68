/** Sums, rankings, durations and comparisons: all are permits put into groups, asked for in the words of each question. */
import type { PermitAggregateParameters } from '@lintel/client';
import { endpoints, OneOf, type Parameter, Type } from '@lintel/contract';
import { errorText, ToolError } from '../answer/error.js';
import { type Items, leftOut, whyEmpty, widerPlace } from '../answer/output.js';
import type { Call } from '../protocol/call.js';
import { tool } from '../protocol/tool.js';
import { forTool, permitSearch } from './searches.js';

const ofGroups = forTool(endpoints.permit_aggregate.parameters, 'permits', []);
const { rules } = endpoints.permit_aggregate;

/** Rows of one answer: more do not fit into a conversation. */
const maxRows = 200;
/** Places of one comparison. */
const maxPlaces = 10;

const limit = (most: number) =>
  ({
    ...ofGroups.limit,
    schema: Type.Integer({ minimum: 1, maximum: maxRows }),
    default: most,
    description: 'Most groups.',
  }) as const satisfies Parameter;

/** What an aggregate takes: all filters of searches, and how to group. */
const parameters = {
  ...ofGroups,
  group_by: { ...ofGroups.group_by, short: 'Periods are of the date of `date_field`.' },
  measures: {
    ...ofGroups.measures,
    // The service names what is meant: the list of all would be longer than the tool.
    schema: Type.Array(Type.String()),
    short:
      '`contractors`, or `sum_`, `avg_`, `median_`, `p25_`, `p75_`, `p90_` and one of job_value, fees, units, area, approval_duration, construction_duration, total_duration, inspection_pass_rate.',
  },
  having: { ...ofGroups.having, short: 'Conditions on groups, such as `count>=10`.' },
  order: { ...ofGroups.order, short: 'A grouping or measure; `-` before it for the greatest first.' },
  include_empty: { ...ofGroups.include_empty, short: 'Whether groups without permits are rows too.' },
  facts: { ...ofGroups.facts, short: 'Of units and areas.' },
  limit: limit(30),
} as const;

const aggregatePermits = tool({
  name: 'aggregate_permits',
  title: 'Permits summed by group',
  description:
    'Exact figures of all permits that fit, by up to two groupings, such as year and tag, without dates of any. {field}_n permits state a field, {field}_without do not. A count of null: no source covers the group: unknown, not 0. partial: the data or the dates cut the period. others: groups beyond limit. official: homes by Census. Costs 1 credit for each row.',
  parameters,
  elsewhere: [permitSearch],
  rules,
  run: (query, call) => groupsOf(query as PermitAggregateParameters, call),
});

const groups = { tool: 'aggregate_permits', parameters };
const { order: _order, include_empty: _empty, group_by: _by, ...ofEach } = parameters;

const rankPermits = tool({
  name: 'rank_permits',
  title: 'Who or what has the most',
  description:
    'The first of a ranking by the permits that fit, and all others as one row: contractors with the most roofing by value (permit_tags=["roofing"], group_by=contractor, measures=["sum_job_value"]), ZIP codes with the most solar, cities with the slowest permits. Costs 1 credit for each row.',
  parameters: {
    ...ofEach,
    group_by: {
      in: 'query',
      schema: Type.String(),
      required: true,
      description: 'A grouping of aggregate_permits, such as contractor, zip or type.',
    },
    measures: {
      ...parameters.measures,
      short: 'The first decides, absent count; see aggregate_permits.',
    },
    lowest_first: {
      in: 'query',
      schema: Type.Boolean(),
      required: false,
      default: false,
      description: 'The least first.',
    },
    limit: limit(10),
  },
  elsewhere: [permitSearch, groups],
  async run({ group_by, lowest_first, ...query }, call) {
    const order = `${lowest_first ? '' : '-'}${query.measures[0] ?? 'count'}`;
    const asked = { ...query, group_by: [group_by], order } as PermitAggregateParameters;
    const answer = await groupsOf(asked, call);
    const items = answer.items.map((row, at) => ('others' in row ? row : { rank: at + 1, ...row }));
    return { ...answer, items };
  },
});

const durationIds = ['approval', 'construction', 'total'] as const;
const figuresOfDays = ['median', 'p25', 'p75', 'p90', 'avg'] as const;

const permitDurations = tool({
  name: 'permit_durations',
  title: 'How long permits take',
  description:
    'Median, quartiles, ninetieth percentile and mean of days to approve (filing to issue), to build (issue to completion) or in total, by up to two groupings, such as quarter and district. Renewals, which take no time, are left out unless include_renewals. Costs 1 credit for each row.',
  parameters: {
    ...ofEach,
    group_by: parameters.group_by,
    measures: {
      in: 'query',
      schema: Type.Array(OneOf(durationIds, 'Which time.')),
      required: false,
      default: ['approval'],
      description: 'Which of them.',
    },
    include_renewals: { ...parameters.include_renewals, default: false, short: 'Also those.' },
  },
  elsewhere: [permitSearch, groups],
  rules,
  run({ measures, ...query }, call) {
    const asked = measures.flatMap((id) => figuresOfDays.map((figure) => `${figure}_${id}_duration`));
    return groupsOf({ ...query, measures: asked } as PermitAggregateParameters, call);
  },
});

const comparePlaces = tool({
  name: 'compare_places',
  title: 'Places side by side',
  description: `The same figures of 1 to ${maxPlaces} places of any kind, a row a place, or a row a group of each, such as group_by=["year"]. For the state of all permits now group_by=["status"]. \`failed\`, \`without_permits\`: places without rows, and why. Costs 1 credit for each row.`,
  parameters: {
    ...parameters,
    geo_id: {
      ...parameters.geo_id,
      schema: Type.Array(Type.String(), { minItems: 1, maxItems: maxPlaces }),
      required: true,
      short: '',
    },
    measures: {
      ...parameters.measures,
      default: ['sum_job_value', 'contractors', 'median_approval_duration'],
      short: 'As in aggregate_permits.',
    },
  },
  elsewhere: [permitSearch, groups],
  rules,
  run: ({ geo_id, ...query }, call) =>
    compare(geo_id, (place) => groupsOf({ ...query, geo_id: [place] } as PermitAggregateParameters, call)),
});

/** An answer about groups. */
interface Groups extends Items {
  readonly group_count: number;
  readonly permit_count: number;
}

async function groupsOf(query: PermitAggregateParameters, { lintel, request }: Call): Promise<Groups> {
  const { rows, group_count, permit_count, answer } = await lintel.permits.aggregate(query, request);
  const shown = rows.filter(({ others }) => !others).length;
  // Marks that are false say nothing.
  const items = rows.map(({ partial, others, ...row }) => ({
    ...row,
    ...(partial ? { partial } : {}),
    ...(others ? { others } : {}),
  }));
  return {
    items,
    ...leftOut(group_count - shown),
    group_count,
    permit_count,
    ...whyEmpty(answer),
    ...widerPlace(answer),
  };
}

/** The rows of every place; a place that fails does not fail the others, unless all do. */
async function compare(geoIds: readonly string[], ask: (geoId: string) => Promise<Groups>): Promise<Items> {
  const items: object[] = [];
  const without_permits: Record<string, string> = {};
  const failed: Record<string, string> = {};
  let left = 0;
  const places = [...new Set(geoIds)];
  for (const geo_id of places) {
    try {
      const answer: Groups & { readonly left_out?: number; readonly why_empty?: string } = await ask(geo_id);
      left += answer.left_out ?? 0;
      if (answer.permit_count === 0) without_permits[geo_id] = answer.why_empty ?? '';
      else items.push(...answer.items.map((row) => ({ geo_id, ...row })));
    } catch (error) {
      failed[geo_id] = errorText(error);
    }
  }
  const wrong = Object.entries(failed);
  if (wrong.length === places.length) {
    throw new ToolError(wrong.map(([geoId, reason]) => `${geoId}: ${reason}`).join('\n'));
  }
  return {
    items,
    ...leftOut(left),
    ...(Object.keys(without_permits).length === 0 ? {} : { without_permits }),
    ...(wrong.length === 0 ? {} : { failed }),
  };
}

export const groupTools = [aggregatePermits, rankPermits, permitDurations, comparePlaces];
