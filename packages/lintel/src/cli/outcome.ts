import { printableLine } from '../base/printable.js';

/** What a command has to say: one document for scripts (`--json`) and the same as text for people. */
export interface Outcome {
  readonly data: unknown;
  readonly text: string;
  /** What was refused or failed beside the work that was done, a line each; any gives exit status 1. */
  readonly problems?: readonly string[];
  /** Stacks of what was a defect of Lintel among them. */
  readonly traces?: readonly string[];
}

/** Rows as aligned columns under their headings; numbers to the right. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = rows.map((row) => row.map((cell) => formatCell(cell)));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const numeric = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] !== 'string'),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(headings), ...cells.map(line)].join('\n');
}

/** Rows as two aligned columns without headings. */
export function columns(rows: readonly (readonly string[])[]): string {
  return table(['', ''], rows).split('\n').slice(1).join('\n');
}

/** The lines of a text moved to the right; empty ones stay as they are. */
export function indent(text: string, spaces = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

/** The table, or what `narrow` makes of the same when the terminal has fewer columns; a log or a pipe has all. */
export function fitted(wide: string, narrow: () => string, columns = process.stdout.columns): string {
  if (columns === undefined) return wide;
  return wide.split('\n').every((line) => line.length <= columns) ? wide : narrow();
}

function formatCell(cell: string | number | null): string {
  if (cell === null) return '-';
  return typeof cell === 'number' ? formatCount(cell) : printableLine(cell);
}

/** A count with thousands separators, for people. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Milliseconds since 1970 as `2026-06-30 14:05:09Z`. */
export function formatTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}
