/**
 * Aggregates of permits (C52): rows of what an engine has summed by group, ordered and cut, with the groups that have no
 * permits and what is said of periods. The same for every engine.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { AggregateRow, Contractor, PermitGroups } from '@lintel/contract';
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
  severalGroupings,
} from '@lintel/contract/plain';
import type { Awaitable } from '../base/awaitable.js';
import { at } from '../base/memory/at.js';
import type { PlaceKind, RecordBytes, RecordKind } from '../format/record.js';
import { Cells, type CoverageAround, isPeriod, isPlace } from './aggregate-cells.js';
import type { Group, GroupSums, GroupValue, Rank, SumPart, SumQuestion } from './group-sums.js';
import { select } from './percentiles.js';
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
): Promise<PermitGroups> {
  const asked = new Asked(query);
  const question = asked.question(query);
  const sums = await sumsOf(release, question);
  const { date_field, facts } = query;
  const head = { permit_count: sums.permits, date_field, facts };
  if (sums.permits === 0) return { rows: [], group_count: 0, ...head };
  const cells = await cellsOf(release, query, sought, sums.groups);
  const empty = query.include_empty ? cells.empty(sums.groups) : [];
  const all = [
    ...sums.groups.map((group) => asked.keyed(group, group, true)),
    ...empty.map((values) => asked.keyed(null, { values }, cells.isCovered(values))),
  ];
  const found = all.filter((row) => asked.meets(row));
  const { shown, others } = await asked.divided(found, query.limit);
  const cut = others.flatMap(({ group }) => group ?? []);
  const names = await namesOf(release, asked.groupBy, shown);
  const rows = shown.map((row) => asked.row(row, names, cells.isPartial(row.of.values)));
  if (cut.length > 0) rows.push(asked.others(await together(release, question, cut)));
  return { rows, group_count: found.length, ...head };
}

/** A group with permits, or without. */
interface Row {
  readonly group: Group | null;
  /** What has its values: the group itself if there is one. */
  readonly of: { readonly values: readonly GroupValue[] };
  /** Whether a source covers it: else nothing is known of it. */
  readonly isCovered: boolean;
}

/** A row with what it is ordered by. */
interface KeyedRow extends Row {
  readonly key: GroupValue;
}

/** The sums of a question, part by part. */
export async function sumsOf(
  release: Pick<SummedRelease, 'sumPermits'>,
  question: SumQuestion,
): Promise<GroupSums> {
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
  const none: CoverageAround = { all: [], of: new Map() };
  if (!isNeeded) return new Cells(query, none, release.info.released_at);
  const places = groupBy.flatMap((id, i) =>
    isPlace(id) ? groups.flatMap(({ values }) => values[i] ?? []) : [],
  );
  const asked = groupBy.some(isPlace) ? (query.geo_id ?? []) : [];
  const coverage = await release.coverageAround(sought, [...new Set([...places.map(String), ...asked])]);
  return new Cells(query, coverage, release.info.released_at);
}

/** The groups as one: by adding where that suffices, else by summing their permits again, each once. */
async function together(
  release: SummedRelease,
  question: SumQuestion,
  groups: readonly Group[],
): Promise<Group> {
  const isRanked = [...question.fields.values()].some((ranks) => ranks.length > 0);
  if (question.contractors || isRanked || question.groupBy.some((id) => severalGroupings.includes(id))) {
    const { groups: one } = await sumsOf(release, { ...question, together: groups });
    if (one[0] !== undefined) return one[0];
  }
  const fields = new Map([...question.fields.keys()].map((id) => [id, { n: 0, sum: 0, ranks: {} }]));
  for (const [id, all] of fields) {
    for (const group of groups) {
      const own = group.field(id);
      all.n += own?.n ?? 0;
      all.sum += own?.sum ?? 0;
    }
  }
  return {
    values: question.groupBy.map(() => null),
    count: groups.reduce((sum, { count }) => sum + count, 0),
    contractors: 0,
    withContractor: 0,
    field: (id) => fields.get(id),
  };
}

/** What finds a measure of a group; null where nothing is known. */
function measureReader(id: MeasureId): (row: Omit<Row, 'of'>) => number | null {
  if (id === 'count' || id === 'contractors')
    return ({ group, isCovered }) => group?.[id] ?? (isCovered ? 0 : null);
  const measure = fieldMeasure(id);
  if (measure === undefined) return () => null;
  const { statistic, field } = measure;
  const scale = 10 ** measuredFields[field].decimals;
  return ({ group }) => {
    const known = group?.field(field);
    if (known === undefined || known.n === 0) return null;
    if (statistic === 'sum') return known.sum;
    if (statistic !== 'avg') return known.ranks[statistic] ?? null;
    // Halves are rounded up (C38).
    return Math.round((known.sum * scale) / known.n) / scale;
  };
}

function holds(own: number | null, { comparison, value }: Having): boolean {
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
  /** What finds the measures besides the count, and the fields that they rest on. */
  readonly #readers: readonly (readonly [MeasureId, ReturnType<typeof measureReader>])[];
  readonly #bases: readonly string[];
  readonly #havings: readonly (Having & { readonly read: ReturnType<typeof measureReader> })[];
  readonly #order: GroupOrder;
  /** What a row is ordered by. */
  readonly #keyOf: (row: Row) => GroupValue;

  constructor({ group_by, measures, having, order }: AggregateQuery) {
    this.groupBy = group_by ?? [];
    this.measures = [...new Set(measures)];
    const measured = this.measures.filter((id) => id !== 'count');
    this.#readers = measured.map((id) => [id, measureReader(id)]);
    this.#bases = [...new Set(measured.map((id) => fieldMeasure(id)?.field ?? id))];
    const havings = (having ?? []).flatMap((text) => parseHaving(text) ?? []);
    this.#havings = havings.map((each) => ({ ...each, read: measureReader(each.measure) }));
    const [first] = this.groupBy;
    const usual: GroupOrder =
      first !== undefined && isPeriod(first)
        ? { by: first, isDescending: false }
        : { by: this.measures[0] ?? 'count', isDescending: true };
    this.#order = order === null ? usual : (parseOrder(order) ?? usual);
    const index = this.groupBy.indexOf(this.#order.by as Grouping);
    this.#keyOf =
      index >= 0 ? ({ of }) => of.values[index] ?? null : measureReader(this.#order.by as MeasureId);
  }

  /** What is to be summed. */
  question(query: AggregateQuery): SumQuestion {
    const { by } = this.#order;
    const all = new Set<string>([...this.measures, ...this.#havings.map(({ measure }) => measure), by]);
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
      most: null,
      areaSet: query.area_set,
      together: null,
    };
  }

  keyed(group: Group | null, of: Row['of'], isCovered: boolean): KeyedRow {
    const key = this.#keyOf({ group, of, isCovered });
    return { group, of, isCovered, key };
  }

  meets(row: Row): boolean {
    return this.#havings.every((having) => holds(having.read(row), having));
  }

  /** The first rows in order, and the others in any. */
  async divided(rows: readonly KeyedRow[], limit: number) {
    const isNear = await this.#nearFirst(rows, limit);
    const near = rows.filter(isNear).sort(this.#compare);
    const far = rows.filter((row) => !isNear(row));
    return { shown: near.slice(0, limit), others: [...near.slice(limit), ...far] };
  }

  /** Tells the rows that are before the last of the first ones, or equal it: of many groups few are put in order. */
  async #nearFirst(rows: readonly KeyedRow[], limit: number): Promise<(row: KeyedRow) => boolean> {
    if (rows.length <= limit || rows.some(({ key }) => typeof key === 'string')) return () => true;
    const sign = this.#order.isDescending ? -1 : 1;
    const placeOf = ({ key }: KeyedRow) => (key === null ? Number.POSITIVE_INFINITY : Number(key) * sign);
    const places = Float64Array.from(rows, placeOf);
    for (const _ of select(places, limit - 1)) await turn();
    const last = at(places, limit - 1);
    return (row) => placeOf(row) <= last;
  }

  /** Equal ones are in the order of their values. */
  readonly #compare = (one: KeyedRow, other: KeyedRow): number => {
    const first = compared(one.key, other.key, this.#order.isDescending ? -1 : 1);
    if (first !== 0) return first;
    const [values, others] = [one.of.values, other.of.values];
    for (let i = 0; i < values.length; i++) {
      const order = compared(values[i] ?? null, others[i] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  };

  row(row: Row, names: Names, partial: boolean): AggregateRow {
    return this.#row(row, names, { partial, others: false });
  }

  others(group: Group): AggregateRow {
    return this.#row({ group, of: group, isCovered: true }, new Map(), { partial: false, others: true });
  }

  #row(row: Row, names: Names, marks: Pick<AggregateRow, 'partial' | 'others'>): AggregateRow {
    const { values } = row.of;
    const keys = this.groupBy.flatMap((id, i): [string, GroupValue][] => {
      const value = values[i] ?? null;
      if (!isNamed(id)) return [[id, value]];
      return [
        [id, value],
        [`${id}_name`, names.get(id)?.get(String(value)) ?? null],
      ];
    });
    return {
      ...Object.fromEntries(keys),
      count: row.group?.count ?? (row.isCovered ? 0 : null),
      ...Object.fromEntries(this.#readers.map(([id, read]) => [id, read(row)])),
      ...this.#basesOf(row),
      ...marks,
    };
  }

  /** How many permits each measured field is known of, and of how many it is not. */
  #basesOf({ group, isCovered }: Row): Record<string, number | null> {
    const bases = this.#bases.flatMap((id): [string, number | null][] => {
      const n = id === 'contractors' ? group?.withContractor : group?.field(id as MeasuredFieldId)?.n;
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
    const ids = [...new Set(rows.flatMap(({ of }) => of.values[i] ?? []).map(String))];
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
