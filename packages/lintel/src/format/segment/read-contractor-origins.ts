/**
 * Finds the raw rows of the permits that a contractor of a release pulled: its id is looked for in the records, block by
 * block, and the origin lies in the row of the permit. Reads all permits once; nothing is kept but what was found.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { recordsFile } from '../layout.js';
import { RowReader } from './segment-reader.js';

const blockBytes = 1 << 22;

/** Source and row keys of the first permits of the contractor, newest first, until there are `limit`. */
export function readContractorOrigins(
  directory: string,
  contractorId: string,
  limit: number,
): { readonly source: string; readonly key: string }[] {
  const wanted = Buffer.from(`,"contractor_id":"${contractorId}"`);
  const file = openSync(join(directory, recordsFile('permits')), 'r');
  const origins = new RowReader(directory, 'origins');
  const permits = new RowReader(directory, 'permits');
  try {
    const found: { source: string; key: string }[] = [];
    for (const offset of matches(file, wanted)) {
      const origin = origins.row(permits.rowAt(offset)).toString();
      const [source, ...keys] = JSON.parse(origin) as [string, string];
      found.push(...keys.map((key) => ({ source, key })));
      if (found.length >= limit) break;
    }
    return found;
  } finally {
    closeSync(file);
    origins.close();
    permits.close();
  }
}

/** Where the text stands in the file. Blocks overlap by its length, so that none is missed between two. */
function* matches(file: number, wanted: Buffer): Generator<number, void, void> {
  const block = Buffer.allocUnsafe(blockBytes);
  let start = 0;
  for (;;) {
    const length = readSync(file, block, 0, block.length, start);
    const bytes = block.subarray(0, length);
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) yield start + at;
    if (length < block.length) return;
    start += length - wanted.length + 1;
  }
}
