/**
 * Proposes which column holds what, by names and values, which columns make a row unique, and what the status
 * words mean. Unclear columns are left out and listed, never guessed.
 */
import type { PermitStatus } from '@lintel/contract';
import type { SourceKind } from '../../base/source-kind.js';
import { findStatus } from '../../refine/text/status.js';
import { textOf } from '../mapping/value.js';
import { fieldWords } from './column-words.js';
import type { ColumnProfile } from './profile.js';

type Row = Readonly<Record<string, unknown>>;

export interface Proposal {
  /** Canonical field → expression. */
  readonly map: Readonly<Record<string, unknown>>;
  /** Columns with values that the mapping does not read. */
  readonly unmapped: readonly ColumnProfile[];
}

/** The best column for each field; a column is used once. */
export function proposeMapping(kind: SourceKind, columns: readonly ColumnProfile[]): Proposal {
  const map: Record<string, unknown> = {};
  const used = new Set<string>();
  for (const { field, names, fits } of fieldWords[kind]) {
    const found = names
      .flatMap((pattern) => columns.filter((column) => pattern.test(column.plain)))
      .find((column) => !used.has(column.name) && fits(column));
    if (found === undefined) continue;
    used.add(found.name);
    map[field] = found.name;
  }
  Object.assign(map, map.lat === undefined ? nestedPoint(columns, used) : {});
  if ((map.lat === undefined) !== (map.lng === undefined)) {
    for (const half of ['lat', 'lng']) {
      used.delete(String(map[half]));
      delete map[half];
    }
  }
  if (map.lat !== undefined) {
    used.delete(String(map.point));
    delete map.point;
  }
  if (map.address !== undefined) dropParts(map, used);
  const unmapped = columns.filter(
    ({ name, filled, nested }) => !used.has(name) && (filled > 0 || nested !== undefined),
  );
  return { map, unmapped };
}

/** One column has the whole address; separate parts could contradict it. */
function dropParts(map: Record<string, unknown>, used: Set<string>): void {
  for (const part of ['street_no', 'street_direction', 'street_name', 'street_suffix']) {
    used.delete(String(map[part]));
    delete map[part];
  }
}

/** Points as portals nest them: GeoJSON, Esri JSON, Socrata's locations. */
function nestedPoint(columns: readonly ColumnProfile[], used: Set<string>): Record<string, unknown> {
  for (const { name, nested } of columns) {
    const value = nested as Readonly<Record<string, unknown>> | undefined;
    if (value === undefined || name.includes('.')) continue;
    const paths = pointPaths(value);
    if (paths === null) continue;
    used.add(name);
    return { lat: { path: `${name}.${paths[0]}` }, lng: { path: `${name}.${paths[1]}` } };
  }
  return {};
}

function pointPaths(value: Readonly<Record<string, unknown>>): readonly [string, string] | null {
  if (value.type === 'Point' && Array.isArray(value.coordinates)) return ['coordinates.1', 'coordinates.0'];
  if ('latitude' in value && 'longitude' in value) return ['latitude', 'longitude'];
  const { x, y } = value;
  const isDegrees = typeof x === 'number' && typeof y === 'number' && Math.abs(x) <= 180 && Math.abs(y) <= 90;
  return isDegrees ? ['y', 'x'] : null;
}

export interface KeyProposal {
  readonly rowKey: readonly string[];
  /** Rows of the sample whose key another row has as well. */
  readonly repeated: number;
}

/** Columns that are tried as parts of a key. */
const maxKeyCandidates = 10;
/** Share of rows that may repeat a number: later versions of a permit, which replace it. */
const repeatsOfVersions = 0.02;
/** Numbers that a database or an export reassigns. */
const passing = /^(?:objectid|fid|oid|rowid|id|index)$/;

/**
 * The columns that identify rows: the number if it nearly does, else the first single, pair or triple of
 * always filled columns that does, identifiers before others.
 */
export function proposeKey(
  map: Readonly<Record<string, unknown>>,
  columns: readonly ColumnProfile[],
  rows: readonly Row[],
): KeyProposal {
  const always = columns.filter((column) => column.filled === column.rows && column.nested === undefined);
  const number = map.number ?? map.license ?? map.parcel;
  const rank = ({ name, plain }: ColumnProfile) =>
    name === number ? 0 : passing.test(plain) ? 3 : /(?:id|key|number|num|nbr|no)$/.test(plain) ? 1 : 2;
  const candidates = [...always]
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, maxKeyCandidates)
    .map(({ name }) => name);
  const [first] = candidates;
  if (first === undefined) {
    const [fullest] = [...columns].sort((a, b) => b.filled - a.filled);
    return { rowKey: fullest === undefined ? [] : [fullest.name], repeated: rows.length };
  }
  const ofFirst = countRepeated([first], rows);
  if (first === number && ofFirst <= rows.length * repeatsOfVersions)
    return { rowKey: [first], repeated: ofFirst };
  for (const names of combinations(candidates)) {
    if (countRepeated(names, rows) === 0) return { rowKey: names, repeated: 0 };
  }
  return { rowKey: [first], repeated: ofFirst };
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

function countRepeated(names: readonly string[], rows: readonly Row[]): number {
  const keys = rows.map((row) => names.map((name) => textOf(row[name]) ?? '').join('|'));
  return keys.length - new Set(keys).size;
}

interface StatusProposal {
  readonly words: Readonly<Record<string, PermitStatus | null>>;
  /** Words of unknown meaning. */
  readonly unknown: readonly string[];
}

const noDates = { file: null, issue: null, final: null };
/** A column with more different texts than this holds no status words. */
const maxStatusWords = 80;

/** The columns with a permit's status, the first one with a value decides, and words whose meaning is known. */
export interface StatusColumns {
  readonly columns: readonly string[];
  readonly known: Readonly<Record<string, PermitStatus>>;
}

/** The meaning of the status words that the shared table does not know. */
export function proposeStatusWords({ columns, known }: StatusColumns, rows: readonly Row[]): StatusProposal {
  const seen = new Set(
    rows.flatMap((row) => {
      const [text] = columns.flatMap((column) => textOf(row[column]) ?? []);
      return text?.toLowerCase() ?? [];
    }),
  );
  const words: Record<string, PermitStatus | null> = { ...known };
  const unknown: string[] = [];
  if (seen.size > maxStatusWords) return { words, unknown: [] };
  for (const word of seen) {
    const { status, by } = findStatus(word, noDates, {
      statusWords: known,
      statusWhenIssued: null,
      statusWhenFiled: null,
    });
    if (by === 'shared table' || by === 'source table') continue;
    words[word] = status;
    if (status === null) unknown.push(word);
  }
  return { words, unknown };
}
