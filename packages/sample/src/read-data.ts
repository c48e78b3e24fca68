/** Reads the tables of the sample world: JSON files in `data/`. */
import { readFileSync } from 'node:fs';

/**
 * The table with that name. The caller asserts its shape; the tests of the words and jurisdictions check it.
 */
export function readData<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));
}
