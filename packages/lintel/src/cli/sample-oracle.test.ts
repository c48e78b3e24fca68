/** A release of generated records, as an operator builds one, held against plain scans over its records. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Decision, Permit } from '@lintel/contract';
import { madeUpNumbers } from '../release/made-up-records.js';
import {
  checkCoverage,
  checkDecisions,
  checkOneUse,
  checkPlaceMetrics,
  checkSmallMetrics,
  recordsOf,
} from '../release/oracle.js';
import { openRelease } from '../release/store/open-release.js';
import { defaultToday } from '../sample/world.js';
import { writeSample } from '../sample/write.js';
import { buildFrom } from './build.js';
import { openInstallation } from './installation.js';
import { silentCommandProgress } from './progress.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-sample-oracle-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const installation = await openInstallation(
  directory,
  silentCommandProgress,
  () => new AbortController().signal,
);
after(() => installation.close());
await writeSample({
  store: await installation.rawStore(),
  catalog: await installation.catalog(),
  geography: await installation.geography(),
  permits: 3000,
});
const built = await buildFrom(installation, { asOf: defaultToday, refineThreads: 0 });
const release = openRelease(built.directory);
after(() => release.close());
const permits = recordsOf<Permit>(built.directory, 'permits');
const decisions = recordsOf<Decision>(built.directory, 'decisions');
const chance = madeUpNumbers(5);

test('metrics of places, contractors and addresses agree with the records', () => {
  assert.ok(checkPlaceMetrics(release, permits) > 20_000);
  assert.ok(checkSmallMetrics(release, permits, 10) > 500);
});

test('property type and tags of every permit tell one use, and so do the metrics', () => {
  assert.ok(checkOneUse(release, permits) > 100);
});

test('coverage agrees with the records', () => {
  for (let i = 0; i < 5; i++) checkCoverage(release, permits, chance);
});

test('decision search agrees with the records', () => {
  // Words whose forms all have one stem, so that the plain scan need not know English.
  const words = ['ordinance', 'plat', 'council', 'mf', '3'];
  const known = new Map([['ordinances', 'ordinance']]);
  assert.ok(checkDecisions(release, decisions, 300, chance, words, (word) => known.get(word) ?? word) > 100);
});
