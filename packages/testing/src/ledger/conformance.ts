/**
 * Requirements for every engine of the ledger, as tests over an engine: accounts and keys, exact charges,
 * repeated requests, refunds, several open ledgers at once. The walk of random operations is in `model.ts`.
 */
import { testAdministration } from './administration.js';
import { testCharges, testUsage } from './charges.js';
import { testClocks } from './clocks.js';
import type { Engine } from './engine.js';
import { testExports } from './exports.js';
import { testKeys, testVisitors } from './keys.js';
import { testRefundBound, testRepeats } from './repeats.js';
import { testTrends } from './trends.js';
import { testWatches } from './watches.js';

/** Registers the tests. */
export function testConformance(engine: Engine): void {
  testAdministration(engine);
  testKeys(engine);
  testVisitors(engine);
  testCharges(engine);
  testUsage(engine);
  testRepeats(engine);
  testExports(engine);
  testRefundBound(engine);
  testClocks(engine);
  testWatches(engine);
  testTrends(engine);
}
