/**
 * A contractor's trace as text for people: the rows that name it, why they are one, and where each field
 * comes from.
 */

import type { ContractorRow, ContractorTrace } from '../../explain/trace-contractor.js';
import { nestedWidth, section, table } from '../terminal/outcome.js';
import { recordText } from './trace-text.js';

/** Rows and joins that the text shows; `--json` has all. */
const shownRows = 40;

/** The trace of a contractor. */
export function contractorText({ release, rows, joins, apart, fields, record }: ContractorTrace): string {
  const name = record.business_name ?? record.name ?? '';
  const reasons = joins.map(({ rule, key, a, b }) => [rule, key ?? '', a, b]);
  return [
    `Contractor ${record.id} ${name} of the release ${release}`,
    section(rows.length === 1 ? '1 row names it' : `${rows.length} rows name it`, rowTable(rows)),
    ...(rows.length === 1
      ? []
      : [
          section(
            'One contractor because',
            joins.length === 0
              ? 'all rows have the same name or key'
              : table(['rule', 'key', 'name or key', 'and'], reasons.slice(0, shownRows), nestedWidth()),
          ),
        ]),
    ...(apart.length === 0
      ? []
      : [section('Not linked again without the rows of other contractors', rowTable(apart))]),
    section(
      'Fields',
      table(
        ['field', 'value', 'from'],
        fields.map(({ field, value, sources }) => [field, value, sources.join(', ')]),
        nestedWidth(),
      ),
    ),
    recordText(record),
  ].join('\n\n');
}

/** Rows with the same name and keys in one line, with the first of their row keys. */
function rowTable(rows: readonly ContractorRow[]): string {
  const lines = new Map<string, { row: ContractorRow; count: number }>();
  for (const row of rows) {
    const text = [row.source, row.facts.business_name ?? row.facts.name, ...row.keys].join(' ');
    const line = lines.get(text);
    if (line === undefined) lines.set(text, { row, count: 1 });
    else line.count += 1;
  }
  const shown = [...lines.values()].slice(0, shownRows).map(({ row, count }) => {
    const { source, row_key, facts, keys } = row;
    return [source, count, row_key, facts.business_name ?? facts.name ?? '', keys.join(' ')];
  });
  const more = lines.size > shownRows ? `\n… and ${lines.size - shownRows} more` : '';
  return `${table(['source', 'rows', 'first row key', 'name', 'keys'], shown, nestedWidth())}${more}`;
}
