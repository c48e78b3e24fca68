/**
 * Rate limits over several machines (C18). Once a second each machine publishes, through the ledger in
 * PostgreSQL, how many units of each key it granted, and adds the counts of the others to its own. So a
 * key can exceed its limit only by what it sends to several machines within about a second.
 *
 * While PostgreSQL is unreachable, each machine counts for itself. Machines exchange the age of a count by
 * the database's clock and then continue by their own monotonic clock, so their clocks need not agree. When
 * the database's clock is set, recent counts either last for another minute at most or are missed: no key is
 * blocked for longer, and a key can exceed its limit by what it sent within that second.
 */
import { randomUUID } from 'node:crypto';
import { connectPostgres, type PostgresConnections, schema } from './postgres-connection.js';
import { type OtherMachines, rateWindowMs } from './rate-limit.js';

/** Milliseconds between two exchanges. */
const intervalMs = 1_000;
/** Each exchange reads the rows of this many milliseconds, since a row may have been committed late. */
const lateMs = 10_000;
/** Keys and addresses published in one exchange. In an attack from more addresses, the rest stays local. */
const maxPublished = 10_000;

interface RateExchange extends OtherMachines {
  /** Publishes what was counted since the last exchange, and receives the counts of the others. */
  exchange(): Promise<void>;
  /** Only receives the counts of the others. */
  receive(): Promise<void>;
}

/** The counts that another machine published at a moment. */
interface Received {
  readonly atMs: number;
  readonly counts: ReadonlyMap<string, number>;
}

interface CountedRow {
  readonly no: number;
  readonly age_ms: number;
  readonly counts: string;
}

/** An exchange over connections to the ledger's database. `now` is the monotonic clock of the limiter. */
export function rateExchange(
  connections: Pick<PostgresConnections, 'shared'>,
  now: () => number,
): RateExchange {
  const machine = randomUUID();
  /** Units granted here since the last exchange, by key. */
  let unpublished = new Map<string, number>();
  /** By the number of the row. */
  const received = new Map<number, Received>();
  let isFirst = true;

  function dropExpired(nowMs: number): void {
    for (const [no, { atMs }] of received) if (atMs + rateWindowMs <= nowMs) received.delete(no);
  }

  async function publish(): Promise<void> {
    const own = unpublished;
    unpublished = new Map();
    const counts = JSON.stringify([...own].slice(0, maxPublished));
    try {
      await connections.shared.unsafe(
        `WITH old AS (DELETE FROM ${schema}.rate WHERE at < clock_timestamp() - $3::float8 * INTERVAL '1 ms'
           OR at > clock_timestamp() + $4::float8 * INTERVAL '1 ms')
         INSERT INTO ${schema}.rate (machine, at, counts) SELECT $1, clock_timestamp(), $2 WHERE $2 <> '[]'`,
        [machine, counts, rateWindowMs + lateMs, lateMs],
        { prepare: true },
      );
    } catch (error) {
      // Published with the next exchange instead.
      for (const [key, count] of own) unpublished.set(key, (unpublished.get(key) ?? 0) + count);
      throw error;
    }
  }

  async function receive(): Promise<void> {
    const rows = await connections.shared.unsafe<CountedRow[]>(
      `SELECT no, counts, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS age_ms FROM ${schema}.rate
       WHERE machine <> $1 AND at > clock_timestamp() - $2::float8 * INTERVAL '1 ms'`,
      [machine, isFirst ? rateWindowMs : lateMs],
      { prepare: true },
    );
    isFirst = false;
    for (const { no, age_ms, counts } of rows) {
      if (received.has(no)) continue;
      // A row from the future was published before the database's clock was set back.
      const ageMs = Math.max(0, age_ms);
      const countsByKey: [string, number][] = JSON.parse(counts);
      received.set(no, { atMs: now() - ageMs, counts: new Map(countsByKey) });
    }
    dropExpired(now());
  }

  return {
    onGranted(key, units) {
      unpublished.set(key, (unpublished.get(key) ?? 0) + units);
    },
    granted(key, nowMs) {
      let [count, oldestMs] = [0, Number.POSITIVE_INFINITY];
      for (const { atMs, counts } of received.values()) {
        const one = counts.get(key);
        if (one === undefined || atMs + rateWindowMs <= nowMs) continue;
        count += one;
        oldestMs = Math.min(oldestMs, atMs);
      }
      return { count, oldestMs };
    },
    receive,
    async exchange() {
      await publish();
      await receive();
    },
  };
}

/**
 * Exchanges every second with the machines on the same database. `onError` is called once each time this
 * stops working.
 */
export function startRateExchange(
  url: string,
  now: () => number,
  onError: (error: unknown) => void,
): RateExchange & { stop(): Promise<void> } {
  const connections = connectPostgres(url);
  const exchange = rateExchange(connections, now);
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
  }, intervalMs);
  return {
    ...exchange,
    async stop() {
      clearInterval(timer);
      await running;
      await connections.close();
    },
  };
}
