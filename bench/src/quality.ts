/**
 * How well refinement reads permits and addresses, against labels that people made.
 *
 *   npm run quality                                       permits and addresses, from the default files
 *   npm run quality -- labels [FILE …] [--misses]         permits: by city and by tag, worst tags first
 *   npm run quality -- addresses [FILE|DIRECTORY …] [--misses]   see quality/address-cases.ts
 *   npm run quality -- kept DIRECTORY [--misses]          permits of real files, see quality/kept-labels.ts
 *   npm run quality -- clusters DIRECTORY                 contractors, see quality/cluster-quality.ts
 *   npm run quality -- firms DIRECTORY [--misses]        pairs of contractors, see quality/firm-pairs.ts
 *   npm run quality -- units RELEASE [DIRECTORY]          units of a release, see quality/stated-units.ts
 *   npm run quality -- official HOME                      new homes beside the official count, see quality/official-ratio.ts
 *
 * `--misses` prints each fault with its text. Missing files are named, and the command fails if they were
 * requested.
 */
import { loadGeography } from 'lintel/dist/geography/load.js';
import { refineFreeRecord } from 'lintel/dist/refine/free-record.js';
import { caseFiles, readCases } from './quality/address-cases.js';
import { clusterQuality } from './quality/cluster-quality.js';
import { firmQuality } from './quality/firm-pairs.js';
import { keptQuality } from './quality/kept-labels.js';
import { officialRatio } from './quality/official-ratio.js';
import { printLabels } from './quality/print-labels.js';
import { readLines } from './quality/read-lines.js';
import { scoreAddresses } from './quality/score-addresses.js';
import type { LabelledPermit } from './quality/score-labels.js';
import { statedUnits } from './quality/stated-units.js';

const defaults = {
  labels: '../shared/data/labels/permits.ndjson',
  addresses: '../shared/data/addresses/pelias-cases.ndjson',
  rows: '../shared/data',
};
const usage =
  'usage: npm run quality [-- labels [FILE …] [--misses] | -- addresses [FILE|DIRECTORY …] [--misses] | -- kept DIRECTORY [--misses] | -- clusters DIRECTORY | -- firms DIRECTORY [--misses] | -- units RELEASE [DIRECTORY] | -- official HOME]';
const today = new Date().toISOString().slice(0, 10);
const geography = loadGeography();
const refine = (given: Readonly<Record<string, unknown>>) =>
  refineFreeRecord(given, geography, { source: null, today });
const print = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};

// Whoever reads may have enough: `npm run quality | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await run(process.argv.slice(2));

async function run(given: readonly string[]): Promise<void> {
  if (given[0] === 'clusters') return clusterQuality(given.slice(1), print);
  if (given[0] === 'firms') {
    if (!(await firmQuality(given.slice(1), print))) fail('name the directory of the permit files');
    return;
  }
  if (given[0] === 'kept') {
    if (!(await keptQuality(given.slice(1), print))) fail('name the directory of the permit files');
    return;
  }
  if (given[0] === 'units') {
    if (given[1] === undefined) fail('name the directory of a release');
    else if (!(await statedUnits(given[1], given[2] ?? defaults.rows, print))) process.exitCode = 1;
    return;
  }
  if (given[0] === 'official') {
    if (given[1] === undefined) fail('name a home with a published release and official counts');
    else await officialRatio(given[1], print);
    return;
  }
  const withMisses = given.includes('--misses');
  const [kind, ...files] = given.filter((word) => word !== '--misses');
  const unknown = given.find((word) => word.startsWith('-') && word !== '--misses');
  if (unknown !== undefined) fail(`unknown option ${unknown}`);
  else if (kind === undefined) {
    labels(defaults.labels, withMisses);
    print();
    addresses(defaults.addresses, withMisses);
  } else if (kind === 'labels' || kind === 'addresses') scoreFiles(kind, files, withMisses);
  else fail(`"${kind}" is none of labels, addresses, kept, clusters, firms, units and official`);
}

/** Scores the files of a kind, or the default one. */
function scoreFiles(kind: 'labels' | 'addresses', files: readonly string[], withMisses: boolean): void {
  const score = kind === 'labels' ? labels : addresses;
  const named = files.length === 0 ? [defaults[kind]] : files;
  try {
    const paths = kind === 'labels' ? named : named.flatMap(caseFiles);
    for (const [index, path] of paths.entries()) {
      if (index > 0) print();
      if (!score(path, withMisses)) process.exitCode = 1;
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function fail(why: string): void {
  process.stderr.write(`${why}; ${usage}\n`);
  process.exitCode = 2;
}

/** Prints the score of a file of labelled permits; false when it is not there. */
function labels(path: string, withMisses: boolean): boolean {
  const permits = readLines<LabelledPermit>(path, ({ label }) => typeof label === 'object');
  if (permits === null) print(`no labels at ${path}`);
  else printLabels(path, permits, refine, withMisses, print);
  return permits !== null;
}

/** Prints the score of a file of address cases; false when it is not there. */
function addresses(path: string, withMisses: boolean): boolean {
  const cases = readCases(path);
  if (cases === null) {
    print(`no addresses at ${path}`);
    return false;
  }
  const { cases: total, right, components, faults } = scoreAddresses(cases, refine);
  for (const { text, component, expected, got } of withMisses ? faults : []) {
    print(`  ${component}: "${got ?? ''}", not "${expected}"  ${text}`);
  }
  print(`${total} house-number cases of ${path}`);
  const shares = Object.entries(components).map(([name, score]) => `${name} ${score.right} of ${score.told}`);
  const share = `${((100 * right) / Math.max(1, total)).toFixed(1)} %`;
  print(`addresses       ${share} right in all they tell (goal 97 %): ${shares.join(', ')}`);
  return true;
}
