/**
 * Records of JSON files: a list at a path (`d.results`, `features[].attributes`), or one record per line.
 *
 * A record that is unreadable, or not an object, is a fault of that record. A broken or truncated file fails
 * with line and column, one without the list with the lists it has.
 */
import { messageOf, UserError } from '../../base/user-error.js';
import { at } from '../mapping/value.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { fitColumns, respelled } from './columns.js';
import { isConcatenated, RecordCutter } from './concatenated-json.js';
import { JsonFault, JsonScanner } from './json-scanner.js';
import { maxNesting, nestsDeeper } from './nesting.js';
import { NotOfSource } from './not-of-source.js';
import { parseRecord } from './parse-record.js';
import { maxColumns, maxRecordChars, type ReadItem, type ReadItems, tooDeep, tooWide } from './read-item.js';

/** Records whose names are checked before the first is passed on; any one may omit a null field. */
const sampleRecords = 100;

/** Reads the records of the list that `records` names; see Format in the catalog schema. */
export async function* jsonRows(
  chunks: AsyncIterable<string>,
  source: CatalogSource,
  records: string,
  file: string,
): ReadItems {
  const [list = '', part] = records.split('[]');
  const scanner = new JsonScanner(list === '' ? [] : list.split('.'), maxRecordChars);
  const partSteps = part ? part.slice(1).split('.') : [];
  let count = 0;
  const toItems = (texts: string[]) => texts.map((text) => toItem(text, ++count, partSteps));
  async function* items(): ReadItems {
    for await (const chunk of chunks) {
      const texts = scan(file, () => scanner.push(chunk));
      if (texts.length > 0) yield toItems(texts);
    }
    const last = scan(file, () => scanner.end());
    if (!scanner.isFound) throw noList(file, list, scanner.otherLists);
    if (last.length > 0) yield toItems(last);
  }
  yield* fitRecords(items(), source, file);
}

/** Reads one record per line, or objects that follow each other without a list; blank lines are skipped. */
export async function* ndjsonRows(
  chunks: AsyncIterable<string>,
  source: CatalogSource,
  file: string,
): ReadItems {
  let count = 0;
  const toItems = (lines: string[]) =>
    lines.flatMap((line) => {
      count += 1;
      return line.trim() === '' ? [] : [toItem(line, count, [])];
    });
  async function* items(): ReadItems {
    let rest = '';
    let cutter: RecordCutter | null | undefined;
    for await (const chunk of chunks) {
      if (cutter === undefined) cutter = isConcatenated(chunk) ? new RecordCutter() : null;
      if (cutter !== null) {
        yield toItems(cutter.push(chunk));
        if (cutter.open > maxRecordChars) throw tooLong(file, count + 1);
        continue;
      }
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxRecordChars) {
        throw tooLong(file, count + lines.length + 1);
      }
      yield toItems(lines);
    }
    yield toItems([cutter?.end() ?? rest]);
  }
  yield* fitRecords(items(), source, file);
}

function tooLong(file: string, record: number): UserError {
  return new UserError(`${file}: line ${record} is longer than ${maxRecordChars} characters.`);
}

function scan(file: string, work: () => string[]): string[] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const hint = error.message.startsWith('the file ends')
      ? { hint: 'The file may be incomplete: fetch it again.' }
      : {};
    throw new UserError(`${file}: line ${error.line}, column ${error.column}: ${error.message}.`, hint);
  }
}

function noList(file: string, wanted: string, lists: readonly string[]): NotOfSource {
  const where = wanted === '' ? 'is not a list of records' : `has no list at "${wanted}"`;
  const known = lists.length === 0 ? 'It has no list at all.' : `It has lists at: ${lists.join(', ')}.`;
  return new NotOfSource(`${file} ${where}.`, {
    hint: `${known} "records" in the format of the source says which.`,
  });
}

function toItem(text: string, line: number, partSteps: readonly string[]): ReadItem {
  if (nestsDeeper(text, maxNesting)) return { fault: tooDeep, line, body: text };
  let value: unknown;
  try {
    value = parseRecord(text);
  } catch (error) {
    return { fault: `The record is not JSON: ${messageOf(error)}`, line, body: text };
  }
  const row = partSteps.length === 0 ? value : partOf(value, partSteps);
  if (typeof row === 'object' && row !== null && !Array.isArray(row)) {
    if (text.length > maxColumns && Object.keys(row).length > maxColumns) {
      return { fault: tooWide, line, body: text };
    }
    return { row: row as Record<string, unknown>, line };
  }
  const where = partSteps.length === 0 ? '' : ` at "${partSteps.join('.')}"`;
  return { fault: `The record is not an object${where}.`, line, body: text };
}

/** The values of a GeoJSON or Esri feature, together with its geometry. */
function partOf(value: unknown, steps: readonly string[]): unknown {
  const part = at(value, steps);
  const geometry = at(value, ['geometry']);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return undefined;
  return geometry === undefined || geometry === null || 'geometry' in part ? part : { ...part, geometry };
}

/** Holds the first records back until they are known to be of the source, then corrects their spelling. */
async function* fitRecords(batches: ReadItems, source: CatalogSource, file: string): ReadItems {
  let held: ReadItem[] = [];
  let respell: ((item: ReadItem) => ReadItem) | null = null;
  for await (const batch of batches) {
    if (respell !== null) {
      yield batch.map(respell);
      continue;
    }
    held = held.concat(batch);
    if (held.length < sampleRecords) continue;
    respell = respelling(held, source, file);
    yield held.map(respell);
  }
  if (respell === null && held.length > 0) yield held.map(respelling(held, source, file));
}

function respelling(
  held: readonly ReadItem[],
  source: CatalogSource,
  file: string,
): (item: ReadItem) => ReadItem {
  const rows = held.filter((item) => 'row' in item);
  const names = new Set(rows.flatMap((item) => Object.keys(item.row)));
  if (rows.length === 0) return (item) => item;
  const spelling = fitColumns(source, [...names], file);
  if (spelling.size === 0) return (item) => item;
  return (item) => ('row' in item ? { ...item, row: respelled(item.row, spelling) } : item);
}
