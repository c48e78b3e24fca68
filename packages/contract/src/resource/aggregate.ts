/** Permits summed by group (C52). */
import { Count, Nullable, OneOf, type Static, Type } from '../schema.js';
import {
  factSources,
  fieldMeasures,
  type Grouping,
  groupings,
  type MeasuredFieldId,
  type MeasureId,
  measuredFieldIds,
  measuredFields,
  namedGroupings,
} from '../vocabulary/aggregate.js';
import { dateFields } from '../vocabulary/date-field.js';
import { OfficialSums } from './official.js';

const written: Partial<Record<Grouping, string>> = {
  quarter: '`2024-Q1`.',
  month: '`2024-05`.',
  week: 'Its Monday, YYYY-MM-DD.',
  state: 'Two-letter abbreviation.',
  county: 'geo_id.',
  city: 'geo_id.',
  jurisdiction: 'geo_id.',
  zip: 'Five digits.',
  contractor: 'Id.',
  source: 'Id.',
  tract: 'GEOID.',
  job_value_band: 'Range in dollars.',
};

/** Null in the row of all others, and in the row of permits of which it is not known. */
const groupKeys = Object.fromEntries(
  Object.entries(groupings).map(([id, title]) => {
    const description = `${title} of the group. ${written[id as Grouping] ?? ''}`.trim();
    const value = id === 'year' ? Type.Integer() : Type.String();
    return [id, Type.Optional(Nullable(value, description))];
  }),
);
/** What the description of a figure ends with, by its unit. */
const units = {
  cents: 'US cents.',
  days: 'Whole days.',
  percent: 'Whole percent.',
  'square feet': 'Whole square feet.',
  units: 'Units.',
} as const;
const nameKeys = Object.fromEntries(
  namedGroupings.map((id) => [
    `${id}_name`,
    Type.Optional(Nullable(Type.String(), `${groupings[id]} by its name.`)),
  ]),
);
const valueKeys = Object.fromEntries(
  fieldMeasures.map(({ id, title, field, statistic }) => {
    const { unit, decimals } = measuredFields[field];
    const isWhole = statistic !== 'avg' || decimals === 0;
    const value = isWhole ? Type.Integer({ minimum: 0 }) : Type.Number({ minimum: 0 });
    return [
      id,
      Type.Optional(Nullable(value, `${title}. Null where no permit of the group states it. ${units[unit]}`)),
    ];
  }),
);
const basisKeys = Object.fromEntries(
  [...measuredFieldIds, 'contractors' as const].flatMap((id) => {
    const states = id === 'contractors' ? 'name a contractor' : `state ${measuredFields[id].title}`;
    return [
      [`${id}_n`, Type.Optional(Nullable(Count(`Permits that ${states}: what its measures rest on.`)))],
      [`${id}_without`, Type.Optional(Nullable(Count(`Permits that do not ${states}.`)))],
    ];
  }),
);

const everyRow = {
  count: Nullable(
    Count('Permits of the group. Null where no source covers its place and its period: not 0, but unknown.'),
  ),
  contractors: Type.Optional(Nullable(Count('Different contractors of the permits.'))),
};
const marks = {
  partial: Type.Boolean({
    description:
      'Whether the period of the row ends after the data do, or is cut by `permit_from` or `permit_to`. False without a period.',
  }),
  others: Type.Boolean({
    description: 'Whether it is the last row, over all groups beyond `limit`, each permit once.',
  }),
};

/** Of groups by a place that is counted and by year or month. */
const beside = { official: Type.Optional(OfficialSums) };

const row = Type.Object(
  { ...groupKeys, ...nameKeys, ...everyRow, ...valueKeys, ...basisKeys, ...beside, ...marks },
  {
    title: 'AggregateRow',
    description:
      'A group of permits: the keys of `group_by`, the measures asked for, and for each measured field how many permits state it.',
  },
);

type Bases = MeasuredFieldId | 'contractors';
/** A row of an aggregate; keys that were not asked for are absent. */
export type AggregateRow = { readonly [id in Exclude<Grouping, 'year'>]?: string | null } & {
  readonly year?: number | null;
} & { readonly [id in `${(typeof namedGroupings)[number]}_name`]?: string | null } & {
  readonly [id in Exclude<MeasureId, 'count'> | `${Bases}_n` | `${Bases}_without`]?: number | null;
} & {
  readonly count: number | null;
  readonly official?: OfficialSums;
  readonly partial: boolean;
  readonly others: boolean;
};

export const AggregateRow = Type.Unsafe<AggregateRow>(row);

export const PermitGroups = Type.Object(
  {
    rows: Type.Array(AggregateRow, { description: 'The groups in order, and last that of all others.' }),
    group_count: Count('Groups that there are, also beyond `limit`.'),
    permit_count: Count('Permits that match, each once.'),
    date_field: OneOf(dateFields, 'The date that periods are of.'),
    facts: OneOf(factSources, 'Which facts of the property are measured.'),
  },
  { title: 'PermitGroups', description: 'Permits summed by group.' },
);
export type PermitGroups = Static<typeof PermitGroups>;
