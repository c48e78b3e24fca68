import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld, type World } from '@lintel/testing/release/synthetic-world.js';
import { UserError } from '../base/user-error.js';
import { currentReleaseId } from '../format/published.js';
import { verifyRelease } from '../format/verify-release.js';
import { openReleaseStore } from './open-store.js';
import { releaseSize } from './release-size.js';
import { keepReasons, listReleases, publish, rollback } from './release-store.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-releases-'));
after(() => rmSync(root, { recursive: true, force: true }));

function permits(world: World, from: number, count: number): void {
  const chance = syntheticNumbers(from + 1);
  const rows = Array.from({ length: count }, (_, i) =>
    syntheticRow(`k${from + i}`, syntheticPermit(from + i, chance)),
  );
  ingest(world.store, 'permits-a', rows);
}

/** A world with this many releases, each with ten permits more than the one before, none published. */
async function storeOf(count: number): Promise<{ world: World; ids: string[] }> {
  const world = makeWorld(root, () => {});
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    permits(world, 100 + i * 10, i === 0 ? 100 : 10);
    if (i === 0) permits(world, 0, 100);
    ids.push((await world.build()).id);
  }
  return { world, ids };
}

const { world, ids } = await storeOf(4);
const [a = '', b = '', c = '', d = ''] = ids;

test('publishing, rolling back and publishing again moves the one current release', async () => {
  const { home } = world;
  assert.equal(currentReleaseId(home), null);
  assert.deepEqual(await publish(home, a), {
    id: a,
    previous: null,
    overridden: [],
    pruned: [],
    changes: [],
  });
  assert.equal((await publish(home, b)).previous, a);
  assert.equal((await publish(home, c)).previous, b);
  assert.equal(currentReleaseId(home), c);
  assert.equal((await rollback(home)).id, b);
  const { previous, changes } = await publish(home, d);
  assert.equal(previous, b);
  const since = changes.map(({ from }) => from);
  assert.deepEqual(since, [b, a, c], 'what was rolled back was seen too');
  assert.equal((await rollback(home)).id, b, 'the release rolled back from is not gone back to');
  assert.equal((await rollback(home)).id, a);
  await assert.rejects(rollback(home), /no earlier published release/);
  assert.equal(currentReleaseId(home), a);
  assert.deepEqual(
    listReleases(home).map(({ id, isCurrent }) => [id, isCurrent]),
    [
      [d, false],
      [c, false],
      [b, false],
      [a, true],
    ],
  );
});

test('without an id the release built last is published', async () => {
  assert.equal((await publish(world.home)).id, d);
});

test('an unknown release and an empty release store are refused with a list of what exists', async () => {
  await assert.rejects(publish(world.home, '2020-01-01-00000000'), (error: unknown) => {
    return (
      error instanceof UserError &&
      error.message.includes('2020-01-01-00000000') &&
      error.hint?.includes(d) === true
    );
  });
  await assert.rejects(publish(world.home, '../../etc'), UserError);
  await assert.rejects(publish(makeWorld(root, () => {}).home), /no release to publish/);
});

test('a crash between the two files of a publication is repaired: current is right', async () => {
  const { home } = world;
  await publish(home, a);
  await publish(home, b);
  writeFileSync(join(home.releases, 'current'), `${c}\n`);
  assert.equal((await rollback(home)).id, b);
  writeFileSync(join(home.releases, 'history.json'), '{"publ');
  await assert.rejects(rollback(home), /no earlier/);
  assert.equal(currentReleaseId(home), b);
});

test('the gate refuses a release that lost rows, and force overrides it', async () => {
  const full = makeWorld(root, () => {});
  permits(full, 0, 100);
  const before = await full.build();
  await publish(full.home, before.id);
  const smaller = makeWorld(root, () => {});
  permits(smaller, 0, 80);
  const after = await smaller.build({ home: full.home });
  await assert.rejects(publish(full.home, after.id), /permits fell from 100 to 80/);
  assert.equal(currentReleaseId(full.home), before.id);
  const forced = await publish(full.home, after.id, { force: true });
  assert.match(forced.overridden.join(), /records of permits-a fell from 100 to 80/);
  assert.equal(currentReleaseId(full.home), after.id);
});

test('a release that was rolled back is published again without force, unless a program does it', async () => {
  const [larger, smaller] = [makeWorld(root, () => {}), makeWorld(root, () => {})];
  permits(larger, 0, 100);
  permits(smaller, 0, 80);
  const { home } = larger;
  const before = await larger.build();
  const after = await smaller.build({ home });
  await publish(home, before.id);
  await assert.rejects(publish(home, after.id, { isChosen: true }), /not fit to replace/, 'never published');
  await publish(home, after.id, { force: true });
  assert.equal((await rollback(home)).id, before.id);
  await assert.rejects(publish(home, after.id), /not fit to replace/);
  const again = await publish(home, after.id, { isChosen: true });
  assert.equal(again.previous, before.id);
  assert.match(again.overridden.join(), /records of permits-a fell from 100 to 80/);
  assert.equal((await rollback(home)).id, before.id, 'the way back is the same as before');
});

test('a release without records is published only by force', async () => {
  const empty = makeWorld(root, () => {});
  const { id } = await empty.build();
  await assert.rejects(publish(empty.home, id), /holds no records, so it is not published/);
  assert.equal(currentReleaseId(empty.home), null);
  assert.equal((await publish(empty.home, id, { force: true })).id, id);
});

test('an interrupted publication leaves the published release as it is', async () => {
  const { home } = world;
  const current = currentReleaseId(home);
  const signal = AbortSignal.abort();
  await assert.rejects(publish(home, d, { signal }), /interrupted; nothing was changed/);
  await assert.rejects(publish(home, d, { signal, isVerified: true }), /Interrupted; nothing was published/);
  assert.equal(currentReleaseId(home), current);
});

test('pruning keeps the releases published last and never removes the current one', async () => {
  const pruning = await storeOf(4);
  const { home } = pruning.world;
  for (const id of pruning.ids) await publish(home, id);
  const [first, second, third, last] = pruning.ids;
  assert.deepEqual((await publish(home, last, { keep: { last: 2 } })).pruned, [second, first]);
  assert.deepEqual(
    readdirSync(home.releases)
      .filter((name) => name.startsWith('20'))
      .sort(),
    [third, last].sort(),
  );
  const reasons = keepReasons(home, listReleases(home), { last: 1, monthly: 1 });
  assert.deepEqual(
    [...reasons],
    [
      [last, ['published', 'last', 'monthly']],
      [third, []],
    ],
  );
  assert.equal((await rollback(home)).id, third);
  await assert.rejects(rollback(home), /no earlier/);
});

test('equal files of a release and the published one before it lie on the disk once, damaged ones apart', async () => {
  const sharing = makeWorld(root, () => {});
  const { home } = sharing;
  permits(sharing, 0, 100);
  const first = await sharing.build();
  await publish(home, first.id);
  const fileOf = (id: string, name: string) => join(home.releases, id, name);
  permits(sharing, 100, 10);
  const second = await sharing.build();
  const { bytes, shared_bytes: shared } = releaseSize(second.directory);
  assert.ok(shared > 0 && shared < bytes, `${shared} of ${bytes}`);
  const files = readdirSync(second.directory).map((name) => ({
    name,
    stat: statSync(fileOf(second.id, name)),
  }));
  const [largest] = files.filter(({ stat }) => stat.nlink > 1).sort((x, y) => y.stat.size - x.stat.size);
  const place = largest?.name ?? '';
  assert.notEqual(
    statSync(fileOf(first.id, 'permits.ndjson')).ino,
    statSync(fileOf(second.id, 'permits.ndjson')).ino,
  );
  await publish(home, second.id, { keep: { last: 1 } });
  assert.deepEqual(releaseSize(second.directory), { bytes, shared_bytes: 0 }, 'the first one has gone');
  assert.equal((await verifyRelease(second.directory)).id, second.id);
  // Of the size that it had, as a failing disk leaves it.
  const content = readFileSync(fileOf(second.id, place));
  writeFileSync(fileOf(second.id, place), Buffer.alloc(content.length, 1));
  permits(sharing, 110, 10);
  const third = await sharing.build();
  assert.deepEqual(readFileSync(fileOf(third.id, place)), content, `damage of ${place} spread`);
  assert.ok(releaseSize(third.directory).shared_bytes > 0);
});

test('a damaged release is not published, and the file is named', async () => {
  const { home } = world;
  await publish(home, a);
  const path = join(home.releases, d, 'permits.ndjson');
  const bytes = readFileSync(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  await assert.rejects(publish(home, d), /permits\.ndjson is damaged/);
  assert.equal(currentReleaseId(home), a);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(path, bytes);
});

test('what a build verified is published without being read again, unless a file is missing or has another size', async () => {
  const { home } = world;
  assert.equal((await publish(home, a, { isVerified: true })).id, a);
  const path = join(home.releases, d, 'permits.ndjson');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(1));
  await assert.rejects(publish(home, d, { isVerified: true }), /permits\.ndjson has \d+ bytes/);
  rmSync(path);
  await assert.rejects(publish(home, d, { isVerified: true }), /lacks its file .*permits\.ndjson/);
  assert.equal(currentReleaseId(home), a);
  writeFileSync(path, bytes);
});

test('a running reader notices publications, finishes on the old release, and closes removed ones', async () => {
  const { world, ids } = await storeOf(3);
  const [first = '', second = '', third = ''] = ids;
  const { home } = world;
  let now = 0;
  const releases = openReleaseStore(home, { now: () => now });
  assert.equal(releases.current(), null);
  await publish(home, first);
  assert.equal(releases.current(), null, 'looked again too early');
  now += 1000;
  const old = releases.current();
  assert.equal(old?.id, first);
  await publish(home, second);
  now += 1000;
  assert.equal(releases.current()?.id, second);
  assert.equal(releases.get(first), old);
  await publish(home, third, { keep: { last: 1 } });
  now += 1000;
  assert.equal(releases.current()?.id, third);
  assert.equal(releases.get(first), null, 'a removed release is still offered');
  assert.equal(old?.records('permits', ['0000000000000000']).length, 0, 'closed under a request');
  now += 60_000;
  releases.current();
  assert.throws(() => old?.place('county', 'x'), 'never closed');
  assert.equal(releases.get('nothing'), null);
  releases.close();
});

test('when a published release cannot be opened, the service keeps the one before', async () => {
  const { world, ids } = await storeOf(1);
  const { home } = world;
  await publish(home, ids[0]);
  let now = 0;
  const errors: unknown[] = [];
  const releases = openReleaseStore(home, { now: () => now, onError: (error) => errors.push(error) });
  mkdirSync(join(home.releases, '2026-07-01-00000000'));
  rmSync(join(home.releases, 'current'));
  writeFileSync(join(home.releases, 'current'), '2026-07-01-00000000\n');
  now += 1000;
  assert.equal(releases.current()?.id, ids[0]);
  assert.equal(errors.length, 1);
  assert.match((errors[0] as Error).message, /2026-07-01-00000000 is not a release/);
  releases.close();
});

test('a file truncated while it is open makes the reader serve the release before, until it is complete', async () => {
  const { world, ids } = await storeOf(2);
  const [first = '', second = ''] = ids;
  const { home } = world;
  for (const id of ids) await publish(home, id);
  let now = 0;
  const errors: string[] = [];
  const fallenBackTo: (string | null)[] = [];
  const options = {
    now: () => now,
    onError: (error: unknown) => errors.push((error as Error).message),
    onFallBack: (id: string | null) => fallenBackTo.push(id),
  };
  const releases = openReleaseStore(home, options);
  assert.equal(releases.current()?.id, second);
  const path = join(home.releases, second, 'permits.ndjson');
  const bytes = readFileSync(path);
  truncateSync(path, 10);
  for (let looks = 0; looks < 5; looks++) {
    now += 1000;
    assert.equal(releases.current()?.id, first);
    assert.equal(releases.get(second), null);
  }
  assert.match(errors.join('\n'), /permits\.ndjson has 10 bytes/);
  assert.ok(errors.length <= 2, 'the same reason is logged again and again');
  const began = openReleaseStore(home, options);
  assert.equal(began.current()?.id, first, 'a start meanwhile serves the release before too');
  began.close();
  writeFileSync(path, bytes);
  now += 1000;
  assert.equal(releases.current()?.id, second);
  assert.deepEqual(fallenBackTo, [first, first, null]);
  releases.close();
  const avoiding = openReleaseStore(home, { avoid: [second] });
  assert.equal(avoiding.current()?.id, first);
  avoiding.close();
  truncateSync(join(home.releases, first, 'permits.ids'), 10);
  assert.throws(() => openReleaseStore(home, { avoid: [second] }), /is damaged/);
});

test('a killed build leaves no release, and the next build removes what it left', async () => {
  const killed = makeWorld(root, () => {});
  permits(killed, 0, 50);
  killed.store.close();
  const script = fileURLToPath(new URL(import.meta.resolve('@lintel/testing/release/synthetic-build.js')));
  const child = spawn(process.execPath, [script, killed.home.directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  assert.ok(readdirSync(killed.home.releases).some((name) => name.startsWith('.building-')));
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.deepEqual(listReleases(killed.home), []);
  const next = makeWorld(root, () => {});
  permits(next, 0, 50);
  const { id } = await next.build({ home: killed.home });
  assert.deepEqual(readdirSync(killed.home.releases), [id]);
  assert.ok(existsSync(join(killed.home.releases, id, 'manifest.json')));
});
