/**
 * Rows of a sheet of an Excel workbook: the first visible sheet, or the one that the source's format names.
 *
 * The first row that holds anything is the header. The sheet is read as a stream; only the workbook's shared
 * texts are held in memory, up to a limit. A file that is not a workbook, or lacks the sheet, fails with what
 * it has.
 */

import { didYouMean, listed } from '../../base/unknown-name.js';
import { UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../source/catalog-source.js';
import type { FileListener, ReadItems } from './read-item.js';
import { Table } from './table.js';
import {
  type CellFrame,
  readDateStyles,
  readRelations,
  readSharedTexts,
  readSheet,
  readWorkbook,
  type Workbook,
} from './xlsx-cells.js';
import { openZip, type ZipArchive } from './zip-entries.js';

/** The part that makes a ZIP archive a workbook. */
export const workbookPart = 'xl/workbook.xml';

/** Reads the rows of a workbook; `name` names it in errors. */
export async function* xlsxRows(
  path: string,
  source: CatalogSource,
  name: string,
  listener: FileListener = {},
): ReadItems {
  const archive = await openZip(path, name);
  try {
    const book = await readPart(archive, workbookPart, readWorkbook);
    if (book === null) throw new UserError(`${name} is a ZIP archive, not an Excel workbook.`);
    const paths = (await readPart(archive, 'xl/_rels/workbook.xml.rels', readRelations)) ?? new Map();
    const sheet = chosenSheet(book, source.format.sheet, name);
    const entry = archive.entries.find(({ fileName }) => fileName === paths.get(sheet.part));
    if (entry === undefined) throw new UserError(`${name} lacks the part of its sheet "${sheet.name}".`);
    const frame: CellFrame = {
      sharedTexts: (await readPart(archive, 'xl/sharedStrings.xml', readSharedTexts)) ?? [],
      dateStyles: (await readPart(archive, 'xl/styles.xml', readDateStyles)) ?? [],
      isFrom1904: book.isFrom1904,
    };
    const table = new Table(source, null, name, listener);
    for await (const rows of readSheet(archive.bytes(entry), frame)) {
      for (const { number, cells } of rows) addRow(table, cells, number);
      if (table.items.length > 0) yield table.take();
    }
    table.finish();
    if (table.items.length > 0) yield table.take();
  } finally {
    archive.close();
  }
}

/** Adds a row. Rows without any value are skipped. */
function addRow(table: Table, cells: readonly string[], number: number): void {
  if (cells.some((cell) => cell.trim() !== '')) table.add(cells, number, number);
}

async function readPart<T>(
  archive: ZipArchive,
  path: string,
  read: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T | null> {
  const entry = archive.entries.find(({ fileName }) => fileName === path);
  return entry === undefined ? null : read(archive.bytes(entry));
}

function chosenSheet(book: Workbook, wanted: string | undefined, name: string): Workbook['sheets'][number] {
  const names = book.sheets.map((sheet) => sheet.name);
  const found =
    wanted === undefined
      ? book.sheets[0]
      : book.sheets.find((sheet) => sheet.name.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  if (wanted === undefined) throw new UserError(`${name} has no visible sheet.`);
  const guess = didYouMean(wanted, names);
  throw new UserError(`${name} has no sheet "${wanted}".${guess}`, { hint: `It has: ${listed(names)}.` });
}
