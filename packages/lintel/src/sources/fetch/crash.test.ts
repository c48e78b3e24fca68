/**
 * A fetch is killed with SIGKILL at random points, 50 times in all, until it comes to its end: nothing is lost, nothing
 * is there twice, and the store equals the one of a fetch that nobody disturbed.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { madeUpDataset } from './fixture/dataset.js';
import { type Manner, sourceOf } from './fixture/portal-sources.js';
import { dump, PortalTest } from './fixture/portal-test.js';

const t = await PortalTest.open();
after(() => t.close());
const child = fileURLToPath(new URL('./fixture/fetch-child.js', import.meta.url));
const seed = Number(process.env.LINTEL_TEST_SEED ?? Date.now() % 1_000_000);
const kills = 50;

/** A linear congruential sequence: the same kills for the same seed. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test(`a fetch killed at ${kills} random points loses nothing and doubles nothing (LINTEL_TEST_SEED=${seed})`, async () => {
  const random = randomFrom(seed);
  const manners: readonly Manner[] = ['socrata', 'arcgis', 'csv', 'carto'];
  let killed = 0;
  for (let round = 0; killed < kills; round += 1) {
    const manner = manners[round % manners.length] ?? 'csv';
    const id = `elm-crash-${round}`;
    const dataset = madeUpDataset(id, 400 + Math.floor(random() * 400));
    t.portal.add(dataset);
    const clean = t.newStore();
    const source = sourceOf(manner, t.portal.url, id);
    await t.fetch(clean, source);
    const path = t.newPath();
    const directory = join(t.directory, id);
    for (let tries = 0; killed < kills && tries < 5; tries += 1) {
      if (await fetchAndKill([path, directory, t.portal.url, id, manner], random)) killed += 1;
      else break;
    }
    const store = t.newStore(path);
    const { run, failure } = await t.fetch(store, source, { directory });
    assert.equal(failure, null);
    assert.equal(run?.state, 'finished');
    assert.equal(dump(store, id), dump(clean, id));
    assert.ok(store.runs().every(({ state }) => state === 'interrupted' || state === 'finished'));
    assert.ok(store.runs().every(({ counts }) => counts.changed === 0 && counts.quarantined === 0));
  }
});

/** True when the child was killed, false when it had ended before. The kill comes some requests and some time on. */
async function fetchAndKill(args: readonly string[], random: () => number): Promise<boolean> {
  const running: ChildProcess = spawn(process.execPath, [child, ...args], { stdio: 'ignore' });
  const at = t.portal.requests.length + 1 + Math.floor(random() * 12);
  const delayMs = random() * 12;
  t.portal.before = (_request, number) => {
    if (number === at) setTimeout(() => running.kill('SIGKILL'), delayMs);
  };
  const [, signal] = await once(running, 'exit');
  t.portal.before = () => {};
  return signal === 'SIGKILL';
}
