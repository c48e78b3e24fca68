/** A command line that cannot be meant: exit status 2, as for an unknown option. */
import { Failure } from '../base/failure.js';

export class WrongUsage extends Failure {}

/** The whole number that `text` gives for `option`. Separators `_` and `,` are allowed. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const plain = text.replaceAll(/[_,]/g, '');
  const value = /^[0-9]+$/.test(plain) ? Number(plain) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new WrongUsage(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

/** The calendar date (YYYY-MM-DD) that `text` gives for `option`. */
export function calendarDate(option: string, text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) {
    throw new WrongUsage(`${option} takes a date such as 2026-06-30, not "${text}".`);
  }
  return text;
}
