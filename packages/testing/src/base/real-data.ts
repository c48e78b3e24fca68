/**
 * Tests on public records of real cities, which lie beside the repository for those who have them and are never part of
 * it. What they promise is also tested on made-up rows; where the records are missing, there are no such tests.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

/** The folder of the records. */
export const realData = resolve('../shared/data');

/** A test where the records are; else nothing. */
export function testOnRealData(name: string, run: () => void | Promise<void>): void {
  if (existsSync(realData)) test(name, run);
}
