/**
 * Colour and width of what people read. Colour if the stream is a terminal, unless NO_COLOR or FORCE_COLOR is
 * set. External text never styles itself: its escape sequences are made visible.
 */
import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { printable } from '../../base/printable.js';

type Style = Parameters<typeof styleText>[0];

/** Puts text into a style. */
export type Paint = (style: Style, text: string) => string;

/** Leaves every text as it is: for streams without colour. */
export const plain: Paint = (_style, text) => text;

/** What styles texts that go to the stream. */
export function painter(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}

/** Encloses a heading until it is printed; random, so that no text from outside can contain it. */
const headingMark = randomUUID();

/** The text as a heading of what a command prints on standard output. */
export function heading(text: string): string {
  return hasColour(process.stdout) ? `${headingMark}${text}${headingMark}` : text;
}

/** Text for standard output: printable, with its headings in bold where there is colour. */
export function styled(text: string): string {
  const paint = painter(process.stdout);
  const parts = printable(text).split(headingMark);
  return parts.map((part, index) => (index % 2 === 1 ? paint('bold', part) : part)).join('');
}

function hasColour(stream: NodeJS.WriteStream): boolean {
  return painter(stream)('bold', 'x') !== 'x';
}

/** Columns of a terminal that does not say how wide it is, and of a log. */
const usualWidth = 80;

/** Columns that a line on standard output may take: the terminal's, else COLUMNS, else 80. */
export function outputWidth(): number {
  const { columns } = process.stdout;
  if (columns !== undefined && columns > 0) return columns;
  const wanted = Number(process.env.COLUMNS);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : usualWidth;
}
