/** Which character separates the columns of a table if its source does not say. */
import type { CatalogSource } from '../source/catalog-source.js';
import { searchedRows } from './header-row.js';
import { separatorMarks } from './looks-like.js';

/** A first line by which spreadsheet programs are told the separator. */
const separatorLine = /^"?sep=(.)"?[\t ]*(?:\r|\n|$)/i;

/** The separator that the first line of a table names; null if it is no such line. */
export function saidSeparator(beginning: string): string | null {
  return separatorLine.exec(beginning)?.[1] ?? null;
}

/** The separator with which a line has all required columns of the source; a comma if none does. */
export function delimiterOf(beginning: string, source: Pick<CatalogSource, 'format' | 'required'>): string {
  const { delimiter, type, skip_rows: skipped } = source.format;
  if (delimiter !== undefined) return delimiter;
  if (type === 'tsv') return '\t';
  const said = saidSeparator(beginning);
  if (said !== null) return said;
  const lines = beginning.split(/\r\n|\n|\r/, 4 * searchedRows).filter((line) => line !== '');
  const headers = skipped === undefined ? lines.slice(0, searchedRows) : lines.slice(skipped, skipped + 1);
  const needed = source.required.map((column) => column.toLowerCase());
  const fits = (mark: string) =>
    headers.some((header) => {
      const names = new Set(
        header.split(mark).map((name) => name.trim().replace(/^"|"$/g, '').toLowerCase()),
      );
      return needed.length > 0 && needed.every((name) => names.has(name));
    });
  return separatorMarks.find(fits) ?? ',';
}
