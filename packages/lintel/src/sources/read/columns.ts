/**
 * Matches the names in a file to the columns of its source: exactly, then ignoring case.
 *
 * A file without a required column is not of this source: it is refused with the missing, the existing and
 * the similar names.
 */
import { nearest } from '@lintel/contract/plain';
import type { CatalogSource } from '../source/catalog-source.js';
import { NotOfSource } from './not-of-source.js';

/** Names of a long header that a message lists. */
const listedNames = 40;

/**
 * Names in the file that differ in case → the source's spelling. Throws if a required column is missing in
 * any spelling.
 */
export function fitColumns(
  source: Pick<CatalogSource, 'id' | 'columns' | 'required'>,
  names: readonly string[],
  file: string,
): ReadonlyMap<string, string> {
  const present = new Set(names);
  const byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]));
  const spelling = new Map<string, string>();
  for (const column of source.columns) {
    const other = present.has(column) ? undefined : byLowerCase.get(column.toLowerCase());
    if (other !== undefined) spelling.set(other, column);
  }
  const known = new Set([...present, ...spelling.values()]);
  const missing = source.required.filter((column) => !known.has(column));
  if (missing.length > 0) throw missingColumns(source.id, missing, names, file);
  return spelling;
}

/** The row under the names that its source has; `spelling` is what `fitColumns` gave. */
export function respelled(
  row: Readonly<Record<string, unknown>>,
  spelling: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [spelling.get(name) ?? name, value]));
}

function missingColumns(
  sourceId: string,
  missing: readonly string[],
  names: readonly string[],
  file: string,
): NotOfSource {
  const quoted = missing.map((column) => {
    const near = nearest(column, names);
    return near === null ? `"${column}"` : `"${column}" (nearest: "${near}")`;
  });
  const listed = names.slice(0, listedNames).map((name) => `"${name}"`);
  const more = names.length > listedNames ? ` and ${names.length - listedNames} more` : '';
  const what = missing.length === 1 ? 'column' : 'columns';
  return new NotOfSource(`${file} lacks the ${what} ${quoted.join(', ')} of source ${sourceId}.`, {
    hint: `It has ${listed.join(', ')}${more}. Is it a file of another source?`,
  });
}
