/**
 * The raw store on SQLite: starts runs, lists them, and streams what is stored.
 *
 * One process writes at a time and a second one is refused by name; readers never wait. A run whose process
 * died is marked as interrupted by the process that opens the store next, with the counts of the batches it
 * had stored.
 */

import { type ProcessLock, takeProcessLock } from '../base/process-lock.js';
import { type Database, transaction } from '../base/sqlite.js';
import { asFailure, openRawDatabase } from './raw-database.js';
import {
  type QuarantinedRow,
  type RawContents,
  type RawStore,
  type RevertedRun,
  type RowSpan,
  type Run,
  type RunOptions,
  type SourceTotals,
  StoreBusyError,
  type StoredRow,
} from './raw-store.js';
import { noRun, refuseRevert, revertStatements, runsToForget, toReverted } from './revert-run.js';
import { runTimes } from './run-times.js';
import { SqliteRowReader } from './sqlite-row-reader.js';
import { prepareWriter, SqliteRunWriter, type WriterStatements } from './sqlite-run-writer.js';
import { type SqlRecord, toQuarantinedRow, toRun } from './store-records.js';

/** Rows fetched at once by an iterator. */
const chunkRows = 256;

/** Opens the raw store at `path`, creating it if missing. Refuses a file that is not one. */
export function openRawStore(path: string, options: { readonly now?: () => number } = {}): SqliteRawStore {
  return new SqliteRawStore(path, openRawDatabase(path), options.now ?? Date.now);
}

/** Answers at once, without promises. */
export class SqliteRawStore implements RawStore {
  readonly #path: string;
  readonly #database: Database;
  readonly #reader: SqliteRowReader;
  readonly #now: () => number;
  readonly #writing: WriterStatements;
  readonly #openRuns = new Set<SqliteRunWriter>();
  #lock: ProcessLock | null = null;
  #isLockHeld = false;

  constructor(path: string, database: Database, now: () => number) {
    this.#path = path;
    this.#database = database;
    this.#reader = new SqliteRowReader(database, path);
    this.#now = now;
    this.#writing = prepareWriter(database);
    this.#endDeadRuns();
  }

  holdLock(): void {
    this.#takeLock();
    this.#isLockHeld = true;
  }

  startRun(source: string, input: string, options: RunOptions = {}): SqliteRunWriter {
    this.#takeLock();
    const sourceId = this.#sourceId(source);
    const { kind = 'ingest', stateOf = null } = options;
    const now = this.#now();
    // A clock set back must not make new data older than what was read before.
    const asOfMs = options.asOfMs ?? Math.max(now, this.#latestAsOf(sourceId));
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO run (source, input, started_ms, as_of_ms, kind, state, keeps_replaced, bookmark_before)
         VALUES (?, ?, ?, ?, ?, 'running', 1, ?)`,
      )
      .run(sourceId, input, now, asOfMs, kind, this.bookmark(source));
    this.#forgetReplaced(sourceId, now);
    const asOfMsOfRun = runTimes(this.#database, 'as_of_ms');
    const place = {
      id: Number(lastInsertRowid),
      sourceId,
      kind,
      input,
      store: this.#path,
      asOfMs,
      asOfMsOfRun,
      stateOf,
    };
    const writer = new SqliteRunWriter(this.#database, this.#writing, place, this.#now, () => {
      this.#openRuns.delete(writer);
      if (this.#openRuns.size === 0 && !this.#isLockHeld) this.#releaseLock();
      return this.#run(place.id);
    });
    this.#openRuns.add(writer);
    return writer;
  }

  runs(): Run[] {
    return this.#selectRuns('ORDER BY run.id').map(toRun);
  }

  revertRun(id: number): RevertedRun {
    const [found] = this.#selectRuns(`WHERE run.id = ${id}`);
    if (found === undefined) throw noRun(id, this.runs().length);
    const isHeld = this.#lock !== null;
    this.#takeLock();
    try {
      return transaction(this.#database, () => this.#revert(this.#run(id), Number(found.source)));
    } catch (error) {
      throw asFailure(error, 'write into', this.#path);
    } finally {
      if (!isHeld) this.#releaseLock();
    }
  }

  columns(source: string): readonly string[] | null {
    const headers = this.#database
      .prepare(
        `SELECT columns FROM header WHERE columns IS NOT NULL AND run = (
           SELECT max(run.id) FROM source JOIN run ON run.source = source.id JOIN header ON header.run = run.id
           WHERE source.name = ? AND header.columns IS NOT NULL AND run.reverted_ms IS NULL)`,
      )
      .all(source);
    if (headers.length === 0) return null;
    return [...new Set(headers.flatMap(({ columns }) => JSON.parse(String(columns)) as string[]))];
  }

  bookmark(source: string): string | null {
    const found = this.#database.prepare('SELECT bookmark FROM source WHERE name = ?').get(source);
    return (found?.bookmark as string | null | undefined) ?? null;
  }

  totals(): SourceTotals[] {
    return this.#reader.totals();
  }

  unfinished(): number[] {
    return this.#reader.unfinished();
  }

  whole(): RawContents {
    return this.#reader.whole();
  }

  spans(source: string, count: number, most: number): IterableIterator<RowSpan> {
    return this.#reader.spans(source, count, most);
  }

  read(span: RowSpan): IterableIterator<readonly StoredRow[]> {
    return this.#reader.read(span);
  }

  rows(source: string): IterableIterator<StoredRow> {
    return this.#reader.rows(source);
  }

  row(source: string, key: string): StoredRow | null {
    return this.#reader.row(source, key);
  }

  *quarantined(source?: string): IterableIterator<QuarantinedRow> {
    const next = this.#database.prepare(
      `SELECT q.*, s.name FROM quarantine q JOIN source s ON s.id = q.source
       WHERE (? IS NULL OR s.name = ?) AND q.id > ? ORDER BY q.id LIMIT ${chunkRows}`,
    );
    const name = source ?? null;
    for (const record of inChunks((last) => next.all(name, name, last))) yield toQuarantinedRow(record);
  }

  close(): void {
    for (const writer of [...this.#openRuns]) writer.stop('interrupted', 'The raw store was closed.');
    this.#releaseLock();
    this.#database.close();
  }

  #revert(run: Run, sourceId: number): RevertedRun {
    const asked = revertStatements('id', sourceId, run, this.#now());
    const ask = (sql: string) => this.#database.prepare(sql).all() as SqlRecord[];
    const later = ask(asked.later).map(({ run, rows }) => ({ run: Number(run), rows: Number(rows) }));
    refuseRevert(run, { keeps: ask(asked.keeps)[0]?.keeps === 1, later });
    const [counts] = ask(asked.counts);
    for (const sql of asked.revert) this.#database.exec(sql);
    return toReverted(run, counts);
  }

  #forgetReplaced(sourceId: number, nowMs: number): void {
    const runs = this.#selectRuns(`WHERE run.source = ${sourceId} ORDER BY run.id`);
    for (const id of runsToForget(runs, nowMs)) {
      this.#database.exec(
        `DELETE FROM replaced WHERE run = ${id}; UPDATE run SET keeps_replaced = 0 WHERE id = ${id}`,
      );
    }
  }

  #takeLock(): void {
    if (this.#lock !== null) return;
    this.#lock = takeProcessLock(`${this.#path}.lock`);
    if (this.#lock !== null) {
      this.#markInterrupted();
      return;
    }
    const [other] = this.#selectRuns("WHERE run.state = 'running' ORDER BY run.id DESC LIMIT 1").map(toRun);
    const what = other === undefined ? '' : `: run ${other.id} of ${other.source}, reading ${other.input}`;
    throw new StoreBusyError(`Another process is writing into the raw store ${this.#path}${what}.`, {
      hint: 'Wait until it has ended, or stop it, and try again.',
    });
  }

  #releaseLock(): void {
    this.#lock?.release();
    this.#lock = null;
  }

  /** Nobody holds the lock, so a run still marked as running has no process. */
  #endDeadRuns(): void {
    const running = this.#database.prepare("SELECT 1 FROM run WHERE state = 'running'").get();
    if (running === undefined) return;
    const lock = takeProcessLock(`${this.#path}.lock`);
    if (lock === null) return;
    this.#markInterrupted();
    lock.release();
  }

  #markInterrupted(): void {
    this.#database
      .prepare("UPDATE run SET state = 'interrupted', message = ? WHERE state = 'running'")
      .run('The process that read this ended without closing the run.');
  }

  #sourceId(name: string): number {
    this.#database.prepare('INSERT INTO source (name) VALUES (?) ON CONFLICT DO NOTHING').run(name);
    return Number(this.#reader.sourceId(name));
  }

  #latestAsOf(sourceId: number): number {
    const found = this.#database
      .prepare('SELECT max(as_of_ms) AS latest FROM run WHERE source = ?')
      .get(sourceId);
    return Number(found?.latest ?? 0);
  }

  #selectRuns(rest: string): SqlRecord[] {
    return this.#database
      .prepare(`SELECT run.*, source.name FROM run JOIN source ON source.id = run.source ${rest}`)
      .all() as SqlRecord[];
  }

  #run(id: number): Run {
    const [found] = this.#selectRuns(`WHERE run.id = ${id}`);
    if (found === undefined) throw new Error(`run ${id} is gone from the raw store`);
    return toRun(found);
  }
}

/**
 * Walks a query that gives at most `chunkRows` records with an id above the given one. Chunks instead of one
 * open cursor: no lock is held and nothing is buffered while the caller works.
 */
function* inChunks(next: (last: number) => unknown[]): IterableIterator<SqlRecord> {
  let last = 0;
  for (;;) {
    const chunk = next(last) as SqlRecord[];
    yield* chunk;
    const end = chunk.at(-1);
    if (end === undefined || chunk.length < chunkRows) return;
    last = Number(end.id);
  }
}
