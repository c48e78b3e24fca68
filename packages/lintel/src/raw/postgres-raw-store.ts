/**
 * The raw store in PostgreSQL, for several machines: each process claims the sources that it reads into, and refuses
 * none that others read. Runs have connections of their own; all else shares one, which is opened again when it breaks.
 */
import type { Sql } from 'postgres';
import { isConnectionLost } from '../base/postgres.js';
import { type Connection, inTransaction } from '../base/postgres-connection.js';
import { PostgresRowReader } from './postgres-row-reader.js';
import { PostgresRunWriter } from './postgres-run-writer.js';
import {
  asRawFailure,
  claimSource,
  connectRaw,
  databaseTime,
  endDeadRuns,
  interruptRuns,
  nameOf,
  prepareTables,
  restored,
  storable,
} from './postgres-tables.js';
import type { QuarantinedRow, RawStore, RevertedRun, Run, RunOptions } from './raw-store.js';
import { noRun, refuseRevert, revertStatements, runsToForget, toReverted } from './revert-run.js';
import type { RunPlace } from './run-rows.js';
import { unknownRun } from './run-times.js';
import { toQuarantinedRow, toRun } from './store-records.js';

/** Rows fetched at once by an iterator. */
const chunkRows = 256;

/**
 * Opens the raw store at an address such as `postgres://user@host/database`, creating its tables if missing. `now`
 * replaces the database's clock.
 */
export async function openPostgresRawStore(
  address: string,
  { now }: { readonly now?: () => number } = {},
): Promise<PostgresRawStore> {
  const store = new PostgresRawStore(address, now ?? null);
  try {
    await store.open();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

export class PostgresRawStore extends PostgresRowReader implements RawStore {
  readonly #address: string;
  readonly #clock: (() => number) | null;
  readonly #openRuns = new Set<PostgresRunWriter>();
  #connection: Connection;

  constructor(address: string, clock: (() => number) | null) {
    super(
      (query) => this.#ask(query),
      () => this.#connection.close(),
    );
    this.#address = address;
    this.#clock = clock;
    this.#connection = connectRaw(address);
  }

  /** Creates missing tables, and marks runs whose process has died. */
  async open(): Promise<void> {
    await this.#ask(async (sql) => {
      await prepareTables(sql);
      await endDeadRuns(sql);
    });
  }

  /** Sources are claimed one by one. */
  holdLock(): void {}

  async startRun(source: string, input: string, options: RunOptions = {}): Promise<PostgresRunWriter> {
    const connection = connectRaw(this.#address);
    try {
      const started = this.#startOn(connection, source, input, options);
      return await Promise.race([started, connection.lost]);
    } catch (error) {
      await connection.close();
      throw asRawFailure(error, this.#address);
    }
  }

  async runs(): Promise<Run[]> {
    const found = await this.#ask(
      (sql) => sql`SELECT run.*, source.name FROM run JOIN source ON source.id = run.source ORDER BY run.id`,
    );
    return found.map(runOf);
  }

  async revertRun(id: number): Promise<RevertedRun> {
    const runs = await this.runs();
    const run = runs.find((one) => one.id === id);
    if (run === undefined) throw noRun(id, runs.length);
    const connection = connectRaw(this.#address);
    try {
      const { sql, lost } = connection;
      return await Promise.race([this.#revert(sql, run), lost]);
    } catch (error) {
      throw asRawFailure(error, this.#address);
    } finally {
      await connection.close();
    }
  }

  async columns(source: string): Promise<readonly string[] | null> {
    const headers = await this.#ask(
      (sql) => sql`
        SELECT columns FROM header WHERE columns IS NOT NULL AND run = (
          SELECT max(run.id) FROM source JOIN run ON run.source = source.id JOIN header ON header.run = run.id
          WHERE source.name = ${source} AND header.columns IS NOT NULL AND run.reverted_ms IS NULL) ORDER BY id`,
    );
    if (headers.length === 0) return null;
    return [...new Set(headers.flatMap(({ columns }) => JSON.parse(String(columns)) as string[]))];
  }

  async bookmark(source: string): Promise<string | null> {
    const [found] = await this.#ask((sql) => sql`SELECT bookmark FROM source WHERE name = ${source}`);
    return (found?.bookmark as string | null | undefined) ?? null;
  }

  async *quarantined(source?: string): AsyncIterable<QuarantinedRow> {
    const name = source ?? null;
    for (let last = 0; ; ) {
      const after = last;
      const chunk = await this.#ask(
        (sql) => sql`
          SELECT q.*, s.name FROM quarantine q JOIN source s ON s.id = q.source
          WHERE (${name}::text IS NULL OR s.name = ${name}) AND q.id > ${after} ORDER BY q.id LIMIT ${chunkRows}`,
      );
      for (const { input, reason, body, ...rest } of chunk) {
        const texts = { input: restored(input), reason: restored(reason), body: restored(body) };
        yield toQuarantinedRow({ ...rest, ...texts });
      }
      last = Number(chunk.at(-1)?.id);
      if (chunk.length < chunkRows) return;
    }
  }

  override async close(): Promise<void> {
    for (const run of [...this.#openRuns]) await run.stop('interrupted', 'The raw store was closed.');
    await super.close();
  }

  async #startOn(
    connection: Connection,
    source: string,
    input: string,
    options: RunOptions,
  ): Promise<PostgresRunWriter> {
    const { sql } = connection;
    const { kind = 'ingest', stateOf = null } = options;
    await sql`INSERT INTO source (name) VALUES (${source}) ON CONFLICT DO NOTHING`;
    const [{ id: sourceId } = { id: 0 }] = await sql<
      { id: number }[]
    >`SELECT id FROM source WHERE name = ${source}`;
    await claimSource(sql, sourceId, source);
    await interruptRuns(sql, sourceId);
    const now = async (sql: Sql) => this.#clock?.() ?? (await databaseTime(sql));
    const startedMs = await now(sql);
    const dates = new Map<number, number>();
    for (const { id, as_of_ms } of await sql`SELECT id, as_of_ms FROM run WHERE source = ${sourceId}`) {
      dates.set(Number(id), Number(as_of_ms));
    }
    // A clock set back must not make new data older than what was read before.
    const asOfMs = options.asOfMs ?? [...dates.values()].reduce((a, b) => Math.max(a, b), startedMs);
    const [run] = await sql`
      INSERT INTO run (source, input, started_ms, as_of_ms, kind, state, keeps_replaced, bookmark_before)
      SELECT id, ${storable(input)}, ${startedMs}, ${asOfMs}, ${kind}, 'running', 1, bookmark
      FROM source WHERE id = ${sourceId} RETURNING id`;
    await forgetReplaced(sql, sourceId, startedMs);
    const id = Number(run?.id);
    dates.set(id, asOfMs);
    const [last] = await sql`
      SELECT coalesce((SELECT max(no) FROM row WHERE source = ${sourceId}), 0) AS row,
        EXISTS (SELECT 1 FROM earlier WHERE source = ${sourceId}) AS has_earlier`;
    const asOfMsOfRun = (of: number) => {
      const date = dates.get(of);
      if (date === undefined) throw unknownRun(of);
      return date;
    };
    const store = nameOf(this.#address);
    const place: RunPlace = { id, sourceId, kind, input, store, asOfMs, asOfMsOfRun, stateOf };
    const writer: PostgresRunWriter = new PostgresRunWriter(place, {
      connection,
      address: this.#address,
      lastRow: Number(last?.row),
      hasEarlier: last?.has_earlier === true,
      now,
      closed: () => this.#openRuns.delete(writer),
      stored: () => this.#run(id),
    });
    this.#openRuns.add(writer);
    return writer;
  }

  async #revert(sql: Sql, { id, source }: Run): Promise<RevertedRun> {
    const [{ id: sourceId } = { id: 0 }] = await sql<
      { id: number }[]
    >`SELECT id FROM source WHERE name = ${source}`;
    await claimSource(sql, sourceId, source);
    await interruptRuns(sql, sourceId);
    const run = await this.#run(id);
    const nowMs = this.#clock?.() ?? (await databaseTime(sql));
    const asked = revertStatements('no', sourceId, run, nowMs);
    return inTransaction(sql, async () => {
      const [keeps] = await sql.unsafe(asked.keeps);
      const later = await sql.unsafe(asked.later);
      refuseRevert(run, {
        keeps: keeps?.keeps === 1,
        later: later.map(({ run, rows }) => ({ run: Number(run), rows: Number(rows) })),
      });
      const [counts] = await sql.unsafe(asked.counts);
      for (const statement of asked.revert) await sql.unsafe(statement);
      return toReverted(run, counts);
    });
  }

  async #run(id: number): Promise<Run> {
    const [found] = await this.#ask(
      (sql) => sql`
        SELECT run.*, source.name FROM run JOIN source ON source.id = run.source WHERE run.id = ${id}`,
    );
    if (found === undefined) throw new Error(`run ${id} is gone from the raw store`);
    return runOf(found);
  }

  /** Asks what changes nothing, or may be done twice: once more on another connection when the first was lost. */
  async #ask<T>(query: (sql: Sql) => Promise<T>): Promise<T> {
    const used = this.#connection;
    try {
      return await Promise.race([query(used.sql), used.lost]);
    } catch (error) {
      if (!isConnectionLost(error)) throw asRawFailure(error, this.#address);
    }
    try {
      if (this.#connection === used) {
        this.#connection = connectRaw(this.#address);
        await used.close();
      }
      const { sql, lost } = this.#connection;
      return await Promise.race([query(sql), lost]);
    } catch (error) {
      throw asRawFailure(error, this.#address);
    }
  }
}

async function forgetReplaced(sql: Sql, source: number, nowMs: number): Promise<void> {
  const runs = await sql`
    SELECT run.*, source.name FROM run JOIN source ON source.id = run.source WHERE source = ${source} ORDER BY run.id`;
  for (const id of runsToForget(runs, nowMs)) {
    await sql`DELETE FROM replaced WHERE run = ${id}`;
    await sql`UPDATE run SET keeps_replaced = 0 WHERE id = ${id}`;
  }
}

function runOf(record: Readonly<Record<string, unknown>>): Run {
  const run = toRun(record);
  const message = run.message === null ? null : restored(run.message);
  return { ...run, input: restored(run.input), message };
}
