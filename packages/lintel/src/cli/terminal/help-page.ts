/**
 * The layout of help with many options, as in a manual page: options that are too long to have their description beside
 * them have it below.
 */
import type { Help } from 'commander';

/** Columns for the names of options. */
const termWidth = 28;
const indent = '  ';

/** For `configureHelp` of a command. */
export const pageOfHelp: Pick<Help, 'padWidth' | 'formatItem'> = {
  padWidth: () => termWidth,
  formatItem(term, _width, description, helper) {
    const { helpWidth = 80 } = helper;
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
