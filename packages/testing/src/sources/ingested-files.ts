/** Files of one source read into their own raw store, for tests of what became of their rows. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeRow } from 'lintel/dist/raw/earlier-values.js';
import { openRawStore, type SqliteRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { givenFields } from 'lintel/dist/refine/record/canonical.js';
import { ingestFile } from 'lintel/dist/sources/ingest/ingest.js';
import type { CatalogSource } from 'lintel/dist/sources/source/catalog-source.js';

/** What became of the rows of some files. */
export interface Ingested {
  /** Rows in all files together; each of them is new, changed, unchanged or quarantined. */
  readonly read: number;
  /** Rows in the store: distinct row keys. */
  readonly stored: number;
  readonly quarantined: number;
  /** Canonical field → stored rows with a value for it. */
  readonly filled: ReadonlyMap<string, number>;
  /** The stored rows, with the values that only earlier files had. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** The files of a folder whose names match, by name. */
export function filesOf(folder: string, names: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => names.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Reads the files in this order into an empty store. */
export async function ingested(source: CatalogSource, paths: readonly string[]): Promise<Ingested> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-files-'));
  const store = openRawStore(join(directory, 'raw.sqlite'));
  try {
    for (const path of paths) {
      const { counts } = await ingestFile({ store, source, path });
      assert.equal(counts.read, counts.new + counts.changed + counts.unchanged + counts.quarantined, path);
    }
    return whatBecame(source, store);
  } finally {
    store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function whatBecame(source: CatalogSource, store: SqliteRawStore): Ingested {
  const rows = [...store.rows(source.id)].map(wholeRow);
  const filled = new Map<string, number>();
  for (const row of rows) {
    const { kind, key, fields } = source.map(row);
    assert.equal(kind, source.kind);
    assert.ok(key !== '', 'every row has a natural key');
    for (const [field] of givenFields(fields)) filled.set(field, (filled.get(field) ?? 0) + 1);
  }
  const [totals] = store.totals();
  assert.ok(totals !== undefined);
  const { read, quarantined } = totals.counts;
  return { read, stored: totals.rows, quarantined, filled, rows };
}
