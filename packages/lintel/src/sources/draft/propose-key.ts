/** Proposes which columns make a row unique: by uniqueness in the sample, never by name alone. */
import { type SourceRow, textOf } from '../mapping/value.js';
import type { ColumnProfile } from './columns/profile.js';

export interface KeyProposal {
  /** Empty if nothing identifies the rows. */
  readonly rowKey: readonly string[];
  /** What a person should know about it. */
  readonly questions: readonly string[];
}

/** Columns that are tried as parts of a key. */
const maxKeyCandidates = 10;
/** Most columns of a key. */
const maxParts = 8;
/** Rows below which uniqueness proves little. */
const enoughRows = 10;
/** Share of rows that may repeat a number: later versions of a permit, which replace the earlier one. */
const maxVersions = 0.02;
/** Numbers that a database or an export reassigns. */
const isPassing = ({ words }: ColumnProfile) =>
  words.known.has('object') || words.unknown.some((word) => word === 'index');

/** Texts, measures and times may be unique in a sample, but identify nothing: they change. */
const ofMeasures = [
  'description',
  'comment',
  'scope',
  'latitude',
  'longitude',
  'x',
  'y',
  'value',
  'cost',
  'date',
  'status',
];
const isIdentifier = ({ words }: ColumnProfile) =>
  ['id', 'key', 'number'].some((word) => words.known.has(word));
/** Numbers of ten to thirteen digits may be times; in an identifier they are its numbers. */
const isTime = (column: ColumnProfile) =>
  column.shares.date >= 0.6 && !(isIdentifier(column) && column.shares.number >= 0.6);
const isMeasure = (column: ColumnProfile) =>
  isTime(column) || ofMeasures.some((word) => column.words.known.has(word));

/**
 * The columns of the number if no two different rows have the same; else another identifier that no row shares; else
 * the number if only later versions repeat it; else the first pair or triple of always filled columns that tells all
 * rows apart. A row that is there twice counts once.
 */
export function proposeKey(
  number: readonly string[],
  columns: readonly ColumnProfile[],
  rows: readonly SourceRow[],
): KeyProposal {
  if (rows.length === 0) return unseenKey(number);
  const different = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  const always = columns.filter(
    (column) => column.filled === column.rows && column.nested === undefined && !column.isNested,
  );
  const candidates = always
    .filter((column) => !isMeasure(column))
    .sort((a, b) => rankOf(a, number) - rankOf(b, number))
    .slice(0, maxKeyCandidates);
  const isWhole = number.length > 0 && number.every((name) => always.some((column) => column.name === name));
  const identifiers = candidates.filter((column) => isIdentifier(column) && !isPassing(column));
  const first = [...(isWhole ? [[...number]] : []), ...identifiers.map(({ name }) => [name])];
  const sure = first.find((names) => repeated(names, different) === 0);
  if (sure !== undefined)
    return { rowKey: sure, questions: keyQuestions(sure, number, columns, rows.length) };
  const versions = isWhole ? repeated(number, different) : Number.POSITIVE_INFINITY;
  if (versions <= different.length * maxVersions) {
    return {
      rowKey: number,
      questions: [
        `"row_key": ${versions} of ${different.length} rows have the ${quoted(number)} of another row and would replace it. Are they later versions?`,
      ],
    };
  }
  for (const names of combinations(candidates.map(({ name }) => name))) {
    if (repeated(names, different) > 0) continue;
    return { rowKey: names, questions: keyQuestions(names, number, columns, rows.length) };
  }
  return withoutKey(number, always, columns, different);
}

/** Nothing small tells the rows apart. */
function withoutKey(
  number: readonly string[],
  always: readonly ColumnProfile[],
  columns: readonly ColumnProfile[],
  rows: readonly SourceRow[],
): KeyProposal {
  const all = [...always].sort((a, b) => rankOf(a, number) - rankOf(b, number)).slice(0, maxParts);
  const rowKey = all.length > 0 ? all.map(({ name }) => name) : fullest(columns);
  const lost = repeated(rowKey, rows);
  const still = lost === 0 ? '' : `; even with these ${lost} rows of the sample would replace others`;
  return {
    rowKey,
    questions: [`"row_key": no three columns together differ from row to row${still}. What is a row?`],
  };
}

function unseenKey(number: readonly string[]): KeyProposal {
  return number.length === 0
    ? { rowKey: [], questions: ['"row_key": no column is known to identify the rows.'] }
    : {
        rowKey: number,
        questions: [`"row_key": no rows were seen, so check that ${quoted(number)} does not repeat.`],
      };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ');
}

function keyQuestions(
  key: readonly string[],
  number: readonly string[],
  columns: readonly ColumnProfile[],
  rows: number,
): string[] {
  const questions: string[] = [];
  const isNumber = key.join('|') === number.join('|');
  if (rows < enoughRows && !isNumber) {
    questions.push(`"row_key": only ${rows} rows were seen; check it with more (source check --rows).`);
  }
  if (key.some((name) => columns.some((column) => column.name === name && isPassing(column)))) {
    questions.push(
      '"row_key": an object id changes when the data are published anew; a lasting column is better.',
    );
  }
  if (number.length > 0 && !isNumber) {
    questions.push(
      `"row_key": ${quoted(number)} repeats or is empty in some rows, so the key is ${quoted(key)}. What is a ` +
        'row: an address, a trade, a revision? See "row_is" and "key".',
    );
  }
  return questions;
}

function fullest(columns: readonly ColumnProfile[]): string[] {
  const [first] = [...columns].sort((a, b) => b.filled - a.filled);
  return first === undefined ? [] : [first.name];
}

function rankOf(column: ColumnProfile, number: readonly string[]): number {
  if (number.includes(column.name)) return 0;
  if (isPassing(column)) return 3;
  if (isMeasure(column)) return 4;
  return isIdentifier(column) ? 1 : 2;
}

/** Single names, then pairs, then triples, in the order of the names. */
function* combinations(names: readonly string[]): Generator<string[]> {
  for (const name of names) yield [name];
  for (const [i, a] of names.entries()) for (const b of names.slice(i + 1)) yield [a, b];
  for (const [i, a] of names.entries()) {
    for (const [j, b] of names.slice(i + 1).entries())
      for (const c of names.slice(i + j + 2)) yield [a, b, c];
  }
}

/** How many rows have the key of an earlier one. */
function repeated(names: readonly string[], rows: readonly SourceRow[]): number {
  return rows.length - new Set(rows.map((row) => keyOf(names, row))).size;
}

function keyOf(names: readonly string[], row: SourceRow): string {
  return names.map((name) => textOf(row[name]) ?? '').join('|');
}
