/** What official counts say of places, as the index of a release keeps it. */
import {
  type AggregateRow,
  type endpoints,
  type OfficialPlace,
  type OfficialRow,
  type OfficialSums,
  officialPlaces,
  type QueryOf,
  sizesOfBuildings,
} from '@lintel/contract';
import type { Grouping } from '@lintel/contract/plain';
import type { Awaitable } from '../base/awaitable.js';
import type { Database } from '../base/sqlite.js';
import type { RecordBytes, SearchPage } from '../format/record.js';

const hasOfficial = (index: Database): boolean =>
  index.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'official'`).get() !== undefined;

/** Null for a place without counts, and in a release that was built before there were any. */
export function officialIn(index: Database, geoId: string): OfficialPlace | null {
  return hasOfficial(index) ? readerOf(index)(geoId) : null;
}

function readerOf(index: Database): (geoId: string) => OfficialPlace | null {
  const found = index.prepare('SELECT body FROM official WHERE geo_id = ?');
  return (geoId) => {
    const row = found.get(geoId);
    return row === undefined ? null : (JSON.parse(String(row.body)) as OfficialPlace);
  };
}

/** Which rows of official counts are wanted. */
export type OfficialQuery = Pick<QueryOf<typeof endpoints.export_official>, 'geo_id' | 'kind' | 'period'>;

/** A place with counts. */
type CountedPlace = Pick<OfficialRow, 'geo_id' | 'kind' | 'name' | 'state'>;

/** The places with counts of an index, by their ids: read once. */
const placesOf = new WeakMap<Database, readonly CountedPlace[]>();

function countedPlaces(index: Database): readonly CountedPlace[] {
  const read = placesOf.get(index) ?? (hasOfficial(index) ? readPlaces(index) : []);
  placesOf.set(index, read);
  return read;
}

function readPlaces(index: Database): CountedPlace[] {
  const all = index.prepare(
    'SELECT geo_id, kind, details FROM official JOIN place USING (geo_id) ORDER BY geo_id',
  );
  return Array.from(all.iterate(), ({ geo_id, kind, details }) => {
    const { name, state } = JSON.parse(String(details)) as { name?: string; state?: string };
    const geoId = String(geo_id);
    return { geo_id: geoId, kind: kind as CountedPlace['kind'], name: name ?? geoId, state: state ?? null };
  });
}

/** Periods of a place are fewer: a position names a place and one of them. */
const maxPeriods = 10_000;

/** Rows of a place and a period, by place and period, from a position on. */
export function officialRowsIn(
  index: Database,
  query: OfficialQuery,
  from: number,
  size: number,
): SearchPage {
  const { geo_id: wanted, kind, period } = query;
  const places = countedPlaces(index).filter(
    (place) =>
      (kind === null || place.kind === kind) &&
      (wanted === null || wanted.includes(place.geo_id) || wanted.includes(String(place.state))),
  );
  const length = period === null ? null : lengthOf[period];
  if (places.length === 0) return { items: [], next: null };
  const read = readerOf(index);
  const items: RecordBytes[] = [];
  let first = from % maxPeriods;
  for (let at = Math.floor(from / maxPeriods); at < places.length; at++, first = 0) {
    const place = places[at];
    const official = place === undefined ? null : read(place.geo_id);
    for (const [i, each] of (official?.periods ?? []).entries()) {
      if (i < first || (length !== null && each.period.length !== length)) continue;
      if (items.length === size) return { items, next: at * maxPeriods + i };
      items.push(Buffer.from(JSON.stringify({ ...place, ...rowOf(each), population: official?.population })));
    }
  }
  return { items, next: null };
}

/** Letters of a period as it is written. */
const lengthOf = { year: 4, month: 7 } as const;

function rowOf({ kinds, ...sums }: OfficialPlace['periods'][number]) {
  const sizes = Object.entries(sizesOfBuildings) as [keyof typeof sizesOfBuildings, readonly string[]][];
  const units = sizes.map(([size, [name = size]]) => [name, kinds[size].units] as const);
  return { ...sums, ...Object.fromEntries(units) };
}

/** The grouping by place and that by period of groups that the official count may have too; null for others. */
function comparable(groupBy: readonly Grouping[]) {
  const place = officialPlaces.find((id) => groupBy.includes(id));
  const period = (['year', 'month'] as const).find((id) => groupBy.includes(id));
  return place === undefined || period === undefined ? null : { place, period };
}

/** The rows of groups, with the official count of the place and the period beside each that is of both (C101). */
export async function besideOfficial(
  release: { official(geoId: string): Awaitable<OfficialPlace | null> },
  groupBy: readonly Grouping[],
  rows: readonly AggregateRow[],
): Promise<readonly AggregateRow[]> {
  const by = comparable(groupBy);
  if (by === null) return rows;
  const { place, period } = by;
  const counts = new Map<string, ReadonlyMap<string, OfficialSums>>();
  for (const geoId of new Set(rows.flatMap((row) => row[place] ?? []))) {
    const periods = (await release.official(geoId))?.periods ?? [];
    const sums = periods.map(({ kinds: _, period: key, ...each }) => [key, each] as const);
    counts.set(geoId, new Map(sums));
  }
  return rows.map((row) => {
    const official = counts.get(String(row[place]))?.get(String(row[period]));
    if (official === undefined) return row;
    const { partial, others, ...rest } = row;
    return { ...rest, official, partial, others };
  });
}
