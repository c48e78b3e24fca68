/** `GET /v2/places/{geo_id}/official`: homes authorised by the official count, and by permits beside it (C114). */
import { type AggregateRow, endpoints, type OfficialCounts, parseQuery } from '@lintel/contract';
import type { PlaceKind } from '../../format/record.js';
import { aggregatePermits } from '../../query/aggregate.js';
import type { Sought } from '../../query/questions.js';
import type { ServedRelease } from '../../releases/release.js';
import type { DataHandler } from '../answer/handler.js';

const source = 'U.S. Census Bureau, Building Permits Survey';

export const officialCounts: DataHandler<typeof endpoints.official_counts> = async ({ query, release }) => {
  const { geo_id: geoId, period } = query;
  if (!(await isPlace(release, geoId))) return null;
  const official = await release.official(geoId);
  const length = period === 'year' ? 4 : 7;
  const counted = (official?.periods ?? []).filter((each) => each.period.length === length);
  const [first] = counted;
  const permits =
    first === undefined ? new Map<string, NewHomes>() : await newHomes(release, geoId, period, first.period);
  const rows = counted.map((each): OfficialCounts['rows'][number] => {
    const own = permits.get(each.period) ?? null;
    const ratio =
      own === null || each.units === 0 ? null : Math.round((own.units / each.units) * 1000) / 1000;
    return { ...each, permits: own, ratio };
  });
  const answer: OfficialCounts = {
    geo_id: geoId,
    source,
    population: official?.population ?? null,
    homes: official?.homes ?? null,
    population_source: official?.population_source ?? (official?.population == null ? null : 'survey'),
    rows,
  };
  return { body: Buffer.from(JSON.stringify(answer)) };
};

type NewHomes = NonNullable<OfficialCounts['rows'][number]['permits']>;

/** Homes of permits for new residential buildings, by the period in which they were issued, from the first one on. */
async function newHomes(
  release: ServedRelease,
  geoId: string,
  period: 'year' | 'month',
  first: string,
): Promise<Map<string, NewHomes>> {
  const sum = async (rest: readonly (readonly [string, string])[]) => {
    const parsed = parseQuery(endpoints.permit_aggregate, {
      query: new URLSearchParams([
        ...newBuildings,
        ...[['geo_id', geoId], ['permit_from', `${first}-01-01`.slice(0, 10)], ['group_by', period], ...rest],
      ] as [string, string][]),
      path: {},
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.detail));
    const { rows } = await aggregatePermits(release, parsed.value, soughtIn(geoId));
    return new Map(rows.map((row) => [String(row[period]), row]));
  };
  const [all, single] = [await sum([]), await sum([['property_type_detail', 'single_family_home']])];
  const homes = [...all].map(([key, row]): [string, NewHomes] => {
    const stateNone = (each: AggregateRow | undefined) => (each?.count ?? 0) - (each?.units_n ?? 0);
    const ones = stateNone(single.get(key));
    const without = stateNone(row) - ones;
    return [
      key,
      {
        permit_count: row.count ?? 0,
        units: (row.sum_units ?? 0) + ones,
        without_units: without,
        partial: row.partial,
      },
    ];
  });
  return new Map(homes);
}

/** Permits that are a building of their own: not renewed, amended, a part of another one or asked for only. */
const newBuildings = [
  ['permit_tags', 'new_construction'],
  ['property_type', 'residential'],
  ...['initial', 'master', 'unknown'].map((kind) => ['permit_record_kind', kind]),
  ['date_field', 'issue'],
  ['measures', 'sum_units'],
  ['limit', '5000'],
];

const soughtIn = (geoId: string): Sought => ({ records: 'permits', places: [geoId], from: null, to: null });

const kinds: readonly PlaceKind[] = ['state', 'county', 'city', 'jurisdiction'];

async function isPlace(release: ServedRelease, geoId: string): Promise<boolean> {
  for (const kind of kinds) if ((await release.place(kind, geoId)) !== null) return true;
  return false;
}
