/**
 * Puts what code reads beside the compiled code: the data tables and catalog files that the compiler leaves behind, and
 * the indexes over names of places that are made of them.
 */
import { cpSync, rmSync } from 'node:fs';

const folders = ['geography/data', 'sources/catalog', 'refine/data'];
for (const folder of folders) {
  const copy = `packages/lintel/dist/${folder}`;
  // A definition that was deleted or renamed would otherwise still be read.
  rmSync(copy, { recursive: true, force: true });
  cpSync(`packages/lintel/src/${folder}`, copy, { recursive: true });
}

const { makeNameIndexes } = await import('../packages/lintel/dist/builder/write/name-indexes.js');
await makeNameIndexes();
