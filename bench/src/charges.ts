/**
 * Durable charges a second through the ledger, by how many are in flight, against one transaction a charge and
 * against the disk itself: one 4 KiB write and fdatasync after the other.
 *
 *   node bench/dist/charges.js [seconds a measurement] [directory to write in]
 *
 * The disk decides most of this: a temporary directory in memory shows the processor's part alone.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, transaction } from 'lintel/dist/base/sqlite.js';
import { table } from 'lintel/dist/cli/outcome.js';
import type { Ledger } from 'lintel/dist/ledger/ledger.js';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import { cpuMs } from './child.js';
import { figure, median, print } from './figures.js';
import { benchPlan } from './home.js';

const [secondsText = '1', parent = tmpdir()] = process.argv.slice(2);
const seconds = Number(secondsText);
const rounds = 3;
const inFlight = [1, 16, 64, 256];
/** Credits of a page of 50 records. */
const credits = 50;

interface Speed {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** Repeats the work until the time is up; the work tells how many charges it made. */
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

/** A charge written plainly: a transaction of its own that checks the limit and adds a row and the sum. */
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

/** So many charges at once, each renewed as soon as it is answered, over as many accounts. */
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

const closing: (() => void | Promise<void>)[] = [];
const directory = mkdtempSync(join(parent, 'lintel-bench-'));
try {
  const ledger = openLedger({ path: join(directory, 'ledger.sqlite'), plans: { bench: benchPlan } });
  closing.push(() => ledger.close());
  const accounts: string[] = [];
  for (let i = 0; i < Math.max(...inFlight); i++) {
    accounts.push((await ledger.createAccount({ name: `Bench ${i}`, plan: 'bench' })).id);
  }
  const flush = flushes(directory);
  const single = singly(directory);
  const subjects: [string, () => Promise<Speed>][] = [
    ['the disk: write and fdatasync', () => speedOf(flush)],
    ['one transaction a charge', () => speedOf(single)],
    ...inFlight.flatMap((count): [string, () => Promise<Speed>][] => [
      [`ledger, ${count} in flight, one account`, () => charges(ledger, accounts.slice(0, 1), count)],
      [`ledger, ${count} in flight, an account each`, () => charges(ledger, accounts, count)],
    ]),
  ];
  const speeds = subjects.map(() => [] as Speed[]);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [, measure]] of subjects.entries()) speeds[i]?.push(await measure());
  }
  const perSecond = speeds.map((measured) => median(measured.map((speed) => speed.perSecond)));
  const [disk = 1, plain = 1] = perSecond;
  const rows = subjects.map(([name], i) => [
    name,
    figure(perSecond[i] ?? 0),
    ((perSecond[i] ?? 0) / disk).toFixed(2),
    ((perSecond[i] ?? 0) / plain).toFixed(2),
    figure(median((speeds[i] ?? []).map((speed) => speed.cpuMicros))),
  ]);
  print(table(['', 'charges/s', 'of the disk', 'of one by one', 'CPU µs a charge'], rows));
} finally {
  for (const close of closing.reverse()) await close();
  rmSync(directory, { recursive: true, force: true });
}
