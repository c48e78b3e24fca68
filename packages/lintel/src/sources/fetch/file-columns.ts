/**
 * The columns in a file's header, for detecting added and lost ones. Null for formats without a header, whose
 * records may omit empty fields.
 */
import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Columns, namedColumns } from '../ingest/drift.js';
import { delimiterOf } from '../read/delimiter.js';
import { fileText } from '../read/file-text.js';
import { headerAmong, searchedRows } from '../read/header-row.js';
import type { CatalogSource } from '../source/catalog-source.js';

/** Characters of a file searched for its header. */
const headerChars = 1024 * 1024;
/** Lines among which the header is: an empty one may lie between two. */
const headerLines = 2 * searchedRows;

export async function fileColumns(path: string, source: CatalogSource): Promise<Columns | null> {
  const { format } = source;
  if (format.columns !== undefined) return namedColumns(format.columns);
  const extension = extname(path.replace(/\.gz$/i, '')).toLowerCase();
  const type = format.type ?? { '.csv': 'csv', '.tsv': 'tsv', '.tab': 'tsv' }[extension];
  if (type !== 'csv' && type !== 'tsv') return null;
  let text = '';
  try {
    for await (const chunk of fileText(path, { encoding: format.encoding })) {
      text += chunk;
      if (text.split('\n', headerLines + 1).length > headerLines || text.length > headerChars) break;
    }
    const delimiter = type === 'tsv' ? (format.delimiter ?? '\t') : delimiterOf(text, source);
    const from = 1 + (format.skip_rows ?? 0);
    const to = format.skip_rows === undefined ? searchedRows : from;
    const rows: string[][] = parse(text, {
      delimiter,
      from,
      to,
      relax_quotes: true,
      relax_column_count: true,
    });
    const header = rows[headerAmong(rows, source.required)] ?? [];
    const names = header.map((name) => name.trim()).filter((name) => name !== '');
    return names.length === 0 ? null : new Map(names.map((name) => [name, null]));
  } catch {
    // Reading the rows will report what is wrong with the file, and where.
    return null;
  }
}
