/**
 * Reads a local file of a source: unpacks, decodes and parses it in the source's format or, if the source
 * names none, by its name and content.
 *
 * Workbooks, Parquet files and archives are recognised by their first bytes. A file that begins like another format is
 * refused with what it looks like, before any row is passed on.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../base/user-error.js';
import type { FormatType } from '../definition/catalog-schema.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { isConcatenated } from './concatenated-json.js';
import { csvRows } from './csv-rows.js';
import { delimiterOf } from './delimiter.js';
import { fileSize, fileText, textOfBytes } from './file-text.js';
import { type Entry, filesOfSource } from './files-of-source.js';
import { jsonRows, ndjsonRows } from './json-rows.js';
import { kindName, type TextKind, textKind } from './looks-like.js';
import { refusalOfArchive } from './no-records.js';
import { NotOfSource } from './not-of-source.js';
import { parquetRows } from './parquet-rows.js';
import type { FileListener, ReadItems } from './read-item.js';
import { withinFile } from './unpack-limits.js';
import { workbookPart, xlsxRows } from './xlsx-rows.js';
import { openZip, type ZipArchive } from './zip-entries.js';

type TextFormat = Exclude<FormatType, 'parquet' | 'xlsx'>;

const formatOfExtension: Readonly<Record<string, FormatType>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojson': 'geojson',
  '.parquet': 'parquet',
  '.xlsx': 'xlsx',
};

/** How each format of text may begin. */
const beginsAs: Readonly<Record<TextFormat, readonly TextKind[]>> = {
  csv: ['table'],
  tsv: ['table'],
  json: ['list', 'object', 'line'],
  ndjson: ['line', 'lines'],
  geojson: ['object', 'line'],
};

/** The rows of a file, in batches. */
export async function* readFile(path: string, source: CatalogSource, listener: FileListener = {}): ReadItems {
  const bytes = await fileSize(path);
  yield* withinFile(path, bytes, listener, (to) => readNamed(path, path, source, to));
}

/** `name` names the file in errors. */
async function* readNamed(
  path: string,
  name: string,
  source: CatalogSource,
  listener: FileListener,
): ReadItems {
  const content = await contentOf(path);
  if (content === 'text') {
    refuseText(name, source);
    const onBytes = (count: number) => listener.onBytes?.(count);
    yield* textRows(fileText(path, { encoding: source.format.encoding, onBytes }), name, source, listener);
    return;
  }
  if (content === 'zip') {
    yield* zipRows(path, name, source, listener);
    return;
  }
  const rows = content === 'parquet' ? parquetRows : xlsxRows;
  yield* rows(path, source, name, listener);
  listener.onBytes?.((await stat(path)).size);
}

/** The format by the first bytes of a file. Anything but a binary table is read, or refused, as text. */
export async function contentOf(path: string): Promise<'zip' | 'xlsx' | 'parquet' | 'text'> {
  const magic = await firstBytes(path, 4);
  if (magic === 'PAR1') return 'parquet';
  if (magic !== 'PK\u0003\u0004') return 'text';
  const archive = await openZip(path, path);
  archive.close();
  return archive.entries.some(({ fileName }) => fileName === workbookPart) ? 'xlsx' : 'zip';
}

async function firstBytes(path: string, count: number): Promise<string> {
  const handle = await open(path).catch((error: Error) => {
    throw new UserError(`Cannot read ${path}: ${error.message}`, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(count) });
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function refuseText(name: string, { format }: CatalogSource): void {
  const type = format.type ?? formatOfExtension[extname(plainName(name))];
  if (type !== 'parquet' && type !== 'xlsx') return;
  throw new NotOfSource(`${name} does not begin like the ${type.toUpperCase()} that its source expects.`, {
    hint: 'The file may be incomplete, or of another format.',
  });
}

async function* textRows(
  text: AsyncGenerator<string>,
  name: string,
  source: CatalogSource,
  listener: FileListener,
): ReadItems {
  const { value: beginning, done } = await text.next();
  if (done) throw new UserError(`${name} has no text.`);
  const kind = textKind(beginning);
  const type = formatOf(name, source, kind, beginning);
  const isJoined = type === 'ndjson' && kind === 'object' && isConcatenated(beginning);
  if (!isJoined && !beginsAs[type].includes(kind)) {
    throw new NotOfSource(
      `${name} looks like ${kindName(kind)}, not like the ${type.toUpperCase()} that its source expects.`,
    );
  }
  const isTable = type === 'csv' || type === 'tsv';
  if (!isTable) listener.onColumns?.(null);
  yield* itemsOf(type, whole(beginning, text), beginning, source, { name, listener });
}

async function* whole(beginning: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield beginning;
  yield* rest;
}

function itemsOf(
  type: TextFormat,
  text: AsyncIterable<string>,
  beginning: string,
  source: CatalogSource,
  { name, listener }: { readonly name: string; readonly listener: FileListener },
): ReadItems {
  const { format } = source;
  switch (type) {
    case 'csv':
      return csvRows(text, source, delimiterOf(beginning, source), name, listener);
    case 'tsv':
      return csvRows(text, source, format.delimiter ?? '\t', name, listener);
    case 'json':
      return jsonRows(text, source, format.records ?? '', name);
    case 'geojson':
      return jsonRows(text, source, format.records ?? 'features[].properties', name);
    case 'ndjson':
      return ndjsonRows(text, source, name);
  }
}

/**
 * The source's format; else the one of the file name, if the content fits it; else the one of the content.
 */
function formatOf(name: string, { format }: CatalogSource, kind: TextKind, beginning: string): TextFormat {
  const said = format.type ?? formatOfExtension[extname(plainName(name))];
  const named = said === 'parquet' || said === 'xlsx' ? undefined : said;
  if (named !== undefined && (format.type !== undefined || beginsAs[named].includes(kind))) return named;
  if (kind === 'lines') return 'ndjson';
  if (kind === 'list') return 'json';
  if (kind === 'object' && isConcatenated(beginning)) return 'ndjson';
  if (kind === 'object' || kind === 'line') {
    return format.records === undefined && beginning.includes('"FeatureCollection"') ? 'geojson' : 'json';
  }
  return named ?? 'csv';
}

function plainName(path: string): string {
  return basename(path).toLowerCase().replace(/\.gz$/, '');
}

/** Rows of the files in an archive that are of the source, one after the other. */
async function* zipRows(
  path: string,
  name: string,
  source: CatalogSource,
  listener: FileListener,
): ReadItems {
  const archive = await openZip(path, name);
  const rowsOf = (file: Entry, to: FileListener) => {
    const inner = `${name}/${file.fileName}`;
    if (/\.(xlsx|parquet)$/.test(plainName(file.fileName)))
      return unpackedRows(archive, file, inner, source, to);
    return textRows(textOfBytes(archive.bytes(file), inner, source.format.encoding), inner, source, to);
  };
  try {
    const files = recordFiles(archive);
    if (files.length === 0) {
      const names = archive.entries.map(({ fileName }) => fileName);
      throw refusalOfArchive(name, names, Object.keys(formatOfExtension));
    }
    for (const file of await filesOfSource(files, rowsOf, source, listener)) {
      yield* rowsOf(file, listener);
      listener.onBytes?.(file.compressedSize);
    }
  } finally {
    archive.close();
  }
}

/** The files of an archive whose names say that they hold records; else those of plain text. */
function recordFiles({ entries }: ZipArchive): Entry[] {
  const shown = entries.filter(({ fileName }) => !/(^|\/)(__MACOSX\/|\.)|\/$/.test(fileName));
  const named = shown.filter(({ fileName }) => extname(plainName(fileName)) in formatOfExtension);
  return named.length > 0 ? named : shown.filter(({ fileName }) => /\.(?:txt|dat)$/i.test(fileName));
}

/** Workbooks and Parquet files are read by random access, so they are unpacked first. */
async function* unpackedRows(
  archive: ZipArchive,
  entry: Entry,
  name: string,
  source: CatalogSource,
  { onColumns }: FileListener,
): ReadItems {
  const directory = await mkdtemp(join(tmpdir(), 'lintel-unpacked-'));
  try {
    const path = join(directory, 'file');
    await pipeline(archive.bytes(entry), createWriteStream(path));
    yield* readNamed(path, name, source, onColumns === undefined ? {} : { onColumns });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
