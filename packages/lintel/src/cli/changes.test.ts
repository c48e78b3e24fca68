/** `lintel diff` and `lintel watch` as a user runs them: two nights of a city, and what came between. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { jsonOf, runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { syntheticDataset, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { startReceiver, status } from '@lintel/testing/watch/receiver.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-changes-'));
const home = join(root, 'home');
const portal = await new PortalServer().listen();
const receiver = await startReceiver();
const dataset = syntheticDataset('elm-city-ks', 40);
portal.add(dataset);
after(async () => {
  await portal.close();
  await receiver.close();
  rmSync(root, { recursive: true, force: true });
});

const search = ['--account', 'A', '--name', 'Kansas', '--search', 'geo_id=KS'];
let watch = '';
/** The newest first. */
let nights: string[] = [];
let secondNight = '';

before(async () => {
  mkdirSync(join(home, 'sources'), { recursive: true });
  const settings = {
    fetch: { requests_per_second: 100, operator: 'test', allow_hosts: ['127.0.0.1'] },
    watch: { allow_hosts: ['127.0.0.1'] },
  };
  writeFileSync(join(home, 'lintel.json'), JSON.stringify(settings));
  const { definition } = sourceOf('socrata', portal.url, 'elm-city-ks', { namespace: 'elm-city-ks' });
  writeFileSync(join(home, 'sources', 'elm-city-ks.json'), JSON.stringify(definition));
  assert.equal((await runLintel(home, 'nightly')).status, 0);
  assert.equal((await runLintel(home, 'accounts', 'create', '--name', 'A')).status, 0);
  const added = await jsonOf<{ id: string; secret: string; seen_release: string }>(
    home,
    'watch',
    'add',
    ...search,
    '--webhook',
    receiver.url,
  );
  assert.match(added.secret, /^whsec_/);
  watch = added.id;
  dataset.rows = [...dataset.rows, syntheticRow(41), syntheticRow(42)];
  const second = await runLintel(home, 'nightly', '--full');
  assert.equal(second.status, 0, second.stderr);
  secondNight = second.stdout;
  const listed = await runLintel(home, 'releases', '--json');
  nights = (JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id);
});

test('a night says what changed, and delivers it to the watches', async () => {
  assert.match(secondNight, /^Since .*: permits .*2 new/m);
  assert.match(secondNight, /^Kansas: 2 new or changed permits\.$/m);
  assert.match(secondNight, /^Messages of watches: 1 delivered\.$/m);
  const [message] = receiver.received;
  assert.equal((JSON.parse(message?.body ?? '') as { data: { items: unknown[] } }).data.items.length, 2);
  const { stdout } = await runLintel(home, 'accounts', 'usage', '--by', 'key', '--json');
  assert.match(stdout, new RegExp(watch));
});

test('diff writes a change a line into a pipe, and a summary when asked', async () => {
  const lines = (await runLintel(home, 'diff', '--kind', 'permits', '--change', 'new')).stdout
    .trim()
    .split('\n');
  const changes = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(changes.length, 2);
  for (const change of changes) {
    assert.deepEqual(Object.keys(change), ['id', 'kind', 'change', 'previous_id', 'changes', 'record']);
  }
  const back = await runLintel(
    home,
    'diff',
    nights[0] ?? '',
    nights[1] ?? '',
    '--kind',
    'permits',
    '--summary',
  );
  assert.match(back.stdout, /^permits +\d+ +0 +0 +2$/m, back.stdout + back.stderr);
  const summary = await jsonOf<{ counts: { permits: { new: number } } }>(home, 'diff', '--summary');
  assert.equal(summary.counts.permits.new, 2);
  const nowhere = await runLintel(home, 'diff', '--geo', 'TX', '--summary');
  assert.match(nowhere.stdout, /nothing changed/);
  assert.equal((await runLintel(home, 'diff', '--kind', 'houses')).status, 2);
});

test('a reader that closes the pipe early is no error', async () => {
  const running = startLintel(home, 'diff');
  running.child.stdout?.destroy();
  assert.equal((await running.ended).status, 0);
});

test('watches are listed, tested, paused, resumed and removed, and never show their secret', async () => {
  const listed = await runLintel(home, 'watch', 'list', '--account', 'A', '--json');
  assert.match(listed.stdout, /geo_id=KS/);
  assert.doesNotMatch(listed.stdout, /whsec_/);
  assert.match((await runLintel(home, 'watch', 'list')).stdout, /Kansas/);
  receiver.answer = status(500, 'broken');
  const failed = await runLintel(home, 'watch', 'test', watch);
  assert.deepEqual([failed.status, /500 broken/.test(failed.stderr)], [1, true]);
  receiver.answer = status(204);
  const tested = await jsonOf<{ delivered: boolean }>(home, 'watch', 'test', watch);
  assert.deepEqual([tested.status, tested.delivered], [0, true]);
  const paused = await jsonOf<{ paused_at: string | null }>(home, 'watch', 'pause', watch);
  assert.notEqual(paused.paused_at, null);
  const resumed = await jsonOf<{ paused_at: string | null }>(home, 'watch', 'resume', watch);
  assert.equal(resumed.paused_at, null);
});

test('a delivered message is sent again on request, by a run that goes on until Ctrl-C', async () => {
  const { stdout } = await runLintel(home, 'watch', 'deliveries', watch, '--state', 'delivered', '--json');
  const [delivery] = JSON.parse(stdout) as { id: string; credits: number }[];
  assert.equal(delivery?.credits, 2);
  assert.equal((await runLintel(home, 'watch', 'replay', delivery?.id ?? '')).status, 0);
  assert.match((await runLintel(home, 'watch', 'deliveries')).stdout, /waits until/);
  const sent = receiver.received.length;
  const running = startLintel(home, 'watch', 'run', '--every', '1h');
  await running.says(/1 delivered/);
  running.child.kill('SIGINT');
  assert.equal((await running.ended).status, 130);
  assert.equal(receiver.received.length, sent + 1);
  const again = await jsonOf<{ attempts: unknown[] }>(home, 'watch', 'run');
  assert.deepEqual([again.status, again.attempts], [0, []]);
});

test('what a watch cannot be is refused, and a removed one is gone', async () => {
  for (const [more, reason] of [
    [['--mail', 'me@example.org'], /LINTEL_SMTP_URL/],
    [['--webhook', receiver.url, '--search', 'geo_id=KS&tags=solar'], /permit_tags/],
  ] as const) {
    const { status: exit, stderr } = await runLintel(home, 'watch', 'add', ...search, ...more);
    assert.notEqual(exit, 0);
    assert.match(stderr, reason);
  }
  assert.equal((await runLintel(home, 'watch', 'remove', watch)).status, 0);
  const { stdout } = await runLintel(home, 'watch', 'list', '--json');
  assert.deepEqual(JSON.parse(stdout), []);
});
