/**
 * Tests on public records of real cities, which lie beside the repository for those who have them and are never part of
 * it. What they promise is also tested on made-up rows; where the records are missing, these tests are skipped and say so.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

/** The folder of the records. */
export const realData = resolve('../shared/data');

/** A test where the records are; else one that is skipped. */
export function testOnRealData(name: string, run: () => void | Promise<void>): void {
  test(name, { skip: existsSync(realData) ? false : `no records of real cities in ${realData}` }, run);
}
