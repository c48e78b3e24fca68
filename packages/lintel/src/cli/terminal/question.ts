/** A question on the terminal that is answered by yes or no. */
import { createInterface } from 'node:readline/promises';
import { printableLine } from '../../base/printable.js';
import { UserError } from '../../base/user-error.js';
import { fitting, printNote } from './print.js';

/** Whether somebody can answer: scripts and pipes cannot. */
export function isAnswered(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Prints the facts and asks; anything but yes is no. Rejects when the signal of the command is aborted, as by Ctrl-C. */
export async function yes(signal: AbortSignal, facts: readonly string[], question: string): Promise<boolean> {
  for (const fact of facts) printNote(fact);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal hands the key over while a line is read.
  asking.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const asked = fitting(`${printableLine(question)} [y/N] `, process.stderr);
    const answer = await asking.question(asked, { signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (error) {
    process.stderr.write('\n');
    throw new UserError('Interrupted.', { cause: error });
  } finally {
    asking.close();
  }
}
