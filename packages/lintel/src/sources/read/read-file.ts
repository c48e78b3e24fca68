/**
 * Reads a local file of a source: unpacks, decodes, and takes it apart as the source's format says, or the file's
 * extension where the source leaves it open.
 *
 * A file that begins like another format is refused with what it looks like, before anything of it is passed on.
 */
import { basename, extname } from 'node:path';
import { Failure } from '../../base/failure.js';
import type { FormatType } from '../catalog-schema.js';
import type { CatalogSource } from '../catalog-source.js';
import { csvRows } from './csv-rows.js';
import { fileText } from './file-text.js';
import { jsonRows, ndjsonRows } from './json-rows.js';
import { kindName, type TextKind, textKind } from './looks-like.js';
import type { ReadItems } from './read-item.js';

const formatOfExtension: Readonly<Record<string, FormatType>> = {
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.tab': 'tsv',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.geojson': 'geojson',
};

/** How each format may begin. */
const beginsAs: Readonly<Record<FormatType, readonly TextKind[]>> = {
  csv: ['table'],
  tsv: ['table'],
  json: ['list', 'object', 'line'],
  ndjson: ['line', 'lines'],
  geojson: ['object', 'line'],
};

/** The rows of a file, in batches. `onBytes` is told of what was read, in bytes on disk. */
export async function* readFile(
  path: string,
  source: CatalogSource,
  onBytes?: (count: number) => void,
): ReadItems {
  const type = source.format.type ?? formatByName(path, source);
  const text = fileText(path, { encoding: source.format.encoding, ...(onBytes && { onBytes }) });
  yield* itemsOf(type, checkedBeginning(text, type, path), source, path);
}

function itemsOf(
  type: FormatType,
  text: AsyncIterable<string>,
  source: CatalogSource,
  path: string,
): ReadItems {
  switch (type) {
    case 'csv':
      return csvRows(text, source, source.format.delimiter ?? ',', path);
    case 'tsv':
      return csvRows(text, source, source.format.delimiter ?? '\t', path);
    case 'json':
      return jsonRows(text, source, source.format.records ?? '', path);
    case 'geojson':
      return jsonRows(text, source, source.format.records ?? 'features[].properties', path);
    case 'ndjson':
      return ndjsonRows(text, source, path);
  }
}

function formatByName(path: string, source: CatalogSource): FormatType {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '');
  const type = formatOfExtension[extname(name)];
  if (type !== undefined) return type;
  throw new Failure(`The name of ${path} does not tell its format, and source ${source.id} leaves it open.`, {
    hint: `Name it with one of the extensions ${Object.keys(formatOfExtension).join(', ')} (each also with .gz).`,
  });
}

async function* checkedBeginning(
  text: AsyncIterable<string>,
  type: FormatType,
  path: string,
): AsyncGenerator<string> {
  let isChecked = false;
  for await (const chunk of text) {
    if (!isChecked) {
      const kind = textKind(chunk);
      if (!beginsAs[type].includes(kind)) {
        throw new Failure(
          `${path} looks like ${kindName(kind)}, not like the ${type.toUpperCase()} that its source expects.`,
        );
      }
      isChecked = true;
    }
    yield chunk;
  }
  if (!isChecked) throw new Failure(`${path} has no text.`);
}
