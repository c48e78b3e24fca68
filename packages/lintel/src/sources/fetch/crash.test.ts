/**
 * A fetch is killed with SIGKILL at random points, until it finishes: nothing is lost,
 * nothing is duplicated, and the store equals that of an undisturbed fetch.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { randomFrom, rounds, seed } from '@lintel/testing/base/rounds.js';
import { syntheticDataset } from '@lintel/testing/portals/dataset.js';
import type { Lane } from '@lintel/testing/portals/fetch-child.js';
import { type Manner, sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { dump, PortalTest } from '@lintel/testing/portals/portal-test.js';

const t = await PortalTest.open();
after(() => t.close());
const child = fileURLToPath(new URL(import.meta.resolve('@lintel/testing/portals/fetch-child.js')));
const kills = rounds(4, 1000);

const manners: readonly Manner[] = ['socrata', 'arcgis', 'csv', 'carto', 'ckan'];

test(`a fetch killed at ${kills} random points loses nothing and doubles nothing (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  for (let killed = 0, round = 0; killed < kills; round += 1) {
    assert.ok(round < kills, 'most fetches end before they are killed');
    const lanes = manners.map((manner) => newLane(manner, `elm-crash-${manner}-${round}`, random));
    // Killed twice: the second kill hits a resumed fetch.
    for (let times = 0; times < 2; times += 1) {
      await fetchAndKill(lanes, random);
      for (const lane of lanes) if (isBrokenOff(lane)) killed += 1;
    }
    for (const lane of lanes) await assertWhole(lane);
  }
});

function newLane(manner: Manner, dataset: string, random: () => number): Lane {
  t.portal.add(syntheticDataset(dataset, 400 + Math.floor(random() * 400)));
  return { path: t.newPath(), directory: join(t.directory, dataset), url: t.portal.url, dataset, manner };
}

/** Kills the process that fetches the lanes after some requests and some time. */
async function fetchAndKill(lanes: readonly Lane[], random: () => number): Promise<void> {
  const running = spawn(process.execPath, [child, JSON.stringify(lanes)], { stdio: 'ignore' });
  const at = t.portal.requests.length + lanes.length + Math.floor(random() * 9 * lanes.length);
  const delayMs = random() * 12;
  t.portal.before = (_request, number) => {
    if (number === at) setTimeout(() => running.kill('SIGKILL'), delayMs);
  };
  await once(running, 'exit');
  t.portal.before = () => {};
}

function isBrokenOff({ path }: Lane): boolean {
  const store = t.newStore(path);
  const isBroken = store.runs().at(-1)?.state === 'interrupted';
  t.closeStore(store);
  return isBroken;
}

/** Fetches once more, to the end, and compares with the store of an undisturbed fetch. */
async function assertWhole({ path, directory, dataset, manner }: Lane): Promise<void> {
  const source = sourceOf(manner, t.portal.url, dataset);
  const clean = t.newStore();
  await t.fetch(clean, source);
  const store = t.newStore(path);
  const { run, failure } = await t.fetch(store, source, { directory });
  assert.deepEqual([failure, run?.state], [null, 'finished']);
  assert.equal(dump(store, dataset), dump(clean, dataset), `${dataset} is not whole`);
  assert.ok(store.runs().every(({ state }) => state === 'interrupted' || state === 'finished'));
  assert.ok(store.runs().every(({ counts }) => counts.changed === 0 && counts.quarantined === 0));
  t.closeStore(clean);
  t.closeStore(store);
}
