/**
 * Parses a calendar date in every form that portals use, and decides which dates of a permit are consistent.
 *
 * Texts without a zone are dates as written; instants (epoch seconds or milliseconds, ISO with `Z` or an
 * offset, `/Date(ms)/`) become the date in the source's time zone. An impossible or implausible date is null
 * and noted.
 */
import { dayMs, digitsAt } from '../../base/calendar-date.js';
import { LruCache } from '../../base/memory/lru-cache.js';
import { type DefectList, type DefectName, note } from './defects.js';
import { maxCached, maxYearsAhead, minYear } from './limits.js';

/** What parsing a date depends on besides its text. */
export interface DateContext {
  /** IANA time zone that turns instants into dates. */
  readonly timeZone: string;
  /** Today, `YYYY-MM-DD`: the future begins after it. */
  readonly today: string;
  /** How many years after today a date may be; by default the limit for permits. */
  readonly yearsAhead?: number;
}

/** The file, issue and final date of a permit, and what follows from them (C8). */
export interface PermitDates {
  readonly file: string | null;
  readonly issue: string | null;
  readonly final: string | null;
}

const iso =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** The usual form: the date alone, or at midnight. */
const plainIso = /^\d{4}-\d{2}-\d{2}(?:T00:00:00(?:\.000)?)?$/;
const american = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})(?:[T ,].*)?$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const epoch = /^(-?\d{9,14})(?:\.0*)?$/;
/** A day as spreadsheets count it, from 1954 to 2091, with its time of day after the point. */
const serial = /^([2-6]\d{4})(?:\.\d+)?$/;
/** 1970-01-01 as a spreadsheet counts it. */
const firstSerial = 25_569;
const oData = /^\\?\/Date\((-?\d+)(?:[+-]\d{4})?\)\\?\/$/;
const dayMonthYear = /^(\d{1,2})[- ]([A-Za-z]{3,9})\.?,?[- ](\d{4}|\d{2})(?:[T ,].*)?$/;
const monthDayYear = /^([A-Za-z]{3,9})[.,]{0,2} +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(?:[T ,].*)?$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Dates that systems write for "none". All before the year 2 count as such too. */
const placeholders = new Set(['1899-12-30', '1899-12-31', '1900-01-01', '1970-01-01', '9999-12-31']);

/** The date of `text` as `YYYY-MM-DD`, or null with a defect if it has none. */
export function readDate(
  text: string | undefined,
  field: string,
  context: DateContext,
  defects: DefectList,
): string | null {
  if (text === undefined) return null;
  const date = parseDate(text.trim(), context);
  const fault = dateFault(date, context);
  if (fault === null) return date;
  note(defects, fault, field);
  return null;
}

/** Why a parsed date is dropped; null if it is kept. */
function dateFault(date: string | null, context: DateContext): DefectName | null {
  if (date === null) return 'date_unreadable';
  if (date === '') return 'date_impossible';
  if (placeholders.has(date) || date < '0002') return 'date_placeholder';
  const year = digitsAt(date, 0, 4);
  if (year < minYear) return 'date_implausible';
  const lastYear = digitsAt(context.today, 0, 4) + (context.yearsAhead ?? maxYearsAhead);
  if (year > lastYear || (year === lastYear && date.slice(4) > context.today.slice(4)))
    return 'date_implausible';
  return null;
}

/** `YYYY-MM-DD`; the empty string for a day that does not exist; null for text in no known form. */
function parseDate(text: string, context: DateContext): string | null {
  if (plainIso.test(text)) return existingDate(text.slice(0, 10));
  let match = iso.exec(text);
  if (match) return isoDate(match, context.timeZone);
  match = american.exec(text);
  if (match) return calendarDate(fullYear(match[3] ?? '', context.today), Number(match[1]), Number(match[2]));
  match = compact.exec(text);
  if (match) return calendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
  match = epoch.exec(text);
  if (match) return epochDate(Number(match[1]), context.timeZone);
  match = serial.exec(text);
  if (match) return new Date((Number(match[1]) - firstSerial) * dayMs).toISOString().slice(0, 10);
  match = oData.exec(text);
  if (match) return instantDate(Number(match[1]), context.timeZone);
  match = dayMonthYear.exec(text);
  if (match) return namedDate(match[2] ?? '', Number(match[1]), fullYear(match[3] ?? '', context.today));
  match = monthDayYear.exec(text);
  if (match) return namedDate(match[1] ?? '', Number(match[2]), Number(match[3]));
  return text === '0' ? '1970-01-01' : null;
}

function isoDate(match: RegExpExecArray, timeZone: string): string | null {
  const [, year, month, day, hour, minute, second, , zone] = match;
  const date = calendarDate(Number(year), Number(month), Number(day));
  if (zone === undefined || date === '' || date < '0002') return date;
  const offset = /^[zu]/i.test(zone) ? 0 : offsetMinutes(zone);
  const ms = dayNumber(date) * dayMs + (Number(hour) * 60 + Number(minute) - offset) * 60_000;
  return instantDate(ms + Number(second ?? 0) * 1000, timeZone);
}

function offsetMinutes(zone: string): number {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0);
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Up to ten digits are seconds (until the year 2286), more are milliseconds. */
function epochDate(value: number, timeZone: string): string | null {
  return instantDate(Math.abs(value) < 1e10 ? value * 1000 : value, timeZone);
}

const zoneDates = new Map<string, { format: Intl.DateTimeFormat; dates: LruCache<number, string> }>();

/**
 * The date of an instant in a time zone. Offsets are multiples of a quarter of an hour, so the date is
 * constant within each quarter and cached for it: `Intl` takes several microseconds a date.
 */
function instantDate(ms: number, timeZone: string): string | null {
  if (!(Math.abs(ms) <= 8.64e15)) return null;
  let zone = zoneDates.get(timeZone);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
    zone = { format, dates: new LruCache(maxCached) };
    zoneDates.set(timeZone, zone);
  }
  const quarter = Math.floor(ms / 900_000);
  let date = zone.dates.get(quarter);
  if (date === undefined) {
    date = formattedDate(zone.format, ms);
    zone.dates.set(quarter, date);
  }
  return date;
}

function formattedDate(format: Intl.DateTimeFormat, ms: number): string {
  const parts: Record<string, string> = {};
  for (const part of format.formatToParts(ms)) parts[part.type] = part.value;
  const year = parts.era === 'BC' ? 1 : Number(parts.year);
  if (year > 9999) return '9999-12-31';
  return formatDate(year, Number(parts.month), Number(parts.day));
}

/** A two-digit year lies in the hundred years that end with the latest plausible year. */
function fullYear(text: string, today: string): number {
  const year = Number(text);
  if (text.length !== 2) return year;
  const last = Number(today.slice(0, 4)) + maxYearsAhead;
  const full = Math.floor(last / 100) * 100 + year;
  return full > last ? full - 100 : full;
}

function namedDate(name: string, day: number, year: number): string | null {
  const month = months.indexOf(name.slice(0, 3).toLowerCase());
  return month < 0 ? null : calendarDate(year, month + 1, day);
}

/** A date of the form `YYYY-MM-DD`, or the empty string if the calendar has no such day. */
function existingDate(date: string): string {
  return isDay(digitsAt(date, 0, 4), digitsAt(date, 5, 7), digitsAt(date, 8, 10)) ? date : '';
}

/** The date, or the empty string if the calendar has no such day. */
function calendarDate(year: number, month: number, day: number): string {
  return isDay(year, month, day) ? formatDate(year, month, day) : '';
}

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** `YYYY-MM-DD` of numbers. */
export function formatDate(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

/** Days since 1970-01-01 of a `YYYY-MM-DD` date (proleptic Gregorian calendar). */
export function dayNumber(date: string): number {
  const month = digitsAt(date, 5, 7);
  const year = digitsAt(date, 0, 4) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + digitsAt(date, 8, 10) - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * File ≤ issue ≤ final (C8). The issue date defines a permit and wins: a file date after it or a final date
 * before it is dropped; without an issue date, a final date before the file date is.
 */
export function orderDates(dates: PermitDates, defects: DefectList): PermitDates {
  let { file, final } = dates;
  const { issue } = dates;
  if (file !== null && issue !== null && file > issue) {
    note(defects, 'date_order', 'file_date');
    file = null;
  }
  const before = issue ?? file;
  if (final !== null && before !== null && final < before) {
    note(defects, 'date_order', 'final_date');
    final = null;
  }
  return { file, issue, final };
}

/** Start, end and the three durations in days (C8); null if a date is missing. */
export function deriveDates({ file, issue, final }: PermitDates) {
  const start = file ?? issue ?? final;
  const end = final ?? issue ?? file;
  return {
    start,
    end,
    total: start !== null && end !== null ? daysBetween(start, end) : null,
    construction: issue !== null && final !== null ? daysBetween(issue, final) : null,
    approval: file !== null && issue !== null ? daysBetween(file, issue) : null,
  };
}
