/**
 * Durable charges a second through the ledger, by how many are in flight, against one transaction a charge and
 * against the disk itself: one 4 KiB write and fdatasync after the other. Then the ledger in PostgreSQL, where that is
 * installed, against one plain UPDATE a charge on the same server.
 *
 *   node bench/dist/charges.js [seconds a measurement] [directory to write in]
 *
 * The disk decides most of this: a temporary directory in memory shows the processor's part alone.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import { openDatabase, transaction } from 'lintel/dist/base/sqlite.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import type { Ledger } from 'lintel/dist/ledger/ledger.js';
import { openLedger, openSharedLedger } from 'lintel/dist/ledger/open-ledger.js';
import postgres from 'postgres';
import { cpuMs } from './child.js';
import { figure, median, print } from './figures.js';
import { benchPlan } from './home.js';

const [secondsText = '1', parent = tmpdir()] = process.argv.slice(2);
const seconds = Number(secondsText);
const rounds = 3;
const inFlight = [1, 16, 64, 256];
/** Credits of a page of 50 records. */
const credits = 50;
/** Connections that the peer may have at once. */
const maxPeerConnections = 48;

interface Speed {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** Repeats the work until the time is up; the work returns how many charges it made. */
async function speedOf(work: () => number | Promise<number>): Promise<Speed> {
  const cpuBefore = cpuMs();
  const begun = performance.now();
  let done = 0;
  let elapsed = 0;
  while (elapsed < seconds * 1000) {
    done += await work();
    elapsed = performance.now() - begun;
  }
  return { perSecond: (done / elapsed) * 1000, cpuMicros: ((cpuMs() - cpuBefore) * 1000) / done };
}

/** Writes a page of a file that is there already and flushes it: nothing durable is faster on this disk. */
function flushes(directory: string): () => number {
  const fd = openSync(join(directory, 'flushes'), 'w');
  const page = Buffer.alloc(4096, 1);
  const pages = 256;
  writeSync(fd, Buffer.alloc(page.length * pages));
  closing.push(() => closeSync(fd));
  let next = 0;
  return () => {
    next = (next + 1) % pages;
    writeSync(fd, page, 0, page.length, next * page.length);
    fdatasyncSync(fd);
    return 1;
  };
}

/** A plain charge: its own transaction that checks the limit, adds a row and updates the sum. */
function singly(directory: string): () => number {
  const database = openDatabase(join(directory, 'single.sqlite'));
  database.exec(`CREATE TABLE account (no INTEGER PRIMARY KEY, used INTEGER NOT NULL);
    CREATE TABLE entry (id INTEGER PRIMARY KEY, account INTEGER NOT NULL, at_ms INTEGER NOT NULL, credits INTEGER NOT NULL);
    INSERT INTO account VALUES (1, 0);`);
  const used = database.prepare('SELECT used FROM account WHERE no = 1');
  const add = database.prepare('INSERT INTO entry (account, at_ms, credits) VALUES (1, ?, ?)');
  const set = database.prepare('UPDATE account SET used = used + ? WHERE no = 1');
  closing.push(() => database.close());
  return () =>
    transaction(database, () => {
      if (Number(used.get()?.used) + credits > benchPlan.credits) throw new Error('over the limit');
      add.run(Date.now(), credits);
      set.run(credits);
      return 1;
    });
}

/** Several concurrent charges, each renewed as soon as it is answered, over the same number of accounts. */
async function charges(ledger: Ledger, accounts: readonly string[], count: number): Promise<Speed> {
  const end = performance.now() + seconds * 1000;
  return speedOf(async () => {
    let done = 0;
    const one = async (account: string) => {
      while (performance.now() < end) {
        const order = {
          accountId: account,
          keyId: 'key_bench',
          endpoint: 'permits_by_id',
          credits,
          records: { from: 0, to: credits },
          requestHash: null,
        };
        const { granted } = await ledger.charge(order);
        if (!granted) throw new Error('a charge within the limit was refused');
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: count }, (_, i) => one(accounts[i % accounts.length] ?? '')));
    return done;
  });
}

/** A charge written plainly in PostgreSQL: one statement that checks the limit and adds, a connection a charge in flight. */
async function plainUpdates(url: string, accounts: number, count: number): Promise<Speed> {
  const sql = postgres(url.replace(/\?.*/, ''), {
    host: decodeURIComponent(/host=([^&]*)/.exec(url)?.[1] ?? ''),
    max: Math.min(count, maxPeerConnections),
    onnotice: () => {},
  });
  await sql`CREATE TABLE IF NOT EXISTS plain (no BIGINT PRIMARY KEY, used BIGINT NOT NULL)`;
  await sql`INSERT INTO plain SELECT n, 0 FROM generate_series(0, ${accounts - 1}) AS n ON CONFLICT DO NOTHING`;
  const end = performance.now() + seconds * 1000;
  const one = async (account: number) => {
    let done = 0;
    for (; performance.now() < end; done++) {
      const { count: changed } = await sql`
        UPDATE plain SET used = used + ${credits} WHERE no = ${account} AND used + ${credits} <= ${benchPlan.credits}`;
      if (changed !== 1) throw new Error('a charge within the limit was refused');
    }
    return done;
  };
  const speed = await speedOf(async () => {
    const done = await Promise.all(Array.from({ length: count }, (_, i) => one(i % accounts)));
    return done.reduce((sum, each) => sum + each, 0);
  });
  await sql.end();
  return speed;
}

type Subject = readonly [name: string, measure: () => Promise<Speed>];

/** Medians of rounds that alternate between the subjects. */
async function measured(subjects: readonly Subject[]): Promise<Speed[]> {
  const speeds = subjects.map(() => [] as Speed[]);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [, measure]] of subjects.entries()) speeds[i]?.push(await measure());
  }
  return speeds.map((each) => ({
    perSecond: median(each.map(({ perSecond }) => perSecond)),
    cpuMicros: median(each.map(({ cpuMicros }) => cpuMicros)),
  }));
}

async function newAccounts(ledger: Ledger): Promise<string[]> {
  const accounts: string[] = [];
  for (let i = 0; i < Math.max(...inFlight); i++) {
    accounts.push((await ledger.createAccount({ name: `Bench ${i}`, plan: 'bench' })).id);
  }
  return accounts;
}

async function onSqlite(directory: string): Promise<void> {
  const ledger = openLedger({ path: join(directory, 'ledger.sqlite'), plans: { bench: benchPlan } });
  closing.push(() => ledger.close());
  const accounts = await newAccounts(ledger);
  const flush = flushes(directory);
  const single = singly(directory);
  const subjects: Subject[] = [
    ['the disk: write and fdatasync', () => speedOf(flush)],
    ['one transaction a charge', () => speedOf(single)],
    ...inFlight.flatMap((count): Subject[] => [
      [`ledger, ${count} in flight, one account`, () => charges(ledger, accounts.slice(0, 1), count)],
      [`ledger, ${count} in flight, an account each`, () => charges(ledger, accounts, count)],
    ]),
  ];
  const speeds = await measured(subjects);
  const [disk, plain] = speeds;
  const rows = subjects.map(([name], i) => [
    name,
    figure(speeds[i]?.perSecond ?? 0),
    ratio(speeds[i], disk),
    ratio(speeds[i], plain),
    figure(speeds[i]?.cpuMicros ?? 0),
  ]);
  print(table(['', 'charges/s', 'of the disk', 'of one by one', 'CPU µs a charge'], rows));
}

async function onPostgres(): Promise<void> {
  const server = startPostgres({ flushes: true });
  closing.push(() => server.stop());
  const url = server.database();
  const ledger = await openSharedLedger({ url, plans: { bench: benchPlan } });
  closing.push(() => ledger.close());
  const accounts = await newAccounts(ledger);
  const kinds = inFlight.flatMap((count) => [
    { name: `${count} in flight, one account`, count, most: 1 },
    { name: `${count} in flight, an account each`, count, most: count },
  ]);
  const subjects = kinds.flatMap(({ name, count, most }): Subject[] => [
    [name, () => charges(ledger, accounts.slice(0, most), count)],
    [name, () => plainUpdates(url, most, count)],
  ]);
  const speeds = await measured(subjects);
  const rows = kinds.map(({ name }, i) => {
    const [own, plain] = speeds.slice(2 * i);
    return [name, figure(own?.perSecond ?? 0), figure(plain?.perSecond ?? 0), ratio(own, plain)];
  });
  print(table(['in PostgreSQL', 'charges/s', 'plain UPDATEs/s', 'of them'], rows));
}

function ratio(speed: Speed | undefined, of: Speed | undefined): string {
  return ((speed?.perSecond ?? Number.NaN) / (of?.perSecond ?? Number.NaN)).toFixed(2);
}

const closing: (() => void | Promise<void>)[] = [];
const directory = mkdtempSync(join(parent, 'lintel-bench-'));
try {
  await onSqlite(directory);
  if (noPostgres === false) await onPostgres();
  else print(noPostgres);
} finally {
  for (const close of closing.reverse()) await close();
  rmSync(directory, { recursive: true, force: true });
}
