/**
 * Requests a minute of several machines (C18): each tells the others once a second, through the ledger in PostgreSQL, how
 * many requests it granted to whom, and counts what the others told as its own. So a key may pass its limit by what it
 * sends to several machines within about a second, and no more.
 *
 * While PostgreSQL is away each machine counts for itself. What is exchanged is how long ago something was told, by the
 * database's clock; each machine then goes on by its own monotonic clock, so that the clocks of machines need not agree.
 * When the database's clock is set, what was told just before counts for another minute at most, or is not heard: a key is
 * never held up for longer, and may pass its limit by what it sent within that second.
 */
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { connectPostgres } from './postgres-connection.js';
import { type Elsewhere, rateWindowMs } from './rate-limit.js';

/** Milliseconds between two exchanges. */
const everyMs = 1_000;
/** Milliseconds for which a row may have been on its way when the last ones were read. */
const lateMs = 10_000;
/** Keys and addresses told in one exchange; of an attack from more addresses the rest is not told. */
const maxTold = 10_000;

export interface RateExchange extends Elsewhere {
  /** Tells what was noted since the last time, and takes over what others told. */
  exchange(): Promise<void>;
  /** Only takes over what others told. */
  hear(): Promise<void>;
}

interface Told {
  readonly atMs: number;
  readonly counts: ReadonlyMap<string, number>;
}

interface Row {
  readonly no: number;
  readonly age_ms: number;
  readonly counts: string;
}

/** An exchange over connections to the ledger's database. `now` is the monotonic clock of the limiter. */
export function rateExchange(sql: Sql, now: () => number): RateExchange {
  const machine = randomUUID();
  let noted = new Map<string, number>();
  /** By the number of its row. */
  const told = new Map<number, Told>();
  let isFirst = true;

  function forget(nowMs: number): void {
    for (const [no, { atMs }] of told) if (atMs + rateWindowMs <= nowMs) told.delete(no);
  }

  async function tell(): Promise<void> {
    const mine = noted;
    noted = new Map();
    const counts = JSON.stringify([...mine].slice(0, maxTold));
    try {
      await sql.unsafe(
        `WITH old AS (DELETE FROM rate WHERE at < clock_timestamp() - $3::float8 * INTERVAL '1 ms'
           OR at > clock_timestamp() + $4::float8 * INTERVAL '1 ms')
         INSERT INTO rate (machine, at, counts) SELECT $1, clock_timestamp(), $2 WHERE $2 <> '[]'`,
        [machine, counts, rateWindowMs + lateMs, lateMs],
        { prepare: true },
      );
    } catch (error) {
      // Told with the next exchange instead.
      for (const [key, count] of mine) noted.set(key, (noted.get(key) ?? 0) + count);
      throw error;
    }
  }

  async function hear(): Promise<void> {
    const rows = await sql.unsafe<Row[]>(
      `SELECT no, counts, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS age_ms FROM rate
       WHERE machine <> $1 AND at > clock_timestamp() - $2::float8 * INTERVAL '1 ms'`,
      [machine, isFirst ? rateWindowMs : lateMs],
      { prepare: true },
    );
    isFirst = false;
    for (const { no, age_ms, counts } of rows) {
      if (told.has(no)) continue;
      // One of a time to come was told before the database's clock was set back.
      const ageMs = Math.max(0, age_ms);
      told.set(no, { atMs: now() - ageMs, counts: new Map(JSON.parse(counts) as [string, number][]) });
    }
    forget(now());
  }

  return {
    note(key) {
      noted.set(key, (noted.get(key) ?? 0) + 1);
    },
    others(key, nowMs) {
      let [count, oldestMs] = [0, Number.POSITIVE_INFINITY];
      for (const { atMs, counts } of told.values()) {
        const one = counts.get(key);
        if (one === undefined || atMs + rateWindowMs <= nowMs) continue;
        count += one;
        oldestMs = Math.min(oldestMs, atMs);
      }
      return { count, oldestMs };
    },
    hear,
    async exchange() {
      await tell();
      await hear();
    },
  };
}

/** Exchanges every second with the machines on the same database. `onError` is told once each time it stops working. */
export function startRateExchange(
  url: string,
  now: () => number,
  onError: (error: unknown) => void,
): RateExchange & { stop(): Promise<void> } {
  const connections = connectPostgres(url);
  const exchange = rateExchange(connections.shared, now);
  let isWorking = true;
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= exchange
      .exchange()
      .then(
        () => {
          isWorking = true;
        },
        (error: unknown) => {
          if (isWorking) onError(error);
          isWorking = false;
        },
      )
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return {
    ...exchange,
    async stop() {
      clearInterval(timer);
      await running;
      await connections.close();
    },
  };
}
