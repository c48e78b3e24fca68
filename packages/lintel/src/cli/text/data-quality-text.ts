/** The quality of a release's data as tables for people. */
import type { DataQuality } from '../../explain/data-quality.js';
import type { RowCounts } from '../../format/report.js';
import { table } from '../terminal/outcome.js';

/** Which sources have permits in common, as a table with a heading; nothing where none have. */
export function overlapParts(overlaps: DataQuality['overlaps']): string[] {
  if (overlaps.length === 0) return [];
  const rows = overlaps.map(({ source, other, same, repeated, different }) => [
    source,
    other,
    same,
    repeated,
    different,
  ]);
  const headings = ['source', 'other source', 'one record', 'number repeated', 'kept apart'];
  return [`Numbers that two sources have of one authority\n${table(headings, rows)}`];
}

/** Cells of the rows of a source by what became of them; one that was read before is not merged, but read again. */
export function rowCells({ read, records, merged, repeated = 0, quarantined }: RowCounts): number[] {
  return [read, repeated, records, merged - repeated, quarantined];
}

export const rowHeadings = ['rows read', 'read again', 'records', 'merged', 'quarantined'];

/** The quality as tables. */
export function qualityText(quality: DataQuality): string {
  const { release, released_at, all, sources, refusals, overlaps } = quality;
  const rows = sources.map((source) => [
    source.source,
    ...rowCells(source),
    source.vanished,
    percent(source.defective, source.refined),
  ]);
  const gone = sources.reduce((sum, { vanished }) => sum + vanished, 0);
  if (sources.length > 1) rows.push(['all', ...rowCells(all), gone, '']);
  const headings = ['source', ...rowHeadings, 'vanished', 'rows with defects'];
  const parts = [`Release ${release} of ${released_at}`, table(headings, rows), ...overlapParts(overlaps)];
  for (const source of sources) {
    const { fill, defects } = source;
    if (Object.keys(fill).length > 0) {
      const cells = Object.entries(fill).map(([field, { records, stated }]) => [
        field,
        records,
        percent(records, source.records),
        stated ? '' : 'not stated by the source',
      ]);
      parts.push(`${source.source}\n${table(['field', 'records', 'filled', ''], cells)}`);
    }
    if (defects.length > 0) {
      const cells = defects.map(({ name, field, count, meaning }) => [
        name,
        field,
        count,
        percent(count, source.refined),
        meaning,
      ]);
      parts.push(`${source.source}\n${table(['defect', 'field', 'rows', 'of all', 'meaning'], cells)}`);
    }
  }
  const refused = Object.entries(refusals);
  if (refused.length > 0) parts.push(table(['rows refused by the build: the row', 'rows'], refused));
  if (all.quarantined > 0) parts.push('The refused rows, one by one: lintel quarantine');
  return parts.join('\n\n');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
