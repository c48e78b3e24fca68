/**
 * Reads rows of the raw store in PostgreSQL, in spans that threads and machines can read in parallel. Each chunk is a
 * query of its own.
 */
import type { Sql } from 'postgres';
import type { Connection } from '../base/postgres-connection.js';
import { noEarlierValues, readEarlier } from './earlier-values.js';
import { asRawFailure, connectRaw, restored } from './postgres-tables.js';
import type { PastState, RawContents, RowReader, RowSpan, SourceTotals, StoredRow } from './raw-store.js';
import { contentHash } from './run-rows.js';
import { unknownRun } from './run-times.js';
import { toTotals } from './store-records.js';
import { pastWithout, rowsWithout, unfinishedFetches } from './whole-fetches.js';

/** Rows fetched at once. */
const chunkRows = 500;

/** Asks a query; the connection may be another one each time. */
export type Ask = <T>(query: (sql: Sql) => Promise<T>) => Promise<T>;

/** Opens a reader with a connection of its own. */
export function openPostgresRowReader(address: string): RowReader {
  const connection = connectRaw(address);
  return new PostgresRowReader(askOf(connection, address), () => connection.close());
}

/** Asks on one connection, whose end is the end of all that is asked. */
export function askOf({ sql, lost }: Connection, address: string): Ask {
  return async (query) => {
    try {
      return await Promise.race([query(sql), lost]);
    } catch (error) {
      throw asRawFailure(error, address);
    }
  };
}

interface RunTimes {
  readonly startedMs: number;
  readonly asOfMs: number;
}

export class PostgresRowReader implements RawContents {
  readonly #ask: Ask;
  readonly #close: () => Promise<void>;
  /** Runs that are left out (whole-fetches.ts). */
  readonly #without: readonly number[];
  readonly #sources = new Map<string, number>();
  /** Their times never change. */
  readonly #runs = new Map<number, RunTimes>();

  constructor(ask: Ask, close: () => Promise<void>, without: readonly number[] = []) {
    this.#ask = ask;
    this.#close = close;
    this.#without = without;
  }

  /** The same without what fetches brought that have not ended. */
  async whole(): Promise<PostgresRowReader> {
    return new PostgresRowReader(this.#ask, this.#close, await this.unfinished());
  }

  async unfinished(): Promise<readonly number[]> {
    const found = await this.#ask((sql) => sql.unsafe(unfinishedFetches));
    return found.map(({ id }) => Number(id));
  }

  async totals(): Promise<SourceTotals[]> {
    const left = this.#without.length === 0 ? '' : `AND run.id NOT IN (${this.#without.join()})`;
    const found = await this.#ask(
      (sql) => sql`
        SELECT source.name, max(CASE WHEN read > 0 THEN as_of_ms END) AS last_seen_ms, sum(read) AS read,
          sum(new) AS new, sum(changed) AS changed, sum(unchanged) AS unchanged, sum(quarantined) AS quarantined
        FROM source JOIN run ON run.source = source.id AND run.reverted_ms IS NULL ${sql.unsafe(left)}
        GROUP BY source.name ORDER BY source.name`,
    );
    return found.map(toTotals);
  }

  async *spans(source: string, count: number, most: number): AsyncIterable<RowSpan> {
    const id = await this.sourceId(source);
    const { where } = rowsWithout(this.#without);
    for (let after = 0, left = count; left > 0; ) {
      const [from, wanted] = [after, Math.min(most, left)];
      const [found] = await this.#ask(
        (sql) => sql`SELECT max(no) AS last, count(*) AS rows FROM (
          SELECT no FROM row r WHERE source = ${id} AND no > ${from} ${sql.unsafe(where)}
          ORDER BY no LIMIT ${wanted}) span`,
      );
      if (found === undefined || found.last === null) return;
      const [last, rows] = [Number(found.last), Number(found.rows)];
      yield { source, after, last, rows };
      left -= rows;
      after = last;
    }
  }

  async *read({ source, after, last }: RowSpan): AsyncIterable<readonly StoredRow[]> {
    const id = await this.sourceId(source);
    if (id === null) return;
    const where = 'r.source = $1 AND r.no > $2 AND r.no <= $3';
    for (let from = after; from < last; ) {
      const { rows, end } = await this.#rows(where, [id, from, last]);
      if (rows.length > 0) yield rows;
      if (rows.length < chunkRows) return;
      from = end;
    }
  }

  /** All rows of a source in the order of first arrival. */
  async *rows(source: string): AsyncIterable<StoredRow> {
    const all = { source, after: 0, last: Number.MAX_SAFE_INTEGER, rows: Number.MAX_SAFE_INTEGER };
    for await (const chunk of this.read(all)) yield* chunk;
  }

  /** The row of a source with this key. */
  async row(source: string, key: string): Promise<StoredRow | null> {
    const hash = contentHash(key).toString('hex');
    const id = await this.sourceId(source);
    if (id === null) return null;
    const { rows } = await this.#rows('r.source = $1 AND r.key_hash = $2::uuid', [id, hash]);
    return rows[0] ?? null;
  }

  /** The number of a source in the store; null if it has none. */
  async sourceId(name: string): Promise<number | null> {
    const known = this.#sources.get(name);
    if (known !== undefined) return known;
    const [found] = await this.#ask((sql) => sql`SELECT id FROM source WHERE name = ${name}`);
    if (found === undefined) return null;
    this.#sources.set(name, Number(found.id));
    return Number(found.id);
  }

  async close(): Promise<void> {
    await this.#close();
  }

  /** The rows, and the number of the last one. */
  async #rows(where: string, values: (string | number)[]): Promise<{ rows: StoredRow[]; end: number }> {
    const { columns: of, join, where: standing } = rowsWithout(this.#without);
    const query = `SELECT v.row, r.key, ${of.body}, r.first_run, ${of.last_run}, ${of.said_ms}, ${of.vanished_run},
      ${of.fields} FROM row r JOIN version v ON v.source = r.source AND v.row = r.no
      LEFT JOIN earlier e ON e.source = v.source AND e.row = v.row ${join} WHERE ${where} ${standing} ORDER BY r.no LIMIT ${chunkRows}`;
    const found = await this.#ask((sql) => sql.unsafe(query, values, { prepare: true }).values());
    const past = await this.#pastStates(values[0], found);
    const rows: StoredRow[] = [];
    for (const [row, key, body, firstRun, lastRun, said, vanished, fields] of found) {
      rows.push({
        key: restored(String(key)),
        body: String(body),
        sourceUpdatedMs: said === null ? null : Number(said),
        firstSeenMs: (await this.#run(Number(firstRun))).startedMs,
        lastSeenMs: (await this.#run(Number(lastRun))).asOfMs,
        vanishedMs: vanished === null ? null : (await this.#run(Number(vanished))).asOfMs,
        earlier: fields === null ? noEarlierValues : readEarlier(String(fields)),
        ...(past.has(Number(row)) && { past: past.get(Number(row)) ?? [] }),
      });
    }
    return { rows, end: Number(found.at(-1)?.[0]) };
  }

  /** What these rows of a source were, by their numbers. */
  async #pastStates(
    source: string | number | undefined,
    rows: readonly (readonly unknown[])[],
  ): Promise<ReadonlyMap<number, PastState[]>> {
    const states = new Map<number, PastState[]>();
    const [first, last] = [rows[0]?.[0], rows.at(-1)?.[0]];
    if (source === undefined || first === undefined || last === undefined) return states;
    const query = `SELECT row, run, state FROM past WHERE source = $1 AND row BETWEEN $2 AND $3
      ${pastWithout(this.#without)} ORDER BY row, run`;
    const found = await this.#ask((sql) =>
      sql.unsafe(query, [source, Number(first), Number(last)], { prepare: true }).values(),
    );
    for (const [row, run, state] of found) {
      const past = { state: String(state), untilMs: (await this.#run(Number(run))).asOfMs };
      states.set(Number(row), [...(states.get(Number(row)) ?? []), past]);
    }
    return states;
  }

  async #run(id: number): Promise<RunTimes> {
    if (!this.#runs.has(id)) {
      const runs = await this.#ask((sql) => sql`SELECT id, started_ms, as_of_ms FROM run`);
      for (const run of runs) {
        this.#runs.set(Number(run.id), { startedMs: Number(run.started_ms), asOfMs: Number(run.as_of_ms) });
      }
    }
    const times = this.#runs.get(id);
    if (times === undefined) throw unknownRun(id);
    return times;
  }
}
