/**
 * Aggregates once more, as simple as possible, over parsed records: the oracle of the tests. It shares no code with the
 * engines, and a grouping or a measured field without a line does not compile.
 */
import type { AggregateRow, Grouping, MeasuredFieldId, Permit, PermitGroups } from '@lintel/contract';
import { jobValueBands, measureIds } from '@lintel/contract/plain';
import type { Group, GroupSums, SumQuestion } from 'lintel/dist/query/group-sums.js';
import type { AggregateQuery } from 'lintel/dist/query/questions.js';

type Value = string | number | null;
export type Dated = Pick<AggregateQuery, 'date_field'> & Partial<Pick<AggregateQuery, 'area_set'>>;
type Facts = Pick<AggregateQuery, 'facts'>;
type Grouped = Dated & Pick<AggregateQuery, 'group_by'>;

/** The date that periods are of. */
export function dateOf(permit: Permit, { date_field: field }: Dated): string | null {
  const { start_date: start, file_date: file, issue_date: issue, final_date: final } = permit;
  return { start, file, issue, final }[field] ?? null;
}

const ofDate = (text: (date: string) => Value) => (permit: Permit, query: Dated) => {
  const date = dateOf(permit, query);
  return [date === null ? null : text(date)];
};

/** The Monday of the week of a date. */
function monday(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

function bandOf(cents: number | null): string | null {
  if (cents === null) return null;
  return jobValueBands.filter(({ from }) => from <= cents).at(-1)?.name ?? null;
}

/** The values of a permit: of tags several. */
const naiveGroupings: Readonly<Record<Grouping, (permit: Permit, query: Dated) => readonly Value[]>> = {
  year: ofDate((date) => Number(date.slice(0, 4))),
  quarter: ofDate((date) => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`),
  month: ofDate((date) => date.slice(0, 7)),
  week: ofDate(monday),
  state: ({ address }) => [address.state],
  county: ({ geo_ids: ids }) => [ids.county_id],
  city: ({ geo_ids: ids }) => [ids.city_id],
  jurisdiction: ({ geo_ids: ids }) => [ids.jurisdiction_id],
  zip: ({ address }) => [address.zip_code],
  tract: ({ property_census_tract: tract }) => [tract],
  district: ({ property_congressional_district: district }) => [district],
  type: ({ type }) => [type],
  subtype: ({ subtype }) => [subtype],
  property_type_detail: ({ property_type_detail: detail }) => [detail],
  source: ({ source_id: id }) => [id],
  area: ({ areas = [] }, { area_set: set }) => {
    const own = areas.filter((id) => !set || id.split(':')[0] === set);
    return own.length === 0 ? [null] : own;
  },
  tag: ({ tags }) => (tags.length === 0 ? [null] : tags),
  status: ({ status }) => [status],
  property_type: ({ property_type: type }) => [type],
  record_kind: ({ record_kind: kind }) => [kind ?? null],
  contractor: ({ contractor_id: id }) => [id ?? null],
  job_value_band: ({ job_value: cents }) => [bandOf(cents)],
};

type Measured = (permit: Permit) => number | null;

const stated =
  (name: 'property_unit_count' | 'property_building_area'): Measured =>
  (permit) =>
    permit.property_facts_joined?.[name] === undefined ? permit[name] : null;

/** What a permit states of a field; of facts with `joined` what anybody states. */
const naiveFields: Readonly<Record<MeasuredFieldId, Record<'stated' | 'joined', Measured>>> = {
  job_value: both((permit) => permit.job_value),
  fees: both((permit) => permit.fees),
  units: { stated: stated('property_unit_count'), joined: (permit) => permit.property_unit_count },
  area: { stated: stated('property_building_area'), joined: (permit) => permit.property_building_area },
  approval_duration: both((permit) => permit.approval_duration),
  construction_duration: both((permit) => permit.construction_duration),
  total_duration: both((permit) => permit.total_duration),
  inspection_pass_rate: both((permit) => permit.inspection_pass_rate ?? null),
};

function both(measured: Measured) {
  return { stated: measured, joined: measured };
}

/** The least value that at least the share of the values do not exceed. */
function least(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.find((_, i) => i + 1 >= share * sorted.length) ?? Number.NaN;
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = 0, high = 0] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return Math.floor((low + high) / 2 + 0.5);
}

/** A measure of permits; null where none of them states it. */
function measured(permits: readonly Permit[], id: string, query: Facts): number | null {
  if (id === 'count') return permits.length;
  if (id === 'contractors') return new Set(permits.flatMap(({ contractor_id: own }) => own ?? [])).size;
  const [statistic = '', ...rest] = id.split('_');
  const read = naiveFields[rest.join('_') as MeasuredFieldId][query.facts];
  const values = permits.flatMap((permit) => read(permit) ?? []);
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  if (statistic === 'sum') return sum;
  if (statistic === 'median') return middle(values);
  if (statistic !== 'avg') return least(values, Number(statistic.slice(1)) / 100);
  const scale = rest.join('_') === 'units' ? 100 : 1;
  return Math.floor((sum * scale) / values.length + 0.5) / scale;
}

/** How many permits state each measured field. */
function bases(permits: readonly Permit[], query: AggregateQuery) {
  const entries = query.measures.flatMap((id): [string, number][] => {
    if (id === 'count') return [];
    const field = id === 'contractors' ? id : id.slice(id.indexOf('_') + 1);
    const n =
      field === 'contractors'
        ? permits.filter(({ contractor_id: own }) => own !== undefined).length
        : permits.filter((permit) => naiveFields[field as MeasuredFieldId][query.facts](permit) !== null)
            .length;
    return [
      [`${field}_n`, n],
      [`${field}_without`, permits.length - n],
    ];
  });
  return Object.fromEntries(entries);
}

interface NaiveGroup {
  readonly values: readonly Value[];
  readonly permits: readonly Permit[];
}

function groupsOf(permits: readonly Permit[], query: Grouped): NaiveGroup[] {
  const groups = new Map<string, { values: Value[]; permits: Permit[] }>();
  for (const permit of permits) {
    const [first = [null], second = [null]] = (query.group_by ?? []).map((id) =>
      naiveGroupings[id](permit, query),
    );
    for (const one of first) {
      for (const other of second) {
        const values = [one, other].slice(0, query.group_by?.length ?? 0);
        const group = groups.get(JSON.stringify(values)) ?? { values, permits: [] };
        group.permits.push(permit);
        groups.set(JSON.stringify(values), group);
      }
    }
  }
  return [...groups.values()];
}

const periods: readonly string[] = ['year', 'quarter', 'month', 'week'];

/** Unknown ones are last, whatever the order. */
function before(one: Value, other: Value, isDescending: boolean): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other === isDescending ? 1 : -1;
}

function inOrder(groups: readonly NaiveGroup[], query: AggregateQuery): NaiveGroup[] {
  const groupBy = query.group_by ?? [];
  const usual = periods.includes(groupBy[0] ?? '') ? groupBy[0] : `-${query.measures[0] ?? 'count'}`;
  const order = query.order ?? usual ?? '-count';
  const by = order.replace('-', '');
  const key = ({ values, permits }: NaiveGroup): Value =>
    (measureIds as readonly string[]).includes(by)
      ? measured(permits, by, query)
      : (values[(groupBy as readonly string[]).indexOf(by)] ?? null);
  const keyed = groups.map((group) => ({ group, keys: [key(group), ...group.values] }));
  return keyed
    .sort((a, b) => {
      const orders = a.keys.map((value, i) =>
        before(value, b.keys[i] ?? null, i === 0 && order.startsWith('-')),
      );
      return orders.find((each) => each !== 0) ?? 0;
    })
    .map(({ group }) => group);
}

function meets(permits: readonly Permit[], having: string, query: AggregateQuery): boolean {
  const [, id = '', sign = '', limit = ''] = /^(\w+)([<>=]+)(.*)$/.exec(having) ?? [];
  const value = measured(permits, id, query);
  if (value === null) return false;
  const difference = Math.sign(value - Number(limit));
  return (
    { '>=': difference >= 0, '<=': difference <= 0, '>': difference > 0, '<': difference < 0 }[sign] ??
    difference === 0
  );
}

/**
 * The aggregate of the permits that match, without what is said of coverage: no names, no partial periods, no groups
 * without permits.
 */
export function naiveAggregate(permits: readonly Permit[], query: AggregateQuery): PermitGroups {
  const groupBy = query.group_by ?? [];
  const measuresOf = (some: readonly Permit[]) => ({
    count: some.length,
    ...Object.fromEntries(query.measures.map((id) => [id, measured(some, id, query)])),
    ...bases(some, query),
  });
  const groups = inOrder(
    groupsOf(permits, query).filter((group) =>
      (query.having ?? []).every((having) => meets(group.permits, having, query)),
    ),
    query,
  );
  const keysOf = (values: readonly Value[]) =>
    Object.fromEntries(groupBy.map((id, i) => [id, values[i] ?? null]));
  const rows: AggregateRow[] = groups.slice(0, query.limit).map(({ values, permits: own }) => ({
    ...keysOf(values),
    ...measuresOf(own),
    partial: false,
    others: false,
  }));
  const cut = new Set(groups.slice(query.limit).flatMap(({ permits: own }) => own));
  if (cut.size > 0) rows.push({ ...keysOf([]), ...measuresOf([...cut]), partial: false, others: true });
  const { date_field, facts } = query;
  return { rows, group_count: groups.length, permit_count: permits.length, date_field, facts };
}

/** What an engine sums, for the release in memory. */
export function naiveSums(permits: readonly Permit[], question: SumQuestion): GroupSums {
  const { groupBy, facts, query, together } = question;
  const all = groupsOf(permits, {
    date_field: query.date_field,
    area_set: question.areaSet,
    group_by: [...groupBy],
  });
  const wanted = new Set(together?.map(({ values }) => JSON.stringify(values)));
  const cut = all.filter(({ values }) => wanted.has(JSON.stringify(values)));
  const one = {
    values: groupBy.map(() => null),
    permits: [...new Set(cut.flatMap((group) => group.permits))],
  };
  const groups = (together === null ? all : [one]).map((group): Group => {
    const figure = (id: string) => measured(group.permits, id, { facts });
    const known = [...question.fields].map(([id, ranks]) => {
      const n = group.permits.filter((permit) => naiveFields[id][facts](permit) !== null).length;
      const found = ranks.map((rank) => [rank, figure(`${rank}_${id}`)]);
      return [id, { n, sum: figure(`sum_${id}`) ?? 0, ranks: Object.fromEntries(found) }] as const;
    });
    const fields = new Map(known);
    return {
      values: group.values,
      count: group.permits.length,
      contractors: figure('contractors') ?? 0,
      withContractor: group.permits.filter(({ contractor_id: id }) => id !== undefined).length,
      field: (id) => fields.get(id),
    };
  });
  return { groups, permits: permits.length };
}
