/** Which permits are current (C29): those with a start_date in the 365 days up to the release date. */
import { dateNumber, dayMs } from '../../base/calendar-date.js';

const currentDays = 365;

/** Dates as numbers YYYYMMDD: current permits start after the first and up to the second. */
export interface CurrentDates {
  readonly after: number;
  readonly upTo: number;
}

/** The first and the last day of the current year. Dates are YYYY-MM-DD. */
export function currentPeriod(releasedAt: string): { readonly from: string; readonly to: string } {
  const first = new Date(Date.parse(`${releasedAt}T00:00:00Z`) - (currentDays - 1) * dayMs);
  return { from: first.toISOString().slice(0, 10), to: releasedAt };
}

/** `releasedAt` is YYYY-MM-DD. */
export function currentDates(releasedAt: string): CurrentDates {
  const before = new Date(Date.parse(`${releasedAt}T00:00:00Z`) - currentDays * dayMs);
  return { after: dateNumber(before.toISOString()), upTo: dateNumber(releasedAt) };
}
