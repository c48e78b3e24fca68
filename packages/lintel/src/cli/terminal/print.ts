/**
 * What commands print, the one way to the terminal: everything is made printable, because names, messages and values may
 * come from portals and files. JSON stays exactly the same data.
 */
import { printable, printableJson } from '../../base/printable.js';
import { painter } from './style.js';

/** Prints text of one or more lines on standard output. */
export function printText(text: string): void {
  process.stdout.write(`${shown(text, process.stdout)}\n`);
}

/** Prints a value as one JSON document on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${printableJson(JSON.stringify(value, null, 2))}\n`);
}

/** Prints a message on standard error, under the name of the program. */
export function printProblem(message: string): void {
  process.stderr.write(`${painter(process.stderr)('red', 'lintel:')} ${printable(message)}\n`);
}

/** Prints the stack of a defect on standard error. */
export function printTrace(trace: string): void {
  process.stderr.write(`${printable(trace)}\n`);
}

/** What `painter` puts around text: bold, dim and colours, and their ends. */
const ownStyles = /(\x1b\[(?:1|2|22|3[1-6]|39)m)/;

/** The text made printable, but for the styles that were put into it, where the stream has any. */
function shown(text: string, stream: NodeJS.WriteStream): string {
  if (painter(stream)('bold', 'x') === 'x') return printable(text);
  const parts = text.split(ownStyles);
  return parts.map((part, i) => (i % 2 === 1 ? part : printable(part))).join('');
}
