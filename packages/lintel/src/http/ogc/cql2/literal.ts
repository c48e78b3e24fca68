/** Instants of CQL2: dates and times. Records have days, so that of a time its day in UTC counts. */
import { FilterFault } from './expression.js';

/** The day of `DATE('2026-06-30')`. */
export function dateLiteral(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  if (!isDay) throw new FilterFault(`${JSON.stringify(text)} is not a date such as 2026-06-30.`);
  return text;
}

/** The day of `TIMESTAMP('2026-06-30T12:00:00Z')`. */
export function timestampLiteral(text: string): string {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(text);
  const ms = isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw new FilterFault(`${JSON.stringify(text)} is not an instant such as 2026-06-30T12:00:00Z.`);
  }
  return new Date(ms).toISOString().slice(0, 10);
}
