/** A distributed build gives the release of one process, whatever happens to them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { permitId } from '@lintel/contract/plain';
import { proof } from '@lintel/testing/base/rounds.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import type { SyntheticWorker } from '@lintel/testing/release/synthetic-build-worker.js';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld, type World } from '@lintel/testing/release/synthetic-world.js';
import { handled } from '../../base/handled.js';
import { UserError } from '../../base/user-error.js';
import { openPostgresRawStore, type PostgresRawStore } from '../../raw/postgres-raw-store.js';
import { connectRaw } from '../../raw/postgres-tables.js';
import type { RawRow } from '../../raw/raw-store.js';
import type { RefinedPermit } from '../../refine/record/refined.js';
import type { KeepOptions } from '../collect/kept-rows.js';
import { BuildClaims, BuildQueue, findBuild } from './build-queue.js';
import { type SharedBuild, shareBuild } from './share-build.js';
import { type StartedWorkers, startWorkers } from './start-workers.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-distributed-'));
const server = noPostgres === false ? startPostgres() : null;
after(() => {
  server?.stop();
  rmSync(root, { recursive: true, force: true });
});
const options = { skip: noPostgres };
const module = new URL(import.meta.resolve('@lintel/testing/release/synthetic-build-worker.js'));
const basis = { program: '1', definitions: { 'permits-a': 'x', 'permits-b': 'y', 'permits-d': 'z' } };

const chance = syntheticNumbers(11);
const rowsOf = (count: number, from: number) =>
  Array.from({ length: count }, (_, i) => syntheticRow(`k${i}`, syntheticPermit(from + i, chance)));
const rows = rowsOf(5_000, 0);
const more = rows.slice(0, 1_200);
/** Permits of the city, as a region has them under ids of its own. */
const regional = rows.slice(2_000, 2_600).map(({ key, body }) => {
  const { refined } = JSON.parse(body) as { readonly refined: RefinedPermit };
  const id = permitId('made-up-region', key);
  return syntheticRow(key, { ...refined, record: { ...refined.record, id, source_id: 'permits-d' } });
});

/** An empty home, and the raw store of `rows` in PostgreSQL. */
let made: Promise<{ address: string; store: PostgresRawStore; world: World; id: string }> | null = null;
function stored() {
  made ??= (async () => {
    const file = makeWorld(root, (store) => {
      ingest(store, 'permits-a', rows);
      ingest(store, 'permits-b', more);
      ingest(store, 'permits-d', regional);
    });
    const { id, report } = await file.build();
    const joined = report.overlaps?.find(({ source }) => source === 'permits-a')?.same ?? 0;
    assert.ok(joined > 300, `${joined} permits of two sources`);
    const address = server?.database() ?? '';
    let clock = Date.UTC(2026, 5, 1);
    const store = await openPostgresRawStore(address, { now: () => (clock += 1000) });
    await read(store, 'permits-a', rows);
    await read(store, 'permits-b', more);
    await read(store, 'permits-d', regional);
    return { address, store, world: makeWorld(root, () => {}), id };
  })();
  return made;
}
after(async () => (await made)?.store.close());

async function read(store: PostgresRawStore, source: string, some: readonly RawRow[]): Promise<void> {
  const run = await store.startRun(source, 'made-up');
  for (const row of some) await run.put(row);
  await run.finish();
}

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

interface Spread {
  readonly workers?: number;
  readonly hanging?: number;
  readonly keep?: KeepOptions;
  /** What happens once all have joined and the hanging ones have claimed a batch. */
  readonly meanwhile?: (workers: StartedWorkers, hanging: StartedWorkers) => unknown;
}

/**
 * The id of a distributed build, and how many rows workers refined. The builder refines its first batch when all have joined,
 * and the next one when the hanging ones have claimed theirs: `meanwhile` happens then.
 */
async function buildDistributed({ workers = 0, hanging = 0, keep, meanwhile = () => {} }: Spread) {
  const { address, world } = await stored();
  let helped = 0;
  let claimed = 0;
  const allJoined = signal();
  const allClaimed = signal();
  const shared = await shareBuild(
    address,
    () => basis,
    (help) => {
      helped = help.rows;
      if (help.workers === workers + hanging) allJoined.give();
    },
  );
  const start = (count: number, more: Partial<SyntheticWorker> = {}) =>
    startWorkers(module, count, { address, build: shared.build, data: { basis, ...more } }, (rows) => {
      if (rows === 0) claimed += 1;
      if (claimed === hanging) allClaimed.give();
    });
  const started = [start(workers), start(hanging, { hangs: true })] as const;
  if (hanging === 0) allClaimed.give();
  let batches = 0;
  const held: SharedBuild['share'] = (own) =>
    shared.share({
      capacity: own.capacity,
      close: () => own.close(),
      async run(batch) {
        await (batches++ === 0 ? allJoined : allClaimed).given;
        return own.run(batch);
      },
    });
  const building = handled(world.build({ store: shared.rows, shareRefining: held, ...(keep && { keep }) }));
  try {
    await Promise.all([allJoined.given, allClaimed.given]);
    await meanwhile(...started);
    const { id } = await building;
    return { id, helped };
  } finally {
    await shared.close();
    for (const some of started) some.stop();
    await Promise.all(started.map(({ ended }) => ended));
  }
}

proof(
  'what a killed worker had claimed, and what one that hangs has, is refined by others',
  options,
  async () => {
    const { id, address, world } = await stored();
    const warn = assert.fail;
    const keep = { path: world.home.refined, maxBytes: 1e9, rules: () => 'same', warn };
    const killed = await buildDistributed({
      workers: 1,
      hanging: 1,
      keep,
      meanwhile: (_, hanging) => hanging.stop(),
    });
    assert.equal(killed.id, id);
    assert.ok(killed.helped > 0);
    const night = await buildDistributed({ workers: 1, keep });
    assert.deepEqual(night, { id, helped: 0 }, 'what workers refined is kept, too, and stays on the machine');
    assert.equal((await buildDistributed({ hanging: 1 })).id, id);
    // It still held a table of that build, which the next one drops.
    const next = await shareBuild(
      address,
      () => basis,
      () => {},
    );
    await next.close();
    assert.deepEqual(await tablesOfBuilds(address), []);
  },
);

test(
  'a worker of another program or other definitions is refused by name, and the build goes on',
  options,
  async () => {
    const { address } = await stored();
    const shared = await shareBuild(
      address,
      () => basis,
      () => {},
    );
    const refusal = async (other: typeof basis) => {
      const { build } = shared;
      const [failure] = await startWorkers(module, 1, { address, build, data: { basis: other } }).ended;
      assert.match(failure?.hint ?? '', /start the worker again/);
      return failure?.message;
    };
    assert.equal(
      await refusal({ ...basis, program: '2' }),
      'The build is by Lintel 1, and this worker is Lintel 2.',
    );
    assert.equal(
      await refusal({ ...basis, definitions: { ...basis.definitions, 'permits-b': 'z' } }),
      'The build and this worker have different definitions of: permits-b.',
    );
    await shared.close();
  },
);

proof(
  'when the server crashes, the build and its workers end and say so; the next build is whole',
  options,
  async () => {
    const { id } = await stored();
    const failures: UserError[] = [];
    const crash = async (workers: StartedWorkers) => {
      await server?.crash();
      failures.push(...(await workers.ended));
      await server?.start();
    };
    await assert.rejects(
      buildDistributed({ workers: 1, meanwhile: crash }),
      (error) => error instanceof UserError && /raw store in PostgreSQL .*cannot be/.test(error.message),
    );
    assert.match(failures[0]?.message ?? '', /cannot be reached/);
    assert.equal((await buildDistributed({})).id, id);
  },
);

test(
  'the tables of a build go with it, part by part, and those of a killed one with the next',
  options,
  async () => {
    const { address } = await stored();
    const [first, second, worker] = [connectRaw(address), connectRaw(address), connectRaw(address)];
    const of = { basis, snapshot: 'none' };
    const killed = await BuildQueue.announce(first, of);
    const queue = await BuildQueue.announce(second, of);
    const batch = { span: { source: 'a', after: 0, last: 1, rows: 1 }, today: '2026-01-01', keeping: null };
    await killed.offer([{ number: 0, batch }]);
    assert.equal((await findBuild(worker))?.id, killed.id, 'the older build is helped first');
    await first.close();
    assert.equal((await findBuild(worker))?.id, queue.id, 'the next one when it has ended');
    const claims = await BuildClaims.join(worker, queue.id);
    await queue.offer([0, 1].map((number) => ({ number, batch })));
    assert.equal(await queue.workers(), 1);
    assert.ok(await claims.isUnderWay());
    for (const number of [0, 1]) {
      const claimed = await claims.claim();
      assert.deepEqual([claimed?.number, claimed?.batch], [number, batch]);
      await claimed?.finish(`${number}`, Buffer.from([number]));
    }
    assert.deepEqual(
      (await queue.results(9)).map(({ summary, bytes }) => [summary, bytes[0]]),
      [
        ['0', 0],
        ['1', 1],
      ],
    );
    await queue.offer([{ number: 256, batch }]);
    assert.deepEqual(await tablesOfBuilds(address), [`build_${killed.id}_0`, `build_${queue.id}_1`]);
    assert.equal(await claims.claim(), null, 'a table that was dropped has no batch');
    assert.ok(await claims.isUnderWay());
    assert.deepEqual(await queue.takeBack(9), [256]);
    await queue.close();
    assert.equal(await claims.isUnderWay(), false);
    await second.close();
    const next = await shareBuild(
      address,
      () => basis,
      () => {},
    );
    assert.deepEqual(await tablesOfBuilds(address), []);
    await next.close();
    await worker.close();
  },
);

test(
  'three workers and none give the release of the file, whatever is ingested meanwhile',
  options,
  async () => {
    const { id, store } = await stored();
    const { id: distributed, helped } = await buildDistributed({
      workers: 3,
      meanwhile: () => read(store, 'permits-a', rowsOf(5_500, 20_000)),
    });
    assert.equal(distributed, id);
    assert.ok(helped >= 500, `workers refined ${helped} rows`);
    assert.notEqual((await buildDistributed({})).id, id, 'the next build has the new rows');
  },
);

async function tablesOfBuilds(address: string): Promise<string[]> {
  const { sql, close } = connectRaw(address);
  const found = await sql`SELECT relname FROM pg_class WHERE relname ~ '^build_[0-9]+_[0-9]+$' ORDER BY 1`;
  await close();
  return found.map(({ relname }) => String(relname));
}
