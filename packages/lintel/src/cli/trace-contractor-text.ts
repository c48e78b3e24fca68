/** The traces of a contractor and of a decision as text for people. */
import { table } from './outcome.js';
import type { ContractorRow, ContractorTrace } from './trace-contractor.js';
import type { DecisionTrace } from './trace-decision.js';
import { defectText, fieldText, section } from './trace-text.js';

/** Rows and joins that the text shows; `--json` has all. */
const shownRows = 40;

export function contractorText({ release, rows, joins, apart, fields, record }: ContractorTrace): string {
  const name = record.business_name ?? record.name ?? '';
  const reasons = joins.map(({ rule, key, a, b }) => [rule, key ?? '', a, b]);
  return [
    `Contractor ${record.id} ${name} of the release ${release}`,
    section(`${rows.length} rows name it`, rowTable(rows)),
    section(
      'One contractor because',
      joins.length === 0
        ? 'all rows have the same name or key'
        : table(['rule', 'key', 'name or key', 'and'], reasons.slice(0, shownRows)),
    ),
    ...(apart.length === 0
      ? []
      : [section('Not joined again without the rows of other contractors', rowTable(apart))]),
    section(
      'Fields',
      table(
        ['field', 'value', 'told by'],
        fields.map(({ field, value, sources }) => [field, value, sources.join(', ')]),
      ),
    ),
    section('Published record', JSON.stringify(record, null, 2)),
  ].join('\n\n');
}

/** Rows that tell the same in one line, with the first of their row keys. */
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
  return `${table(['source', 'rows', 'first row key', 'name', 'keys'], shown)}${more}`;
}

export function decisionText(trace: DecisionTrace): string {
  const { source, record, fields, defects, differs } = trace;
  return [
    `Decision ${record.id} of the release ${trace.release}`,
    section(
      'Origin',
      fieldText({
        source: `${source.id} (${source.name})`,
        row_key: trace.row_key,
        last_seen: trace.last_seen,
        ...(trace.vanished !== null && { vanished: trace.vanished }),
      }),
    ),
    section('Raw row', fieldText(trace.raw)),
    section('Mapped to', fieldText(trace.canonical)),
    section(
      'Fields',
      table(
        ['field', 'from', 'by'],
        fields.map(({ field, from, phrase }) => [field, from, phrase ?? '']),
      ),
    ),
    section('Defects', defects.length === 0 ? 'none' : defects.map(defectText).join('\n')),
    section('Published record', JSON.stringify(record, null, 2)),
    ...(differs.length === 0
      ? []
      : [
          `Made again from the row as it is now, these fields differ from what was published: ${differs.join(', ')}.`,
        ]),
  ].join('\n\n');
}
