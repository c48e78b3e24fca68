/** The commands of the other guides do what they say; in a file of its own, which runs beside the first. */
import { firstPages, testBlocks } from '@lintel/testing/docs/docs-commands.js';

testBlocks((page) => !firstPages.includes(page));
