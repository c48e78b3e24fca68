/**
 * What the records of a build depend on besides its rows, as a worker must have it too: this program with its tables,
 * and the definitions of sources.
 */
import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildBasis } from '../../builder/distributed/basis.js';
import { releaseFormat } from '../../format/layout.js';
import type { SourceCatalog } from '../../sources/source/load-catalog.js';
import { version } from '../terminal/version.js';

/** Folders of the program that decide what becomes of a row; definitions are compared one by one. */
const folders = ['base', 'builder', 'geography', 'raw', 'refine', 'sources'];
const catalogFolder = join('sources', 'catalog');
const isOfProgram = (file: string) =>
  !/\.test\.|\.d\.ts$|\.map$|\.tsbuildinfo/.test(file) && !file.startsWith(catalogFolder);

/** The basis of a build of these sources. */
export function buildBasis(catalog: SourceCatalog, sources: readonly string[]): BuildBasis {
  const definitions = sources.flatMap((id) => {
    const source = catalog.get(id);
    return source === null ? [] : [[id, shortHash(JSON.stringify(source.definition))] as const];
  });
  return { program: `${version} (${programHash()})`, definitions: Object.fromEntries(definitions) };
}

/** A version alone does not tell a checkout from another one. */
function programHash(): string {
  const root = join(import.meta.dirname, '..', '..');
  const all = createHash('sha256').update(String(releaseFormat));
  for (const folder of folders) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
      .filter(isOfProgram);
    for (const file of files.sort()) all.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return all.digest('hex').slice(0, 12);
}

const shortHash = (text: string) => hash('sha256', text, 'hex').slice(0, 12);
