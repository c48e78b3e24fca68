/**
 * Writes the code that is made of the contract: types and methods of the clients, and what the command line knows of
 * the interface. A file that would stay the same is left alone, so that nothing is compiled anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generatedFiles } from '../packages/client/dist/generate/files.js';
import { generatedFacts } from '../packages/lintel/dist/cli/api/generate-facts.js';

const files = { ...generatedFiles(), 'packages/lintel/src/cli/api/generated.ts': generatedFacts() };
for (const [path, text] of Object.entries(files))
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
