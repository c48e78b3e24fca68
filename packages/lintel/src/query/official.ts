/** What official counts say of places, as the index of a release keeps it. */
import type { OfficialPlace } from '@lintel/contract';
import type { Database } from '../base/sqlite.js';

/** Null for a place without counts, and in a release that was built before there were any. */
export function officialIn(index: Database, geoId: string): OfficialPlace | null {
  const isKept = index.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'official'`).get() !== undefined;
  const row = isKept ? index.prepare('SELECT body FROM official WHERE geo_id = ?').get(geoId) : undefined;
  return row === undefined ? null : (JSON.parse(String(row.body)) as OfficialPlace);
}
