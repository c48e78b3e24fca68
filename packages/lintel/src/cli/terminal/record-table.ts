/**
 * A table of records on a terminal: one line a record, never wider than the terminal. Columns come in the order of
 * their importance; the last ones are left out where there is no room, and long texts end with `…`. Numbers are never
 * cut.
 */
import { printableLine } from '../../base/printable.js';
import { heading, outputWidth } from './style.js';

export interface TableColumn {
  readonly name: string;
  /** Numbers are aligned to the right and never cut. */
  readonly isNumber: boolean;
  /** The text of a record's cell; null for an unknown value. */
  cell(record: unknown): string | null;
}

const gap = '  ';
/** A text column is not cut below this while there are others to leave out. */
const leastText = 24;
/** The same where the user chose the columns. */
const leastChosenText = 8;
/** Texts up to this length, such as dates and names of statuses, are not cut, unless the user chose the columns. */
const shortText = 18;

export interface RecordTable {
  readonly text: string;
  /** Names of columns for which there was no room. */
  readonly leftOut: readonly string[];
}

/** The table; `isChosen`: the user named the columns, so that as many as possible are shown. */
export function recordTable(
  columns: readonly TableColumn[],
  records: readonly unknown[],
  isChosen: boolean,
  width = outputWidth(),
): RecordTable {
  const cells = columns.map((column) => records.map((record) => textOf(column.cell(record))));
  const widest = cells.map((texts) => Math.max(1, ...texts.map((text) => [...text].length)));
  const natural = columns.map(({ name }, index) => Math.max(name.length, widest[index] ?? 0));
  const least = columns.map(({ isNumber }, index) => {
    // The first column is the id, with which the record can be asked for.
    if (isNumber || index === 0) return (isChosen ? widest : natural)[index] ?? 0;
    const full = natural[index] ?? 0;
    if (isChosen) return Math.min(full, leastChosenText);
    return full <= shortText ? full : leastText;
  });
  const count = fitting(least, width);
  const widths = shared(natural.slice(0, count), least.slice(0, count), width - gap.length * (count - 1));
  const line = (texts: readonly string[]) =>
    texts
      .slice(0, count)
      .map((text, index) => aligned(text, widths[index] ?? 0, columns[index]?.isNumber === true))
      .join(gap)
      .trimEnd();
  const names = columns.map(({ name }) => name);
  const rows = records.map((_, row) => line(cells.map((texts) => texts[row] ?? '')));
  return { text: [heading(line(names)), ...rows].join('\n'), leftOut: names.slice(count) };
}

function textOf(cell: string | null): string {
  return cell === null ? '-' : printableLine(cell.replace(/\s+/g, ' ').trim());
}

/** How many of the first columns have room for the least that they need; one at least. */
function fitting(least: readonly number[], width: number): number {
  let used = 0;
  for (const [index, each] of least.entries()) {
    used += each + (index === 0 ? 0 : gap.length);
    if (used > width) return Math.max(1, index);
  }
  return least.length;
}

/** The widths of columns in `room`: what each needs at least, and what is left to those that want more, evenly. */
function shared(natural: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...least];
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  while (left > 0) {
    const wanting = widths.flatMap((width, index) => (width < (natural[index] ?? 0) ? [index] : []));
    if (wanting.length === 0) break;
    const share = Math.max(1, Math.floor(left / wanting.length));
    for (const index of wanting) {
      const more = Math.min(share, (natural[index] ?? 0) - (widths[index] ?? 0), left);
      widths[index] = (widths[index] ?? 0) + more;
      left -= more;
    }
  }
  return widths;
}

function aligned(text: string, width: number, isNumber: boolean): string {
  const characters = [...text];
  const shown = characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
  const blanks = ' '.repeat(Math.max(0, width - characters.length));
  return isNumber ? blanks + shown : shown + blanks;
}
