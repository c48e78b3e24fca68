/**
 * A night is killed with SIGKILL at random moments: what is served stays whole, and the next night that ends leads to
 * the records that an undisturbed installation serves.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom, rounds, seed, seedName } from '@lintel/testing/base/rounds.js';
import { jsonOf, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { syntheticDataset, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { type Manner, sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { checkRelease } from '../format/verify-release.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-nightly-crash-'));
const portal = await new PortalServer().listen();
after(async () => {
  await portal.close();
  rmSync(root, { recursive: true, force: true });
});

const kills = rounds(2, 40);
const manners: readonly Manner[] = ['socrata', 'arcgis', 'csv'];
const datasets = manners.map((manner) => syntheticDataset(`${manner}-city-ks`, 200));
for (const dataset of datasets) portal.add(dataset);

/** A home that fetches every dataset of the portal. */
function makeHome(name: string): string {
  const home = join(root, name);
  mkdirSync(join(home, 'sources'), { recursive: true });
  const fetch = { requests_per_second: 100, operator: 'test', allow_hosts: ['127.0.0.1'] };
  writeFileSync(join(home, 'lintel.json'), JSON.stringify({ fetch }));
  for (const [i, { id }] of datasets.entries()) {
    const { definition } = sourceOf(manners[i] ?? 'csv', portal.url, id, { namespace: id });
    writeFileSync(join(home, 'sources', `${id}.json`), JSON.stringify(definition));
  }
  return home;
}

/** The release that is served, checked to be whole. */
function served(home: string) {
  const id = readFileSync(join(home, 'releases', 'current'), 'utf8').trim();
  return checkRelease(join(home, 'releases', id));
}

/** Changes a row of each dataset and adds one. */
function nextDay(day: number): void {
  for (const dataset of datasets) {
    const [first, ...rest] = dataset.rows;
    assert.ok(first !== undefined);
    const changed = { ...first, description: `Day ${day}`, updatedMs: first.updatedMs + day };
    dataset.rows = [...rest, changed, syntheticRow(1000 + day)];
  }
}

test(`a night killed at ${kills} random moments leads to the same records ${seedName}`, async () => {
  const random = randomFrom(seed);
  const [quiet, killed] = [makeHome('quiet'), makeHome('killed')];
  const begun = performance.now();
  for (const home of [quiet, killed]) assert.equal((await jsonOf(home, 'nightly')).status, 0);
  const nightMs = (performance.now() - begun) / 2;
  let cutShort = 0;
  for (let kill = 0; kill < kills; ) {
    nextDay(kill);
    // Killed twice: the second kill hits a night that finds what the first one left.
    for (let times = 0; times < 2; times += 1, kill += 1) {
      const night = startLintel(killed, 'nightly', '--full');
      await Promise.race([delay(random() * nightMs * 1.5), night.ended]);
      night.child.kill('SIGKILL');
      if ((await night.ended).status === null) cutShort += 1;
      served(killed);
    }
    const nights = [];
    for (const home of [quiet, killed])
      nights.push(await jsonOf<{ problems: string[] }>(home, 'nightly', '--full'));
    for (const { status, problems } of nights) assert.equal(status, 0, problems.join());
    const [before, now] = [served(quiet), served(killed)];
    const records = ({ files }: typeof now) => files.filter(({ name }) => name.startsWith('permits'));
    assert.ok(records(now).length > 0);
    assert.deepEqual(records(now), records(before), `after kill ${kill}`);
    assert.deepEqual(now.info.counts, before.info.counts);
    const releases = readdirSync(join(killed, 'releases'));
    // A kill while a list of releases is replaced leaves its draft, which nobody reads.
    const drafts = /^(?:history\.json|current)\.\d+\.tmp$/;
    assert.deepEqual(
      releases.filter((name) => /tmp|partial|building/i.test(name) && !drafts.test(name)),
      [],
    );
  }
  assert.ok(cutShort > 0, 'every night ended before it was killed');
});
