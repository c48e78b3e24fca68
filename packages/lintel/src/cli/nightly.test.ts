/** `lintel nightly` and `lintel load` against portals of this test: what cron and a newcomer get. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { jsonOf, runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { syntheticDataset, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { startMailServer } from '@lintel/testing/watch/mail-server.js';
import { startReceiver } from '@lintel/testing/watch/receiver.js';
import { takeProcessLock } from '../base/process-lock.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-nightly-'));
const portal = await new PortalServer().listen();
const dataset = syntheticDataset('elm-city-ks', 120);
portal.add(dataset);
after(async () => {
  await portal.close();
  rmSync(root, { recursive: true, force: true });
});

/** A home with definitions for datasets of the portal, and manners that suit a test. */
function makeHome(name: string, ...ids: string[]): string {
  const home = join(root, name);
  mkdirSync(join(home, 'sources'), { recursive: true });
  writeFileSync(
    join(home, 'lintel.json'),
    '{"fetch": {"requests_per_second": 100, "operator": "test", "allow_hosts": ["127.0.0.1"]}}',
  );
  for (const id of ids) define(home, id);
  return home;
}

/** Adds a definition for a dataset of the portal, which may not have it. */
function define(home: string, id: string): void {
  const { definition } = sourceOf('socrata', portal.url, id, { namespace: id });
  writeFileSync(join(home, 'sources', `${id}.json`), JSON.stringify(definition));
}

interface Night {
  readonly published: boolean;
  readonly exit_status: number;
  readonly release: { readonly id: string; readonly counts: { readonly permits: number } } | null;
  readonly previous_counts: { readonly permits: number } | null;
  readonly fetched: readonly { readonly source: string; readonly counts: { readonly new: number } }[];
  readonly failed: readonly { readonly source: string; readonly reason: string }[];
  readonly problems: readonly string[];
}

/** A home that lives through several nights. */
const home = makeHome('nights', 'elm-city-ks');

test('a night fetches, builds and publishes; the next one brings what is new', async () => {
  const first = await jsonOf<Night>(home, 'nightly');
  assert.equal(first.status, 0, first.problems.join());
  assert.deepEqual([first.published, first.exit_status, first.previous_counts], [true, 0, null]);
  assert.equal(first.release?.counts.permits, 120);
  const current = readFileSync(join(home, 'releases', 'current'), 'utf8').trim();
  assert.equal(current, first.release?.id);
  dataset.rows = [...dataset.rows, syntheticRow(121)];
  const second = await runLintel(home, 'nightly', '--full');
  assert.equal(second.status, 0, second.stderr);
  assert.match(second.stdout, /The release has permits 121 \(\+1\)/);
  assert.match(second.stdout, new RegExp(`Published .*, after ${current}`));
  assert.match(second.stdout, /More: lintel report$/m);
});

test('a failed source is reported, and holds up neither the others nor the release', async () => {
  define(home, 'gone-city-ks');
  dataset.rows = [...dataset.rows, syntheticRow(122)];
  const night = await jsonOf<Night>(home, 'nightly', '--full');
  assert.equal(night.status, 3);
  assert.deepEqual([night.published, night.exit_status], [true, 3]);
  assert.deepEqual(
    night.failed.map(({ source }) => source),
    ['gone-city-ks'],
  );
  assert.match(night.failed[0]?.reason ?? '', /404/);
  assert.deepEqual(
    night.fetched.filter(({ counts }) => counts.new > 0).map(({ source }) => source),
    ['elm-city-ks'],
  );
  assert.match(night.problems.join(), /^gone-city-ks stopped\./);
});

test('a fetch that stops half way is left out of releases until it has ended', async (t) => {
  t.after(() => {
    portal.fault = () => null;
  });
  const half = makeHome('half', 'oak-city-ks');
  const oak = syntheticDataset('oak-city-ks', 120);
  portal.add(oak);
  const served = () => readFileSync(join(half, 'releases', 'current'), 'utf8');
  assert.equal((await jsonOf<Night>(half, 'nightly')).status, 0);
  const before = served();
  oak.rows = [
    ...oak.rows.map((row) => ({ ...row, description: `${row.description}, again` })),
    syntheticRow(121),
  ];
  portal.fault = ({ url }) => (url.search.includes('row-000080') ? { kind: 'status', status: 404 } : null);
  const night = await runLintel(half, 'nightly', '--full');
  assert.equal(night.status, 3, night.stderr);
  assert.match(
    night.stderr,
    /oak-city-ks: 80 rows of a fetch that has not ended are left out; to end it: lintel fetch/,
  );
  assert.equal(served(), before, 'half of the new descriptions are published');
  portal.fault = () => null;
  assert.equal((await jsonOf<Night>(half, 'nightly')).release?.counts.permits, 121);
  assert.notEqual(served(), before);
});

test('rows that are back let a release pass that the gate stopped for want of them, on the same day too', async () => {
  const back = makeHome('back', 'ash-city-ks');
  const ash = syntheticDataset('ash-city-ks', 60);
  portal.add(ash);
  assert.equal((await jsonOf<Night>(back, 'nightly')).status, 0);
  const { rows } = ash;
  const added = syntheticRow(61);
  ash.rows = [...rows.slice(0, 30), added];
  const stopped = await jsonOf<Night>(back, 'nightly', '--full');
  assert.deepEqual([stopped.status, stopped.published], [1, false]);
  ash.rows = [...rows, added];
  const night = await jsonOf<Night>(back, 'nightly', '--full');
  assert.deepEqual([night.status, night.published, night.problems], [0, true, []]);
  assert.equal(night.release?.id, stopped.release?.id);
});

test('a job of every hour fetches what is due, and leaves it to the next job while another process fetches', async () => {
  const hourly = makeHome('hourly', 'elm-city-ks');
  const fetchDue = () => runLintel(hourly, 'fetch', '--due');
  assert.match((await fetchDue()).stdout, /^1 of 1 sources is due\.[\s\S]*elm-city-ks/);
  define(hourly, 'gone-city-ks');
  const failed = await fetchDue();
  assert.equal(failed.status, 1);
  assert.match(failed.stdout, /^1 of 2 sources is due\./);
  const none = await fetchDue();
  assert.deepEqual([none.status, none.stderr], [0, '']);
  // A source that failed waits an hour, the other one a day.
  assert.match(none.stdout, /^No source is due\. Next is gone-city-ks, at \d{4}-/);
  define(hourly, 'oak-city-ks');
  const lock = takeProcessLock(join(hourly, 'raw.sqlite.lock'));
  const refused = await fetchDue();
  lock?.release();
  assert.equal(refused.status, 0, refused.stderr);
  assert.match(refused.stdout, /Another process is writing into the raw store .*Nothing was fetched now\./);
  assert.equal((await runLintel(hourly, 'nightly', '--due', 'elm-city-ks')).status, 0);
});

test('a night after which half of the rows are gone publishes nothing, and tells the operator', async (t) => {
  const served = readFileSync(join(home, 'releases', 'current'), 'utf8');
  const [receiver, mailServer] = [await startReceiver(), await startMailServer()];
  t.after(() => Promise.all([receiver.close(), mailServer.close()]));
  const settings = JSON.parse(readFileSync(join(home, 'lintel.json'), 'utf8'));
  const watch = {
    allow_hosts: ['127.0.0.1'],
    smtp_url: mailServer.url,
    mail_from: 'Lintel <lintel@example.org>',
  };
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const alerts = { mail_to: 'operator@example.org', webhook: { url: receiver.url, secret } };
  writeFileSync(join(home, 'lintel.json'), JSON.stringify({ ...settings, watch, alerts }));
  dataset.rows = [...dataset.rows.slice(0, 61), syntheticRow(123)];
  const { status, stdout, stderr } = await runLintel(home, 'nightly', 'elm-city-ks', '--full');
  assert.equal(status, 1);
  assert.match(stdout, /Nothing was published; the service is unchanged\./);
  assert.match(stderr, /rows that elm-city-ks still has fell from 122 to 62/);
  assert.match(
    stderr,
    /elm-city-ks: 61 of 122 rows are gone from its portal\. They are marked as vanished\./,
  );
  assert.equal(readFileSync(join(home, 'releases', 'current'), 'utf8'), served);
  const night = JSON.parse(readFileSync(join(home, 'night.json'), 'utf8'));
  assert.deepEqual([night.exit_status, night.sources['elm-city-ks'].findings], [1, ['lost_rows']]);
  const [called] = receiver.received;
  assert.deepEqual(JSON.parse(called?.body ?? '').data.problems, night.problems);
  assert.match(
    mailServer.mails.join(),
    /Subject: Lintel: the night published nothing[\s\S]*fell from 122 to 62/,
  );
  assert.match((await runLintel(home, 'report')).stdout, /To look at: elm-city-ks: 61 of 122 rows/);
  assert.match((await runLintel(home, 'doctor', '--quick')).stdout, /WARN +raw rows +elm-city-ks: 61 of/);
});

test('a night that does not come to its end tells the operator, and keeps what was known of the sources', async (t) => {
  const stopped = makeHome('unended');
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const settings = JSON.parse(readFileSync(join(stopped, 'lintel.json'), 'utf8'));
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const alerts = { webhook: { url: receiver.url, secret } };
  const watch = { allow_hosts: ['127.0.0.1'] };
  writeFileSync(join(stopped, 'lintel.json'), JSON.stringify({ ...settings, watch, alerts }));
  const sources = { 'elm-city-ks': { last_success_at: null, failures: 2, lost_share: null, findings: [] } };
  writeFileSync(join(stopped, 'night.json'), JSON.stringify({ sources }));
  writeFileSync(join(stopped, 'raw.sqlite'), 'not a database '.repeat(500));
  const { status, stderr } = await runLintel(stopped, 'nightly');
  assert.equal(status, 1);
  assert.match(stderr, /raw\.sqlite/);
  const { data } = JSON.parse(receiver.received[0]?.body ?? '');
  assert.deepEqual([receiver.received.length, data.published, data.exit_status], [1, false, 1]);
  assert.match(data.problems.join(), /raw\.sqlite/);
  const night = JSON.parse(readFileSync(join(stopped, 'night.json'), 'utf8'));
  assert.deepEqual([night.exit_status, night.problems, night.sources], [1, data.problems, sources]);
});

test('a run is taken back: rows are as before it, and the audit log says who did it', async () => {
  const stopped = (await jsonOf<{ id: string; current: boolean }[]>(home, 'releases')) as unknown as {
    readonly [at: number]: { readonly id: string };
  };
  await runLintel(home, 'accounts', 'create', '--name', 'A');
  const reverted = await runLintel(home, 'runs', 'revert', '--source', 'elm-city-ks');
  assert.equal(reverted.status, 0, reverted.stderr);
  assert.match(reverted.stdout, /elm-city-ks +0 +1 +61\n[\s\S]*lintel build --publish/);
  const built = await jsonOf<{ id: string; counts: { permits: number } }>(home, 'build', '--publish');
  assert.deepEqual([built.status, built.counts.permits], [0, 122]);
  const releases = await runLintel(home, 'releases');
  assert.ok(releases.stdout.includes(stopped[0]?.id ?? 'none'), 'the release that the gate stopped is gone');
  const rolledBack = await runLintel(home, 'rollback');
  assert.equal(rolledBack.status, 0, rolledBack.stderr);
  await runLintel(home, 'publish', built.id);
  const { stdout: audit } = await runLintel(home, 'audit', '--json');
  assert.match(audit, /"release\.publish"[\s\S]*"release\.rollback"/);
  assert.match(
    audit,
    /"act": "run\.revert"[\s\S]*"elm-city-ks: 0 rows as before, 1 removed, 61 no longer vanished"/,
  );
  assert.match((await runLintel(home, 'runs', '--limit', '1')).stdout, /reverted/);
  const again = await runLintel(home, 'runs', 'revert', '1');
  assert.match(again.stderr, /Run 1 of elm-city-ks cannot be reverted alone: run \d+ has read \d+ of its/);
  assert.equal((await runLintel(home, 'runs', 'revert')).status, 2);
});

test('a night waits until another process has read its rows', async () => {
  const waiting = makeHome('waiting', 'elm-city-ks');
  const lock = takeProcessLock(join(waiting, 'raw.sqlite.lock'));
  const night = startLintel(waiting, 'nightly', '--due');
  await night.says(/Another process is writing .*Waiting until it has ended\./);
  lock?.release();
  assert.equal((await night.ended).status, 0, night.output());
});

test('a night without a change makes no release, and counts as a good one', async () => {
  const quiet = makeHome('quiet', 'ash-city-ks');
  portal.add(syntheticDataset('ash-city-ks', 120));
  const first = await jsonOf<Night>(quiet, 'nightly');
  const ended = () => JSON.parse(readFileSync(join(quiet, 'night.json'), 'utf8')).ended_at;
  const before = ended();
  const { status, stdout, stderr } = await runLintel(quiet, 'nightly', '--full');
  assert.equal(status, 0, stderr);
  assert.ok(stdout.includes(`Nothing has changed since ${first.release?.id} was built. `), stdout);
  assert.match(stdout, /is published already\.[\s\S]*More: lintel report$/m);
  assert.ok(ended() > before, 'the metrics have the earlier night');
  const built = await runLintel(quiet, 'build', '--publish');
  assert.equal(built.status, 0, built.stderr);
  assert.match(built.stdout, /^Nothing has changed since [\s\S]*is published already\.$/m);
});

test('a night leaves a release that was rolled back, until there is something new', async () => {
  const rolled = makeHome('rolled', 'yew-city-ks');
  const yew = syntheticDataset('yew-city-ks', 120);
  portal.add(yew);
  const served = () => readFileSync(join(rolled, 'releases', 'current'), 'utf8').trim();
  const good = (await jsonOf<Night>(rolled, 'nightly')).release?.id;
  yew.rows = [...yew.rows, syntheticRow(121)];
  const bad = (await jsonOf<Night>(rolled, 'nightly', '--full')).release?.id;
  assert.equal(served(), bad);
  assert.equal((await runLintel(rolled, 'rollback')).status, 0);
  for (const command of [
    ['nightly', '--full'],
    ['build', '--publish'],
  ]) {
    const { status, stdout } = await runLintel(rolled, ...command);
    assert.deepEqual([status, served()], [0, good], stdout);
    assert.ok(stdout.includes(`${bad} was rolled back, so ${good} stays. To publish it`), stdout);
  }
  yew.rows = [...yew.rows, syntheticRow(122)];
  const next = await jsonOf<Night>(rolled, 'nightly', '--full');
  assert.deepEqual([next.status, served()], [0, next.release?.id]);
});

test('the gate is asked again about a release that it stopped, and rows that are back make another one', async () => {
  const stopped = makeHome('stopped', 'fir-city-ks');
  const fir = syntheticDataset('fir-city-ks', 120);
  portal.add(fir);
  await runLintel(stopped, 'nightly');
  const { rows } = fir;
  fir.rows = [...rows.slice(0, 60), syntheticRow(121)];
  const half = await jsonOf<Night>(stopped, 'nightly', '--full');
  assert.deepEqual([half.status, half.published], [1, false]);
  const again = await runLintel(stopped, 'nightly');
  assert.equal(again.status, 1);
  assert.ok(again.stdout.includes(`Nothing has changed since ${half.release?.id} was built.`), again.stdout);
  assert.match(again.stderr, /rows that fir-city-ks still has fell from 120 to 61/);
  const settings = JSON.parse(readFileSync(join(stopped, 'lintel.json'), 'utf8'));
  const sources = { 'fir-city-ks': { vanished_share: 1 } };
  writeFileSync(join(stopped, 'lintel.json'), JSON.stringify({ ...settings, sources }));
  const allowed = await jsonOf<Night>(stopped, 'nightly');
  assert.deepEqual([allowed.published, allowed.release?.id], [true, half.release?.id]);
  fir.rows = [...rows, syntheticRow(121), syntheticRow(122)];
  const whole = await runLintel(stopped, 'nightly', '--full');
  assert.doesNotMatch(whole.stdout, /Nothing has changed/);
  const current = readFileSync(join(stopped, 'releases', 'current'), 'utf8').trim();
  const { report } = JSON.parse(readFileSync(join(stopped, 'releases', current, 'manifest.json'), 'utf8'));
  assert.equal(report.sources[0].vanished, 0);
});

test('a night in a home without sources is wrong usage, and says what to do', async () => {
  const { status, stderr } = await runLintel(makeHome('empty'), 'nightly');
  assert.equal(status, 2);
  assert.match(stderr, /no rows from a source that can be fetched.*Is this the right home\?/);
});

test('a night in a mistyped directory makes no home of it', async () => {
  const mistyped = join(root, 'mistyped');
  const { status, stderr } = await runLintel(mistyped, 'nightly');
  assert.equal(status, 1);
  assert.match(stderr, /There is no home in .*mistyped/);
  assert.ok(!existsSync(mistyped));
});

test('a night whose only source fails, with nothing stored, publishes nothing', async () => {
  const night = await jsonOf<Night>(makeHome('nothing', 'gone-city-ks'), 'nightly');
  assert.deepEqual([night.status, night.published, night.release], [1, false, null]);
  assert.match(night.problems.join(' '), /gone-city-ks stopped.*holds no rows, so there is nothing to build/);
});

/** Starts `load` and queries its service with the key that it prints. */
async function loaded(home: string, ...args: string[]): Promise<number> {
  const running = startLintel(home, 'load', ...args, '--port', '0');
  try {
    const [, address = ''] = await running.says(/Lintel serves (http:\S+)/);
    const [, key = ''] = await running.says(/Key +(lk_\w+)[\s\S]*Ctrl-C stops it/);
    const headers = { 'X-API-Key': key };
    const answer = await fetch(`${address}/v2/meta/release`, { headers });
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { counts: { permits: number } }).counts.permits;
  } finally {
    running.child.kill('SIGTERM');
    await running.ended;
  }
}

test('one command fetches a city and serves it, or adds a file of it', async () => {
  const home = makeHome('loaded', 'elm-city-ks');
  assert.equal(await loaded(home, 'Elm City'), dataset.rows.length);
  const csv = join(root, 'permits.csv');
  writeFileSync(
    csv,
    'permit_number,permit_type,status,description\nX-1,New,Issued,Deck\nX-2,New,Issued,Pool\n',
  );
  assert.equal(await loaded(home, 'elm-city-ks', csv), dataset.rows.length + 2);
});

test('a city that cannot be loaded ends with what to do', async () => {
  const home = makeHome('refusals', 'gone-city-ks');
  const gone = await runLintel(home, 'load', 'gone-city-ks', '--port', '0');
  assert.equal(gone.status, 1);
  assert.match(gone.stderr, /needs the internet.*lintel load gone-city-ks FILE/);
  const several = await runLintel(home, 'load', 'montgomery county', '--port', '0');
  assert.match(several.stderr, /may be one of several sources: montgomery-county-md-commercial, /);
  const unknown = await runLintel(home, 'load', 'Nashvile', '--port', '0');
  assert.match(unknown.stderr, /Did you mean "nashville-tn"/);
  const port = await runLintel(home, 'load', 'nashville-tn', '--port', 'x');
  assert.equal(port.status, 2);
  await runLintel(home, 'sample', '--permits', '1000');
  const mixed = await runLintel(home, 'load', 'nashville-tn', '--port', '0');
  assert.equal(mixed.status, 1);
  assert.match(mixed.stderr, /generated sample data.*lintel load nashville-tn --home nashville-tn/);
});
