/**
 * Aggregates of permits (C52): rows of what an engine has summed by group, ordered and cut, with the groups that have no
 * permits and what is said of periods. The same for every engine.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { AggregateRow, Contractor, PermitAggregate } from '@lintel/contract';
import {
  fieldMeasure,
  type Grouping,
  type GroupOrder,
  type Having,
  type MeasuredFieldId,
  type MeasureId,
  measuredFields,
  namedGroupings,
  parseHaving,
  parseOrder,
} from '@lintel/contract/plain';
import type { Awaitable } from '../base/awaitable.js';
import type { PlaceKind, RecordBytes, RecordKind } from '../format/record.js';
import { Cells, type CoverageAround, isPeriod, isPlace } from './aggregate-cells.js';
import type { FieldSums, Group, GroupSums, GroupValue, Rank, SumPart, SumQuestion } from './group-sums.js';
import type { AggregateQuery, Sought } from './questions.js';

/** What an aggregate asks of a release. */
export interface SummedRelease {
  readonly info: { readonly released_at: string };
  sumPermits(question: SumQuestion, part: SumPart | null): Awaitable<SumPart>;
  coverageAround(sought: Sought, places: readonly string[]): Awaitable<Awaitable<CoverageAround>>;
  place(kind: PlaceKind, geoId: string): Awaitable<RecordBytes | null>;
  records(kind: RecordKind, ids: readonly string[]): Awaitable<RecordBytes[]>;
}

/** The whole answer. `sought` is where and when is searched. */
export async function aggregatePermits(
  release: SummedRelease,
  query: AggregateQuery,
  sought: Sought,
): Promise<PermitAggregate> {
  const asked = new Asked(query);
  const question = asked.question(query);
  const sums = await allOf(release, question);
  const { date_field, facts } = query;
  const head = { permit_count: sums.permits, date_field, facts };
  if (sums.permits === 0) return { rows: [], group_count: 0, ...head };
  const cells = await cellsOf(release, query, sought, sums.groups);
  const empty = query.include_empty ? cells.empty(sums.groups) : [];
  const all: Row[] = [
    ...sums.groups.map((group): Row => ({ group, values: group.values, isCovered: true })),
    ...empty.map((values): Row => ({ group: null, values, isCovered: cells.isCovered(values) })),
  ];
  const found = all.filter((row) => asked.havings.every((having) => meets(row, having))).sort(asked.compare);
  const shown = found.slice(0, query.limit);
  const cut = found.slice(query.limit).flatMap(({ group }) => group ?? []);
  const names = await namesOf(release, asked.groupBy, shown);
  const rows = shown.map((row) => asked.row(row, names, cells.isPartial(row.values)));
  if (cut.length > 0) rows.push(asked.others(await together(release, question, cut)));
  return { rows, group_count: found.length, ...head };
}

/** A group with permits, or without. */
interface Row {
  readonly group: Group | null;
  readonly values: readonly GroupValue[];
  /** Whether a source covers it: else nothing is known of it. */
  readonly isCovered: boolean;
}

async function allOf(release: SummedRelease, question: SumQuestion): Promise<GroupSums> {
  let part = await release.sumPermits(question, null);
  while (part.sums === null) {
    // Others have their turns meanwhile.
    await turn();
    part = await release.sumPermits(question, part);
  }
  return part.sums;
}

async function cellsOf(
  release: SummedRelease,
  query: AggregateQuery,
  sought: Sought,
  groups: readonly Group[],
): Promise<Cells> {
  const groupBy = query.group_by ?? [];
  const isNeeded = query.include_empty || groupBy.some(isPeriod);
  const places = groupBy.flatMap((id, i) =>
    isPlace(id) ? groups.flatMap(({ values }) => values[i] ?? []) : [],
  );
  const asked = groupBy.some(isPlace) ? (query.geo_id ?? []) : [];
  const coverage: CoverageAround = isNeeded
    ? await release.coverageAround(sought, [...new Set([...places.map(String), ...asked])])
    : { all: [], of: new Map() };
  return new Cells(query, coverage, release.info.released_at);
}

/** The groups as one: by adding where that suffices, else by summing their permits again, each once. */
async function together(
  release: SummedRelease,
  question: SumQuestion,
  groups: readonly Group[],
): Promise<Group> {
  const isRanked = [...question.fields.values()].some((ranks) => ranks.length > 0);
  if (question.contractors || isRanked || question.groupBy.includes('tag')) {
    const { groups: one } = await allOf(release, { ...question, together: groups });
    if (one[0] !== undefined) return one[0];
  }
  const total = (numberOf: (group: Group) => number) =>
    groups.reduce((sum, group) => sum + numberOf(group), 0);
  const fields = [...question.fields.keys()].map((id): [MeasuredFieldId, FieldSums] => {
    const n = total((group) => group.fields.get(id)?.n ?? 0);
    return [id, { n, sum: total((group) => group.fields.get(id)?.sum ?? 0), ranks: {} }];
  });
  const values = question.groupBy.map(() => null);
  return {
    values,
    count: total(({ count }) => count),
    contractors: 0,
    withContractor: 0,
    fields: new Map(fields),
  };
}

/** A measure of a group; null where nothing is known. */
function measureOf({ group, isCovered }: Omit<Row, 'values'>, id: MeasureId): number | null {
  if (id === 'count' || id === 'contractors') return group?.[id] ?? (isCovered ? 0 : null);
  const measure = fieldMeasure(id);
  const known = measure === undefined ? undefined : group?.fields.get(measure.field);
  if (measure === undefined || known === undefined || known.n === 0) return null;
  const { statistic, field } = measure;
  if (statistic === 'sum') return known.sum;
  if (statistic !== 'avg') return known.ranks[statistic] ?? null;
  const scale = 10 ** measuredFields[field].decimals;
  // Halves are rounded up (C38).
  return Math.round((known.sum * scale) / known.n) / scale;
}

function meets(row: Row, { measure, comparison, value }: Having): boolean {
  const own = measureOf(row, measure);
  if (own === null) return false;
  switch (comparison) {
    case '>=':
      return own >= value;
    case '<=':
      return own <= value;
    case '>':
      return own > value;
    case '<':
      return own < value;
    case '=':
      return own === value;
  }
}

/** Compares two values, what is not known last; `sign` is -1 for the greatest first. */
function compared(one: GroupValue, other: GroupValue, sign = 1): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return (one < other ? -1 : 1) * sign;
}

/** Names of places and contractors by grouping and id. */
type Names = ReadonlyMap<Grouping, ReadonlyMap<string, string | null>>;

/** What a question asks of groups. */
class Asked {
  readonly groupBy: readonly Grouping[];
  readonly measures: readonly MeasureId[];
  readonly havings: readonly Having[];
  readonly #order: GroupOrder;

  constructor({ group_by, measures, having, order }: AggregateQuery) {
    this.groupBy = group_by ?? [];
    this.measures = [...new Set(measures)];
    this.havings = (having ?? []).flatMap((text) => parseHaving(text) ?? []);
    const [first] = this.groupBy;
    const usual: GroupOrder =
      first !== undefined && isPeriod(first)
        ? { by: first, isDescending: false }
        : { by: this.measures[0] ?? 'count', isDescending: true };
    this.#order = order === null ? usual : (parseOrder(order) ?? usual);
  }

  /** What is to be summed. */
  question(query: AggregateQuery): SumQuestion {
    const { by } = this.#order;
    const all = new Set<string>([...this.measures, ...this.havings.map(({ measure }) => measure), by]);
    const fields = new Map<MeasuredFieldId, Rank[]>();
    for (const id of all) {
      const measure = fieldMeasure(id);
      if (measure === undefined) continue;
      const ranks = fields.get(measure.field) ?? [];
      fields.set(measure.field, ranks);
      if (measure.statistic !== 'sum' && measure.statistic !== 'avg') ranks.push(measure.statistic);
    }
    const { facts } = query;
    return {
      query,
      groupBy: this.groupBy,
      fields,
      contractors: all.has('contractors'),
      facts,
      together: null,
    };
  }

  /** Equal ones are in the order of their values. */
  readonly compare = (one: Row, other: Row): number => {
    const { by, isDescending } = this.#order;
    const sign = isDescending ? -1 : 1;
    const index = this.groupBy.indexOf(by as Grouping);
    const first =
      index >= 0
        ? compared(one.values[index] ?? null, other.values[index] ?? null, sign)
        : compared(measureOf(one, by as MeasureId), measureOf(other, by as MeasureId), sign);
    if (first !== 0) return first;
    for (let i = 0; i < this.groupBy.length; i++) {
      const order = compared(one.values[i] ?? null, other.values[i] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  };

  row(row: Row, names: Names, partial: boolean): AggregateRow {
    return this.#row(row, names, { partial, others: false });
  }

  others(group: Group): AggregateRow {
    const values = this.groupBy.map(() => null);
    return this.#row({ group, values, isCovered: true }, new Map(), { partial: false, others: true });
  }

  #row(row: Row, names: Names, marks: Pick<AggregateRow, 'partial' | 'others'>): AggregateRow {
    const keys = this.groupBy.flatMap((id, i): [string, GroupValue][] => {
      const value = row.values[i] ?? null;
      if (!isNamed(id)) return [[id, value]];
      return [
        [id, value],
        [`${id}_name`, names.get(id)?.get(String(value)) ?? null],
      ];
    });
    const measured = this.measures.filter((id) => id !== 'count').map((id) => [id, measureOf(row, id)]);
    return {
      ...Object.fromEntries(keys),
      count: measureOf(row, 'count'),
      ...Object.fromEntries(measured),
      ...this.#basesOf(row),
      ...marks,
    };
  }

  /** How many permits each measured field is known of, and of how many it is not. */
  #basesOf({ group, isCovered }: Row): Record<string, number | null> {
    const fields = new Set(
      this.measures.map((id) => fieldMeasure(id)?.field ?? id).filter((id) => id !== 'count'),
    );
    const bases = [...fields].flatMap((id): [string, number | null][] => {
      const n = id === 'contractors' ? group?.withContractor : group?.fields.get(id as MeasuredFieldId)?.n;
      const known = n ?? (isCovered ? 0 : null);
      return [
        [`${id}_n`, known],
        [`${id}_without`, known === null ? null : (group?.count ?? 0) - known],
      ];
    });
    return Object.fromEntries(bases);
  }
}

const isNamed = (id: Grouping): id is (typeof namedGroupings)[number] =>
  (namedGroupings as readonly string[]).includes(id);

/** The names of the places and contractors of rows. */
async function namesOf(
  release: SummedRelease,
  groupBy: readonly Grouping[],
  rows: readonly Row[],
): Promise<Names> {
  const names = new Map<Grouping, ReadonlyMap<string, string | null>>();
  for (const [i, id] of groupBy.entries()) {
    if (!isNamed(id)) continue;
    const ids = [...new Set(rows.flatMap(({ values }) => values[i] ?? []).map(String))];
    names.set(
      id,
      id === 'contractor' ? await contractorNames(release, ids) : await placeNames(release, id, ids),
    );
  }
  return names;
}

async function contractorNames(
  release: SummedRelease,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const records = await release.records('contractors', ids);
  return new Map(
    records.map((record) => {
      const { id, business_name: business, name } = JSON.parse(record.toString()) as Contractor;
      return [id, business ?? name];
    }),
  );
}

async function placeNames(
  release: SummedRelease,
  kind: PlaceKind,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const names = new Map<string, string | null>();
  for (const id of ids) {
    const details = await release.place(kind, id);
    const { name } = details === null ? { name: null } : (JSON.parse(details.toString()) as { name: string });
    names.set(id, name);
  }
  return names;
}
