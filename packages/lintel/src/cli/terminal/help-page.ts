/**
 * The layout of help: with many options as in a manual page, where options that are too long to have their description
 * beside them have it below; and texts below the options.
 */
import type { Command, Help } from 'commander';

/** Columns where the terminal does not say its own. */
const usualWidth = 80;

/** Columns for the names of options. */
const termWidth = 28;
const indent = '  ';

/** For `configureHelp` of a command. */
export const pageOfHelp: Pick<Help, 'padWidth' | 'formatItem'> = {
  padWidth: () => termWidth,
  formatItem(term, _width, description, helper) {
    const { helpWidth = usualWidth } = helper;
    const beside = indent + ' '.repeat(termWidth) + indent;
    const lines = helper.boxWrap(description, helpWidth - beside.length).split('\n');
    if (helper.displayWidth(term) > termWidth) {
      return [indent + term, ...lines.map((line) => beside + line)].join('\n');
    }
    const [first = '', ...more] = lines;
    const padded = term + ' '.repeat(termWidth - helper.displayWidth(term));
    return [`${indent}${padded}${indent}${first}`.trimEnd(), ...more.map((line) => beside + line)].join('\n');
  },
};

/** Adds a text below the options. Its paragraphs fill the terminal; lines that begin with a space stay as they are. */
export function addTextBelow(command: Command, text: string): void {
  const paragraphs = text.replace(/(?<=^[^ \n].*)\n(?![ \n])/gm, ' ').split('\n');
  command.addHelpText('after', () => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? usualWidth;
    const help = command.createHelp();
    return ['', ...paragraphs.map((each) => (each.startsWith(' ') ? each : help.boxWrap(each, width)))].join(
      '\n',
    );
  });
}
