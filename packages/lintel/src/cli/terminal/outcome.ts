/**
 * What commands hand back to be printed, and the layout of text: tables, columns and sections that fit the
 * width.
 */
import { formatCount } from '../../base/format-number.js';
import { printableLine } from '../../base/printable.js';
import { heading, outputWidth } from './style.js';

/** What a command has to say: one document for scripts (`--json`) and the same as text for people. */
export interface Outcome {
  readonly data: unknown;
  readonly text: string;
  /** What was refused or failed during the work, a line each; any gives exit status 1. */
  readonly problems?: readonly string[];
  /** Exit status instead of 1 if there are problems. */
  readonly status?: number;
  /** Stacks of what was a defect of Lintel among them. */
  readonly traces?: readonly string[];
}

type Cells = readonly (string | number | null)[];

/** What separates two columns of a table. */
const gap = '  ';
/** A longer word, such as a path, may be broken to make room; a shorter one, such as an id, stays whole. */
const longestWhole = 32;
/** Narrower than this a column of two is never. */
const leastWidth = 12;

/**
 * Rows as aligned columns under their headings, numbers to the right, in lines of at most `width` characters:
 * long texts are wrapped inside their column, and if even that is not enough each row becomes a short
 * paragraph.
 */
export function table(headings: readonly string[], rows: readonly Cells[], width = outputWidth()): string {
  const cells = rows.map((row) => row.map((cell) => formatCell(cell)));
  const isNumeric = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] !== 'string'),
  );
  const natural = headings.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const least = headings.map((name, column) => {
    const texts = [name, ...cells.map((row) => row[column] ?? '')];
    return isNumeric[column] ? (natural[column] ?? 0) : Math.max(...texts.map(longestWord));
  });
  const widths = shrunk(natural, least, width - gap.length * (headings.length - 1));
  if (widths === null) return paragraphs(headings, cells, width);
  const head = tableLines(headings, widths, isNumeric).map((line) => (line === '' ? '' : heading(line)));
  return [...head, ...cells.flatMap((row) => tableLines(row, widths, isNumeric))].join('\n');
}

/**
 * Widths that add up to `room` at most, taken from the widest columns that can give; null when they cannot.
 */
function shrunk(natural: readonly number[], least: readonly number[], room: number): number[] | null {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const giving = widths.map((width, column) => (width > (least[column] ?? 0) ? width : 0));
    const widest = giving.indexOf(Math.max(...giving));
    const width = giving[widest] ?? 0;
    if (width === 0) return null;
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

/** Characters of the longest word that must stay whole. */
function longestWord(text: string): number {
  return Math.min(longestWhole, Math.max(...text.split(' ').map((word) => word.length)));
}

/** A row as the lines that its longest cell takes. */
function tableLines(
  row: readonly string[],
  widths: readonly number[],
  isNumeric: readonly boolean[],
): string[] {
  const wrapped = row.map((cell, column) => wrap(cell, widths[column] ?? cell.length));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, index) =>
    wrapped
      .map((lines, column) => {
        const text = lines[index] ?? '';
        return isNumeric[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
      })
      .join(gap)
      .trimEnd(),
  );
}

/** Rows one below the other: the first cell, and below it the others with their headings. */
function paragraphs(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  return rows
    .map(([title = '', ...others]) => {
      const pairs = others.map((cell, column) => `${headings[column + 1]} ${cell}`);
      const lines = wrap(pairs.join(', '), Math.max(leastWidth, width - gap.length));
      return [heading(`${headings[0]} ${title}`), ...lines.map((line) => `${gap}${line}`)].join('\n');
    })
    .join('\n');
}

/** The text in lines of at most `width` characters, broken at blanks where there are some. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(' ', width);
    const end = blank > 0 ? blank : width;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/** Each line of a text wrapped, the rest of it a little further in than the line begins. */
export function wrapLines(text: string, width = outputWidth()): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const [indent = ''] = /^ */.exec(line) ?? [];
      const [first = '', ...rest] = wrap(line, width);
      const further =
        rest.length === 0 ? [] : wrap(rest.join(' '), Math.max(leastWidth, width - indent.length - 2));
      return [first, ...further.map((each) => `${indent}  ${each}`)];
    })
    .join('\n');
}

/** Rows as two aligned columns without headings, the second one wrapped. */
export function columns(rows: readonly (readonly string[])[], width = outputWidth()): string {
  const names = Math.max(0, ...rows.map(([name = '']) => name.length));
  const room = Math.max(leastWidth, width - names - gap.length);
  return rows
    .flatMap(([name = '', ...values]) =>
      wrap(values.join(gap), room).map((line, index) =>
        `${(index === 0 ? name : '').padEnd(names)}${gap}${line}`.trimEnd(),
      ),
    )
    .join('\n');
}

/** Columns left for text inside a section, or a section in it. */
export const nestedWidth = (): number => outputWidth() - 4;

/** A part of a longer text under its title. */
export function section(title: string, body: string): string {
  return `${heading(title)}\n${indent(body)}`;
}

/** The lines of a text moved to the right; empty ones stay as they are. */
export function indent(text: string, spaces = 2): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

function formatCell(cell: string | number | null): string {
  if (cell === null) return '-';
  return typeof cell === 'number' ? formatCount(cell) : printableLine(cell);
}
