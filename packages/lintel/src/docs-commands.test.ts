/** The commands of README and the page for operators do what they say. */
import { test } from 'node:test';
import { checkLists, testBlocks } from '@lintel/testing/docs/docs-commands.js';

test('every block of commands is run, or is not for a stated reason', checkLists);
testBlocks((page) => page === 'README.md' || page === 'docs/operate.md');
