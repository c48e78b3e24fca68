/** Which character separates the columns of a table if its source does not say. */
import type { CatalogSource } from '../source/catalog-source.js';
import { separatorMarks } from './looks-like.js';

/** The separator with which the header has all required columns of the source; a comma if none does. */
export function delimiterOf(beginning: string, source: Pick<CatalogSource, 'format' | 'required'>): string {
  const { delimiter, type, skip_rows = 0 } = source.format;
  if (delimiter !== undefined) return delimiter;
  if (type === 'tsv') return '\t';
  const lines = beginning.split(/\r\n|\n|\r/).filter((line) => line !== '');
  const header = lines[skip_rows] ?? '';
  const needed = source.required.map((column) => column.toLowerCase());
  const fits = (mark: string) => {
    const names = new Set(header.split(mark).map((name) => name.trim().replace(/^"|"$/g, '').toLowerCase()));
    return needed.length > 0 && needed.every((name) => names.has(name));
  };
  return separatorMarks.find(fits) ?? ',';
}
