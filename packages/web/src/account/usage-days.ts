/** The credits of an account day by day: what was used, by endpoint or key, and what will be at the present pace. */
import type { AccountUsage } from '@lintel/contract/account';
import type { Series } from '../charts/line-chart';
import { addDays } from '../words/format';

/** Days that are shown, those of the window that all plans begin with. */
const shownDays = 30;
/** The pace is the mean of these last days. */
export const paceDays = 7;
/** How far the pace is followed. */
const ahead = 14;
/** As many as charts have colours for. */
const maxSeries = 5;

/** Today, as charges are counted: in UTC. */
export const todayIs = () => new Date().toISOString().slice(0, 10);

type Rows = AccountUsage['rows'];

/** The last days up to today, the oldest first. */
export function lastDays(today: string): readonly string[] {
  return Array.from({ length: shownDays }, (_, at) => addDays(today, at - shownDays + 1));
}

/** Credits a day for each name that rows have, most credits first; beyond the colours they are one series. */
export function seriesBy(
  rows: Rows,
  days: readonly string[],
  nameOf: (row: Rows[number]) => string,
): readonly Series[] {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(nameOf(row), (totals.get(nameOf(row)) ?? 0) + row.credits);
  const names = [...totals].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const own = names.length > maxSeries ? names.slice(0, maxSeries - 1) : names;
  const shown = own.length < names.length ? [...own, 'Others'] : own;
  return shown.map((name) => {
    const values = new Map(days.map((day) => [day, 0]));
    for (const row of rows) {
      const belongs = name === 'Others' ? !own.includes(nameOf(row)) : nameOf(row) === name;
      if (belongs) values.set(row.date, (values.get(row.date) ?? 0) + row.credits);
    }
    return { name, values };
  });
}

export interface Forecast {
  /** Credits a day at the present pace. */
  readonly pace: number;
  /** What counts against the limit at the end of each day from today on. */
  readonly used: ReadonlyMap<string, number>;
  /** The day on which the limit is reached; null if it is not within the days that are shown. */
  readonly reached: string | null;
}

/** What will count against the limit if each day uses as much as the last ones did, and credits return as they must. */
export function forecastOf(usage: AccountUsage, today: string): Forecast {
  const from = addDays(today, 1 - paceDays);
  const recent = usage.daily_usage.filter(({ date }) => date >= from);
  const pace = recent.reduce((sum, { credits }) => sum + credits, 0) / paceDays;
  const used = new Map([[today, usage.credits_used]]);
  let now = usage.credits_used;
  for (let day = 1; day <= ahead; day += 1) {
    const date = addDays(today, day);
    const returned = usage.daily_usage.filter(({ expires }) => expires === date);
    now += pace - returned.reduce((sum, { credits }) => sum + credits, 0);
    used.set(date, Math.max(0, Math.round(100 * now) / 100));
  }
  const { credit_limit: limit } = usage;
  const reached = limit === null ? null : ([...used].find(([, credits]) => credits >= limit)?.[0] ?? null);
  return { pace, used, reached };
}

/** Credits that count now, summed up over the days on which they were used. */
export function countedUp(usage: AccountUsage, days: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    days.map((day) => [
      day,
      usage.daily_usage.reduce((sum, { date, credits }) => sum + (date <= day ? credits : 0), 0),
    ]),
  );
}
