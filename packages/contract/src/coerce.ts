/**
 * Coerces the text of a parameter value to the type of its schema, as leniently as Pydantic v2.
 *
 * A text without such a value gives the fault that Pydantic would report. The schema checks ranges and
 * lengths, except those of dates, which JSON Schema cannot express.
 */
import { firstDate, lastDate } from './limits.js';
import type { TSchema } from './schema.js';

/** What is wrong with one value, without its location. */
export interface Fault {
  readonly type: string;
  readonly msg: string;
  readonly ctx?: Record<string, unknown>;
}

/** The fault of a value below its minimum. */
export function belowMinimum(limit: number | string): Fault {
  const msg = `Input should be greater than or equal to ${limit}`;
  return { type: 'greater_than_equal', msg, ctx: { ge: limit } };
}

/** The fault of a value above its maximum. */
export function aboveMaximum(limit: number | string): Fault {
  const msg = `Input should be less than or equal to ${limit}`;
  return { type: 'less_than_equal', msg, ctx: { le: limit } };
}

export type Coerced =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: Fault };

/** The keywords of JSON Schema that coercion and fault texts read. */
export interface SchemaFacts {
  readonly type?: string;
  readonly format?: string;
  readonly items?: TSchema;
  readonly enum?: readonly string[];
}

export function factsOf(schema: TSchema): SchemaFacts {
  return schema as SchemaFacts;
}

/**
 * The value of a text for a scalar schema: integer, number, boolean, date (a string of that format) or string.
 */
export function coerce(schema: TSchema, text: string): Coerced {
  const { type, format } = factsOf(schema);
  if (type === 'integer') return coerceInteger(text);
  if (type === 'number') return coerceNumber(text);
  if (type === 'boolean') return coerceBoolean(text);
  return format === 'date' ? coerceDate(text) : { ok: true, value: text };
}

function coerceInteger(text: string): Coerced {
  if (/^[+-]?[0-9]+(\.0*)?$/.test(text)) return { ok: true, value: Number(text) };
  const msg = 'Input should be a valid integer, unable to parse string as an integer';
  return { ok: false, fault: { type: 'int_parsing', msg } };
}

function coerceNumber(text: string): Coerced {
  if (/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?$/i.test(text))
    return { ok: true, value: Number(text) };
  const msg = 'Input should be a valid number, unable to parse string as a number';
  return { ok: false, fault: { type: 'float_parsing', msg } };
}

const yes = new Set(['1', 'on', 't', 'true', 'y', 'yes']);
const no = new Set(['0', 'off', 'f', 'false', 'n', 'no']);

function coerceBoolean(text: string): Coerced {
  const word = text.toLowerCase();
  if (yes.has(word)) return { ok: true, value: true };
  if (no.has(word)) return { ok: true, value: false };
  const msg = 'Input should be a valid boolean, unable to interpret input';
  return { ok: false, fault: { type: 'bool_parsing', msg } };
}

/** A calendar date from `firstDate` to `lastDate`. */
function coerceDate(date: string): Coerced {
  const error = dateFault(date);
  if (error !== null) {
    const msg = `Input should be a valid date (YYYY-MM-DD), ${error}`;
    return { ok: false, fault: { type: 'date_from_datetime_parsing', msg, ctx: { error } } };
  }
  if (date < firstDate) return { ok: false, fault: belowMinimum(firstDate) };
  return date > lastDate ? { ok: false, fault: aboveMaximum(lastDate) } : { ok: true, value: date };
}

/**
 * The first reason, from left to right, why the text is not a calendar date `YYYY-MM-DD`; null if it is one.
 */
function dateFault(text: string): string | null {
  if (text.length < 10) return 'input is too short';
  if (!/^[0-9]{4}/.test(text)) return 'invalid character in year';
  if (text[4] !== '-' || text[7] !== '-') return 'invalid date separator, expected `-`';
  if (!/^[0-9]{2}$/.test(text.slice(5, 7))) return 'invalid character in month';
  if (!/^[0-9]{2}$/.test(text.slice(8, 10))) return 'invalid character in day';
  if (text.length > 10) return 'unexpected extra characters at the end of the input';
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  if (month < 1 || month > 12) return 'month value is outside expected range of 1-12';
  return day < 1 || day > daysInMonth(year, month) ? 'day value is outside expected range' : null;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
