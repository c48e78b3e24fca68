/**
 * The only way from a command to the terminal: everything is made printable, because names, messages and
 * values may come from portals and files. JSON stays exactly the same data.
 */
import { printable, printableJson, printableLine } from '../../base/printable.js';
import { wrap } from './outcome.js';
import { painter, styled } from './style.js';

/** Prints text of one or more lines on standard output. */
export function printText(text: string): void {
  process.stdout.write(`${styled(text)}\n`);
}

/** Prints a value as one JSON document on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${printableJson(JSON.stringify(value, null, 2))}\n`);
}

/** Prints a message on standard error, under the name of the program; on a terminal broken at blanks. */
export function printProblem(message: string): void {
  const { stderr } = process;
  const text = fitting(`lintel: ${printable(message)}`, stderr);
  stderr.write(`${text.replace('lintel:', painter(stderr)('red', 'lintel:'))}\n`);
}

/** The text as the stream shows it whole: a terminal would break lines within words. */
export function fitting(
  text: string,
  { isTTY, columns }: { readonly isTTY: boolean; readonly columns: number },
): string {
  return isTTY && columns > 0 ? wrap(text, columns).join('\n') : text;
}

/** Prints a line on standard error that is neither data nor a failure. */
export function printNote(line: string): void {
  process.stderr.write(`${fitting(printableLine(line), process.stderr)}\n`);
}

/** Prints the stack of a defect on standard error. */
export function printTrace(trace: string): void {
  process.stderr.write(`${printable(trace)}\n`);
}
