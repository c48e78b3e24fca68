/**
 * The same questions to a release in files and to the same release in databases and in other homes, such as one that
 * follows a store, one after the other, without HTTP: milliseconds by the clock, in alternation; then, with several in
 * flight, questions a second and the processor time of each, here and in the servers, which must be on this machine. A
 * question that takes longer than databases are given takes for ever.
 *
 *   node bench/dist/engines.js HOME NAME=postgres://… [NAME=HOME]… [questions a kind] [in flight]
 *
 * The release that is published in the home must be published in the others too.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type Permit, type Property } from '@lintel/contract';
import { emptyQuery } from '@lintel/testing/release/empty-query.js';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { openHome } from 'lintel/dist/base/home.js';
import { connect } from 'lintel/dist/base/postgres-connection.js';
import { currentReleaseId } from 'lintel/dist/format/published.js';
import { openDatabaseReleases } from 'lintel/dist/postgres/database-releases.js';
import { openReleaseStore } from 'lintel/dist/releases/open-store.js';
import { ReleaseUnavailable, type ServedRelease } from 'lintel/dist/releases/release.js';
import { isDatabase } from 'lintel/dist/replication/objects.js';
import { cpuMs } from './child.js';
import { cpuSeconds } from './cpu-seconds.js';
import { figure, print, quantile } from './figures.js';
import { postmastersOf } from './postmasters.js';
import { pickFrom, queryOf, samplePermits, searchKinds } from './search-queries.js';

const pageSize = 50;
const [directory, ...given] = process.argv.slice(2);
/** The databases and homes by the names of their columns. */
const named = given.flatMap((text) => {
  const [, name, place] = /^(\w+)=(.*)$/.exec(text) ?? [];
  return name === undefined || place === undefined ? [] : [{ name, place }];
});
const [asked = '100', flying = '16'] = given.slice(named.length);
if (directory === undefined || named.length === 0)
  throw new Error(
    'give the directory of an installation, and others, such as PG=postgres://localhost/lintel',
  );
const questions = Number(asked);
const inFlight = Number(flying);
/** Milliseconds for which questions are asked at least, over and over, to count their processor time. */
const leastMs = 500;

type Ask = (release: ServedRelease) => unknown;
/** A kind of question; each call makes another one. */
type Kinds = Readonly<Record<string, () => Ask>>;

function kindsOf(permits: readonly Permit[], chance: () => number): Kinds {
  const some = () => pickFrom(permits, chance);
  const employed = permits.flatMap(({ contractor_id: id }) => id ?? []);
  const placed = permits.filter(
    ({ geo_ids, address }) => geo_ids.county_id !== null && address.street !== null,
  );
  const county = () => pickFrom(placed, chance).geo_ids.county_id ?? '';
  const months = { from: 0, to: 12 * 9999 };
  const metrics = { tag: 'all', propertyType: 'all' };
  const searches = searchKinds(permits, chance).map(({ name, make }) => {
    const ask = (): Ask => {
      const one = make();
      const query = queryOf(one);
      if (one.of === 'count') return (release) => release.countPermits(query);
      if (one.of === 'permits') {
        return (release) => {
          const from = Math.floor(one.depth * release.info.counts.permits * 0.98);
          return release.searchPermits(query, from, pageSize);
        };
      }
      const wanted = { ...query, include_tallies: true, sort: 'date' as const };
      return (release) => release.searchContractors(wanted, 0, pageSize);
    };
    return [name, ask] as const;
  });
  return {
    'one permit by id': () => {
      const { id } = some();
      return (release) => release.records('permits', [id]);
    },
    '50 permits by id': () => {
      const ids = Array.from({ length: pageSize }, () => some().id);
      return (release) => release.records('permits', ids);
    },
    ...Object.fromEntries(searches),
    'homes of a county without a reroof': () => {
      const query = {
        ...emptyQuery(endpoints.property_search),
        geo_id: [county()],
        permit_tags: ['-reroof' as const],
        permit_from: '2015-01-01',
        property_type: ['residential' as NonNullable<Property['property_type']>],
      };
      return (release) => release.searchProperties(query, 0, pageSize);
    },
    'permits of a contractor': () => {
      const id = pickFrom(employed, chance);
      return (release) => release.contractorPermits(id, 0, pageSize);
    },
    'monthly metrics of a contractor': () => {
      const id = pickFrom(employed, chance);
      return (release) => release.contractorMetrics(id, metrics, months);
    },
    'monthly metrics of a county': () => {
      const id = county();
      return (release) => release.monthlyMetrics('county', id, metrics, months);
    },
    'an address by text': () => {
      const { street_no: number, street, city } = pickFrom(placed, chance).address;
      const text = [number, street, city].filter((part) => part !== null).join(' ');
      return (release) => release.searchAddresses(text, 0, 10);
    },
  };
}

/** Asks; false if it takes longer than it is given. */
async function isAnswered(ask: Ask, release: ServedRelease): Promise<boolean> {
  try {
    await ask(release);
    return true;
  } catch (error) {
    if (error instanceof ReleaseUnavailable && !error.isAway) return false;
    throw error;
  }
}

async function timeOf(ask: Ask, release: ServedRelease): Promise<number> {
  const start = performance.now();
  const answered = await isAnswered(ask, release);
  return answered ? performance.now() - start : Number.POSITIVE_INFINITY;
}

interface Engine {
  readonly name: string;
  readonly release: ServedRelease;
  /** The first processes of its servers. */
  readonly servers: readonly number[];
}

const cpuMsOf = ({ servers }: Engine) => servers.reduce((sum, pid) => sum + cpuSeconds(pid) * 1_000, cpuMs());

/** Questions answered a second with so many in flight, and the milliseconds of processor time of each. */
async function rate(asks: readonly Ask[], engine: Engine): Promise<[perSecond: number, cpuMs: number]> {
  const [start, cpu] = [performance.now(), cpuMsOf(engine)];
  let answered = 0;
  let left = asks.values();
  const client = async () => {
    for (;;) {
      let next = left.next();
      if (next.done && performance.now() - start < leastMs) {
        left = asks.values();
        next = left.next();
      }
      if (next.done) return;
      if (await isAnswered(next.value, engine.release)) answered++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  return [answered / ((performance.now() - start) / 1000), (cpuMsOf(engine) - cpu) / answered];
}

/** The first processes of a database. */
async function serversOf(address: string): Promise<number[]> {
  const { sql, close } = connect(address, { application_name: 'lintel bench' });
  try {
    return await postmastersOf(sql);
  } finally {
    await close();
  }
}

const home = openHome(directory);
const copies = mkdtempSync(join(tmpdir(), 'lintel-engines-'));
const files = openReleaseStore(home);
const others = await Promise.all(
  named.map(async ({ name, place }) => {
    const releases = isDatabase(place)
      ? await openDatabaseReleases(place, { directory: join(copies, name, 'files') })
      : openReleaseStore(openHome(place));
    return { name, releases, servers: isDatabase(place) ? await serversOf(place) : [] };
  }),
);
try {
  const one = files.current();
  if (one === null) throw new Error('the home publishes no release');
  const engines: Engine[] = [{ name: 'files', release: one, servers: [] }];
  for (const { name, releases, servers } of others) {
    const release = releases.current();
    if (release?.id !== one.id) throw new Error(`the home and ${name} publish different releases`);
    engines.push({ name, release, servers });
  }
  const chance = syntheticNumbers(5);
  const kinds = kindsOf(samplePermits(join(home.releases, currentReleaseId(home) ?? ''), chance), chance);
  const permits = one.info.counts.permits.toLocaleString('en-US');
  print(
    `${permits} permits, ${questions} questions of each kind; load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  );
  const names = engines.map(({ name }) => name);
  const header = [
    'question',
    ...names.flatMap((name) => [`${name} p50`, 'p99']),
    ...names.map((name) => `${name}/s`),
    ...names.map((name) => `${name} CPU ms`),
  ];
  print(`| ${header.join(' | ')} |`);
  print(`|${' --- |'.repeat(header.length)}`);
  for (const [name, make] of Object.entries(kinds)) {
    const asks = Array.from({ length: questions }, make);
    const timed = engines.map(({ release }) => ({ release, times: [] as number[] }));
    for (const ask of asks) for (const { release, times } of timed) times.push(await timeOf(ask, release));
    const rates: [perSecond: number, cpuMs: number][] = [];
    for (const engine of engines) rates.push(await rate(asks, engine));
    const cells = [
      ...timed.flatMap(({ times }) => [quantile(times, 0.5), quantile(times, 0.99)]),
      ...rates.map(([perSecond]) => perSecond),
      ...rates.map(([, cpu]) => cpu),
    ];
    print(`| ${name} | ${cells.map(figure).join(' | ')} |`);
  }
  print(`\nload of the machine at the end ${loadavg()[0]?.toFixed(1)}`);
} finally {
  files.close();
  for (const { releases } of others) await releases.close();
  rmSync(copies, { recursive: true, force: true });
}
