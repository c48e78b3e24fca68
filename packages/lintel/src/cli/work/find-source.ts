/** The source that an argument names: by its id, or by the file of its definition. */
import { existsSync } from 'node:fs';
import { UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { Installation } from '../terminal/installation.js';

export async function findSource(installation: Installation, name: string): Promise<CatalogSource> {
  const { readDefinition } = await import('../../sources/source/load-catalog.js');
  if (name.endsWith('.json')) {
    if (!existsSync(name)) throw new UserError(`There is no file ${name}.`);
    return readDefinition(name);
  }
  return (await installation.catalog()).require(name);
}
