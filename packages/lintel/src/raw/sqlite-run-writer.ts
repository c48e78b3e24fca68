/**
 * Writes the rows of one run into the raw store, a batch a transaction.
 *
 * A batch holds its rows, its quarantined rows and the counts of both, so that a process killed at any moment
 * leaves whole rows and true counts. A batch that cannot be written (disk full) is dropped uncounted and
 * reported.
 */

import type { Database, Statement } from '../base/sqlite.js';
import { transaction } from '../base/sqlite.js';
import { messageOf } from '../base/user-error.js';
import type { Header } from './column-history.js';
import { asFailure } from './raw-database.js';
import type { FaultyRow, RawRow, Run, RunCounts, RunEnd, RunState, RunWriter } from './raw-store.js';
import { keepReplaced } from './revert-run.js';
import { RunBuffer } from './run-buffer.js';
import {
  addCounts,
  type FoundRow,
  type RowVersion,
  type RunPlace,
  RunRows,
  type RunTables,
  rememberedKeys,
  unknownLine,
} from './run-rows.js';

/** Rows whose earlier values are checked at once. */
const chunkRows = 500;

/** The statements of a run writer, prepared once per store. */
export interface WriterStatements {
  readonly insertRow: Statement;
  readonly insertVersion: Statement;
  readonly find: Statement;
  readonly keep: Statement;
  readonly addPast: Statement;
  readonly updateBody: Statement;
  readonly updateVersion: Statement;
  readonly quarantine: Statement;
  readonly count: Statement;
  readonly bookmark: Statement;
  readonly vanishedKeys: Statement;
  readonly vanish: Statement;
  readonly seeAgain: Statement;
  readonly end: Statement;
  readonly addHeader: Statement;
  readonly setHeader: Statement;
  readonly header: Statement;
  readonly unknownHeaders: Statement;
  readonly body: Statement;
  readonly anyEarlier: Statement;
  readonly earlier: Statement;
  readonly setEarlier: Statement;
  readonly dropEarlier: Statement;
  readonly earlierOfHeader: Statement;
  readonly earlierOfRun: Statement;
}

export function prepareWriter(database: Database): WriterStatements {
  return {
    insertRow: database.prepare(
      'INSERT INTO row (source, key, first_run, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    insertVersion: database.prepare(
      'INSERT INTO version (source, row, hash, last_run, said_ms, header) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    find: database.prepare(
      `SELECT r.id, v.hash, v.last_run, v.said_ms, v.vanished_run, v.header
       FROM row r JOIN version v ON v.source = r.source AND v.row = r.id WHERE r.source = ? AND r.key = ?`,
    ),
    keep: database.prepare(keepReplaced('id', '?1', 'v.source = ?2 AND v.row = ?3')),
    addPast: database.prepare('INSERT INTO past (source, row, run, state) VALUES (?, ?, ?, ?)'),
    updateBody: database.prepare('UPDATE row SET body = ? WHERE id = ?'),
    updateVersion: database.prepare(
      `UPDATE version SET hash = ?, last_run = ?, said_ms = ?, vanished_run = ?, header = ?
       WHERE source = ? AND row = ?`,
    ),
    quarantine: database.prepare(
      `INSERT INTO quarantine (source, input, line, hash, run, reason, body) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (source, input, line, hash) DO UPDATE SET run = excluded.run`,
    ),
    count: database.prepare(
      `UPDATE run SET read = read + ?, new = new + ?, changed = changed + ?, unchanged = unchanged + ?,
       quarantined = quarantined + ?, older = older + ? WHERE id = ?`,
    ),
    bookmark: database.prepare('UPDATE source SET bookmark = ? WHERE id = ?'),
    vanishedKeys: database.prepare(
      `SELECT r.key FROM version v CROSS JOIN row r ON r.id = v.row
       WHERE v.source = ? AND v.last_run < ? AND v.vanished_run IS NULL ORDER BY v.row LIMIT ${rememberedKeys}`,
    ),
    vanish: database.prepare(
      'UPDATE version SET vanished_run = ? WHERE source = ? AND last_run < ? AND vanished_run IS NULL',
    ),
    seeAgain: database.prepare(
      'UPDATE version SET last_run = ? WHERE source = ? AND last_run >= ? AND last_run < ? AND vanished_run IS NULL',
    ),
    end: database.prepare(
      'UPDATE run SET state = ?, message = ?, ended_ms = ?, details = ?, vanished = ? WHERE id = ?',
    ),
    addHeader: database.prepare('INSERT INTO header (run, columns) VALUES (?, ?)'),
    setHeader: database.prepare('UPDATE header SET columns = ? WHERE id = ?'),
    header: database.prepare('SELECT run, columns FROM header WHERE id = ?'),
    unknownHeaders: database.prepare(
      `SELECT header.id FROM header JOIN run ON run.id = header.run
       WHERE run.source = ? AND run.id >= ? AND header.columns IS NULL`,
    ),
    body: database.prepare('SELECT body FROM row WHERE id = ?'),
    anyEarlier: database.prepare('SELECT 1 FROM earlier WHERE source = ? LIMIT 1'),
    earlier: database.prepare('SELECT fields FROM earlier WHERE source = ? AND row = ?'),
    setEarlier: database.prepare(
      'INSERT INTO earlier (source, row, fields) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET fields = excluded.fields',
    ),
    dropEarlier: database.prepare('DELETE FROM earlier WHERE source = ? AND row = ?'),
    earlierOfHeader: database.prepare(
      `SELECT e.row, e.fields FROM earlier e JOIN version v ON v.source = e.source AND v.row = e.row
       WHERE e.source = ? AND v.header = ? AND e.row > ? ORDER BY e.row LIMIT ${chunkRows}`,
    ),
    earlierOfRun: database.prepare(
      `SELECT count(*) AS rows FROM earlier e JOIN version v ON v.source = e.source AND v.row = e.row
       WHERE e.source = ? AND v.header IN (SELECT id FROM header WHERE run = ?)`,
    ),
  };
}

export class SqliteRunWriter implements RunWriter {
  readonly counts: RunCounts = { read: 0, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
  readonly #database: Database;
  readonly #statements: WriterStatements;
  readonly #place: RunPlace;
  readonly #now: () => number;
  readonly #onEnd: () => Run;
  readonly #buffer: RunBuffer;
  readonly #rows: RunRows;
  /** The columns of the current input; null while unknown. */
  #header: Header | null = null;
  #hasHeader = false;
  #vanished = 0;
  #bookmark: string | null = null;
  #details: Readonly<Record<string, unknown>> = {};
  #isOpen = true;

  /** `onEnd` is called once, when the run is closed, with the run as stored. */
  constructor(
    database: Database,
    statements: WriterStatements,
    place: RunPlace,
    now: () => number,
    onEnd: () => Run,
  ) {
    this.#database = database;
    this.#statements = statements;
    this.#place = place;
    this.#now = now;
    this.#onEnd = onEnd;
    this.#buffer = new RunBuffer(place.input);
    const hasEarlier = statements.anyEarlier.get(place.sourceId) !== undefined;
    this.#rows = new RunRows(new SqliteRunTables(statements, place), place, hasEarlier);
  }

  columns(names: readonly string[] | null): void {
    this.#assertOpen();
    const columns = names === null ? null : JSON.stringify(names);
    const id = this.#write(() =>
      Number(this.#statements.addHeader.run(this.#place.id, columns).lastInsertRowid),
    );
    this.#header = this.#rows.history.begin(id, names);
    this.#hasHeader = true;
  }

  columnsWere(names: readonly string[], since = this.#place.id): void {
    this.#assertOpen();
    this.#flush();
    const { history } = this.#rows;
    const unknown = this.#write(() => this.#statements.unknownHeaders.all(this.#place.sourceId, since));
    for (const id of unknown.map((found) => Number(found.id))) {
      this.#write(() => this.#statements.setHeader.run(JSON.stringify(names), id));
      const header = history.end(id, names);
      if (history.hasEarlier) this.#prune(header);
    }
  }

  put(row: RawRow): void {
    this.#assertOpen();
    this.#buffer.addRow(row, this.#header);
    if (this.#buffer.isFull) this.#flush();
  }

  quarantine(fault: FaultyRow): void {
    this.#assertOpen();
    this.#buffer.addFault(fault);
    if (this.#buffer.isFull) this.#flush();
    this.#buffer.checkFaults(this.counts.read, fault);
  }

  get id(): number {
    return this.#place.id;
  }

  bookmark(text: string): void {
    this.#assertOpen();
    // The current batch holds only rows before this bookmark: it may be stored with the batch.
    this.#bookmark = text;
  }

  note(details: Readonly<Record<string, unknown>>): void {
    this.#details = details;
  }

  finish(end: RunEnd = {}): Run {
    return this.#close('finished', null, end);
  }

  stop(state: 'interrupted' | 'failed', message: string): Run {
    return this.#close(state, message);
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error(`run ${this.#place.id} is closed`);
  }

  /** Stores the current batch, with what the end of the run adds to it. */
  #flush(end: RunEnd = {}): void {
    const entries = this.#buffer.take();
    const { id, sourceId } = this.#place;
    const bookmark = end.bookmark ?? this.#bookmark;
    const added = this.#write(() =>
      transaction(this.#database, () => {
        const { added, older } = this.#rows.store(entries);
        if (end.seenSince !== undefined) this.#seeAgain(end.seenSince, added);
        if (end.vanishedSince !== undefined) this.#vanish(end.vanishedSince);
        const { read, unchanged, quarantined } = added;
        this.#statements.count.run(read, added.new, added.changed, unchanged, quarantined, older, id);
        if (bookmark !== null) this.#statements.bookmark.run(bookmark, sourceId);
        return added;
      }),
    );
    this.#bookmark = null;
    addCounts(this.counts, added);
  }

  #write<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asFailure(error, 'write into', this.#place.store);
    }
  }

  /** Removes values that were kept only because the columns of an input were unknown. */
  #prune(header: Header): void {
    const { sourceId } = this.#place;
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = this.#write(() =>
        transaction(this.#database, () => {
          const rows = this.#statements.earlierOfHeader.all(sourceId, header.id, from);
          for (const { row, fields } of rows) this.#rows.history.prune(header, Number(row), String(fields));
          return rows.length < chunkRows ? null : Number(rows.at(-1)?.row);
        }),
      );
    }
  }

  #seeAgain(since: number, added: RunCounts): void {
    const { id, sourceId } = this.#place;
    const count = Number(this.#statements.seeAgain.run(id, sourceId, since, id).changes);
    added.read += count;
    added.unchanged += count;
  }

  #vanish(since: number): void {
    const { id, sourceId } = this.#place;
    const keys = this.#statements.vanishedKeys.all(sourceId, since) as { key: string }[];
    this.#rows.keys.vanished = keys.map(({ key }) => key);
    this.#vanished = Number(this.#statements.vanish.run(id, sourceId, since).changes);
  }

  #close(state: RunState, message: string | null, end: RunEnd = {}): Run {
    this.#assertOpen();
    this.#isOpen = false;
    try {
      this.#flush(end);
    } catch (error) {
      this.#end('failed', messageOf(error));
      throw error;
    }
    return this.#end(state, message);
  }

  /** Writes the end of the run, and everything before it, durably to disk. */
  #end(state: RunState, message: string | null): Run {
    try {
      const kept = this.#keptRows();
      const details = JSON.stringify({
        keys: this.#rows.keys,
        ...(this.#rows.restated > 0 && { rows_restated: this.#rows.restated }),
        ...(kept > 0 && { rows_kept_fuller: kept }),
        ...this.#details,
      });
      this.#database.exec('PRAGMA synchronous = FULL');
      this.#statements.end.run(state, message, this.#now(), details, this.#vanished, this.#place.id);
    } catch (error) {
      this.#onEnd();
      throw asFailure(error, 'close the run in', this.#place.store);
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
    return this.#onEnd();
  }

  /** How many rows of this run's inputs have values that only earlier inputs had. */
  #keptRows(): number {
    if (!this.#rows.history.hasEarlier || !this.#hasHeader) return 0;
    return Number(this.#statements.earlierOfRun.get(this.#place.sourceId, this.#place.id)?.rows ?? 0);
  }
}

/** The tables themselves: SQLite answers each question at once. */
class SqliteRunTables implements RunTables {
  readonly #statements: WriterStatements;
  readonly #place: RunPlace;

  constructor(statements: WriterStatements, place: RunPlace) {
    this.#statements = statements;
    this.#place = place;
  }

  find(key: string): FoundRow | undefined {
    return this.#statements.find.get(this.#place.sourceId, key) as FoundRow | undefined;
  }

  insert(row: RawRow, version: RowVersion): boolean {
    const { sourceId, id: run } = this.#place;
    const { changes, lastInsertRowid } = this.#statements.insertRow.run(sourceId, row.key, run, row.body);
    if (changes === 0) return false;
    const { hash, said_ms, header } = version;
    this.#statements.insertVersion.run(sourceId, lastInsertRowid, hash, run, said_ms, header);
    return true;
  }

  keep(row: number): void {
    const { sourceId, id: run } = this.#place;
    this.#statements.keep.run(run, sourceId, row);
  }

  addPast(row: number, state: string): void {
    const { sourceId, id: run } = this.#place;
    this.#statements.addPast.run(sourceId, row, run, state);
  }

  setBody(row: number, body: string): void {
    this.#statements.updateBody.run(body, row);
  }

  setVersion(row: number, { hash, last_run, said_ms, vanished_run, header }: RowVersion): void {
    const { sourceId } = this.#place;
    this.#statements.updateVersion.run(hash, last_run, said_ms, vanished_run, header, sourceId, row);
  }

  quarantine({ line, reason, body }: FaultyRow, hash: Buffer): void {
    const { sourceId, input, id: run } = this.#place;
    this.#statements.quarantine.run(sourceId, input, line ?? unknownLine, hash, run, reason, body);
  }

  header(id: number): { run: number; columns: string | null } | undefined {
    const found = this.#statements.header.get(id);
    if (found === undefined) return undefined;
    return { run: Number(found.run), columns: found.columns === null ? null : String(found.columns) };
  }

  body(row: number): string {
    return String(this.#statements.body.get(row)?.body ?? '{}');
  }

  earlier(row: number): string | undefined {
    const found = this.#statements.earlier.get(this.#place.sourceId, row);
    return found === undefined ? undefined : String(found.fields);
  }

  setEarlier(row: number, fields: string): void {
    this.#statements.setEarlier.run(this.#place.sourceId, row, fields);
  }

  dropEarlier(row: number): void {
    this.#statements.dropEarlier.run(this.#place.sourceId, row);
  }
}
