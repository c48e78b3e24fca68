/** What official counts say of places, as the index of a release keeps it. */
import type { OfficialPlace } from '@lintel/contract';
import type { Database } from '../base/sqlite.js';
import type { PlaceKind } from '../format/record.js';

const hasOfficial = (index: Database): boolean =>
  index.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'official'`).get() !== undefined;

/** Null for a place without counts, and in a release that was built before there were any. */
export function officialIn(index: Database, geoId: string): OfficialPlace | null {
  const row = hasOfficial(index)
    ? index.prepare('SELECT body FROM official WHERE geo_id = ?').get(geoId)
    : undefined;
  return row === undefined ? null : (JSON.parse(String(row.body)) as OfficialPlace);
}

/** A place with counts. */
export interface CountedPlace {
  readonly geoId: string;
  readonly kind: PlaceKind;
  readonly official: OfficialPlace;
}

/** All places with counts, by their ids. */
export function* everyOfficial(index: Database): Generator<CountedPlace> {
  if (!hasOfficial(index)) return;
  const all = index.prepare(
    'SELECT geo_id, kind, official.body FROM official JOIN place USING (geo_id) ORDER BY geo_id',
  );
  for (const { geo_id, kind, body } of all.iterate()) {
    yield {
      geoId: String(geo_id),
      kind: kind as PlaceKind,
      official: JSON.parse(String(body)) as OfficialPlace,
    };
  }
}
