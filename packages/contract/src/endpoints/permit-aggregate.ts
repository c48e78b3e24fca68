/** Permits summed by group (C52). */
import type { Endpoint, Parameter, Rule } from '../endpoint.js';
import { area } from '../filter.js';
import { permitViewRules } from '../filter-rules.js';
import { areaSetPattern } from '../id.js';
import { defaultGroups, maxGroupings, maxGroups, maxHavings, maxMeasures } from '../limits.js';
import { nearestFew } from '../nearest.js';
import { PermitGroups } from '../resource/aggregate.js';
import { OneOf, Type } from '../schema.js';
import {
  comparisons,
  factSources,
  groupingIds,
  measureIds,
  parseHaving,
  parseOrder,
  severalGroupings,
} from '../vocabulary/aggregate.js';
import { withCommas } from '../with-commas.js';
import { viewFilters } from './permit-map.js';
import { metered } from './statuses.js';

const list = { in: 'query', required: false, commas: true, presents: true } as const;
const one = { in: 'query', required: false, presents: true } as const;

const aggregateParameters = {
  group_by: {
    ...list,
    schema: Type.Array(OneOf(groupingIds, 'What permits are put together by.'), { maxItems: maxGroupings }),
    description: `Up to ${maxGroupings} of ${groupingIds.join(', ')}. Periods are of the date that \`date_field\` names; places are those of the first address; a permit counts in each of its tags, or of its areas. Absent: one row over all.`,
    short: 'What permits are put together by. Periods are of the date of `date_field`.',
    example: ['year', 'tag'],
  },
  measures: {
    ...list,
    schema: Type.Array(OneOf(measureIds, 'What is measured.'), { maxItems: maxMeasures }),
    default: [],
    description: `What is measured, besides \`count\`, which every row has: \`contractors\` (different ones), or \`sum_\`, \`avg_\`, \`median_\`, \`p25_\`, \`p75_\`, \`p90_\` and one of job_value, fees, units, area, approval_duration, construction_duration, total_duration, inspection_pass_rate; durations and rates have no sum. Money in US cents.`,
    short:
      '`contractors`, or `sum_`, `avg_`, `median_`, `p25_`, `p75_`, `p90_` and a field, such as `median_job_value`.',
    example: ['median_job_value', 'contractors'],
  },
  having: {
    ...list,
    schema: Type.Array(Type.String(), { maxItems: maxHavings }),
    description:
      'Conditions that a group must meet, such as `count>=10`: a measure, one of `>=`, `<=`, `>`, `<`, `=`, and a number. A group without the measure meets none.',
    example: ['count>=10'],
  },
  order: {
    ...one,
    schema: Type.String(),
    description:
      'A grouping or any measure, with `-` before it the greatest first. Absent: by period where the first grouping is one, else the greatest first measure (or `count`) first. Equal groups are in the order of their groupings; what is not known is last.',
    example: '-count',
  },
  limit: {
    ...one,
    schema: Type.Integer({ minimum: 1, maximum: maxGroups }),
    default: defaultGroups,
    description: `Groups in the answer, 1 to ${withCommas(maxGroups)}. Those beyond are one more row, \`others\`.`,
    example: 20,
  },
  include_empty: {
    ...one,
    schema: Type.Boolean(),
    default: false,
    description:
      'Whether groups without permits are answered too: every period between the first and the last, every place asked for, every status and so on. Their count is 0, or null where no source covers them.',
    example: false,
  },
  area_set: {
    ...one,
    schema: Type.String({ pattern: areaSetPattern.source }),
    description: 'Set of the areas that `group_by=area` means, such as `council-districts`; absent: all.',
    short: 'Set of the areas of `group_by`.',
    example: 'council-districts',
  },
  facts: {
    ...one,
    schema: OneOf(
      factSources,
      '`stated`: by the row of the permit itself. `joined`: also by other permits of the building and by assessors.',
    ),
    default: 'stated',
    description: 'Which units and floor areas are measured (C50).',
    example: 'stated',
  },
} as const satisfies Record<string, Parameter>;

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

const aggregateRules: readonly Rule[] = [
  {
    at: 'group_by',
    reads: ['group_by'],
    fault({ group_by: given }) {
      const twice = texts(given).find((id, i, all) => all.indexOf(id) !== i);
      if (twice !== undefined) return `group_by names ${twice} twice.`;
      return severalGroupings.every((id) => texts(given).includes(id))
        ? `group_by takes one of ${severalGroupings.join(' and ')}: a permit is in several of each.`
        : null;
    },
  },
  {
    at: 'having',
    reads: ['having'],
    fault({ having }) {
      const wrong = texts(having).find((text) => parseHaving(text) === null);
      if (wrong === undefined) return null;
      const [measure = ''] = /^[a-z0-9_]*/.exec(wrong) ?? [];
      const near = nearestFew(measure, measureIds, 3).join(', ');
      return `'${wrong}' is not a measure, one of ${comparisons.join(' ')} and a number, such as count>=10. Measures like it: ${near}.`;
    },
  },
  {
    at: 'order',
    reads: ['order', 'group_by'],
    fault({ order, group_by: given }) {
      if (typeof order !== 'string') return null;
      const by = parseOrder(order)?.by;
      const known = [...texts(given), ...measureIds];
      if (by !== undefined && known.includes(by)) return null;
      const name = order.replace(/^-/, '');
      const hint = groupingIds.some((id) => id === name) ? ', which group_by does not name' : '';
      return `the order '${order}'${hint} is neither a grouping of group_by nor a measure; did you mean ${nearestFew(name, known, 3).join(', ')}?`;
    },
  },
  {
    at: 'include_empty',
    reads: ['include_empty', 'group_by'],
    fault: ({ include_empty: isAsked, group_by: given }) =>
      isAsked === true && texts(given).length === 0 ? 'include_empty needs group_by.' : null,
  },
];

export const permitAggregateEndpoints = {
  permit_aggregate: {
    id: 'permit_aggregate',
    path: '/v2/permits/aggregate',
    summary: 'Permits summed by group',
    description:
      'How many permits there are, and what is measured of them, by up to two groupings: exactly, over all that match. Filters as in the permit search; without dates, permits of any date. A row costs as much as a row of metrics, an answer without permits nothing. Groups by state, county, city or jurisdiction and by year or month have `official` beside them: homes authorized there and then by the official count, in no measure.',
    group: 'Permits',
    authenticated: true,
    keyAsPassword: true,
    parameters: { ...aggregateParameters, bbox: area.bbox, ...viewFilters },
    rules: [...aggregateRules, ...permitViewRules],
    answer: { kind: 'view', schema: PermitGroups, resource: 'metrics' },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
