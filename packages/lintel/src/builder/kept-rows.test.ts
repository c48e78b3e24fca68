import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  syntheticMention,
  syntheticNumbers,
  syntheticPermit,
  syntheticRefine,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { asOf, ingest, makeWorld, worldCatalog } from '@lintel/testing/release/synthetic-world.js';
import type { PastState } from '../raw/raw-store.js';
import type { Refined } from '../refine/record/refined.js';
import type { Catalog } from '../refine/record/source.js';
import { StaleRows } from './collect/kept-rows.js';
import type { Refine } from './entry/prepare.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-kept-'));
after(() => rmSync(root, { recursive: true, force: true }));

const chance = syntheticNumbers(5);
const permit = (number: number) => syntheticRow(`r${number}`, syntheticPermit(number, chance));
const permits = Array.from({ length: 620 }, (_, i) => permit(i));
const contractor = syntheticMention(1, chance);
const far = {
  ...syntheticPermit(9000, chance),
  defects: [{ name: 'date_implausible', field: 'issue_date' }],
} as Refined;

const { home, store, build } = makeWorld(root, (store) => {
  ingest(store, 'permits-a', [...permits, syntheticRow('far', far)]);
  ingest(store, 'permits-b', [permit(7), syntheticRow('bad', { kind: 'refused', reason: 'no number' })]);
  ingest(store, 'licenses', [syntheticRow('l', { kind: 'contractor', contractor, defects: [] })]);
});
const rows = 624;
/** Rows that every build refines: what may be good on another day, and the first of each batch to compare. */
const always = ['r0', 'r500', 'far', 'bad', 'r7', 'l'];
/** Most that are compared by chance, one in 256. */
const probes = 20;

const refined = new Set<string>();
const counting: Refine = (rows, ...rest) => {
  for (const { key } of rows) refined.add(key);
  return syntheticRefine(rows, ...rest);
};
let rules = 'first';
const warnings: string[] = [];
const keep = {
  path: home.refined,
  maxBytes: 1e9,
  rules: () => rules,
  warn: (text: string) => warnings.push(text),
};

/** Builds with kept rows; gives the id and the report. */
async function keptBuild(options: Parameters<typeof build>[0] = {}) {
  refined.clear();
  const { id, report } = await build({ refine: counting, keep, ...options });
  return { id, report };
}

/** What a build without kept rows gives. */
async function freshBuild() {
  const { id, report } = await build();
  return { id, report };
}

function requireRefined(these: readonly string[]): void {
  for (const key of these) assert.ok(refined.has(key), key);
  assert.ok(refined.size <= these.length + probes, `${refined.size} refined`);
}

/** Fewer than all rows differ by key: two sources have `r7`. */
const isAll = () => refined.size === rows - 1;

test('a build with kept rows is the same as one without, also after rows have changed', async () => {
  const fresh = await freshBuild();
  assert.deepEqual(await keptBuild(), fresh);
  assert.ok(isAll());
  assert.deepEqual(await keptBuild(), fresh);
  requireRefined(always);

  const run = store.startRun('permits-a', 'all of it', { kind: 'fetch' });
  const changed = [3, 203, 403].map((i) => syntheticRow(`r${i}`, syntheticPermit(i, chance)));
  const byKey = new Map(changed.map((row) => [row.key, row]));
  for (const row of permits.slice(0, -5)) run.put(byKey.get(row.key) ?? row);
  run.put(permit(5000));
  run.finish({ vanishedSince: run.id });
  const later = await keptBuild();
  requireRefined([...always, 'r3', 'r203', 'r403', 'r5000']);
  assert.notEqual(later.id, fresh.id);
  assert.equal(later.report.sources.find(({ source }) => source === 'permits-a')?.vanished, 6);
  assert.deepEqual(await freshBuild(), later);
  assert.deepEqual(warnings, []);
});

test('a row that changed and changed back between two builds has its states in the second one', async () => {
  const catalog: Catalog = {
    ...worldCatalog,
    get(id) {
      const source = worldCatalog.get(id);
      return source && { ...source, map: (row, past) => ({ ...source.map(row), key: pastOf(past) }) };
    },
  };
  const dated: Refine = (rows, ...rest) =>
    syntheticRefine(rows, ...rest).map((row, i) =>
      row.kind === 'permit' ? { ...row, record: { ...row.record, description: rows[i]?.key ?? '' } } : row,
    );
  rmSync(home.refined);
  const before = await build({ catalog, refine: dated, keep });
  const stateOf = (row: Readonly<Record<string, unknown>>) => JSON.stringify(row.refined).slice(-40);
  for (const row of [syntheticRow('r9', syntheticPermit(9, chance)), permits[9]]) {
    const run = store.startRun('permits-a', 'one row', { stateOf });
    if (row !== undefined) run.put(row);
    run.finish();
  }
  const { id } = await build({ catalog, refine: dated, keep });
  assert.notEqual(id, before.id);
  assert.equal(id, (await build({ catalog, refine: dated })).id);
  rmSync(home.refined);
});

const pastOf = (past: readonly PastState[] = []) => `was ${past.map(({ untilMs }) => untilMs).join(' ')}`;

test('a file that is deleted, cut or damaged costs work and changes nothing', async () => {
  const { id } = await keptBuild();
  const bytes = readFileSync(home.refined);
  const damaged = Buffer.from(bytes);
  damaged.fill(0, 1000, 1001);
  for (const [damage, atLeast] of [
    [() => rmSync(home.refined), rows],
    [() => truncateSync(home.refined, bytes.length >> 1), rows],
    [() => writeFileSync(home.refined, damaged), 500],
  ] as const) {
    damage();
    assert.equal((await keptBuild()).id, id);
    assert.ok(refined.size >= atLeast, `${refined.size} of ${rows}`);
  }
  assert.deepEqual(warnings, []);
});

test('rows kept under other rules, for a later day or in another year are refined again', async () => {
  rules = 'second';
  await keptBuild();
  assert.ok(refined.size >= rows);
  await keptBuild({ asOf: '2026-07-01' });
  requireRefined(always);
  await keptBuild({ asOf });
  assert.ok(refined.size >= rows, 'an earlier day');
  await keptBuild({ asOf: '2027-01-01' });
  assert.ok(refined.size >= rows, 'another year');
});

test('kept rows that are not what refinement makes of them are thrown away, and the build ends', async () => {
  const other: Refine = (rows, ...rest) =>
    syntheticRefine(rows, ...rest).map((row) =>
      row.kind === 'permit' ? { ...row, record: { ...row.record, description: 'of other rules' } } : row,
    );
  const poisoned = await keptBuild({ refine: other });
  await assert.rejects(keptBuild(), (error: unknown) => {
    return (
      error instanceof StaleRows &&
      error.message.startsWith('The kept row ["permits-a","r0"] is not what it is refined to now')
    );
  });
  const mended = await keptBuild();
  assert.ok(refined.size >= rows);
  assert.notEqual(mended.id, poisoned.id);
  assert.deepEqual(mended, await freshBuild());
});

test('the file stays within its size, and a build that cannot write it ends well', async () => {
  const half = { ...keep, maxBytes: Math.round(statSync(home.refined).size / 2) };
  const { id } = await keptBuild({ keep: half });
  requireRefined(always);
  assert.ok(statSync(home.refined).size < half.maxBytes + 2000);
  const nowhere = { ...keep, path: join(home.directory, 'missing', 'refined.cache') };
  const building = keptBuild({ keep: nowhere });
  await assert.rejects(build({ keep }), /Another build is under way/);
  assert.equal((await building).id, id);
  assert.match(warnings.join(), /^Refined rows could not be kept for the next build/);
  assert.ok(statSync(home.refined).size > 0, 'neither build touched what was kept');
});
