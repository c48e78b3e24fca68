/**
 * Compares every kind of query on a release with a scan over all its records: searches with random filters
 * (walks, counts, tallies), metrics of places, contractors and addresses, coverage, decisions.
 *
 *   node --max-old-space-size=8000 bench/dist/search-oracle.js [permits or directory of an installation]… [--queries 300]
 *     [--cells 1] [--seed 1]
 *
 * All records are held in memory as objects (about 3 GB per million). `--cells` is the share of the cells of
 * each place, and of the contractors and addresses, whose metrics are compared. Stops at the first
 * difference, with its query.
 */
import { parseArgs } from 'node:util';
import type { Decision } from '@lintel/contract';
import { SearchComparison } from '@lintel/testing/release/compare-searches.js';
import type { AllRecords } from '@lintel/testing/release/naive-search.js';
import {
  checkCoverage,
  checkDecisions,
  checkPlaceMetrics,
  checkSmallMetrics,
  recordsOf,
} from '@lintel/testing/release/oracle.js';
import { readAllRecords } from '@lintel/testing/release/read-all-records.js';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import type { Release } from 'lintel/dist/releases/release.js';
import { print } from './figures.js';
import { benchHome } from './home.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: '300' },
    cells: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const queries = Number(values.queries);
const share = Number(values.cells);
// A count that is given up for its time is not wrong: here it has all the time it needs.
const countLimit = { now: () => 0, limitMs: 1 };

for (const argument of positionals.length === 0 ? ['20000'] : positionals) {
  const home = benchHome(argument);
  const release = openRelease(home.release, { countLimit });
  try {
    const all = readAllRecords(home.release);
    print(`${home.permits} permits`);
    compareSearches(release, all);
    compareDecisions(release, recordsOf<Decision>(home.release, 'decisions'));
    compareMetrics(release, all);
  } finally {
    release.close();
    home.remove();
  }
}

function compareSearches(release: Release, all: AllRecords): void {
  const comparison = new SearchComparison(release, all, syntheticNumbers(Number(values.seed)));
  for (const search of ['permits', 'contractors', 'contractorPermits', 'properties'] as const) {
    let found = 0;
    let records = 0;
    for (let i = 0; i < queries; i++) {
      const count = comparison[search]();
      records += count;
      if (count > 0) found += 1;
    }
    print(`${search}: ${queries} alike, ${found} with records, ${records} in all`);
  }
}

/** Of words only numbers are searched: they are their own stems. */
function compareDecisions(release: Release, decisions: readonly Decision[]): void {
  if (decisions.length === 0) return;
  const numbers = decisions.flatMap(
    ({ title, description }) => `${title} ${description}`.match(/\d+/g) ?? [],
  );
  const words = numbers.length === 0 ? ['1'] : numbers;
  const chance = syntheticNumbers(Number(values.seed));
  const found = checkDecisions(release, decisions, queries * 4, chance, words, (word) => word);
  print(`decisions: ${queries * 4} alike, ${found} decisions in all`);
}

function compareMetrics(release: Release, { permits }: AllRecords): void {
  const chance = syntheticNumbers(Number(values.seed));
  const places = checkPlaceMetrics(release, permits, () => chance() < share);
  print(`metrics of places: ${places} rows alike`);
  const small = checkSmallMetrics(release, permits, Math.max(1, Math.round(1 / share)));
  print(`metrics of contractors and addresses: ${small} rows alike`);
  checkCoverage(release, permits, chance);
  print('coverage of every place: alike');
}
