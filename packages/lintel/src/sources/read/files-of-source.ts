/**
 * Which files of an archive are of a source, decided by the beginning of each before a row is passed on: beside the
 * records there may lie a data dictionary, or another table.
 *
 * A file with other columns is left out and reported. If none fits, the refusal of the largest is thrown.
 */
import type { CatalogSource } from '../source/catalog-source.js';
import { NotOfSource } from './not-of-source.js';
import type { FileListener, ReadItems } from './read-item.js';
import type { ZipArchive } from './zip-entries.js';

export type Entry = ZipArchive['entries'][number];

/** Files are of one table that have at least this part of the columns that the fullest one has. */
const leastShared = 0.5;

export async function filesOfSource(
  files: readonly Entry[],
  rowsOf: (file: Entry, listener: FileListener) => ReadItems,
  source: Pick<CatalogSource, 'columns'>,
  listener: FileListener,
): Promise<readonly Entry[]> {
  if (files.length < 2) return files;
  const shapes = new Map<Entry, ReadonlySet<string>>();
  let refusal: NotOfSource | null = null;
  for (const file of [...files].sort((a, b) => b.uncompressedSize - a.uncompressedSize)) {
    try {
      shapes.set(file, await columnsOf(rowsOf, file));
    } catch (error) {
      if (!(error instanceof NotOfSource)) throw error;
      refusal ??= error;
    }
  }
  if (shapes.size === 0 && refusal !== null) throw refusal;
  const [largest] = shapes.values();
  // A source without columns takes any: then the largest file says what the table is.
  const wanted = source.columns.length > 0 ? source.columns : [...(largest ?? [])];
  const found = (file: Entry) => wanted.filter((name) => shapes.get(file)?.has(name)).length;
  const most = Math.max(...files.map(found));
  const fitting = files.filter((file) => shapes.has(file) && found(file) >= most * leastShared);
  for (const file of files) {
    if (!fitting.includes(file)) listener.onLeftOut?.(`${file.fileName} was left out: it has other columns.`);
  }
  return fitting;
}

/** The columns of a file: those of its header, else those of its first rows. */
async function columnsOf(
  rowsOf: (file: Entry, listener: FileListener) => ReadItems,
  file: Entry,
): Promise<ReadonlySet<string>> {
  let names: readonly string[] | null = null;
  const rows = rowsOf(file, {
    onColumns: (named) => {
      names = named;
    },
  });
  try {
    const { value: items } = await rows.next();
    const shown = (items ?? []).flatMap((item) => ('row' in item ? Object.keys(item.row) : []));
    return new Set(names ?? shown);
  } finally {
    await rows.return();
  }
}
