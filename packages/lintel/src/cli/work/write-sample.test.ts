import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateSample, sampleSources } from '@lintel/sample/generate.js';
import type { Progress } from '../../base/progress.js';
import { loadGeography } from '../../geography/load.js';
import { openRawStore } from '../../raw/sqlite-raw-store.js';
import { type RowKeys, writeSample } from './write-sample.js';

const geography = loadGeography();

interface Definition {
  readonly id: string;
  readonly name: string;
  readonly attribution: string;
  readonly row_key: readonly [string];
  readonly key?: string;
  readonly required: readonly string[];
  readonly map: Readonly<Record<string, unknown>>;
}

/** The catalog's definitions as plain data: this room cannot read them with the code of `sources`. */
const definitions = new Map<string, Definition>(
  sampleSources().map((id) => [
    id,
    JSON.parse(
      readFileSync(new URL(`../../sources/catalog/${id}.json`, import.meta.url), 'utf8'),
    ) as Definition,
  ]),
);

const catalog: RowKeys = {
  get(id) {
    const definition = definitions.get(id);
    if (!definition) return null;
    return {
      rowKey(row) {
        const value = row[definition.row_key[0]];
        return value === null || value === undefined ? null : String(value);
      },
    };
  },
};

async function withStore(work: (store: ReturnType<typeof openRawStore>) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-sample-'));
  const store = openRawStore(join(directory, 'raw.sqlite'), { now: () => 1_700_000_000_000 });
  try {
    await work(store);
  } finally {
    store.close();
    rmSync(directory, { recursive: true });
  }
}

/** Columns that an expression of the catalog reads. */
function columnsOf(expression: unknown): string[] {
  if (typeof expression === 'string') return [expression];
  if (Array.isArray(expression)) return expression.flatMap(columnsOf);
  if (typeof expression !== 'object' || expression === null) return [];
  const { first, lookup, otherwise, count } = expression as Record<string, unknown>;
  return [first, lookup, otherwise, count].flatMap(columnsOf);
}

test('every sample source is in the catalog and named as one, and its rows have the columns it reads', () => {
  const columns = new Map<string, Set<string>>();
  for (const { source, row } of generateSample({ geography, permits: 3000 })) {
    const known = columns.get(source) ?? new Set();
    columns.set(source, known);
    for (const [column, value] of Object.entries(row)) if (value !== undefined) known.add(column);
  }
  for (const [id, definition] of definitions) {
    assert.equal(definition.id, id);
    assert.match(definition.name, /^Sample: /);
    assert.match(definition.attribution, /no real permits, people or businesses/);
    const read = [definition.row_key, definition.key, definition.required, Object.values(definition.map)];
    for (const column of read.flatMap(columnsOf)) {
      assert.ok(columns.get(id)?.has(column), `${id} has no column ${column}`);
    }
  }
});

test('the raw store gets the requested number of distinct permits, and every row is accounted for', () =>
  withStore(async (store) => {
    const permits = 6000;
    const runs = await writeSample({ geography, store, catalog, permits });
    assert.ok(runs.every(({ state }) => state === 'finished'));
    assert.deepEqual(
      runs.map(({ source }) => source),
      sampleSources(),
    );
    const rows = [...generateSample({ geography, permits })];
    const sum = (name: 'read' | 'new' | 'changed' | 'unchanged' | 'quarantined') =>
      runs.reduce((total, { counts }) => total + counts[name], 0);
    assert.equal(sum('read'), rows.length);
    assert.equal(sum('new') + sum('changed') + sum('unchanged') + sum('quarantined'), sum('read'));
    assert.equal(sum('changed'), 0);
    assert.ok(sum('unchanged') > 0 && sum('quarantined') > 0);
    assert.equal([...store.quarantined()].length, sum('quarantined'));
    const numbers = new Set<string>();
    for (const [id, { key, row_key }] of definitions) {
      if (/^sample-(?:licenses|decisions|assessor)/.test(id)) continue;
      for (const { body } of store.rows(id)) numbers.add(`${id} ${JSON.parse(body)[key ?? row_key[0]]}`);
    }
    assert.equal(numbers.size, permits);
  }));

test('writing the same sample again stores nothing new', () =>
  withStore(async (store) => {
    const first = await writeSample({ geography, store, catalog, permits: 1000 });
    const again = await writeSample({ geography, store, catalog, permits: 1000 });
    for (const [at, { counts }] of again.entries()) {
      assert.equal(counts.new + counts.changed, 0);
      assert.equal(counts.read, first[at]?.counts.read);
    }
  }));

test('an aborted sample is an interrupted run with whole rows', () =>
  withStore(async (store) => {
    const stopping = new AbortController();
    const progress: Progress = { step() {}, advance: () => stopping.abort(), done() {} };
    const runs = await writeSample({
      geography,
      store,
      catalog,
      permits: 60_000,
      progress,
      signal: stopping.signal,
    });
    assert.equal(runs.length, 1);
    assert.equal(runs[0]?.state, 'interrupted');
    const stored = [...store.rows('sample-austin-tx')].length;
    assert.equal(stored, runs[0]?.counts.new);
    assert.ok(stored > 1000 && stored < 3000);
  }));

test('progress adds up to the rows made', () =>
  withStore(async (store) => {
    let advanced = 0;
    let total = 0;
    const progress: Progress = {
      step: (_name, units) => {
        total = units ?? 0;
      },
      advance: (count) => {
        advanced += count;
      },
      done() {},
    };
    const runs = await writeSample({ geography, store, catalog, permits: 1000, progress });
    assert.equal(
      advanced,
      runs.reduce((sum, { counts }) => sum + counts.read, 0),
    );
    assert.ok(total > 1000 && total <= advanced);
  }));

test('a catalog without a sample source is refused by name', () =>
  withStore(async (store) => {
    const empty: RowKeys = { get: () => null };
    await assert.rejects(
      writeSample({ geography, store, catalog: empty, permits: 10 }),
      /no source "sample-austin-tx"/,
    );
  }));
