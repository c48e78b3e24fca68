/**
 * Reads the rows of a raw store, through its own or a shared connection, in spans that threads can read in
 * parallel. Each chunk is its own query, so that no lock is held while a caller works.
 */
import type { Database, Statement } from '../base/sqlite.js';
import { noEarlierValues, readEarlier } from './earlier-values.js';
import { asFailure, openRawDatabase } from './raw-database.js';
import type { PastState, RawContents, RowSpan, SourceTotals, StoredRow } from './raw-store.js';
import { type RunTimes, runTimes } from './run-times.js';
import { type SqlRecord, toTotals } from './store-records.js';
import { pastWithout, rowsWithout, unfinishedFetches } from './whole-fetches.js';

/** Rows fetched at once. */
const chunkRows = 500;

/**
 * The columns as the binding gives them: arrays take half the time of objects. The last is present only if
 * selected.
 */
type StoredColumns = readonly [
  number,
  string,
  string,
  number,
  number,
  number | null,
  number | null,
  (string | null)?,
];

/** Opens a reader of the raw store at `path`, without what some runs brought; refuses a file that is not one. */
export function openRowReader(path: string, without: readonly number[] = []): SqliteRowReader {
  const database = openRawDatabase(path);
  // Rows are read once and in order: a page cache would only take memory.
  database.exec('PRAGMA query_only = ON; PRAGMA cache_size = -2048');
  return new SqliteRowReader(database, path, without);
}

export class SqliteRowReader implements RawContents {
  readonly #database: Database;
  readonly #path: string;
  readonly #without: readonly number[];
  readonly #span: Statement;
  readonly #chunk: Statement;
  /** The same with the earlier values of rows. */
  readonly #fullChunk: Statement;
  readonly #hasEarlier: Statement;
  readonly #past: Statement;
  readonly #one: Statement;
  readonly #startOf: RunTimes;
  readonly #asOfMsOfRun: RunTimes;

  /** `path` is the store's, for error messages; `without` are runs that are left out (whole-fetches.ts). */
  constructor(database: Database, path: string, without: readonly number[] = []) {
    this.#database = database;
    this.#path = path;
    this.#without = without;
    const { columns: of, join, where } = rowsWithout(without);
    const columns = `v.row, r.key, ${of.body}, r.first_run, ${of.last_run}, ${of.said_ms}, ${of.vanished_run}`;
    const withEarlier = 'LEFT JOIN earlier e ON e.source = v.source AND e.row = v.row';
    const ofSpan = `${join} WHERE v.source = ? AND v.row > ? AND v.row <= ? ${where} ORDER BY v.row LIMIT ${chunkRows}`;
    // Which run brought a row first stands beside its body.
    const firstRun = where === '' ? '' : 'CROSS JOIN row r ON r.id = v.row';
    const statement = (sql: string) => inArrays(database.prepare(sql));
    this.#span = statement(
      `SELECT max(row), count(*) FROM (SELECT v.row FROM version v ${firstRun}
       WHERE v.source = ? AND v.row > ? ${where} ORDER BY v.row LIMIT ?)`,
    );
    this.#fullChunk = statement(
      `SELECT ${columns}, ${of.fields} FROM version v CROSS JOIN row r ON r.id = v.row ${withEarlier} ${ofSpan}`,
    );
    this.#chunk =
      join === ''
        ? statement(`SELECT ${columns} FROM version v CROSS JOIN row r ON r.id = v.row ${ofSpan}`)
        : this.#fullChunk;
    this.#past = statement(
      `SELECT row, run, state FROM past WHERE source = ? AND row >= ? AND row <= ? ${pastWithout(without)} ORDER BY row, run`,
    );
    this.#hasEarlier = database.prepare('SELECT 1 FROM earlier WHERE source = ? LIMIT 1');
    this.#one = statement(
      `SELECT ${columns}, ${of.fields} FROM row r JOIN version v ON v.source = r.source AND v.row = r.id
       ${withEarlier} ${join} WHERE r.source = ? AND r.key = ? ${where}`,
    );
    this.#startOf = runTimes(database, 'started_ms');
    this.#asOfMsOfRun = runTimes(database, 'as_of_ms');
  }

  /** The same without what fetches brought that have not ended. */
  whole(): SqliteRowReader {
    return new SqliteRowReader(this.#database, this.#path, this.unfinished());
  }

  /** The fetches that have not ended, by id. */
  unfinished(): number[] {
    return this.#database
      .prepare(unfinishedFetches)
      .all()
      .map(({ id }) => Number(id));
  }

  totals(): SourceTotals[] {
    const left = this.#without.length === 0 ? '' : `AND run.id NOT IN (${this.#without.join()})`;
    const records = this.#database
      .prepare(
        `SELECT source.name, max(CASE WHEN read > 0 THEN as_of_ms END) AS last_seen_ms, sum(read) AS read,
         sum(new) AS new, sum(changed) AS changed, sum(unchanged) AS unchanged, sum(quarantined) AS quarantined
         FROM source JOIN run ON run.source = source.id AND run.reverted_ms IS NULL ${left}
         GROUP BY source.id ORDER BY source.name`,
      )
      .all() as SqlRecord[];
    return records.map(toTotals);
  }

  *spans(source: string, count: number, most: number): IterableIterator<RowSpan> {
    const id = this.sourceId(source);
    if (id === null) return;
    let after = 0;
    for (let left = count; left > 0; ) {
      const wanted = Math.min(most, left);
      const found = this.#ask(() => this.#span.get(id, after, wanted));
      const [last, rows] = found as unknown as [number | null, number];
      if (last === null) return;
      yield { source, after, last, rows };
      left -= rows;
      after = last;
    }
  }

  *read({ source, after, last }: RowSpan): IterableIterator<readonly StoredRow[]> {
    const id = this.sourceId(source);
    const hasEarlier = this.#ask(() => this.#hasEarlier.get(id)) !== undefined;
    const statement = hasEarlier ? this.#fullChunk : this.#chunk;
    for (let from = after; from < last; ) {
      const found = this.#ask(() => statement.all(id, from, last));
      const chunk = found as unknown as readonly StoredColumns[];
      const end = chunk.at(-1);
      if (end === undefined) return;
      const past = this.#pastStates(id, from + 1, end[0]);
      from = end[0];
      yield chunk.map((found) => this.#storedRow(found, past));
      if (chunk.length < chunkRows) return;
    }
  }

  /** All rows of a source in the order of first arrival. */
  *rows(source: string): IterableIterator<StoredRow> {
    const all = { source, after: 0, last: Number.MAX_SAFE_INTEGER, rows: Number.MAX_SAFE_INTEGER };
    for (const chunk of this.read(all)) yield* chunk;
  }

  /** The row of a source with this key. */
  row(source: string, key: string): StoredRow | null {
    const id = this.sourceId(source);
    const found = this.#ask(() => this.#one.get(id, key)) as unknown as StoredColumns | undefined;
    return found === undefined ? null : this.#storedRow(found, this.#pastStates(id, found[0], found[0]));
  }

  /** The number of a source in the store; null if it has none. */
  sourceId(name: string): number | null {
    const found = this.#database.prepare('SELECT id FROM source WHERE name = ?').get(name);
    return found === undefined ? null : Number(found.id);
  }

  close(): void {
    this.#database.close();
  }

  #ask<T>(query: () => T): T {
    try {
      return query();
    } catch (error) {
      throw asFailure(error, 'read', this.#path);
    }
  }

  /** What rows were, by their numbers from `first` to `last`. */
  #pastStates(source: number | null, first: number, last: number): ReadonlyMap<number, PastState[]> {
    const states = new Map<number, PastState[]>();
    const found = this.#ask(() => this.#past.all(source, first, last));
    for (const [row, run, state] of found as unknown as readonly [number, number, string][]) {
      const past = { state, untilMs: this.#asOfMsOfRun(run) };
      states.set(row, [...(states.get(row) ?? []), past]);
    }
    return states;
  }

  #storedRow(found: StoredColumns, states: ReadonlyMap<number, PastState[]>): StoredRow {
    const [row, key, body, firstRun, lastRun, sourceUpdatedMs, vanishedRun, fields] = found;
    const past = states.get(row);
    return {
      key,
      body,
      sourceUpdatedMs,
      firstSeenMs: this.#startOf(firstRun),
      lastSeenMs: this.#asOfMsOfRun(lastRun),
      vanishedMs: vanishedRun === null ? null : this.#asOfMsOfRun(vanishedRun),
      earlier: fields === null || fields === undefined ? noEarlierValues : readEarlier(fields),
      ...(past !== undefined && { past }),
    };
  }
}

function inArrays(statement: Statement): Statement {
  statement.setReturnArrays(true);
  return statement;
}
