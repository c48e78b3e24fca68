/** The data dictionary of exports: every column with its type and its meaning, as Markdown. */
import { type Column, type ColumnType, columnsOf } from './columns.js';
import type { ExportKind } from './kinds.js';

const typeNames: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  date: 'date',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  texts: 'list of texts',
  json: 'JSON',
};

/**
 * The dictionary of one kind of record. `filled` gives the share of the release's records that have a column, from 0 to
 * 1, where the build counted it.
 */
export function dictionaryOf(kind: ExportKind, filled: ReadonlyMap<string, number> = new Map()): string {
  const lines = columnsOf(kind).map((column) => entry(column, filled.get(column.name)));
  return [`## ${kind}`, '', ...lines, ''].join('\n');
}

function entry({ name, type, description }: Column, filled: number | undefined): string {
  const share = filled === undefined ? '' : ` Filled: ${(100 * filled).toFixed(1)} %.`;
  return wrapped(`- \`${name}\` (${typeNames[type]}): ${description}${share}`);
}

const maxColumns = 118;

/** A list item in lines of at most `maxColumns`, as the pages of docs are wrapped. */
function wrapped(item: string): string {
  let column = 0;
  return item
    .split(' ')
    .map((word, index) => {
      const breaks = index > 0 && column + 1 + word.length > maxColumns;
      const text = index === 0 ? word : `${breaks ? '\n  ' : ' '}${word}`;
      column = breaks ? 2 + word.length : column + text.length;
      return text;
    })
    .join('');
}
