/** Sums permits by group (C52), by PostgreSQL. */
import {
  type FactSource,
  type Grouping,
  jobValueBands,
  type MeasuredFieldId,
  severalGroupings,
  textGroupings,
} from '@lintel/contract/plain';
import {
  type FieldSums,
  type Group,
  type GroupSums,
  type GroupValue,
  maxRankedValues,
  maxSummedGroups,
  type Rank,
  type SumPart,
  type SumQuestion,
  tooManyGroups,
  tooManyValues,
} from '../query/group-sums.js';
import type { PermitViewQuery } from '../query/questions.js';
import { literal } from './catalog.js';
import type { Statement } from './conditions.js';
import type { DatabaseRow } from './database-client.js';
import { medianSql, percentileSql } from './percentiles.js';
import type { ReleaseTables } from './release-tables.js';

/** A grouping as an expression over permits `p`, and what it joins to them. */
interface SqlGrouping {
  readonly value: (query: PermitViewQuery) => string;
  readonly join?: (areaSet: string | null) => string;
}

const column = (name: string): SqlGrouping => ({ value: () => `p.${name}` });

function period(text: (date: string) => string): SqlGrouping {
  return { value: ({ date_field: field }) => text(`p.${field}_date`) };
}

const band = jobValueBands
  .map(({ from, name }) => `WHEN p.job_value >= ${from} THEN '${name}'`)
  .reverse()
  .join(' ');

/** The groupings in SQL. One without a line does not compile. */
const groupings: Readonly<Record<Grouping, SqlGrouping>> = {
  year: period((date) => `extract(year FROM ${date})::text`),
  quarter: period((date) => `to_char(${date}, 'YYYY"-Q"Q')`),
  month: period((date) => `to_char(${date}, 'YYYY-MM')`),
  week: period((date) => `to_char(date_trunc('week', ${date}), 'YYYY-MM-DD')`),
  state: column('address_state'),
  county: column('county_id'),
  city: column('city_id'),
  jurisdiction: column('jurisdiction_id'),
  zip: column('address_zip_code'),
  tract: column(textGroupings.tract),
  district: column(textGroupings.district),
  tag: { value: () => 'own_tag', join: () => 'LEFT JOIN LATERAL unnest(p.tags) AS own_tag ON true' },
  area: {
    value: () => 'own_area',
    join: (set) =>
      `LEFT JOIN LATERAL unnest(p.areas) AS own_area ON ${set === null ? 'true' : `starts_with(own_area, ${literal(`${set}:`)})`}`,
  },
  status: column('status'),
  type: column(textGroupings.type),
  subtype: column(textGroupings.subtype),
  property_type: column('property_type'),
  property_type_detail: column(textGroupings.property_type_detail),
  record_kind: column('record_kind'),
  contractor: column('contractor_id'),
  source: column(textGroupings.source),
  job_value_band: { value: () => `CASE ${band} END` },
};

/** A fact of the property; with `stated` only where no other row gave it. */
const fact = (name: string) => (facts: FactSource) =>
  facts === 'joined'
    ? `p.${name}`
    : `CASE WHEN p.property_facts_joined ? '${name}' THEN NULL ELSE p.${name} END`;

/** The measured fields in SQL. One without a line does not compile. */
const fields: Readonly<Record<MeasuredFieldId, (facts: FactSource) => string>> = {
  job_value: () => 'p.job_value',
  fees: () => 'p.fees',
  units: fact('property_unit_count'),
  area: fact('property_building_area'),
  approval_duration: () => 'p.approval_duration',
  construction_duration: () => 'p.construction_duration',
  total_duration: () => 'p.total_duration',
  inspection_pass_rate: () => 'p.inspection_pass_rate',
};

const ranks: Readonly<Record<Rank, (value: string) => string>> = {
  median: medianSql,
  p25: (value) => percentileSql(value, 0.25),
  p75: (value) => percentileSql(value, 0.75),
  p90: (value) => percentileSql(value, 0.9),
};

export async function sumPermits(tables: ReleaseTables, question: SumQuestion): Promise<SumPart> {
  const { query, groupBy, most } = question;
  const { statement, source } = await tables.permits(query);
  const all = `FROM ${source} WHERE ${statement.where}`;
  const first = `FROM (SELECT p.* ${all} ORDER BY p.position LIMIT ${most}) AS p`;
  const asked = groupBy.map((id) => groupings[id]);
  const values = [0, 1].map((i) => asked[i]?.value(query) ?? 'NULL::text');
  const joins = asked.flatMap(({ join }) => join?.(question.areaSet) ?? []).join(' ');
  const selected = [
    'p.position',
    'p.contractor_id',
    ...values.map((value, i) => `(${value})::text AS g${i}`),
    ...[...question.fields.keys()].map((id) => `${fields[id](question.facts)} AS ${id}`),
  ];
  const from = most === null ? `FROM ${source} ${joins} WHERE ${statement.where}` : `${first} ${joins}`;
  const matched = `SELECT ${selected.join(', ')} ${from}`;
  const summed =
    question.together === null
      ? `SELECT g0, g1, ${figures(question)} FROM matched GROUP BY g0, g1 LIMIT ${maxSummedGroups + 1}`
      : `SELECT NULL AS g0, NULL AS g1, ${figures(question)} FROM (${oneOf(statement, question.together)}) AS matched`;
  const rows = await tables.rows(`WITH matched AS (${matched}) ${summed}`, statement.values);
  if (rows.length > maxSummedGroups) throw tooManyGroups();
  const sums: GroupSums = { groups: rows.map((row) => groupOf(row, question)), permits: 0 };
  checkRanked(sums, question);
  const isCountedOnce = !groupBy.some((id) => severalGroupings.includes(id));
  if (question.together !== null) return { sums };
  if (isCountedOnce)
    return { sums: { ...sums, permits: sums.groups.reduce((sum, { count }) => sum + count, 0) } };
  const [counted] = await tables.rows(
    `SELECT count(*) AS permits ${most === null ? all : first}`,
    statement.values,
  );
  return { sums: { ...sums, permits: Number(counted?.permits) } };
}

/** Throws where files would have to put too many values in order: the engines answer the same. */
function checkRanked({ groups }: GroupSums, question: SumQuestion): void {
  let values = 0;
  for (const [id, wanted] of question.fields) {
    if (wanted.length === 0) continue;
    for (const group of groups) values += group.field(id)?.n ?? 0;
  }
  if (values > maxRankedValues) throw tooManyValues();
}

/** The permits of any of the groups, each once. */
function oneOf(statement: Statement, groups: readonly Group[]): string {
  const [first, second] = [0, 1].map((i) =>
    statement.value(
      groups.map(({ values }) => (values[i] === undefined || values[i] === null ? null : String(values[i]))),
      'text[]',
    ),
  );
  return `SELECT DISTINCT ON (position) m.* FROM matched m
    WHERE EXISTS (SELECT 1 FROM unnest(${first}, ${second}) AS wanted (g0, g1)
      WHERE wanted.g0 IS NOT DISTINCT FROM m.g0 AND wanted.g1 IS NOT DISTINCT FROM m.g1)`;
}

/** The aggregates of a question. */
function figures({ fields: asked, contractors }: SumQuestion): string {
  const all = ['count(*) AS permits'];
  if (contractors)
    all.push('count(DISTINCT contractor_id) AS contractors', 'count(contractor_id) AS with_contractor');
  for (const [id, wanted] of asked) {
    all.push(`count(${id}) AS ${id}_n`, `sum(${id}) AS ${id}_sum`);
    for (const rank of wanted) all.push(`${ranks[rank](id)} AS ${id}_${rank}`);
  }
  return all.join(', ');
}

function groupOf(row: DatabaseRow, { groupBy, fields: asked, together }: SumQuestion): Group {
  const known = new Map(
    [...asked].map(([id, wanted]): [MeasuredFieldId, FieldSums] => {
      const found = wanted.map((rank) => [rank, numberOr(row[`${id}_${rank}`], null)]);
      const [n, sum] = [Number(row[`${id}_n`]), Number(row[`${id}_sum`] ?? 0)];
      return [id, { n, sum, ranks: Object.fromEntries(found) }];
    }),
  );
  return {
    values: groupBy.map((id, i) => (together === null ? groupValue(id, row[`g${i}`]) : null)),
    count: Number(row.permits),
    contractors: Number(row.contractors ?? 0),
    withContractor: Number(row.with_contractor ?? 0),
    field: (id) => known.get(id),
  };
}

const numberOr = (value: unknown, none: null) =>
  value === null || value === undefined ? none : Number(value);

function groupValue(id: Grouping, value: unknown): GroupValue {
  if (value === null || value === undefined) return null;
  return id === 'year' ? Number(value) : String(value);
}
