/** The clock of nights, and a service that has one: `lintel serve --nightly`. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '@lintel/testing/base/until.js';
import { jsonOf, runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { lastChangeMs, syntheticDataset, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { locateHome } from '../base/home.js';
import { readManifest } from '../format/manifest.js';
import { currentReleaseId } from '../format/published.js';
import { type NightRecord, readNight, writeNight } from '../releases/night-record.js';
import { nextTime } from './nights.js';
import { openTasks } from './tasks/tasks.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-nights-'));
const portal = await new PortalServer().listen();
const dataset = syntheticDataset('elm-city-ks', 60);
portal.add(dataset);
after(async () => {
  await portal.close();
  rmSync(directory, { recursive: true, force: true });
});

test('the next night is at its time of the clock, once a day, also when the clock is changed', () => {
  const { TZ } = process.env;
  process.env.TZ = 'America/Chicago';
  const next = (time: string, hour: number, minute: number) =>
    nextTime({ hour, minute }, Date.parse(time)).toISOString();
  assert.equal(next('2026-11-24T08:00:00Z', 2, 15), '2026-11-24T08:15:00.000Z');
  assert.equal(next('2026-11-24T08:15:00Z', 2, 15), '2026-11-25T08:15:00.000Z');
  assert.equal(next('2026-12-31T12:00:00Z', 2, 15), '2027-01-01T08:15:00.000Z');
  // In the night of 14 March 2027 two o'clock is three o'clock; on 7 November one o'clock comes twice.
  assert.equal(next('2027-03-13T12:00:00Z', 2, 15), '2027-03-14T08:15:00.000Z');
  assert.equal(next('2027-03-14T08:15:00Z', 2, 15), '2027-03-15T07:15:00.000Z');
  assert.equal(next('2027-11-06T12:00:00Z', 1, 30), '2027-11-07T06:30:00.000Z');
  assert.equal(next('2027-11-07T06:30:00Z', 1, 30), '2027-11-08T07:30:00.000Z');
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test('a service makes up the night that it missed, and one night only', async () => {
  const fetch = { requests_per_second: 100, operator: 'test', allow_hosts: ['127.0.0.1'] };
  writeFileSync(join(directory, 'lintel.json'), JSON.stringify({ fetch }));
  mkdirSync(join(directory, 'sources'));
  const { definition } = sourceOf('socrata', portal.url, dataset.id, { namespace: dataset.id });
  writeFileSync(join(directory, 'sources', `${dataset.id}.json`), JSON.stringify(definition));
  assert.equal((await jsonOf(directory, 'nightly')).status, 0);
  const home = locateHome(directory);
  const night = readNight(home) as NightRecord;
  const missedMs = Date.parse(night.ended_at) - 2 * 86_400_000;
  writeNight(home, { ...night, ended_at: new Date(missedMs).toISOString() });
  dataset.rows = [...dataset.rows, { ...syntheticRow(61), updatedMs: lastChangeMs }];
  const serve = async () => {
    const service = startLintel(directory, 'serve', '--port', '0', '--nightly', '02:15');
    const [, next = ''] = await service.says(/next night: (.+)/i);
    return { service, next };
  };
  const { service, next } = await serve();
  assert.equal(next, 'now, one was missed');
  const tasks = openTasks(directory);
  const nights = () => tasks.list(10).filter(({ kind }) => kind === 'nightly');
  await until('the night has ended', () => nights().some(({ endedMs }) => endedMs !== null));
  const [task] = nights();
  assert.deepEqual([task?.state, task?.by], ['done', 'lintel serve'], task?.error ?? '');
  const served = join(home.releases, currentReleaseId(home) ?? '');
  assert.equal(readManifest(served).info.counts.permits, 61);
  service.child.kill('SIGTERM');
  assert.equal((await service.ended).status, 0);
  const again = await serve();
  assert.match(again.next, /^\d{4}-\d\d-\d\d 02:15$/);
  again.service.child.kill('SIGTERM');
  await again.service.ended;
  assert.equal(nights().length, 1);
});

test('a time that is none, and a release in a database, are wrong usage', async () => {
  for (const time of ['25:00', '2', 'noon', '02:60']) {
    const refused = await runLintel(directory, 'serve', '--nightly', time);
    assert.equal(refused.status, 2, refused.stdout);
    assert.match(refused.stderr, /--nightly takes a time of the day such as 02:15, not "/);
  }
  const elsewhere = ['--release-url', 'postgres://127.0.0.1/none', '--nightly', '02:15'];
  const refused = await runLintel(directory, 'serve', ...elsewhere);
  assert.deepEqual([refused.status, /publishes in the home/.test(refused.stderr)], [2, true], refused.stderr);
});
