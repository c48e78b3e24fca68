/** Proposes which columns make a row unique: by uniqueness in the sample, never by name alone. */
import { textOf } from '../mapping/value.js';
import type { ColumnProfile } from './profile.js';

type Row = Readonly<Record<string, unknown>>;

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
/** Numbers that a database or an export reassigns. */
const isPassing = ({ words }: ColumnProfile) =>
  (words.unknown.length === 0 &&
    [...words.known].every((word) => ['object', 'id'].includes(word)) &&
    words.known.has('object')) ||
  words.known.has('index');

/** Texts and measures may be unique in a sample, but identify nothing by themselves. */
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
];
const isMeasure = ({ words }: ColumnProfile) => ofMeasures.some((word) => words.known.has(word));

/**
 * The columns of the number if no two different rows have the same, else the first single, pair or triple of always filled columns
 * that tells all rows apart, identifiers before others. A row that is there twice counts once.
 */
export function proposeKey(
  number: readonly string[],
  columns: readonly ColumnProfile[],
  rows: readonly Row[],
): KeyProposal {
  if (rows.length === 0) return unseenKey(number);
  const different = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  const always = columns.filter((column) => column.filled === column.rows && column.nested === undefined);
  const candidates = [...always].sort((a, b) => rankOf(a, number) - rankOf(b, number));
  const names = candidates.slice(0, maxKeyCandidates).map(({ name }) => name);
  const isWhole = number.length > 0 && number.every((name) => always.some((column) => column.name === name));
  const measures = new Set(candidates.filter(isMeasure).map(({ name }) => name));
  for (const tried of [...(isWhole ? [number] : []), ...combinations(names)]) {
    if (tried.every((name) => measures.has(name)) || !isUnique(tried, different)) continue;
    return { rowKey: tried, questions: keyQuestions(tried, number, candidates, rows.length) };
  }
  const most = candidates.slice(0, maxParts).map(({ name }) => name);
  const isKey = most.length > 0 && isUnique(most, different);
  const lost = different.length - new Set(different.map((row) => keyOf(most, row))).size;
  return {
    rowKey: most.length > 0 ? most : fullest(columns),
    questions: isKey
      ? []
      : [
          `"row_key": no columns tell all rows apart; with these ${lost} rows of the sample would replace others.`,
        ],
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
      `"row_key": ${quoted(number)} repeats or is empty in some rows, so ${quoted(key)} make a row unique. What is a ` +
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
  return ['id', 'key', 'number'].some((word) => column.words.known.has(word)) ? 1 : 2;
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

function isUnique(names: readonly string[], rows: readonly Row[]): boolean {
  const seen = new Set<string>();
  for (const row of rows) {
    const key = keyOf(names, row);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

function keyOf(names: readonly string[], row: Row): string {
  return names.map((name) => textOf(row[name]) ?? '').join('|');
}
