/**
 * Compares the SQLite binding in use with better-sqlite3, interleaved in one process on the same file:
 * point reads by row number, point reads by key, and durable batches of inserts.
 *
 * better-sqlite3 is not a dependency; install it for the comparison:
 *   npm install --no-save better-sqlite3@12 && npm run build && node bench/dist/sqlite-bindings.js
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

interface AnyStatement {
  get(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): unknown;
}
interface AnyDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): AnyStatement;
  close(): void;
}

const rows = 200_000;
const rounds = 9;
const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'));
const path = join(directory, 'bench.sqlite');

function openPeer(file: string): AnyDatabase | null {
  try {
    const Peer = createRequire(import.meta.url)('better-sqlite3') as new (file: string) => AnyDatabase;
    return new Peer(file);
  } catch {
    return null;
  }
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const spent = process.cpuUsage(before);
  return (spent.user + spent.system) / 1000;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const ours: AnyDatabase = new DatabaseSync(path);
ours.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE doc (id INTEGER PRIMARY KEY, key TEXT UNIQUE, body TEXT);',
);
ours.exec(
  `BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO doc SELECT i, 'key-' || i, printf('%.1200c', 'x') FROM n; COMMIT;`,
);
const peer = openPeer(path);
const engines: [string, AnyDatabase][] = [
  ['@photostructure/sqlite', ours],
  ...(peer ? [['better-sqlite3', peer] as [string, AnyDatabase]] : []),
];

const work: Record<string, (database: AnyDatabase) => () => void> = {
  '10,000 reads by row number': (database) => {
    const statement = database.prepare('SELECT body FROM doc WHERE id = ?');
    return () => {
      database.exec('BEGIN');
      for (let i = 0; i < 10_000; i++) statement.get(1 + ((i * 7_919) % rows));
      database.exec('COMMIT');
    };
  },
  '10,000 reads by key': (database) => {
    const statement = database.prepare('SELECT id FROM doc WHERE key = ?');
    return () => {
      database.exec('BEGIN');
      for (let i = 0; i < 10_000; i++) statement.get(`key-${1 + ((i * 7_919) % rows)}`);
      database.exec('COMMIT');
    };
  },
  '20 durable batches of 64 inserts': (database) => {
    database.exec(
      'CREATE TABLE IF NOT EXISTS charge (id INTEGER PRIMARY KEY, account INTEGER, at INTEGER, credits INTEGER)',
    );
    const statement = database.prepare('INSERT INTO charge (account, at, credits) VALUES (?, ?, ?)');
    return () => {
      for (let batch = 0; batch < 20; batch++) {
        database.exec('BEGIN IMMEDIATE');
        for (let i = 0; i < 64; i++) statement.run(i, batch, 50);
        database.exec('COMMIT');
      }
    };
  },
};

for (const [name, prepare] of Object.entries(work)) {
  const runs = engines.map(([engine, database]) => ({
    engine,
    run: prepare(database),
    times: [] as number[],
  }));
  for (let round = 0; round < rounds; round++) for (const each of runs) each.times.push(cpuMs(each.run));
  const [first] = runs;
  for (const each of runs) {
    const ms = median(each.times);
    const ratio = first ? median(first.times) / ms : 1;
    process.stdout.write(
      `${name}: ${each.engine} ${ms.toFixed(1)} ms CPU (speed ${ratio.toFixed(2)} of the first)\n`,
    );
  }
}
for (const [, database] of engines) database.close();
rmSync(directory, { recursive: true });
if (!peer) process.stdout.write('better-sqlite3 is not installed: nothing to compare with\n');
