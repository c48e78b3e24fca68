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
  const text = `lintel: ${printable(message)}`;
  const lines = stderr.isTTY && stderr.columns > 0 ? wrap(text, stderr.columns) : [text];
  stderr.write(`${lines.join('\n').replace('lintel:', painter(stderr)('red', 'lintel:'))}\n`);
}

/** Prints a line on standard error that is neither data nor a failure. */
export function printNote(line: string): void {
  process.stderr.write(`${printableLine(line)}\n`);
}

/** Prints the stack of a defect on standard error. */
export function printTrace(trace: string): void {
  process.stderr.write(`${printable(trace)}\n`);
}
