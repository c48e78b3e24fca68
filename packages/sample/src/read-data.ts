/** Reads the tables of the sample world: JSON files in `data/`. */
import { readFileSync } from 'node:fs';

/** The table of that name. Its shape is the caller's promise, held by the tests of the words and jurisdictions. */
export function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));
}
