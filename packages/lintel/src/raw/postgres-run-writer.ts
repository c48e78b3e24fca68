/**
 * Writes the rows of one run into PostgreSQL, a batch a transaction, on a connection of its own that has claimed the
 * source. When that breaks, the batch in flight is not stored and the run is over.
 */
import type { Sql } from 'postgres';
import { type Connection, inTransaction } from '../base/postgres-connection.js';
import { messageOf } from '../base/user-error.js';
import type { Header } from './column-history.js';
import { PostgresRunTables } from './postgres-run-tables.js';
import { arrayOf, asRawFailure, restored, storable } from './postgres-tables.js';
import type { FaultyRow, RawRow, Run, RunCounts, RunEnd, RunState, RunWriter } from './raw-store.js';
import { RunBuffer } from './run-buffer.js';
import { addCounts, type RunPlace, RunRows, rememberedKeys } from './run-rows.js';

/** Rows whose earlier values are checked at once. */
const chunkRows = 500;

/** What a writer needs besides its place. */
interface RunSession {
  readonly connection: Connection;
  /** The address of the database. */
  readonly address: string;
  /** The number of the source's last row. */
  readonly lastRow: number;
  /** Whether any row of the source has values of columns that its content lacks. */
  readonly hasEarlier: boolean;
  /** Milliseconds since 1970 UTC. */
  now(sql: Sql): Promise<number>;
  /** Called once, when the run is over. */
  closed(): void;
  /** The run as stored. */
  stored(): Promise<Run>;
}

export class PostgresRunWriter implements RunWriter {
  readonly counts: RunCounts = { read: 0, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
  readonly #place: RunPlace;
  readonly #session: RunSession;
  readonly #buffer: RunBuffer;
  readonly #tables: PostgresRunTables;
  readonly #rows: RunRows;
  /** The columns of the current input; null while unknown. */
  #header: Header | null = null;
  #hasHeader = false;
  #vanished = 0;
  #bookmark: string | null = null;
  #details: Readonly<Record<string, unknown>> = {};
  #isOpen = true;

  constructor(place: RunPlace, session: RunSession) {
    this.#place = place;
    this.#session = session;
    this.#buffer = new RunBuffer(place.input);
    this.#tables = new PostgresRunTables(place, session.lastRow);
    this.#rows = new RunRows(this.#tables, place, session.hasEarlier);
  }

  get id(): number {
    return this.#place.id;
  }

  async columns(names: readonly string[] | null): Promise<void> {
    this.#assertOpen();
    const columns = names === null ? null : JSON.stringify(names);
    const id = await this.#write(async (sql) => {
      const [header] = await sql`
        INSERT INTO header (run, columns) VALUES (${this.#place.id}, ${columns}) RETURNING id`;
      return Number(header?.id);
    });
    this.#header = this.#rows.history.begin(id, names);
    this.#hasHeader = true;
  }

  async columnsWere(names: readonly string[], since = this.#place.id): Promise<void> {
    this.#assertOpen();
    await this.#flush();
    const { history } = this.#rows;
    const ended = await this.#write(async (sql) => {
      const unknown = await sql`
        SELECT header.id FROM header JOIN run ON run.id = header.run
        WHERE run.source = ${this.#place.sourceId} AND run.id >= ${since} AND header.columns IS NULL
        ORDER BY header.id`;
      const ids = unknown.map(({ id }) => Number(id));
      await this.#tables.loadHeaders(sql, ids);
      await sql.unsafe('UPDATE header SET columns = $1 WHERE id = ANY ($2::bigint[])', [
        JSON.stringify(names),
        arrayOf(ids),
      ]);
      return ids.map((id) => history.end(id, names));
    });
    if (history.hasEarlier) for (const header of ended) await this.#prune(header);
  }

  async put(row: RawRow): Promise<void> {
    this.#assertOpen();
    this.#buffer.addRow(row, this.#header);
    if (this.#buffer.isFull) await this.#flush();
  }

  async quarantine(fault: FaultyRow): Promise<void> {
    this.#assertOpen();
    this.#buffer.addFault(fault);
    if (this.#buffer.isFull) await this.#flush();
    this.#buffer.checkFaults(this.counts.read, fault);
  }

  bookmark(text: string): void {
    this.#assertOpen();
    // The current batch holds only rows before this bookmark: it may be stored with the batch.
    this.#bookmark = text;
  }

  note(details: Readonly<Record<string, unknown>>): void {
    this.#details = details;
  }

  finish(end: RunEnd = {}): Promise<Run> {
    return this.#close('finished', null, end);
  }

  stop(state: 'interrupted' | 'failed', message: string): Promise<Run> {
    return this.#close(state, message);
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error(`run ${this.#place.id} is closed`);
  }

  /** Stores the current batch, with what the end of the run adds to it. */
  async #flush(end: RunEnd = {}): Promise<void> {
    const entries = this.#buffer.take();
    const { id, sourceId } = this.#place;
    const bookmark = end.bookmark ?? this.#bookmark;
    const added = await this.#write(async (sql) => {
      await this.#tables.load(sql, entries, this.#rows.history);
      const { added, older } = this.#rows.store(entries);
      await this.#tables.save(sql);
      if (end.seenSince !== undefined) await this.#seeAgain(sql, end.seenSince, added);
      if (end.vanishedSince !== undefined) await this.#vanish(sql, end.vanishedSince);
      await sql`
        UPDATE run SET read = read + ${added.read}, new = new + ${added.new}, changed = changed + ${added.changed},
          unchanged = unchanged + ${added.unchanged}, quarantined = quarantined + ${added.quarantined},
          older = older + ${older} WHERE id = ${id}`;
      if (bookmark !== null) await sql`UPDATE source SET bookmark = ${bookmark} WHERE id = ${sourceId}`;
      return added;
    });
    this.#tables.committed();
    this.#bookmark = null;
    addCounts(this.counts, added);
  }

  async #write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const { sql, lost } = this.#session.connection;
    try {
      return await Promise.race([inTransaction(sql, () => work(sql)), lost]);
    } catch (error) {
      throw asRawFailure(error, this.#session.address);
    }
  }

  /** Removes values that were kept only because the columns of an input were unknown. */
  async #prune(header: Header): Promise<void> {
    const { sourceId } = this.#place;
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await this.#write(async (sql) => {
        await this.#tables.load(sql, [], this.#rows.history);
        const rows = await sql`
          SELECT e.row, e.fields FROM earlier e JOIN version v ON v.source = e.source AND v.row = e.row
          WHERE e.source = ${sourceId} AND v.header = ${header.id} AND e.row > ${from}
          ORDER BY e.row LIMIT ${chunkRows}`;
        for (const { row, fields } of rows) this.#rows.history.prune(header, Number(row), String(fields));
        await this.#tables.save(sql);
        return rows.length < chunkRows ? null : Number(rows.at(-1)?.row);
      });
    }
  }

  async #seeAgain(sql: Sql, since: number, added: RunCounts): Promise<void> {
    const { id, sourceId } = this.#place;
    const { count } = await sql`
      UPDATE version SET last_run = ${id}
      WHERE source = ${sourceId} AND last_run >= ${since} AND last_run < ${id} AND vanished_run IS NULL`;
    added.read += count;
    added.unchanged += count;
  }

  async #vanish(sql: Sql, since: number): Promise<void> {
    const { id, sourceId } = this.#place;
    const keys = await sql`
      SELECT r.key FROM version v JOIN row r ON r.source = v.source AND r.no = v.row
      WHERE v.source = ${sourceId} AND v.last_run < ${since} AND v.vanished_run IS NULL
      ORDER BY v.row LIMIT ${rememberedKeys}`;
    this.#rows.keys.vanished = keys.map(({ key }) => restored(String(key)));
    const { count } = await sql`
      UPDATE version SET vanished_run = ${id}
      WHERE source = ${sourceId} AND last_run < ${since} AND vanished_run IS NULL`;
    this.#vanished = count;
  }

  async #close(state: RunState, message: string | null, end: RunEnd = {}): Promise<Run> {
    this.#assertOpen();
    this.#isOpen = false;
    try {
      await this.#flush(end);
    } catch (error) {
      // Where the connection is lost, the next process that opens the store ends the run.
      await this.#end('failed', messageOf(error)).catch(() => {});
      throw error;
    }
    return this.#end(state, message);
  }

  async #end(state: RunState, message: string | null): Promise<Run> {
    try {
      await this.#write(async (sql) => {
        const endedMs = await this.#session.now(sql);
        const kept = await this.#keptRows(sql);
        const details = JSON.stringify({
          keys: this.#rows.keys,
          ...(this.#rows.restated > 0 && { rows_restated: this.#rows.restated }),
          ...(kept > 0 && { rows_kept_fuller: kept }),
          ...this.#details,
        });
        const text = message === null ? null : storable(message);
        await sql`
          UPDATE run SET state = ${state}, message = ${text}, ended_ms = ${endedMs}, details = ${details},
            vanished = ${this.#vanished} WHERE id = ${this.#place.id}`;
      });
    } finally {
      this.#session.closed();
      await this.#session.connection.close();
    }
    return this.#session.stored();
  }

  /** How many rows of this run's inputs have values that only earlier inputs had. */
  async #keptRows(sql: Sql): Promise<number> {
    if (!this.#rows.history.hasEarlier || !this.#hasHeader) return 0;
    const { sourceId, id } = this.#place;
    const [kept] = await sql`
      SELECT count(*)::integer AS rows FROM earlier e JOIN version v ON v.source = e.source AND v.row = e.row
      WHERE e.source = ${sourceId} AND v.header IN (SELECT id FROM header WHERE run = ${id})`;
    return Number(kept?.rows);
  }
}
