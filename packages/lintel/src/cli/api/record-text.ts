/**
 * One record or object as text for a terminal: a line a value, what is unknown left out, lists of objects as tables and
 * maps from names as lists.
 */
import { readerOf } from '../../export/column.js';
import { nestedWidth, section, table, columns as twoColumns } from '../terminal/outcome.js';
import { facts } from './generated.js';
import { formatOf } from './record-cells.js';

/** A record whose columns are known by the name of its schema. */
export function recordText(item: string, record: unknown): string {
  const rows = (facts.columns[item] ?? []).flatMap((column) => {
    const value = readerOf(column)(record);
    return isEmpty(value) ? [] : [[column.name, formatOf(column)(value)]];
  });
  return twoColumns(rows);
}

/** Records of a name and a text: a paragraph each. */
export function listText(item: string, records: readonly unknown[]): string {
  const readers = (facts.columns[item] ?? []).map(readerOf);
  return twoColumns(records.map((record) => readers.map((read) => simpleText(read(record)))));
}

/** An object without columns, such as the details of a place: its keys in their order. */
export function objectText(object: object): string {
  const entries = Object.entries(object).filter(([, value]) => !isEmpty(value));
  const simple = entries.filter(([, value]) => !isNested(value));
  const nested = entries.filter(([, value]) => isNested(value));
  return [
    twoColumns(simple.map(([key, value]) => [key, simpleText(value)])),
    ...nested.map(([key, value]) => section(key, nestedText(value))),
  ].join('\n');
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Objects, and lists of objects; a list of texts is one line. */
function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.some((each) => typeof each === 'object') : typeof value === 'object';
}

function simpleText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function nestedText(value: unknown): string {
  if (!Array.isArray(value)) {
    return twoColumns(
      Object.entries(value as object).flatMap(([key, each]) =>
        isEmpty(each) ? [] : [[key, simpleText(each)]],
      ),
      nestedWidth(),
    );
  }
  const rowsOf = (key: string) => value.map((row: Readonly<Record<string, unknown>>) => row[key]);
  const headings = Object.keys((value[0] ?? {}) as object).filter((key) => !rowsOf(key).every(isEmpty));
  const rows = value.map((row: Readonly<Record<string, unknown>>) => headings.map((key) => cellOf(row[key])));
  return table(headings, rows, nestedWidth());
}

function cellOf(value: unknown): string | number | null {
  if (typeof value === 'number') return value;
  return value === null || value === undefined ? null : simpleText(value);
}
