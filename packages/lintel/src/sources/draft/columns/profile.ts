/**
 * What is known of a column: its name in words, the type that its portal states, and statistics of its values in a
 * sample of rows: how full, how varied, and the share of each kind.
 */
import { at, type SourceRow, textOf } from '../../mapping/value.js';
import { completions, type Marks, marksOf, type NameWords, nameWords } from './name-words.js';

/** A column as a portal lists it. */
export interface NamedColumn {
  readonly name: string;
  /** The portal's word for its type, such as `calendar_date` or `esriFieldTypeString`. */
  readonly type?: string | null;
  /** Some of its values, where there are no rows. */
  readonly examples?: readonly string[];
}

export type ColumnType = 'date' | 'number' | 'text' | 'point';

export interface ColumnProfile {
  /** Of a value inside an object, its path: `detail.status`. */
  readonly name: string;
  readonly isNested: boolean;
  readonly words: NameWords;
  /** What the name may mean as well, if it was cut off. */
  readonly completions: readonly NameWords[];
  /** Null if the portal states none. */
  readonly type: ColumnType | null;
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

/** The expression that reads a column. */
export function columnOf({ name, isNested }: ColumnProfile): unknown {
  return isNested ? { path: name } : name;
}

/** The text of a column, or at the path that its name is. */
export function textIn(row: SourceRow, name: string): string | undefined {
  return textOf(name in row ? row[name] : at(row, name.split('.')));
}

export type Look =
  | 'scientific'
  | 'serial'
  | 'numbered'
  | 'date'
  | 'number'
  | 'zip'
  | 'address'
  | 'point'
  | 'sector'
  | 'recordKind';

/** What texts of each kind look like. */
export const looks: Readonly<Record<Look, RegExp>> = {
  date: /^(?:\d{1,4}[-/]\d{1,2}[-/]\d{2,4}(?!\d)|\d{1,2}[- ][A-Za-z]{3,9}\.?,?[- ]\d{2,4}|[A-Za-z]{3,9}[.,]{0,2} \d{1,2},? \d{4}|\/Date\(|(?:19|20)\d{6}$|-?1\d{11,12}$|1\d{9}$)/,
  number: /^-?\$?\s*-?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/,
  /** What a spreadsheet makes of a long number: its last digits are lost. */
  scientific: /^\d(?:\.\d+)?e\+\d+$/i,
  /** A day as a spreadsheet counts it: from 1954 to 2091. */
  serial: /^[2-6]\d{4}(?:\.\d+)?$/,
  numbered: /\d{3}/,
  zip: /^\d{5}(?:[- ]?\d{4})?(?:\.0)?$/,
  address: /^\d+[-\w/]*\s+\S*[A-Za-z]/,
  sector: /^(?:residential|non-?residential|commercial|industrial|res|com|resid|comm|both|mixed(?: use)?)$/i,
  recordKind:
    /^(?:new|initial|original|first|renew(?:al|ed)?|re-?issue[ds]?|amend(?:ed|ment)?|revis(?:ion|ed)|supplement(?:al|ary)?|master|sub-?permit)(?: (?:permit|filing|application))?$/i,
  point: /^(?:SRID=\d+;)?POINT\s*Z?\s*\(|^\(\s*-?\d[\d.]*,\s*-?\d[\d.]*\s*\)$/i,
};

/** The profile of each column in the sample, in order of first appearance, then of those only `named`. */
export function profileColumns(
  rows: readonly SourceRow[],
  named: Iterable<NamedColumn> = [],
): ColumnProfile[] {
  const columns = new Map<string, NamedColumn>();
  for (const row of rows)
    for (const name of [...Object.keys(row), ...innerNames(row)])
      if (!columns.has(name)) columns.set(name, { name });
  for (const column of named) columns.set(column.name, column);
  const marks = marksOf(columns.keys());
  return [...columns.values()]
    .filter(({ name }) => name.trim() !== '')
    .map((column) => profileOf(column, rows, marks));
}

function profileOf(
  { name, type, examples }: NamedColumn,
  rows: readonly SourceRow[],
  marks: Marks,
): ColumnProfile {
  const given = rows.length === 0 ? (examples ?? []) : rows.map((row) => textIn(row, name));
  const values = given.filter((value) => value !== undefined);
  const share = (look: Look) =>
    values.length === 0 ? 0 : values.filter((value) => looks[look].test(value)).length / values.length;
  const numbers = values.map((value) => Number(value.replace(/[$,\s]/g, ''))).filter(Number.isFinite);
  return {
    name,
    isNested: isInner(name, rows),
    words: isInner(name, rows) ? innerWords(name) : nameWords(name, marks),
    completions: completions(name),
    type: type ? typeOf(type) : null,
    rows: rows.length,
    filled: values.length,
    distinct: new Set(values).size,
    example: values[0] ?? '',
    shares: {
      scientific: share('scientific'),
      serial: share('serial'),
      numbered: share('numbered'),
      date: share('date'),
      number: share('number'),
      zip: share('zip'),
      address: share('address'),
      point: share('point'),
      sector: share('sector'),
      recordKind: share('recordKind'),
    },
    least: numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY),
    most: numbers.reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY),
    nested: rows.map((row) => row[name]).find((value) => typeof value === 'object' && value !== null),
  };
}

/** Names of objects that say whose what they hold is; other names of objects say nothing. */
const ofSomebody = [
  'owner',
  'contractor',
  'applicant',
  'mailing',
  'billing',
  'agent',
  'architect',
  'engineer',
  'inspection',
  'fee',
  'license',
];

/** The values inside the objects of a row, by their paths; not those of points and links. */
function innerNames(row: SourceRow): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || name.startsWith('_') || ['url', 'coordinates', 'latitude'].some((key) => key in value))
      return [];
    return Object.entries(value).flatMap(([inner, leaf]) =>
      typeof leaf === 'object' && leaf !== null ? [] : [`${name}.${inner}`],
    );
  });
}

function isInner(name: string, rows: readonly SourceRow[]): boolean {
  return name.includes('.') && rows.length > 0 && !rows.some((row) => name in row);
}

function innerWords(name: string): NameWords {
  const [outer = '', ...inner] = name.split('.');
  const words = nameWords(inner.join(' '));
  const whose = [...nameWords(outer).known].filter((word) => ofSomebody.includes(word));
  return { known: new Set([...whose, ...words.known]), unknown: words.unknown };
}

const types: readonly (readonly [RegExp, ColumnType])[] = [
  [/date|time/i, 'date'],
  [/point|geometry|location|geo_|polygon/i, 'point'],
  [/text|string|char|url|html|guid|globalid/i, 'text'],
  [/num|double|float|int|decimal|money|single|real|percent|oid/i, 'number'],
];

function typeOf(word: string): ColumnType | null {
  return types.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}
