/**
 * A worker of Citus that is lost, under reads and while a release is published: the published release of a home is
 * published in the database, and eight callers ask for permits, pages and sums by HTTP's own path. Every answer must be
 * the bytes that the files of the home answer, or a 503 that says when to ask again. Ends with 1 otherwise, or when
 * something of a publication that did not end can be seen.
 *
 *   node bench/dist/lost-worker.js HOME postgres://coordinator/database --stop COMMAND --start COMMAND
 *
 * The commands stop and start one worker, such as `kill -9 $(head -1 /db/postmaster.pid)`.
 */
import { execSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { until } from '@lintel/testing/base/until.js';
import { testService, urlOf } from '@lintel/testing/http/service.js';
import { redatedRelease } from '@lintel/testing/release/redated-release.js';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { openHome } from 'lintel/dist/base/home.js';
import { silentProgress } from 'lintel/dist/base/progress.js';
import { errorCode, messageOf } from 'lintel/dist/base/user-error.js';
import { currentReleaseId } from 'lintel/dist/format/published.js';
import { openDatabaseReleases } from 'lintel/dist/postgres/database-releases.js';
import { publishInDatabase } from 'lintel/dist/postgres/publish-release.js';
import { openReleaseStore } from 'lintel/dist/releases/open-store.js';
import { publish } from 'lintel/dist/releases/release-store.js';
import { print, quantile } from './figures.js';
import { pickFrom, samplePermits } from './search-queries.js';

const callers = 8;
const questions = 160;
/** Seconds for which the worker is away under reads. */
const awaySeconds = 20;
/** Seconds after which a worker is lost that a release is being loaded on. */
const lossesSeconds = [1, 6, 9, 10, 11, 20];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { stop: { type: 'string' }, start: { type: 'string' } },
});
const [directory, address] = positionals;
const { stop, start } = values;
if (directory === undefined || address === undefined || stop === undefined || start === undefined) {
  throw new Error('give a home, the address of the coordinator, --stop and --start');
}
const run = (command: string) => execSync(command, { stdio: 'ignore' });
const root = mkdtempSync(join(tmpdir(), 'lintel-worker-'));
const home = openHome(root);
cpSync(join(directory, 'releases'), home.releases, { recursive: true });
const first = currentReleaseId(home);
if (first === null) throw new Error('the home publishes no release');
const { signal } = new AbortController();
const publishing = { force: true, keep: 2, progress: silentProgress, signal };
const publishOf = (id: string) => publishInDatabase(address, join(home.releases, id), publishing);
await publishOf(first);

const config = {
  plans: { free: { credits: null, requests_per_minute: 1_000_000, work_seconds_per_minute: 1_000_000 } },
};
const files = openReleaseStore(home);
const database = await openDatabaseReleases(address, { directory: home.fromDatabase });
const services = {
  files: testService({ releases: files, config }),
  database: testService({ releases: database, config }),
};
const faults: string[] = [];

interface Tally {
  readonly kinds: Map<string, { right: number; unavailable: number }>;
  readonly waits: number[];
}

/** URLs of several kinds, by kind. */
function questionsOf(): { kind: string; url: string }[] {
  const chance = syntheticNumbers(1);
  const release = files.current();
  if (release === null) throw new Error('no release');
  const permits = samplePermits(join(home.releases, release.id), chance);
  const period = { permit_from: '2000-01-01', permit_to: '2100-01-01' };
  return Array.from({ length: questions / 8 }).flatMap(() => {
    const { id, geo_ids: ids, address } = pickFrom(permits, chance);
    const state = address.state ?? 'CA';
    const county = ids.county_id ?? state;
    return [
      { kind: 'one permit', url: `/v2/permits/${id}` },
      { kind: 'page of a county', url: urlOf('/v2/permits/search', { geo_id: county, ...period, size: 20 }) },
      { kind: 'page of a state', url: urlOf('/v2/permits/search', { geo_id: state, ...period, size: 20 }) },
      { kind: 'homes of a county', url: urlOf('/v2/properties/search', { geo_id: county, size: 20 }) },
      { kind: 'contractors', url: urlOf('/v2/contractors/search', { geo_id: county, ...period, size: 20 }) },
      {
        kind: 'sums',
        url: urlOf('/v2/permits/aggregate', { geo_id: county, ...period, group_by: 'status' }),
      },
      { kind: 'metrics of a county', url: `/v2/counties/${county}/metrics/current` },
      { kind: 'cities', url: urlOf('/v2/cities', { geo_id: ids.city_id ?? '' }) },
    ];
  });
}

/** What the files answer to each question. */
async function expectedOf(asked: readonly { url: string }[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const { url } of asked) {
    const { status, bytes } = await services.files.ask(url);
    answers.set(url, `${status} ${bytes.toString('latin1')}`);
  }
  return answers;
}

/** Asks all questions over and over until `until` resolves, at least once. */
async function ask(
  asked: readonly { kind: string; url: string }[],
  expected: ReadonlyMap<string, string>,
  until: Promise<unknown>,
): Promise<Tally> {
  const tally: Tally = { kinds: new Map(), waits: [] };
  let isOver = false;
  until.finally(() => {
    isOver = true;
  });
  let next = 0;
  const caller = async () => {
    while (!isOver || next < asked.length) {
      const question = asked[next++ % asked.length];
      if (question === undefined) return;
      const { kind, url } = question;
      const begun = performance.now();
      const { status, headers, bytes } = await services.database.ask(url);
      tally.waits.push(performance.now() - begun);
      const count = tally.kinds.get(kind) ?? { right: 0, unavailable: 0 };
      tally.kinds.set(kind, count);
      if (status === 503 && headers['retry-after'] !== undefined) count.unavailable += 1;
      else if (`${status} ${bytes.toString('latin1')}` === expected.get(url)) count.right += 1;
      else faults.push(`${url}: ${status} ${bytes.toString('utf8').slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return tally;
}

function show(title: string, { kinds, waits }: Tally): void {
  const sum = (of: 'right' | 'unavailable') => [...kinds.values()].reduce((all, each) => all + each[of], 0);
  const worst = quantile(waits, 1);
  print(`${title}: ${sum('right')} right, ${sum('unavailable')} told 503, slowest ${Math.round(worst)} ms`);
  if (sum('unavailable') === 0) return;
  const cells = [...kinds].map(([kind, { right, unavailable }]) => `${kind} ${right}/${unavailable}`);
  print(`  right/503: ${cells.join(', ')}`);
}

/** Loses a worker under reads. */
async function loseUnderReads(asked: ReturnType<typeof questionsOf>): Promise<void> {
  const expected = await expectedOf(asked);
  show('all there', await ask(asked, expected, Promise.resolve()));
  run(stop ?? '');
  show(`worker away for ${awaySeconds} s`, await ask(asked, expected, sleep(awaySeconds * 1000)));
  run(start ?? '');
  const begun = performance.now();
  for (let isBack = false; !isBack; ) {
    const { kinds } = await ask(asked, expected, Promise.resolve());
    isBack = [...kinds.values()].every(({ unavailable }) => unavailable === 0);
    if (performance.now() - begun > 120_000) throw new Error('not all is answered again');
  }
  print(`all is answered again ${((performance.now() - begun) / 1000).toFixed(1)} s after its start`);
}

/** Loses a worker so many seconds after a publication began, and brings it back; gives whether it published. */
async function loseWhilePublishing(id: string, after: number): Promise<boolean> {
  const begun = performance.now();
  const published = publishOf(id).then(
    () => null,
    (error: unknown) => [errorCode(error), messageOf(error)].join(' ').trim(),
  );
  let isLost = false;
  const timer = setTimeout(() => {
    run(stop ?? '');
    isLost = true;
  }, after * 1000);
  const fault = await published;
  clearTimeout(timer);
  const when = isLost ? `worker lost ${after} s after a publication began` : `no worker lost in ${after} s`;
  print(`${when}: ${fault ?? 'published'} (${seconds(begun)} s)`);
  if (isLost) run(start ?? '');
  return fault === null;
}

const seconds = (begun: number) => ((performance.now() - begun) / 1000).toFixed(1);

async function losePublications(asked: ReturnType<typeof questionsOf>): Promise<void> {
  const before = await expectedOf(asked);
  // Another one each time: what an earlier run loaded would not be loaded again.
  const day = 10 + Math.floor(Math.random() * 18);
  const id = redatedRelease(join(home.releases, first ?? ''), `21${day}-01-${day}`);
  let isPublished = false;
  for (const after of lossesSeconds) {
    isPublished = await loseWhilePublishing(id, after);
    await sleep(2_000);
    // The worker may have been lost when only releases that are too many were left to drop.
    if (isPublished || database.current()?.id === id) break;
    show('  meanwhile the release before', await ask(asked, before, Promise.resolve()));
  }
  const begun = performance.now();
  if (!isPublished) await publishOf(id);
  print(`published at last (${seconds(begun)} s)`);
  await until('the new release is served', () => database.current()?.id === id);
  await publish(home, id, { force: true });
  await sleep(2_000);
  show('the release after', await ask(asked, await expectedOf(asked), Promise.resolve()));
}

try {
  const asked = questionsOf();
  await loseUnderReads(asked);
  await losePublications(asked);
} finally {
  await services.files.close();
  await services.database.close();
  files.close();
  await database.close();
  rmSync(root, { recursive: true, force: true });
}
for (const fault of [...new Set(faults)].slice(0, 10)) print(`WRONG ${fault}`);
print(`${faults.length} wrong`);
process.exitCode = faults.length === 0 ? 0 : 1;
