/** Statistics of a column's values in a sample of rows: how full, how varied, and the share of each kind. */
import { textOf } from '../mapping/value.js';

export interface ColumnProfile {
  readonly name: string;
  /** In lower case without punctuation: `Permit #` → `permitnumber`. */
  readonly plain: string;
  readonly rows: number;
  readonly filled: number;
  readonly distinct: number;
  readonly example: string;
  /** Shares of the filled values, 0 to 1. */
  readonly shares: Readonly<Record<Look, number>>;
  /** Least and greatest of its numbers. */
  readonly least: number;
  readonly most: number;
  /** The first value that is a list or an object. */
  readonly nested: unknown;
}

export type Look = 'date' | 'number' | 'zip' | 'address' | 'point';

const looks: Readonly<Record<Look, RegExp>> = {
  date: /^(?:\d{1,4}[-/]\d{1,2}[-/]\d{2,4}(?!\d)|\d{1,2}[- ][A-Za-z]{3}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\/Date\(|(?:19|20)\d{6}$|-?1\d{11,12}$|1\d{9}$)/,
  number: /^-?\$?\s*-?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/,
  zip: /^\d{5}(?:[- ]?\d{4})?(?:\.0)?$/,
  address: /^\d+[-\w/]*\s+\S*[A-Za-z]/,
  point: /^(?:SRID=\d+;)?POINT\s*Z?\s*\(|^\(\s*-?\d[\d.]*,\s*-?\d[\d.]*\s*\)$/i,
};

/** The profile of each column in the sample, in order of first appearance, then of those only `named`. */
export function profileColumns(
  rows: readonly Readonly<Record<string, unknown>>[],
  named: Iterable<string> = [],
): ColumnProfile[] {
  const names = new Set([...rows.flatMap((row) => Object.keys(row)), ...named]);
  return [...names].filter((name) => name.trim() !== '').map((name) => profileOf(name, rows));
}

function profileOf(name: string, rows: readonly Readonly<Record<string, unknown>>[]): ColumnProfile {
  const values = rows.map((row) => textOf(row[name])).filter((value) => value !== undefined);
  const share = (look: Look) =>
    values.length === 0 ? 0 : values.filter((value) => looks[look].test(value)).length / values.length;
  const numbers = values.map((value) => Number(value.replace(/[$,\s]/g, ''))).filter(Number.isFinite);
  return {
    name,
    plain: name
      .toLowerCase()
      .replaceAll('#', 'number')
      .replace(/[^a-z0-9]/g, ''),
    rows: rows.length,
    filled: values.length,
    distinct: new Set(values).size,
    example: values[0] ?? '',
    shares: {
      date: share('date'),
      number: share('number'),
      zip: share('zip'),
      address: share('address'),
      point: share('point'),
    },
    least: numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY),
    most: numbers.reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY),
    nested: rows.map((row) => row[name]).find((value) => typeof value === 'object' && value !== null),
  };
}
