/** Ctrl-C ends every command with 130, and what was there before is there afterwards. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { filesShow } from '@lintel/testing/base/files-show.js';
import { type Ended, jsonOf, type Running, runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-ctrl-c-'));
const home = join(root, 'home');
const small = join(root, 'small');
after(() => rmSync(root, { recursive: true, force: true }));

/** Waits until the command has got so far, presses Ctrl-C and gives how it ended. */
async function interrupted(running: Running, isFar: Promise<unknown>): Promise<Ended> {
  const early = running.ended.then(() => assert.fail(`it ended before: ${running.output()}`));
  await Promise.race([isFar, early]);
  running.child.kill('SIGINT');
  return running.ended;
}

/** When the directory, which is made if it is missing, has a file of this name, or one that begins with it. */
function appears(directory: string, name: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  return filesShow(directory, () => readdirSync(directory).some((each) => each.startsWith(name)));
}

const runsOf = (where: string) => jsonOf<readonly { readonly state: string }[]>(where, 'runs');

test('reading: sample and ingest', async () => {
  const own = join(root, 'reading');
  const sample = startLintel(own, 'sample', '--permits', '1000000');
  const made = await interrupted(sample, appears(own, 'raw.sqlite-wal'));
  assert.equal(made.status, 130, made.stderr);
  assert.match(made.stderr, /Interrupted: run the same command again/);
  const csv = join(root, 'permits.csv');
  const columns = 'Permit__,Permit_Type_Description,Date_Entered,Address,Purpose';
  const lines = Array.from(
    { length: 100_000 },
    (_, i) => `P-${i},Building Residential,1/2/2025,12 ELM ST,Deck\n`,
  );
  writeFileSync(csv, `${columns}\n${lines.join('')}`);
  const ingesting = join(root, 'ingesting');
  const ingest = startLintel(ingesting, 'ingest', csv, '--source', 'nashville-tn');
  const read = await interrupted(ingest, appears(ingesting, 'raw.sqlite-wal'));
  assert.equal(read.status, 130, read.stderr);
  const [run] = Object.values(await runsOf(ingesting)).filter((each) => typeof each === 'object');
  assert.equal(run?.state, 'interrupted');
});

test('fetching from a portal that does not answer', async () => {
  const own = join(root, 'fetching');
  let asked = () => {};
  const silent = createServer(() => asked()).listen(0, '127.0.0.1');
  after(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  mkdirSync(join(own, 'sources'), { recursive: true });
  const { definition } = sourceOf('socrata', `http://127.0.0.1:${port}`, 'elm-city-ks');
  writeFileSync(join(own, 'sources', 'elm-city-ks.json'), JSON.stringify(definition));
  writeFileSync(join(own, 'lintel.json'), '{"fetch": {"allow_hosts": ["127.0.0.1"]}}');
  for (const command of [['fetch', 'elm-city-ks'], ['nightly'], ['load', 'elm-city-ks', '--port', '0']]) {
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { status, stderr } = await interrupted(startLintel(own, ...command), isAsked);
    assert.equal(status, 130, stderr);
    assert.match(stderr, /Interrupted/, command.join(' '));
  }
});

test('building, publishing and going back', async () => {
  await copySampleHome(home);
  const before = readdirSync(join(home, 'releases'));
  const building = startLintel(home, 'build', '--publish', '--as-of', '2026-06-30');
  const built = await interrupted(building, appears(join(home, 'releases'), '.building-'));
  assert.equal(built.status, 130, built.stderr);
  assert.match(built.stderr, /The build was interrupted; no release was made/);
  assert.deepEqual(readdirSync(join(home, 'releases')), before);
});

test('two builds of one home at once: the second is refused, and the first continues', async () => {
  const home = small;
  await copySampleHome(home);
  const first = startLintel(home, 'build', '--publish', '--as-of', '2026-07-01');
  await appears(join(home, 'releases'), '.building-');
  // It must not be over before the second one has begun.
  first.child.kill('SIGSTOP');
  const second = await runLintel(home, 'build');
  first.child.kill('SIGCONT');
  assert.equal(second.status, 1);
  assert.match(
    second.stderr,
    new RegExp(`Another build is under way in ${home} \\(process ${first.child.pid}\\)`),
  );
  assert.equal((await first.ended).status, 0);
});

test('a filter and a service, which by SIGTERM ends with 0', async () => {
  const refine = startLintel(small, 'refine');
  refine.child.stdin?.write('{"description":"Reroof"}\n');
  const refined = await interrupted(refine, refine.says(/reroof/));
  assert.equal(refined.status, 130, refined.stderr);
  const current = readFileSync(join(small, 'releases', 'current'), 'utf8').trim();
  assert.match(current, /^2026-07-01-/);
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const) {
    const serve = startLintel(small, 'serve', '--port', '0');
    const [line = ''] = await serve.says(/^Lintel serves .*$/m);
    assert.ok(line.includes(`(release ${current}; Ctrl-C stops it)`), line);
    serve.child.kill(signal);
    assert.equal((await serve.ended).status, status);
  }
});

test('a service without a release says so in its first line, and what to do', async () => {
  const own = join(root, 'bare');
  const serve = startLintel(own, 'serve', '--port', '0');
  const [line = ''] = await serve.says(/^Lintel serves .*$/m);
  assert.match(line, /no release is published in \S+: requests get 503\. Next: lintel build --publish$/);
  serve.child.kill('SIGTERM');
  await serve.ended;
  const store = join(root, 'store');
  const follower = startLintel(own, 'serve', '--port', '0', '--follow', store);
  const [waiting = ''] = await follower.says(/^Lintel serves .*$/m);
  assert.ok(waiting.endsWith(`requests get 503 until that of ${store} is here.`), waiting);
  follower.child.kill('SIGTERM');
  await follower.ended;
});

test('a build or publication of nothing is refused with what to do', async () => {
  const own = join(root, 'bare');
  for (const command of [['build'], ['build', '--publish']]) {
    const { status, stderr } = await runLintel(own, ...command, '--home', own);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`holds no rows.*lintel ingest FILE --source ID --home ${own}`));
  }
  const { status, stderr } = await runLintel(own, 'publish');
  assert.equal(status, 1);
  assert.match(stderr, /There is no release to publish/);
});
