/**
 * Colour and width of what people read. Colour where the stream is a terminal; NO_COLOR and FORCE_COLOR decide
 * otherwise, as everywhere.
 */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Puts text into a style. */
export type Paint = (style: Style, text: string) => string;

/** Leaves every text as it is: for streams without colour. */
export const plain: Paint = (_style, text) => text;

/** What styles texts that go to the stream. */
export function painter(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}

/** Columns of a terminal that does not say how wide it is, and of a log. */
const usualWidth = 80;

/** Columns that a line on standard output may take: the terminal's, else COLUMNS, else 80. */
export function outputWidth(): number {
  const { columns } = process.stdout;
  if (columns !== undefined && columns > 0) return columns;
  const told = Number(process.env.COLUMNS);
  return Number.isInteger(told) && told > 0 ? told : usualWidth;
}
