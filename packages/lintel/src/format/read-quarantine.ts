/** The rows that a build refused, as its release lists them. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { quarantineFile } from './layout.js';

/** A raw row that did not become a record: where it is in the raw store, and why. */
export interface RefusedRow {
  readonly source: string;
  readonly key: string;
  readonly reason: string;
}

/** All refused rows of the release in `directory`, streaming, in the order of sources and rows. */
export async function* readQuarantine(directory: string): AsyncGenerator<RefusedRow, void, void> {
  const input = createReadStream(join(directory, quarantineFile), 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line) as RefusedRow;
  }
}
