/** The first rows of a local file of a source, for trying a definition without storing anything. */
import type { CatalogSource } from '../source/catalog-source.js';
import { readFile } from './read-file.js';
import type { FileListener, ReadItem } from './read-item.js';

/** Up to `limit` items of the file; a UserError when it cannot be read that far. */
export async function firstRows(
  path: string,
  source: CatalogSource,
  limit: number,
  listener: FileListener = {},
): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const batch of readFile(path, source, listener)) {
    for (const item of batch) items.push(item);
    if (items.length >= limit) break;
  }
  return items.slice(0, limit);
}
