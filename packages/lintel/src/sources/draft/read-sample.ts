/**
 * A sample of rows from an unknown file, with the format that reads it: encoding, separator and path of the
 * records are found by trial. A file that no format reads is refused as at ingest.
 */
import { readFile as readWhole, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { UserError } from '../../base/user-error.js';
import type { Format } from '../definition/catalog-schema.js';
import { isConcatenated } from '../read/concatenated-json.js';
import { saidSeparator } from '../read/delimiter.js';
import { fileSize, fileText } from '../read/file-text.js';
import { firstRows } from '../read/first-rows.js';
import { searchedRows, widestRow } from '../read/header-row.js';
import { likelySeparator, separatorMarks, textKind } from '../read/looks-like.js';
import { contentOf } from '../read/read-file.js';
import type { ReadItem } from '../read/read-item.js';
import { refuseWide } from '../read/width.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';
import { looks } from './columns/profile.js';
import type { Sample } from './draft-definition.js';

/** A sample of a file. */
export interface FileSample extends Sample {
  /** Files of an archive that were left out, and why, a sentence each. */
  readonly leftOut: readonly string[];
}

/** Larger JSON files are not searched for their list of records. */
const maxSearchedBytes = 256 * 1024 * 1024;

/** Up to `limit` rows of a local file; `columns` name those of a table without a header. */
export async function readSample(
  path: string,
  limit: number,
  columns?: readonly string[],
): Promise<FileSample> {
  const found = await findFormat(path);
  const format = columns === undefined ? found : { ...found, columns: [...columns] };
  // Rows leave empty cells out: a column may be empty in all of the sample.
  let header: readonly string[] = [];
  const leftOut: string[] = [];
  const onColumns = (names: readonly string[] | null) => {
    header = names ?? [];
  };
  const onLeftOut = (reason: string) => leftOut.push(reason);
  const items = await firstRows(path, strangeSource(format), limit, { onColumns, onLeftOut });
  const rows = items.flatMap((item) => ('row' in item ? [item.row] : []));
  if (rows.length === 0) throw noRows(path, header, items);
  refuseWide(path, header, rows);
  if (format.type === 'csv' && header.length === 1) throw oneColumn(path, header[0] ?? '');
  return { format, rows, columns: header.map((name) => ({ name })), leftOut };
}

function noRows(path: string, header: readonly string[], items: readonly ReadItem[]): UserError {
  const [first] = items.flatMap((item) => ('fault' in item ? [item] : []));
  if (first !== undefined) {
    const isNameless = header.length === 0 && first.body.startsWith('[');
    const hint = 'Its records are lists, which do not name their columns: look for it as CSV.';
    return new UserError(
      `${path} has no readable row. The first one: ${first.fault}`,
      isNameless ? { hint } : {},
    );
  }
  return new UserError(`${path} has ${header.length === 0 ? 'no rows' : 'a header and no rows below it'}.`);
}

function oneColumn(path: string, name: string): UserError {
  const hint =
    likelySeparator(name) === null
      ? 'No comma, semicolon, tab, bar, tilde or caret separates anything. Save the records as CSV.'
      : 'Each line is quoted as a whole: remove these quotes, or ask for the file without them.';
  return new UserError(`${path} is text without columns: "${name.slice(0, 60)}" is all that a line holds.`, {
    hint,
  });
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
  await fileSize(path);
  // Binary tables identify themselves.
  if ((await contentOf(path)) !== 'text') return {};
  const encodings = [{}, { encoding: 'windows-1252' }] as const;
  let first: unknown;
  for (const encoding of encodings) {
    try {
      const beginning = await beginningOf(path, encoding);
      return { ...(await formatOfText(path, beginning)), ...encoding };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      first ??= error;
    }
  }
  throw first;
}

/** Reads the whole text once, so that a wrong encoding is noticed, and gives its beginning. */
async function beginningOf(path: string, options: { encoding?: 'windows-1252' }): Promise<string> {
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
  const said = saidSeparator(beginning);
  const tables = (said === null ? separatorMarks : [said])
    .map((mark) => ({ mark, rows: rowsBy(mark, beginning) }))
    .map(({ mark, rows }) => ({ mark, rows, top: widestRow(rows) }));
  const best = tables.reduce((a, b) => (agreement(b) > agreement(a) ? b : a));
  const header = best.rows[best.top] ?? [];
  return {
    type: 'csv',
    ...(best.mark !== ',' && header.length > 1 && { delimiter: best.mark }),
    ...(isRow(header) && {
      columns: header.map((_, index) => `column ${index + 1}`),
      ...(best.top > 0 && { skip_rows: best.top }),
    }),
  };
}

/** The first rows of a table by a separator. */
function rowsBy(delimiter: string, beginning: string): string[][] {
  const lenient = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, bom: true };
  try {
    return parse(beginning, { delimiter, to: searchedRows, ...lenient });
  } catch {
    // Fewer rows than that, and the last one cut off inside a quote.
    return parse(beginning, { delimiter, to: 1, ...lenient });
  }
}

/** How many cells lie in rows that are as wide as the header: prose has separators too, but not as many in each line. */
function agreement({ rows, top }: { readonly rows: readonly string[][]; readonly top: number }): number {
  const width = rows[top]?.length ?? 0;
  return (width - 1) * rows.filter((cells) => cells.length === width).length;
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
