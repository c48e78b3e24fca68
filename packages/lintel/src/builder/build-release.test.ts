import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { type Contractor, type Decision, type Permit, permitId } from '@lintel/contract';
import { withCarriedFacts } from '@lintel/testing/release/synthetic-facts.js';
import {
  absurdValue,
  syntheticDecision,
  syntheticMention,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { UserError } from '../base/user-error.js';
import { readManifest } from '../format/manifest.js';
import { type RefusedRow, readQuarantine } from '../format/read-quarantine.js';
import type { RawRow } from '../raw/raw-store.js';
import type { SqliteRawStore } from '../raw/sqlite-raw-store.js';
import { emptyContractor } from '../refine/record/empty-records.js';
import { type ContractorMention, type Refined, shownName } from '../refine/record/refined.js';
import { openRelease } from '../releases/open-release.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-build-'));
after(() => rmSync(root, { recursive: true, force: true }));

const refused = (key: string): RawRow => syntheticRow(key, { kind: 'refused', reason: 'no number' });

/** A world with every case: repeated and changed rows, rows of one permit in two sources, refused rows. */
function fill(store: SqliteRawStore): void {
  const chance = syntheticNumbers(7);
  const permits = Array.from({ length: 400 }, (_, i) => syntheticRow(`a${i}`, syntheticPermit(i, chance)));
  ingest(store, 'permits-a', [...permits, refused('a-bad')], 3);
  ingest(store, 'permits-a', [...permits.slice(0, 50), syntheticRow('a0', syntheticPermit(0, chance))]);
  const later = Array.from({ length: 100 }, (_, i) =>
    syntheticRow(`b${i}`, syntheticPermit(350 + i, chance)),
  );
  ingest(store, 'permits-b', later);
  const lists = Array.from({ length: 30 }, (_, i) => {
    const contractor = syntheticMention(15 + (i % 20), chance);
    return syntheticRow(`l${i}`, { kind: 'contractor', contractor, defects: [] });
  });
  ingest(store, 'licenses', lists);
  ingest(
    store,
    'decisions',
    Array.from({ length: 20 }, (_, i) => syntheticRow(`d${i}`, syntheticDecision(i, chance))),
  );
}

function lines<T>(directory: string, file: string): T[] {
  const text = readFileSync(join(directory, file), 'utf8');
  return text === ''
    ? []
    : text
        .slice(0, -1)
        .split('\n')
        .map((line) => JSON.parse(line) as T);
}

/** The refined permits that a naive build would keep: for each id the one last seen. */
function expectedPermits(store: SqliteRawStore): Map<string, Extract<Refined, { kind: 'permit' }>> {
  const best = new Map<string, { ms: number; refined: Extract<Refined, { kind: 'permit' }> }>();
  for (const source of ['permits-a', 'permits-b']) {
    for (const { body, lastSeenMs } of store.rows(source)) {
      const { refined } = JSON.parse(body) as { refined: Refined };
      if (refined.kind !== 'permit') continue;
      const known = best.get(refined.record.id);
      if (known === undefined || lastSeenMs > known.ms)
        best.set(refined.record.id, { ms: lastSeenMs, refined });
    }
  }
  return new Map([...best].map(([id, { refined }]) => [id, refined]));
}

const first = makeWorld(root, fill);
const built = await first.build();
const permits = lines<Permit>(built.directory, 'permits.ndjson');
const contractors = lines<Contractor>(built.directory, 'contractors.ndjson');

test('each permit is released once, as refined, newest first and then by id', () => {
  const expected = expectedPermits(first.store);
  assert.equal(permits.length, 450);
  const sorted = withCarriedFacts([...expected.values()].map(({ record }) => record)).sort((a, b) => {
    const dateA = a.start_date ?? '';
    const dateB = b.start_date ?? '';
    return dateA === dateB ? (a.id < b.id ? -1 : 1) : dateA < dateB ? 1 : -1;
  });
  const withOutliers = sorted.map((record) =>
    record.job_value === absurdValue ? { ...record, job_value_outlier: true as const } : record,
  );
  assert.ok(sorted.some(({ job_value: value }) => value === absurdValue));
  const withoutContractors = permits.map(({ contractor_id, other_contractors, ...permit }) => permit);
  assert.deepEqual(withoutContractors, withOutliers);
});

test('a permit has the further contractors that its row names, each once and without the main one', () => {
  const expected = expectedPermits(first.store);
  const known = new Set(contractors.map(({ id }) => id));
  let left = 0;
  let kept = 0;
  for (const { id, contractor_id: main, other_contractors: others = [] } of permits) {
    const named = expected.get(id)?.otherContractors ?? [];
    const ids = others.map((other) => other.id);
    assert.equal(new Set([...ids, main]).size, ids.length + 1);
    assert.ok(ids.every((other) => known.has(other)));
    // In the order of the row: what is left out is the main contractor, or one that was named before.
    const words = named.map(({ mention, role }) => `${shownName(mention.facts)} ${role}`);
    const rest = others.map(({ name, role }) => `${name} ${role}`);
    let at = -1;
    for (const each of rest) {
      at = words.indexOf(each, at + 1);
      assert.ok(at >= 0, `${id}: ${each}`);
    }
    kept += others.length;
    left += named.length - others.length;
  }
  assert.ok(kept > 20, String(kept));
  assert.ok(left > 0);
});

test('a permit keeps the key order of the contract, with contractor_id before tags', () => {
  const linked = permits.find((permit) => permit.contractor_id !== undefined);
  assert.ok(linked);
  const keys = Object.keys(linked);
  assert.equal(keys[keys.indexOf('contractor_id') + 1], 'tags');
});

test('the later row of a permit in two sources wins, and the other counts as merged', () => {
  const [a, b] = built.report.sources.filter(({ kind }) => kind === 'permits');
  assert.deepEqual(
    [a?.read, a?.records, a?.merged, a?.quarantined],
    [455, 350, 101, 4],
    '401 stored and 3 quarantined, 51 read again, 50 superseded by permits-b, 1 refused',
  );
  assert.deepEqual([b?.read, b?.records, b?.merged, b?.quarantined], [100, 100, 0, 0]);
});

test('rows read = records + merged + quarantined, for each source and in total', () => {
  for (const counts of [built.report, ...built.report.sources]) {
    assert.equal(counts.read, counts.records + counts.merged + counts.quarantined);
  }
  const read = first.store.totals().reduce((sum, { counts }) => sum + counts.read, 0);
  assert.equal(built.report.read, read);
});

test('refused rows are listed with source, key and reason', async () => {
  const rows: RefusedRow[] = [];
  for await (const row of readQuarantine(built.directory)) rows.push(row);
  assert.deepEqual(rows, [{ source: 'permits-a', key: 'a-bad', reason: 'no number' }]);
  assert.deepEqual(built.report.reasons, { 'no number': 1 });
  const bySource = built.report.sources.map(({ source, reasons }) => [source, reasons]);
  assert.deepEqual(
    bySource.filter(([, reasons]) => Object.keys(reasons ?? {}).length > 0),
    [['permits-a', { 'no number': 1 }]],
  );
});

test('defects and the fill of key fields are counted as a naive count does', () => {
  const a = built.report.sources.find(({ source }) => source === 'permits-a');
  let defective = 0;
  for (const { body } of first.store.rows('permits-a')) {
    const { refined } = JSON.parse(body) as { refined: Refined };
    if (refined.kind === 'permit' && refined.defects.length > 0) defective += 1;
  }
  assert.equal(a?.defective, defective);
  const found = ['property_conflict', 'job_value_outlier'];
  const ofRows = a?.defects.filter(({ name }) => !found.includes(name));
  assert.deepEqual(ofRows, [{ name: 'date_unreadable', field: 'final_date', count: defective }]);
  const { fill } = built.report;
  assert.equal(fill.job_value, permits.filter((p) => p.job_value !== null).length);
  assert.equal(fill.contractor_id, permits.filter((p) => p.contractor_id !== undefined).length);
  assert.equal(fill.address_id, permits.filter((p) => p.geo_ids.address_id !== null).length);
});

test('mentions with a common key are one contractor, whichever permit has them', () => {
  const byNumber = new Map<string, Set<string | undefined>>();
  const expected = expectedPermits(first.store);
  for (const permit of permits) {
    const mention = expected.get(permit.id)?.contractor ?? null;
    assert.equal(permit.contractor_id !== undefined, mention !== null);
    if (mention === null) continue;
    const name = mention.facts.business_name ?? '';
    byNumber.set(name, (byNumber.get(name) ?? new Set()).add(permit.contractor_id));
  }
  for (const [name, ids] of byNumber) assert.equal(ids.size, 1, `${name} has several ids`);
  assert.equal(new Set([...byNumber.values()].flatMap((ids) => [...ids])).size, byNumber.size);
  const known = new Set(contractors.map(({ id }) => id));
  for (const permit of permits)
    assert.ok(permit.contractor_id === undefined || known.has(permit.contractor_id));
});

test("a licence list's entry is no newer than the end of its licence", async () => {
  const phone = '+14155551099';
  const mention = (name: string, license_exp_date: string | null): ContractorMention => ({
    keys: [`phone:${phone}`, 'name:MADE-UP WINTERGREEN|CA'],
    facts: { ...emptyContractor, primary_phone: phone, business_name: name, license_exp_date },
  });
  const permit = syntheticPermit(1, syntheticNumbers(1));
  assert.ok(permit.kind === 'permit');
  const record = { ...permit.record, start_date: '2025-05-01' };
  const world = makeWorld(root, (store) => {
    const listed = mention('NAME OF THE LIST', '2014-06-24');
    ingest(store, 'licenses', [syntheticRow('l', { kind: 'contractor', contractor: listed, defects: [] })]);
    const seen = mention('NAME OF THE PERMIT', null);
    ingest(store, 'permits-a', [syntheticRow('a', { ...permit, record, contractor: seen })]);
  });
  const { directory } = await world.build();
  const [contractor, ...others] = lines<Contractor>(directory, 'contractors.ndjson');
  assert.deepEqual(others, []);
  assert.equal(contractor?.business_name, 'NAME OF THE PERMIT');
  assert.equal(contractor?.license_exp_date, '2014-06-24');
});

test('tallies and averages of contractors match their released permits', () => {
  for (const contractor of contractors) {
    const own = permits.filter((permit) => permit.contractor_id === contractor.id);
    const tally: Record<string, number> = {};
    const tags: Record<string, number> = {};
    for (const permit of own) {
      const status = permit.status ?? 'unknown';
      tally[status] = (tally[status] ?? 0) + 1;
      for (const tag of permit.tags) tags[tag] = (tags[tag] ?? 0) + 1;
    }
    assert.deepEqual(contractor.status_tally, tally);
    assert.deepEqual(contractor.tag_tally, tags);
    assert.equal(contractor.permit_count, own.length);
    const values = own.map((permit) => permit.job_value).filter((value) => value !== null);
    const sum = values.reduce((total, value) => total + value, 0);
    assert.equal(contractor.total_job_value, values.length > 0 ? sum : null);
    assert.equal(contractor.avg_job_value, values.length > 0 ? Math.round(sum / values.length) : null);
    const dates = own
      .map((permit) => permit.start_date)
      .filter((date) => date !== null)
      .sort();
    assert.equal(contractor.first_seen_date, dates[0] ?? null);
  }
  const last = contractors.map(({ id }) => permits.find((p) => p.contractor_id === id)?.start_date ?? '');
  assert.deepEqual(last, [...last].sort().reverse(), 'most recent permit first');
});

test('every address of a record is released once', () => {
  const decisions = lines<Decision>(built.directory, 'decisions.ndjson');
  assert.equal(decisions.length, 20);
  const addresses = lines<{ geo_id: string; name: string }>(built.directory, 'addresses.ndjson');
  const used = [...permits.map((p) => p.geo_ids.address_id), ...decisions.map((d) => d.address_id)];
  const expected = new Set(used.filter((id) => id !== null));
  assert.deepEqual(new Set(addresses.map(({ geo_id }) => geo_id)), expected);
  assert.equal(addresses.length, expected.size);
  assert.ok(addresses.some(({ name }) => name === '3 HEARING AVE, SAN FRANCISCO, CA'));
});

test('the same rows and date give the same bytes, also with little memory', async () => {
  const second = makeWorld(root, fill);
  const again = await second.build({ memoryBytes: 20_000 });
  assert.equal(again.id, built.id);
  for (const name of readdirSync(built.directory)) {
    const same = readFileSync(join(built.directory, name)).equals(readFileSync(join(again.directory, name)));
    assert.ok(same, `${name} differs`);
  }
  // Nor does the release of SQLite count, which a header names.
  assert.equal(readFileSync(join(built.directory, 'index.sqlite')).readUInt32BE(96), 0);
});

test('a build with threads makes the same release as one without', async () => {
  const refineModule = new URL(import.meta.resolve('@lintel/testing/release/synthetic-refinery.js'));
  const world = makeWorld(root, fill);
  const threaded = await world.build({ refineModule, refineData: world.home.raw, refineThreads: 2 });
  assert.equal(threaded.id, built.id);
});

test('a refinery thread that dies ends the build with its error, and nothing is left', async () => {
  const { home, build } = makeWorld(root, fill);
  const refineModule = new URL('data:text/javascript,throw new Error("made-up crash")');
  await assert.rejects(build({ refineModule, refineThreads: 1 }), /made-up crash/);
  assert.deepEqual(readdirSync(home.releases), []);
});

test('an error in a refinery thread reaches the user with its hint', async () => {
  const { home, build } = makeWorld(root, fill);
  const refineModule = new URL(import.meta.resolve('@lintel/testing/base/synthetic-worker.js'));
  await assert.rejects(
    build({ refineModule, refineThreads: 1, refineData: 'fail to open' }),
    (error: unknown) =>
      error instanceof UserError && error.message === 'made-up opening' && error.hint === 'mend it',
  );
  assert.deepEqual(readdirSync(home.releases), []);
});

/** Kills the threads that a build starts, one per build: first a refinery thread, then each writer. */
for (const [index, work] of ['refining', 'addresses', 'filters', 'properties', 'roll-ups'].entries()) {
  test(`a build whose thread for ${work} is killed ends at once and leaves nothing`, async () => {
    const { home, build } = makeWorld(root, fill);
    const refineModule = new URL(import.meta.resolve('@lintel/testing/release/synthetic-refinery.js'));
    let started = 0;
    const kill = (worker: Worker) => {
      if (started++ === index) setImmediate(() => void worker.terminate());
    };
    process.on('worker', kill);
    try {
      const building = build({ refineModule, refineData: home.raw, refineThreads: 1 });
      await assert.rejects(building, new RegExp(`a thread for (writing )?${work} ended with exit code`));
    } finally {
      process.off('worker', kill);
    }
    assert.equal(started, index === 0 ? 1 : 5);
    assert.deepEqual(readdirSync(home.releases), []);
  });
}

test('building the same release again keeps the files of the existing one', async () => {
  const inodes = () =>
    readManifest(built.directory).files.map(({ name }) => statSync(join(built.directory, name)).ino);
  const before = inodes();
  const again = await first.build({ now: () => Date.UTC(2026, 8, 9) });
  assert.equal(again.id, built.id);
  assert.deepEqual(inodes(), before);
  assert.deepEqual(readdirSync(first.home.releases), [built.id]);
});

test('an interrupted build leaves nothing behind', async () => {
  const { home, build } = makeWorld(root, fill);
  const controller = new AbortController();
  controller.abort();
  await assert.rejects(build({ signal: controller.signal }), /interrupted/);
  assert.deepEqual(readdirSync(home.releases), []);
});

test('a second build of a home is refused while the first runs, and can start once it has ended', async () => {
  const { home, build } = makeWorld(root, fill);
  const first = build();
  await assert.rejects(build(), (error: unknown) => {
    return (
      error instanceof UserError &&
      error.message === `Another build is under way in ${home.directory} (process ${process.pid}).` &&
      /Nothing was begun/.test(error.hint ?? '')
    );
  });
  const { id } = await first;
  assert.equal((await build()).id, id);
  assert.deepEqual(readdirSync(home.releases), [id]);
});

test('rows of a source that the catalog does not describe stop the build, which names the source', async () => {
  const { home, build } = makeWorld(root, (store) =>
    ingest(store, 'stranger', [syntheticRow('x', syntheticPermit(1, Math.random))]),
  );
  await assert.rejects(
    build(),
    (error: unknown) => error instanceof UserError && /"stranger"/.test(error.message),
  );
  assert.deepEqual(readdirSync(home.releases), []);
});

test('an empty raw store gives an empty release that opens', async () => {
  const { build } = makeWorld(root, () => {});
  const empty = await build();
  const release = openRelease(empty.directory);
  assert.deepEqual(release.records('permits', [permitId('made-up', '1')]), []);
  assert.deepEqual(release.info.date_range, { from: null, to: null });
  release.close();
});

test('a row that fails in mapping or refining is refused with the reason, and the others are released', async () => {
  const { build } = makeWorld(root, (store) => {
    const chance = syntheticNumbers(1);
    ingest(store, 'permits-a', [
      syntheticRow('good', syntheticPermit(1, chance)),
      { key: 'bad', body: '{"key":"bad"}' },
    ]);
  });
  const { info, report, directory } = await build();
  assert.equal(info.counts.permits, 1);
  assert.equal(report.quarantined, 1);
  const [line] = lines<{ key: string; reason: string }>(directory, 'quarantine.ndjson');
  assert.equal(line?.key, 'bad');
  assert.match(line?.reason ?? '', /cannot be refined/);
});

test('rows that their source no longer has are released and counted as vanished', async () => {
  const { build } = makeWorld(root, (store) => {
    const chance = syntheticNumbers(1);
    const rows = [1, 2, 3].map((number) => syntheticRow(`r${number}`, syntheticPermit(number, chance)));
    ingest(store, 'permits-a', rows);
    const run = store.startRun('permits-a', 'all of it', { kind: 'fetch' });
    for (const row of rows.slice(0, 2)) run.put(row);
    run.finish({ vanishedSince: run.id });
  });
  const { info, report } = await build();
  assert.equal(info.counts.permits, 3);
  assert.equal(report.sources[0]?.vanished, 1);
});
