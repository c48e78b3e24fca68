/**
 * Copies a ledger file while it is in use, and puts a copy back. A copy is made of one moment (SQLite's VACUUM INTO, in
 * one read transaction), checked, flushed and only then given its name. Restoring checks the copy first, keeps what was
 * there beside it, and refuses while another process has the ledger open.
 */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../base/failure.js';
import { type Database, isBusy, openDatabase } from '../base/sqlite.js';
import { openLedgerFile } from './sqlite-file.js';
import { closeLedgerFile } from './sqlite-storage.js';

/** What a copy holds. */
export interface BackupSummary {
  readonly accounts: number;
  readonly keys: number;
  /** The newest charge, milliseconds since 1970 UTC; null without any. */
  readonly lastChargeMs: number | null;
}

/** Copies the ledger in `from` into the new file `to`. */
export function backUpLedger(from: string, to: string): BackupSummary {
  if (!existsSync(from)) throw new Failure(`There is no ledger ${from}.`);
  if (existsSync(to)) throw new Failure(`${to} exists already.`, { hint: 'A backup never replaces a file.' });
  const draft = `${to}.${process.pid}.draft`;
  const source = openLedgerFile(from);
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    source.prepare('VACUUM INTO ?').run(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Failure(`Cannot write the backup ${to}: ${(error as Error).message}`, { cause: error });
  } finally {
    closeLedgerFile(source);
  }
  try {
    const summary = inspect(draft);
    settle(draft, to);
    return summary;
  } finally {
    removeLedgerFile(draft);
  }
}

/** Puts the copy `from` in the place of the ledger `to`. What was there is kept as the returned name, null without any. */
export function restoreLedger(
  from: string,
  to: string,
  nowMs: number,
): BackupSummary & { keptAs: string | null } {
  if (!existsSync(from)) throw new Failure(`There is no backup ${from}.`);
  const draft = `${to}.${process.pid}.draft`;
  try {
    copyFileSync(from, draft);
    const summary = inspect(draft);
    let keptAs: string | null = null;
    if (existsSync(to)) {
      checkUnused(to);
      keptAs = `${to}.replaced-${new Date(nowMs).toISOString().replace(/[:.]/g, '')}`;
      renameSync(to, keptAs);
    }
    settle(draft, to);
    return { ...summary, keptAs };
  } finally {
    removeLedgerFile(draft);
  }
}

/** Opens a copy as a ledger and has SQLite look at every page. */
function inspect(path: string): BackupSummary {
  const database = openLedgerFile(path);
  try {
    const { integrity_check: found } = database.prepare('PRAGMA integrity_check').get() as {
      integrity_check: string;
    };
    if (found !== 'ok') throw new Failure(`${path} is damaged: ${found}.`);
    const count = (table: string) =>
      (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    const last = database.prepare('SELECT max(at_ms) AS at FROM entry').get() as { at: number | null };
    return { accounts: count('account'), keys: count('key'), lastChargeMs: last.at };
  } finally {
    closeLedgerFile(database);
  }
}

/** Refuses when another process has the file open: it would go on writing into what was put aside. */
function checkUnused(path: string): void {
  let database: Database | null = null;
  try {
    database = openDatabase(path);
    // Only the one connection to a file may leave the mode in which several share it.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Failure(`${path} is in use.`, { hint: 'Stop the service first, then restore.' });
  } finally {
    database?.close();
  }
}

function settle(draft: string, path: string): void {
  flush(draft);
  renameSync(draft, path);
  flush(dirname(path));
}

function flush(path: string): void {
  const fd = openSync(path, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

function removeLedgerFile(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
}
