/**
 * What the service was like, by UTC day, for operators. Counts add up over all processes; of a state, such as a size on
 * disk, the last of the day is kept. The day is that of the ledger's clock when a process writes what it counted, so
 * what was counted within the minute before midnight may be of the day after.
 */
import { all, overRows, run, type Storage, statement, type Value, type Work } from './storage.js';
import { dayNumber, dayStart, utcDate } from './window.js';

/** Days that are kept, as many as of usage. */
const keptDays = 400;

/** A number of one day. */
export interface TrendRow {
  /** UTC date, YYYY-MM-DD. */
  readonly date: string;
  readonly measure: string;
  readonly value: number;
}

/** Numbers by the name of what they measure; whole, and not below 0. */
export type Measures = ReadonlyMap<string, number>;

const columns = { day: 'BIGINT', measure: 'TEXT', value: 'BIGINT' } as const;
const insert = 'INSERT INTO trend (day, measure, value) SELECT day, measure, value FROM given WHERE true';

/** Adds counts to those of today, and replaces the states of today. */
export function* noteTrends(storage: Storage, counts: Measures, states: Measures): Work<void> {
  const today = dayNumber(yield* storage.now());
  // In one order, so that two processes never wait for each other.
  const rowsOf = (measures: Measures): Value[][] =>
    [...measures].sort(([a], [b]) => (a < b ? -1 : 1)).map(([measure, value]) => [today, measure, value]);
  const add = 'ON CONFLICT (day, measure) DO UPDATE SET value = trend.value + excluded.value';
  const replace = 'ON CONFLICT (day, measure) DO UPDATE SET value = excluded.value';
  yield* run(
    ...(counts.size === 0 ? [] : [overRows(`${insert} ${add}`, columns, rowsOf(counts))]),
    ...(states.size === 0 ? [] : [overRows(`${insert} ${replace}`, columns, rowsOf(states))]),
    statement('DELETE FROM trend WHERE day < ?', today - keptDays),
  );
}

/**
 * Whether the caller may do now what all processes together do every `everyMs`, such as to look at the disk: true for
 * one of them. Its time is kept beside the numbers of the day, so the first of a day may always.
 */
export function* takeTurn(storage: Storage, name: string, everyMs: number): Work<boolean> {
  const nowMs = yield* storage.now();
  const taken = yield* all(
    `INSERT INTO trend (day, measure, value) VALUES (?, ?, ?)
       ON CONFLICT (day, measure) DO UPDATE SET value = excluded.value
       WHERE trend.value <= excluded.value - ? RETURNING value`,
    ...[dayNumber(nowMs), `turn ${name}`, Math.floor(nowMs), everyMs],
  );
  return taken.length > 0;
}

/** The numbers of the last days up to today, the oldest first. */
export function* trendRows(storage: Storage, days: number): Work<readonly TrendRow[]> {
  const today = dayNumber(yield* storage.now());
  const rows = yield* all<{ day: number; measure: string; value: number }>(
    "SELECT day, measure, value FROM trend WHERE day > ? AND day <= ? AND measure NOT LIKE 'turn %' ORDER BY day, measure",
    today - days,
    today,
  );
  return rows.map(({ day, ...row }) => ({ date: utcDate(dayStart(day)), ...row }));
}
