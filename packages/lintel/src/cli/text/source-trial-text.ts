/**
 * The trial of a source as text for people: rows with their records, fill of the fields, and what to look at.
 */

import { formatCount } from '../../base/format-number.js';
import type { Trial, TriedRow } from '../../sources/draft/source-trial.js';
import { inWords } from '../../sources/mapping/in-words.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import { indent, table } from '../terminal/outcome.js';
import { heading } from '../terminal/style.js';
import { fieldText } from './trace-text.js';

/** Characters of a value in a table. */
const shownChars = 60;
/** Lines of a list before it is cut. */
const listed = 25;

/** Everything that `lintel source check` prints about a trial. */
export function trialText(source: CatalogSource, trial: Trial, where: string): string {
  const parts = [
    ...trial.rows.map((row, index) => rowText(row, index + 1)),
    fillText(source, trial),
    ...attentionText(trial),
    `${source.id}: ${formatCount(trial.read)} rows of ${where} read, ${formatCount(trial.usable)} usable.`,
  ];
  return parts.join('\n\n');
}

function rowText(row: TriedRow, number: number): string {
  const record = row.refused === null ? fieldText(row.record) : `refused: it ${row.refused}`;
  const defects = row.defects.map(({ name, field }) => `${name} in ${field}`);
  return [
    `Row ${number} (line ${row.line}, key ${row.row_key})`,
    '  as sent',
    indent(fieldText(row.raw), 4),
    '  becomes',
    indent(record, 4),
    ...(defects.length === 0 ? [] : [`  defects: ${defects.join(', ')}`]),
  ].join('\n');
}

function fillText(source: CatalogSource, trial: Trial): string {
  const { map } = source.definition;
  const rows = trial.fields.map(({ field, filled, distinct, examples }) => [
    field,
    percent(filled, trial.read),
    distinct,
    short(examples.join(' | ')),
    short(inWords(map[field])),
  ]);
  return `${heading('Fields')}\n${table(['field', 'filled', 'distinct', 'most common values', 'from'], rows)}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.floor((part / whole) * 100)} %`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > shownChars ? `${line.slice(0, shownChars)} …` : line;
}

function* attentionText(trial: Trial): Generator<string> {
  if (trial.missingColumns.length > 0) {
    const names = trial.missingColumns.map(({ column, nearest }) =>
      nearest === null ? `"${column}"` : `"${column}" (nearest: "${nearest}")`,
    );
    yield `Columns of the definition that are missing or empty in all these rows\n${lines(names)}`;
  }
  if (trial.unreadColumns.length > 0) {
    const names = trial.unreadColumns.map(
      ({ column, example }) => `"${column}", for example ${short(example)}`,
    );
    yield `Columns that are not read\n${lines(names)}`;
  }
  if (Object.keys(trial.unknownStatuses).length > 0) {
    yield `Status words without a meaning: add them to "status_words"\n${lines(counted(trial.unknownStatuses))}`;
  }
  if (Object.keys(trial.defects).length > 0) {
    yield `Defects\n${lines(counted(trial.defects))}`;
  }
  if (trial.repeatedKeys > 0) {
    yield `${formatCount(trial.repeatedKeys)} rows have the row key of an earlier row and would replace it. If they are other permits, "row_key" needs another column.`;
  }
  if (trial.sharedNumbers !== null && trial.sharedNumbers.numbers > 0) {
    const { numbers, rows, alike } = trial.sharedNumbers;
    yield `${formatCount(numbers)} permit numbers are on ${formatCount(rows)} rows; the rows of ${formatCount(alike)} of them agree in type, dates and value and differ in address. If a row is an address of a permit, say "row_is": "address" with "key" as the number.`;
  }
  if (Object.keys(trial.quarantined).length > 0) {
    yield `Rows that would be quarantined\n${lines(counted(trial.quarantined))}`;
  }
}

function counted(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, rows]) => `${name} (${formatCount(rows)})`);
}

function lines(items: readonly string[]): string {
  const shown = items.slice(0, listed).map((item) => `  ${item}`);
  const more = items.length > listed ? [`  … and ${items.length - listed} more`] : [];
  return [...shown, ...more].join('\n');
}
