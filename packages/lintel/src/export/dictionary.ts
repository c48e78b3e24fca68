/** The data dictionary of exports: every column with its type and its meaning, as Markdown. */
import type { Column, ColumnType } from './column.js';
import { columnsOf } from './columns.js';
import type { ExportKind } from './kinds.js';

const lineWidth = 118;

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
 * The dictionary of one kind of record. `filled` gives the share of the release's records that have a column,
 * from 0 to 1, where the build counted it.
 */
export function dictionaryOf(kind: ExportKind, filled: ReadonlyMap<string, number> = new Map()): string {
  const lines = columnsOf(kind).map((column) => entry(column, filled.get(column.name)));
  return [`## ${kind}`, '', ...lines, ''].join('\n');
}

/** A list of objects, which only Parquet has as such. */
const objects = (fields: readonly Column[]) =>
  `JSON, in Parquet a list of structs of ${fields.map(({ name }) => `\`${name}\``).join(', ')}`;

/** A Markdown list item, in lines of at most `lineWidth` characters. */
function entry({ name, type, fields, description }: Column, filled: number | undefined): string {
  const share = filled === undefined ? '' : ` Filled: ${(100 * filled).toFixed(1)} %.`;
  const words =
    `- \`${name}\` (${fields === undefined ? typeNames[type] : objects(fields)}): ${description}${share}`.split(
      ' ',
    );
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < lineWidth)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(line === undefined ? word : `  ${word}`);
  }
  return lines.join('\n');
}
