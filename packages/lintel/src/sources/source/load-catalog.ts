/**
 * Reads the catalog: the built-in definitions and those of an operator's own folder, one `ID.json` per
 * source. An own definition replaces the built-in one of the same id; a missing folder has none. The first
 * invalid definition of the folder stops loading with a UserError that names file and place; built-in ones are checked
 * by tests.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '@lintel/contract/plain';
import { didYouMean, listed } from '../../base/unknown-name.js';
import { messageOf, UserError } from '../../base/user-error.js';
import type { Catalog } from '../../refine/record/source.js';
import type { SourceDefinition } from '../definition/catalog-schema.js';
import { definitionFault } from '../definition/definition-fault.js';
import { withPlatform } from '../definition/platform.js';
import { builtInSource, type CatalogSource, makeSource } from './catalog-source.js';
import { otherSourcesOf } from './other-sources.js';

/** The folder of the built-in definitions. */
export const builtInDirectory = join(dirname(fileURLToPath(import.meta.url)), '..', 'catalog');

/** A catalog whose sources can be read from files. */
export interface SourceCatalog extends Catalog {
  readonly sources: readonly CatalogSource[];
  get(id: string): CatalogSource | null;
  /** The source of that id; throws a UserError that names the nearest one if there is none. */
  require(id: string): CatalogSource;
}

/** All sources, by id. `directory` is an operator's own folder of definitions. */
export function loadCatalog(options: { readonly directory?: string } = {}): SourceCatalog {
  const byId = new Map<string, CatalogSource>();
  for (const source of readBuiltIn()) byId.set(source.id, source);
  if (options.directory !== undefined) {
    for (const source of readDirectory(options.directory)) byId.set(source.id, source);
  }
  return catalogOf([...byId.values()]);
}

/** A catalog of the given sources, sorted by id. */
function catalogOf(sources: readonly CatalogSource[]): SourceCatalog {
  const sorted = [...sources].sort((a, b) => (a.id < b.id ? -1 : 1));
  const byId = new Map(sorted.map((source) => [source.id, source]));
  return {
    sources: sorted,
    get: (id) => byId.get(id) ?? null,
    require: (id) => byId.get(id) ?? refuse(id, sorted),
  };
}

function refuse(id: string, sources: readonly CatalogSource[]): never {
  const known = sources.map((source) => source.id);
  const meant = sources.find((source) => source.id === nearest(id, known));
  const siblings = meant === undefined ? [] : otherSourcesOf(meant, sources).map((source) => source.id);
  // For a shortened name the nearest id is only one of several candidates.
  const others = siblings.filter((other) => other.startsWith(id));
  const also = others.length === 0 ? '' : ` Of the same place: ${listed(others)}.`;
  throw new UserError(`There is no source "${id}" in the catalog.${didYouMean(id, known)}${also}`, {
    hint: `Known sources: ${listed(known)}. All: lintel source list`,
  });
}

function readBuiltIn(): CatalogSource[] {
  return definitionsIn(builtInDirectory).map((id) => {
    const file = join(builtInDirectory, `${id}.json`);
    return builtInSource(withPlatform(readJson(file), file) as SourceDefinition, file);
  });
}

function readDirectory(directory: string): CatalogSource[] {
  return definitionsIn(directory).map((id) => readDefinition(join(directory, `${id}.json`)));
}

/** The ids of the sources that have a definition in the folder; none if the folder is missing. */
export function definitionsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => basename(name, '.json'));
}

/** The source that a definition file describes; throws a UserError with file and place if it is invalid. */
export function readDefinition(file: string): CatalogSource {
  const source = makeSource(readJson(file), file);
  if (`${source.id}.json` !== basename(file)) {
    throw definitionFault(
      { file, path: 'id' },
      `is "${source.id}", so the file must be named ${source.id}.json.`,
    );
  }
  return source;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`${file} is not JSON: ${messageOf(error)}`, { cause: error });
  }
}
