/**
 * Copies what the compiler leaves behind (data tables, catalog files) beside the compiled code, so that code reads its
 * assets by a path relative to itself.
 */
import { cpSync, rmSync } from 'node:fs';

const folders = [
  'geography/data',
  'sources/catalog',
  'sources/platforms',
  'sources/inventory/data',
  'refine/data',
];
for (const folder of folders) {
  const copy = `packages/lintel/dist/${folder}`;
  // A definition that was deleted or renamed would otherwise still be read.
  rmSync(copy, { recursive: true, force: true });
  cpSync(`packages/lintel/src/${folder}`, copy, { recursive: true });
}
