/**
 * Parses a time in a value of a portal or a row, to order the rows of one source by age.
 *
 * A text without a zone counts as UTC: what matters is the order within one source, which writes all times
 * the same way.
 */
const iso =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(AM|PM)?)?$/i;
const epochMs = /^(?:\/Date\()?(-?\d{9,14})(?:[+-]\d{4})?(?:\)\/)?(?:\.0*)?$/;

/** Milliseconds since 1970 UTC, or null if the value is not a time. */
export function readInstant(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const epoch = epochMs.exec(text);
  if (epoch) return Number(epoch[1]);
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] =
    iso.exec(text) ?? [];
  if (year !== undefined) {
    const ms = Math.floor(Number(`0.${fraction}`) * 1000);
    const local = utc(year, month, day, Number(hour), Number(minute), Number(second)) + ms;
    return asTime(local - zoneMs(zone));
  }
  const [, m, d, y, h = '0', min = '0', s = '0', half] = american.exec(text) ?? [];
  if (y === undefined) return null;
  const isAfternoon = half?.toUpperCase() === 'PM';
  const hours = half === undefined ? Number(h) : (Number(h) % 12) + (isAfternoon ? 12 : 0);
  return asTime(utc(y, m, d, hours, Number(min), Number(s)));
}

function utc(
  year: string,
  month: string | undefined,
  day: string | undefined,
  hour: number,
  minute: number,
  second: number,
): number {
  return Date.UTC(Number(year), Number(month) - 1, Number(day), hour, minute, second);
}

function zoneMs(zone: string | undefined): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -size : size;
}

function asTime(ms: number): number | null {
  return Number.isNaN(ms) ? null : ms;
}
