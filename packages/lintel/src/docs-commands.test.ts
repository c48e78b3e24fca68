/** The commands of README and the page for operators do what they say. */
import { test } from 'node:test';
import { checkLists, firstPages, testBlocks } from '@lintel/testing/docs/docs-commands.js';

test('every block of commands is run, or is not for a stated reason', checkLists);
testBlocks((page) => firstPages.includes(page));
