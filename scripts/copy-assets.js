/**
 * Copies what the compiler leaves behind (data tables, catalog files, SQL, static pages) beside the compiled code,
 * so that code reads its assets by a path relative to itself.
 */
import { cpSync, existsSync } from 'node:fs';

const folders = ['geography/data', 'sources/catalog', 'refine/data'];
for (const folder of folders) {
  const from = `packages/lintel/src/${folder}`;
  if (existsSync(from)) cpSync(from, `packages/lintel/dist/${folder}`, { recursive: true });
}
