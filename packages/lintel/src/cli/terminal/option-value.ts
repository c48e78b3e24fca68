/** Reads the values of options: numbers, dates, lengths of time. A wrong value is wrong usage. */
import { UsageError } from '../../base/usage-error.js';

/** The whole number that `text` gives for `option`. Separators `_` and `,` are allowed. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const plain = text.replaceAll(/[_,]/g, '');
  const value = /^[0-9]+$/.test(plain) ? Number(plain) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

/** The time of the day (HH:MM) that `text` gives for `option`. */
export function timeOfDay(option: string, text: string): { readonly hour: number; readonly minute: number } {
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === '') throw new UsageError(`${option} takes a time of the day such as 02:15, not "${text}".`);
  return { hour: Number(hour), minute: Number(minute) };
}

/** The calendar date (YYYY-MM-DD) that `text` gives for `option`. */
export function calendarDate(option: string, text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) {
    throw new UsageError(`${option} takes a date such as 2026-06-30, not "${text}".`);
  }
  return text;
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const maxDays = 3_660;

/** The milliseconds that `text` (`90s`, `30m`, `24h`, `7d` or 0) gives for `option`: up to ten years. */
export function duration(option: string, text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = text === '0' ? 0 : Number(count || Number.NaN) * (unitMs[unit] ?? Number.NaN);
  if (ms >= 0 && ms <= maxDays * 86_400_000) return ms;
  throw new UsageError(`${option} takes a time such as 30m, 24h or 7d, not "${text}".`);
}

/** The words of a list with commas that `text` gives for `option`; all allowed ones if it was not given. */
export function listedWords<T extends string>(
  option: string,
  text: string | undefined,
  allowed: readonly T[],
): readonly T[] {
  if (text === undefined) return allowed;
  return text.split(',').map((part) => {
    const word = allowed.find((each) => each === part.trim());
    if (word !== undefined) return word;
    throw new UsageError(`${option} takes ${allowed.join(', ')}, not "${part.trim()}".`);
  });
}
