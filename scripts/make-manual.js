/** Makes the manual pages of the program, one for each of its commands, into `packages/lintel/man`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { manualPages } from '../packages/lintel/dist/cli/manual/manual-pages.js';
import { createProgram } from '../packages/lintel/dist/cli/program.js';

const folder = 'packages/lintel/man';
const { day } = JSON.parse(readFileSync('packages/lintel/dist/built.json', 'utf8'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of manualPages(createProgram(), day)) writeFileSync(`${folder}/${name}.1`, text);
