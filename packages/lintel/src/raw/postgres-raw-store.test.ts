/** The raw store in PostgreSQL: the same as in a file, for several processes at once. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { rounds } from '@lintel/testing/base/rounds.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import fc from 'fast-check';
import { connect } from '../base/postgres-connection.js';
import { silentProgress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import { fetchAll } from '../sources/fetch/fetch-all.js';
import { loadCatalog } from '../sources/source/load-catalog.js';
import { copyIntoFile, copyIntoPostgres } from './copy-raw-store.js';
import { openPostgresRawStore } from './postgres-raw-store.js';
import { type RawStore, type RunKind, StoreBusyError, type StoredRow } from './raw-store.js';
import { openRawStore } from './sqlite-raw-store.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-raw-pg-'));
const server = noPostgres === false ? sharedPostgres() : null;
after(() => {
  server?.stop();
  rmSync(directory, { recursive: true, force: true });
});
const options = { skip: noPostgres };
const database = () => server?.database() ?? '';
const copying = { progress: silentProgress, signal: new AbortController().signal };
const names = ['id', 'work', 'place', 'cost\\'];

interface Input {
  readonly source: string;
  /** Columns of the input; null if its rows show them. */
  readonly columns: readonly number[] | null;
  readonly kind: RunKind;
  readonly asOfMs: number | null;
  readonly rows: readonly {
    readonly key: number;
    readonly values: readonly number[];
    readonly said: number | null;
    readonly isFaulty: boolean;
  }[];
  /** How the run ends: whether rows that no run since the first has seen vanish, or all are seen again. */
  readonly end: 'plain' | 'vanish' | 'again' | 'fail';
}

const few = (max: number) => fc.integer({ min: 0, max });
const input: fc.Arbitrary<Input> = fc.record({
  source: fc.constantFrom('a', 'b'),
  columns: fc.option(fc.subarray([0, 1, 2, 3]), { nil: null }),
  kind: fc.constantFrom<RunKind>('ingest', 'fetch'),
  asOfMs: fc.option(few(3), { nil: null }),
  rows: fc.array(
    fc.record({
      key: few(5),
      values: fc.array(few(2), { minLength: 4, maxLength: 4 }),
      said: fc.option(few(2), { nil: null }),
      isFaulty: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  end: fc.constantFrom('plain', 'plain', 'vanish', 'again', 'fail'),
});

/** One row in three runs of its source, of which the last two have replaced what the source said of its time. */
const readThrice: Input[] = [null, 0, null].map((said) => ({
  source: 'b',
  columns: null,
  kind: 'ingest',
  asOfMs: 0,
  rows: [{ key: 3, values: [0, 0, 0, 0], said, isFaulty: false }],
  end: 'plain',
}));

async function read(store: RawStore, { source, kind, columns, asOfMs, rows, end }: Input): Promise<unknown> {
  const stateOf = (row: Readonly<Record<string, unknown>>) => JSON.stringify(row[names[0] ?? ''] ?? null);
  const run = await store.startRun(source, 'a\\.csv', { kind, stateOf, ...(asOfMs !== null && { asOfMs }) });
  await run.columns(columns === null ? null : columns.map((column) => names[column] ?? ''));
  for (const { key, values, said, isFaulty } of rows) {
    const body = JSON.stringify(
      Object.fromEntries((columns ?? [0, 1]).map((column) => [names[column], values[column]])),
    );
    if (isFaulty) await run.quarantine({ line: key, reason: 'bad\\', body: `\\${body}` });
    else await run.put({ key: `K\\0${key}`, body, sourceUpdatedMs: said });
  }
  run.bookmark(`after ${rows.length}`);
  if (columns === null) await run.columnsWere(names.slice(0, 2));
  if (end === 'fail') return run.stop('failed', 'a fault');
  const first = run.id - 1;
  return run.finish({
    ...(end === 'vanish' && { vanishedSince: first }),
    ...(end === 'again' && { seenSince: first }),
  });
}

async function all<T>(items: Iterable<T> | AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Everything that a store gives. */
async function contents(store: RawStore): Promise<unknown> {
  const of = async (source: string) => ({
    rows: await all(store.rows(source)),
    row: await store.row(source, 'K\\03'),
    columns: await store.columns(source),
    bookmark: await store.bookmark(source),
    quarantined: await all(store.quarantined(source)),
  });
  return [await store.runs(), await store.totals(), await of('a'), await of('b'), await of('nobody')];
}

/** What taking back a run gives, or why it is refused. */
async function reverted(store: RawStore, id: number): Promise<unknown> {
  try {
    return await store.revertRun(id);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** A row without the time at which it was last seen. */
const timeless = ({ lastSeenMs: _, ...row }: StoredRow) => row;

/** The rows of both sources, and where a fetch goes on. */
async function rowsOf(store: RawStore): Promise<readonly unknown[]> {
  const rows = [...(await all(store.rows('a'))), ...(await all(store.rows('b')))].map(timeless);
  return [await store.columns('a'), await store.columns('b'), rows];
}

/** The rows of both sources of which a build reads, and as many as it counts. */
async function wholeRowsOf(store: RawStore): Promise<unknown> {
  const whole = await store.whole();
  const rows: unknown[] = [];
  for (const { source, rows: counted } of await whole.totals()) {
    let found = 0;
    for await (const span of whole.spans(source, counted, 3)) {
      const chunks = await all(whole.read(span));
      assert.equal(chunks.flat().length, span.rows);
      rows.push(...chunks.flat().map(timeless));
      found += span.rows;
    }
    assert.equal(found, counted);
  }
  return rows;
}

test(
  'PostgreSQL and the file hold the same after any inputs, and after copies of both',
  options,
  async () => {
    const address = database();
    await (await openPostgresRawStore(address)).close();
    const { sql, close } = connect(address, { application_name: 'test', search_path: 'lintel_raw' });
    const empty = () =>
      sql.unsafe(
        'TRUNCATE source, run, row, version, quarantine, header, earlier, replaced, past RESTART IDENTITY',
      );
    const clock = () => {
      let nowMs = 0;
      return { now: () => (nowMs += 2) };
    };
    // Connections that stay open when the stores differ would keep the process alive.
    const stores: RawStore[] = [];
    const opened = <Store extends RawStore>(store: Store): Store => {
      stores.push(store);
      return store;
    };
    const closeAll = async () => {
      for (const store of stores.splice(0)) await store.close();
    };
    let files = 0;
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(input, { maxLength: 6 }),
          fc.boolean(),
          few(7),
          async (inputs, isReverted, other) => {
            await empty();
            const path = join(directory, `${files++}.sqlite`);
            const file = opened(openRawStore(path, clock()));
            const store = opened(await openPostgresRawStore(address, clock()));
            let before = await rowsOf(file);
            for (const each of inputs) {
              before = await rowsOf(file);
              assert.deepEqual(await read(store, each), await read(file, each));
            }
            if (isReverted && inputs.length > 0) {
              assert.deepEqual(await reverted(store, inputs.length), await reverted(file, inputs.length));
              assert.deepEqual(await rowsOf(file), before, 'rows are not what they were');
              assert.deepEqual(await reverted(store, other), await reverted(file, other));
            }
            assert.deepEqual(await contents(store), await contents(file));
            await store.close();
            // A copy is the same, and goes on as the same.
            const copyPath = join(directory, `${files++}.sqlite`);
            await copyIntoFile(address, copyPath, copying);
            await empty();
            await copyIntoPostgres(path, address, copying);
            const copies = [
              opened(await openPostgresRawStore(address, clock())),
              opened(openRawStore(copyPath, clock())),
            ];
            const same = opened(openRawStore(path, clock()));
            for (const copy of copies) assert.deepEqual(await contents(copy), await contents(same));
            for (const each of inputs.slice(0, 2)) {
              const expected = await read(same, each);
              for (const copy of copies) assert.deepEqual(await read(copy, each), expected);
            }
            // Without fetches that have not ended, rows are what they are once these are taken back.
            const whole = await wholeRowsOf(same);
            for (const copy of copies) assert.deepEqual(await wholeRowsOf(copy), whole);
            const refusals: unknown[] = [];
            for (const id of [...same.unfinished()].reverse()) {
              const expected = await reverted(same, id);
              for (const copy of copies) assert.deepEqual(await reverted(copy, id), expected);
              if (typeof expected === 'string') refusals.push(expected);
            }
            if (refusals.length === 0) assert.deepEqual((await rowsOf(same))[2], whole);
            for (let id = inputs.length + 2; id > 0; id -= 1) {
              const expected = await reverted(same, id);
              for (const copy of copies) assert.deepEqual(await reverted(copy, id), expected);
            }
            for (const copy of copies) assert.deepEqual(await contents(copy), await contents(same));
          },
        )
        .afterEach(closeAll),
      { numRuns: rounds(8, 40), includeErrorInReport: true, examples: [[readThrice, true, 2]] },
    );
    await close();
  },
);

test(
  'a copy that is interrupted, or whose target is not empty or in use, changes nothing',
  options,
  async () => {
    const address = database();
    const path = join(directory, 'from.sqlite');
    const file = openRawStore(path);
    const run = file.startRun('a', 'a.csv');
    for (let i = 0; i < 5_000; i++) run.put({ key: `K${i}`, body: '{}' });
    await assert.rejects(copyIntoPostgres(path, address, copying), StoreBusyError);
    run.finish();
    const ctrlC = new AbortController();
    const progress = { ...silentProgress, advance: () => ctrlC.abort() };
    await assert.rejects(
      copyIntoPostgres(path, address, { progress, signal: ctrlC.signal }),
      isRefused(/Interrupted/),
    );
    const store = await openPostgresRawStore(address);
    assert.deepEqual(await store.runs(), []);
    assert.equal((await copyIntoPostgres(path, address, copying)).row, 5_000);
    await assert.rejects(copyIntoPostgres(path, address, copying), isRefused(/is not empty/));
    await assert.rejects(copyIntoFile(address, path, copying), isRefused(/is not empty/));
    const other = await store.startRun('a', 'a.csv');
    const target = join(directory, 'to.sqlite');
    await assert.rejects(copyIntoFile(address, target, copying), StoreBusyError);
    await other.finish();
    await assert.rejects(
      copyIntoFile(address, target, { progress, signal: ctrlC.signal }),
      isRefused(/Interrupted/),
    );
    assert.equal((await copyIntoFile(address, target, copying)).row, 5_000);
    await store.close();
    file.close();
  },
);

const nashville = loadCatalog().require('nashville-tn');
const manners = {
  ...{ operator: null, requestsPerSecond: 1, concurrencyPerHost: 1, hostsAtOnce: 1 },
  ...{ appTokens: {}, allowHosts: [] },
};

const isRefused = (message: RegExp) => (error: unknown) =>
  error instanceof UserError &&
  message.test(`${error.message} ${error.hint}`) &&
  !/hunter2/.test(error.message);

test(
  'a source is read by one process; one that is killed leaves whole rows and gives it back',
  options,
  async () => {
    const address = database();
    const store = await openPostgresRawStore(address);
    const module = JSON.stringify(new URL('./postgres-raw-store.js', import.meta.url).href);
    const script = `import { openPostgresRawStore } from ${module};
    const store = await openPostgresRawStore(${JSON.stringify(address)});
    const run = await store.startRun('nashville-tn', 'a.csv');
    for (let i = 0; ; i += 1) {
      await run.put({ key: 'K' + i, body: JSON.stringify({ i }) });
      if (i === 10000) console.log('ready');
    }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await assert.rejects(
      async () => store.startRun('nashville-tn', 'a.csv'),
      (error) =>
        error instanceof StoreBusyError &&
        error.message.includes(`process ${child.pid}`) &&
        error.message.startsWith('nashville-tn is being read by lintel on '),
    );
    const [left] = await fetchAll({ store, sources: [nashville], manners, program: 'test', directory });
    assert.ok(
      left?.failure instanceof StoreBusyError,
      'a fetch did not leave the source to the other process',
    );
    assert.equal(left.run, null);
    const other = await store.startRun('b', 'b.csv');
    await other.put({ key: '1', body: '{}' });
    assert.equal((await other.finish()).counts.new, 1);
    const before = await openPostgresRawStore(address);
    assert.deepEqual(
      (await before.runs()).map(({ state }) => state),
      ['running', 'finished'],
      'a run that lives was marked as dead',
    );
    await before.close();
    child.kill('SIGKILL');
    await once(child, 'exit');

    const run = await store.startRun('nashville-tn', 'a.csv');
    const [killed] = await store.runs();
    assert.equal(killed?.state, 'interrupted');
    const stored = killed?.counts.new ?? 0;
    assert.ok(stored >= 8000, `${stored} rows of whole batches are stored`);
    const keys = (await all(store.rows('nashville-tn'))).map(({ key }) => key);
    assert.deepEqual(
      keys,
      Array.from({ length: stored }, (_, i) => `K${i}`),
    );
    await run.put({ key: 'K0', body: '{"i":0}' });
    await run.put({ key: 'last', body: '{}' });
    const { counts } = await run.finish();
    assert.deepEqual([counts.unchanged, counts.new], [1, 1]);
    assert.equal(
      (await all(store.read({ source: 'nashville-tn', after: stored, last: stored + 1, rows: 1 }))).length,
      1,
    );
    await store.close();
  },
);

test('a run whose connection breaks fails by name, and nothing of its batch is stored', options, async () => {
  const address = database();
  const store = await openPostgresRawStore(address);
  const run = await store.startRun('a', 'a.csv');
  await run.put({ key: '1', body: '{}' });
  const { sql, close } = connect(address, { application_name: 'test' });
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name LIKE 'lintel on%' AND datname = current_database()`;
  await close();
  await assert.rejects(
    async () => run.finish(),
    isRefused(/cannot be reached: .*Run the same command again/),
  );
  const again = await store.startRun('a', 'a.csv');
  await again.put({ key: '1', body: '{}' });
  assert.equal((await again.finish()).counts.new, 1, 'the store does not connect again');
  assert.deepEqual(
    (await store.runs()).map(({ state, counts }) => [state, counts.read]),
    [
      ['interrupted', 0],
      ['finished', 1],
    ],
  );
  await store.close();
});

test(
  'a database that cannot be used is refused with what to do, and without its password',
  options,
  async () => {
    const address = database();
    const cases: [address: string, message: RegExp][] = [
      ['postgres://lintel:hunter2@/x y:z', /malformed/],
      ['postgres://lintel:hunter2@127.0.0.1:1/permits', /\(127\.0\.0\.1\/permits\) cannot be reached/],
      [address.replace(/test\d+_\d+/, 'nowhere'), /Create the database/],
    ];
    for (const [each, message] of cases) await assert.rejects(openPostgresRawStore(each), isRefused(message));
    const { sql, close } = connect(address, { application_name: 'test' });
    await sql.unsafe('CREATE ROLE ana LOGIN');
    await assert.rejects(
      openPostgresRawStore(address.replace('lintel@', 'ana@')),
      isRefused(/permission denied .*GRANT CREATE/),
    );
    await (await openPostgresRawStore(address)).close();
    await sql.unsafe('UPDATE lintel_raw.format SET version = 99');
    await assert.rejects(openPostgresRawStore(address), isRefused(/format 99.*reads format 3/));
    await close();
  },
);
