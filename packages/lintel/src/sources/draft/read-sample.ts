/**
 * A sample of rows from an unknown file, with the format that reads it: encoding, separator and path of the
 * records are found by trial. A file that no format reads is refused as at ingest.
 */
import { readFile as readWhole, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { UserError } from '../../base/user-error.js';
import type { Format } from '../definition/catalog-schema.js';
import { isConcatenated } from '../read/concatenated-json.js';
import { fileText } from '../read/file-text.js';
import { firstRows } from '../read/first-rows.js';
import { separatorMarks, textKind } from '../read/looks-like.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';
import { looks } from './columns/profile.js';
import type { Sample } from './draft-definition.js';

/** Larger JSON files are not searched for their list of records. */
const maxSearchedBytes = 256 * 1024 * 1024;

/** Up to `limit` rows of a local file; `columns` name those of a table without a header. */
export async function readSample(path: string, limit: number, columns?: readonly string[]): Promise<Sample> {
  const found = await findFormat(path);
  const format = columns === undefined ? found : { ...found, columns: [...columns] };
  // Rows leave empty cells out: a column may be empty in all of the sample.
  let header: readonly string[] = [];
  const onColumns = (names: readonly string[] | null) => {
    header = names ?? [];
  };
  const items = await firstRows(path, strangeSource(format), limit, { onColumns });
  const rows = items.flatMap((item) => ('row' in item ? [item.row] : []));
  if (rows.length === 0) throw new UserError(`${path} has no readable row.`);
  return { format, rows, columns: header.map((name) => ({ name })) };
}

/** A source that takes any row. */
export function strangeSource(format: Format, fetch?: unknown): CatalogSource {
  const jurisdiction = {
    geoid: '00000',
    name: 'Unknown',
    state: 'US',
    county_geoid: null,
    default_city: null,
  };
  const definition = {
    id: 'draft',
    kind: 'permits',
    name: 'Draft',
    license: null,
    attribution: null,
    jurisdiction,
    namespace: 'draft',
    time_zone: 'UTC',
    format,
    ...(fetch !== undefined && { fetch }),
    row_key: [{ constant: 'any' }],
    map: {},
  };
  return makeSource(definition, 'the draft');
}

async function findFormat(path: string): Promise<Format> {
  const encodings = [{}, { encoding: 'windows-1252' }, { encoding: 'utf-16le' }] as const;
  let first: unknown;
  for (const encoding of encodings) {
    try {
      const beginning = await beginningOf(path, encoding);
      return { ...(await formatOfText(path, beginning)), ...encoding };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      // Binary tables are not text in any encoding, and identify themselves.
      if (/ZIP archive|Parquet file/.test(error.message)) return {};
      first ??= error;
    }
  }
  throw first;
}

/** Reads the whole text once, so that a wrong encoding is noticed, and gives its beginning. */
async function beginningOf(
  path: string,
  options: { encoding?: 'windows-1252' | 'utf-16le' },
): Promise<string> {
  let beginning = '';
  for await (const chunk of fileText(path, options)) beginning ||= chunk;
  return beginning;
}

async function formatOfText(path: string, beginning: string): Promise<Format> {
  switch (textKind(beginning)) {
    case 'lines':
      return { type: 'ndjson' };
    case 'list':
      return { type: 'json' };
    case 'object':
    case 'line':
      return findRecords(path, beginning);
    default:
      return tableFormat(beginning);
  }
}

function tableFormat(beginning: string): Format {
  const [header = ''] = beginning.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const counts = separatorMarks.map((mark) => ({ mark, count: header.split(mark).length - 1 }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
  const first = { delimiter: best.mark, to: 1, relax_quotes: true, skip_empty_lines: true, bom: true };
  const [cells = []] = parse(beginning, first) as string[][];
  return {
    type: 'csv',
    ...(best.mark !== ',' && best.count > 0 && { delimiter: best.mark }),
    ...(isRow(cells) && { columns: cells.map((_, index) => `column ${index + 1}`) }),
  };
}

/** Cells that no header has, beside numbers, dates and addresses: e-mail addresses, telephone numbers. */
const contact = /^(?:\S+@\S+\.\w+|\(\d{3}\) ?\d{3}-\d{4})$/;

/** Whether the first line is a row already: a header has no values. */
function isRow(cells: readonly string[]): boolean {
  const { number, date, address } = looks;
  const values = [contact, number, date, address];
  const isValue = (cell: string) => cell !== '' && values.some((look) => look.test(cell));
  return cells.length > 2 && cells.filter(isValue).length >= 2;
}

/** The path of the longest list of objects in a JSON object, and the part of them that holds their values. */
async function findRecords(path: string, beginning: string): Promise<Format> {
  if (beginning.includes('"FeatureCollection"')) return { type: 'geojson' };
  if (isConcatenated(beginning)) return { type: 'ndjson' };
  const { size } = await stat(path);
  if (size > maxSearchedBytes)
    throw new UserError(`${path} is too large to search for its records; name them in a definition.`);
  const lists = [...listsOf(JSON.parse(await readWhole(path, 'utf8')) as unknown, [])];
  const [best] = lists.sort((a, b) => b.list.length - a.list.length);
  if (best === undefined) throw new UserError(`${path} has no list of records.`);
  const [entry] = best.list as Readonly<Record<string, unknown>>[];
  const part = ['attributes', 'properties'].find((name) => typeof entry?.[name] === 'object');
  return { type: 'json', records: `${best.path.join('.')}${part === undefined ? '' : `[].${part}`}` };
}

function* listsOf(
  value: unknown,
  path: readonly string[],
): Generator<{ path: readonly string[]; list: unknown[] }> {
  if (typeof value !== 'object' || value === null || path.length > 4) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(inner)) yield* listsOf(inner, [...path, name]);
    else if (typeof inner[0] === 'object' && inner[0] !== null) yield { path: [...path, name], list: inner };
  }
}
