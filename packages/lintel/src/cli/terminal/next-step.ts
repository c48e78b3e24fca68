/** What to do next, as the last line of a command that is one step of several. */
import { shellWord } from '../../base/shell-word.js';
import type { Installation } from './installation.js';

/**
 * `Next: lintel build --publish`, with the home if it was given on the command line: the next command needs
 * it too.
 */
export function nextStep(installation: Pick<Installation, 'homeOption'>, command: string): string {
  return `Next: ${commandLine(installation, command)}`;
}

/** A command as the user of this installation has to type it. */
export function commandLine({ homeOption }: Pick<Installation, 'homeOption'>, command: string): string {
  return `lintel ${command}${homeOption === null ? '' : ` --home ${shellWord(homeOption)}`}`;
}

/** What to do once a release is published. */
export function servingStep(installation: Pick<Installation, 'homeOption'>): string {
  const account = commandLine(installation, 'accounts create --name NAME');
  return `${nextStep(installation, 'serve')}\nA running service switches to it by itself. To make a first key: ${account}`;
}
