/** Writes what is generated of the clients (`npm run clients`). The files are checked in; a test compares them. */
import { writeFileSync } from 'node:fs';
import { generatedFiles } from './files.js';

for (const { path, text } of generatedFiles()) {
  writeFileSync(path, text);
  process.stdout.write(`${path}\n`);
}
