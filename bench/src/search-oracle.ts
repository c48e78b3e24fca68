/**
 * Holds the searches of releases against scans over all their records: random filters, whole walks, counts, tallies.
 *
 *   node --max-old-space-size=12000 bench/dist/search-oracle.js [permits or directory of an installation]… [--queries 300] [--seed 1]
 *
 * All records are held in memory as objects (some 6 GB a million). Stops at the first difference, with its query.
 */
import { parseArgs } from 'node:util';
import { readAllRecords, SearchComparison } from 'lintel/dist/release/compare-searches.js';
import { madeUpNumbers } from 'lintel/dist/release/made-up-records.js';
import { openRelease } from 'lintel/dist/release/store/open-release.js';
import { print } from './figures.js';
import { benchHome } from './home.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});
// A count that is given up for its time is not wrong: here it has all the time it needs.
const countLimit = { now: () => 0, limitMs: 1 };

for (const argument of positionals.length === 0 ? ['20000'] : positionals) {
  const home = benchHome(argument);
  const release = openRelease(home.release, { countLimit });
  try {
    const comparison = new SearchComparison(
      release,
      readAllRecords(home.release),
      madeUpNumbers(Number(values.seed)),
    );
    for (const search of ['permits', 'contractors', 'contractorPermits', 'properties'] as const) {
      let found = 0;
      let records = 0;
      for (let i = 0; i < Number(values.queries); i++) {
        const count = comparison[search]();
        records += count;
        if (count > 0) found += 1;
      }
      print(
        `${home.permits} permits, ${search}: ${values.queries} alike, ${found} with records, ${records} in all`,
      );
    }
  } finally {
    release.close();
    home.remove();
  }
}
