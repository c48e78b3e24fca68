/**
 * How well refinement reads permits and addresses, against labels that people made, with every fault and its text.
 *
 *   npm run quality [labels.ndjson [addresses.ndjson]]
 *   npm run quality -- clusters DIRECTORY   (contractors, see quality/cluster-quality.ts)
 *
 * Files that are not there are named and left out.
 */
import { existsSync, readFileSync } from 'node:fs';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { refineFreeRecord } from 'lintel/dist/refine/free-record.js';
import { clusterQuality } from './quality/cluster-quality.js';
import { type AddressCase, scoreAddresses } from './quality/score-addresses.js';
import {
  type LabelledPermit,
  precision,
  recall,
  scoreLabels,
  type ValueScore,
} from './quality/score-labels.js';

const [
  labels = '../shared/data/labels/permits.ndjson',
  addresses = '../shared/data/addresses/pelias-cases.ndjson',
] = process.argv.slice(2);
const today = new Date().toISOString().slice(0, 10);
const geography = loadGeography();
const refine = (given: Readonly<Record<string, unknown>>) =>
  refineFreeRecord(given, geography, { source: null, today });
const print = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

if (labels === 'clusters') await clusterQuality(process.argv.slice(3), print);
else {
  printLabels(labels);
  print();
  printAddresses(addresses);
}

function readLines<T>(path: string): T[] | null {
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}

function printLabels(path: string): void {
  const permits = readLines<LabelledPermit>(path);
  if (permits === null) {
    print(`no labels at ${path}`);
    return;
  }
  const { tags, byTag, status, propertyType, faults } = scoreLabels(permits, refine);
  let last = '';
  for (const { name, expected, got, key, text } of faults) {
    if (name !== last) print(`\n${name}`);
    last = name;
    print(`  ${describe(expected, got)}  ${key}\n      ${text}`);
  }
  print(`\n${'tag'.padEnd(24)} right  extra missed`);
  for (const [tag, score] of [...byTag].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const cells = [score.right, score.extra, score.missed].map((count) => String(count).padStart(6));
    print(`${tag.padEnd(24)}${cells.join(' ')}`);
  }
  print(`\n${permits.length} labelled permits of ${path}`);
  print(
    `tag precision   ${percent(precision(tags))} (goal 95 %), recall ${percent(recall(tags))} (goal 92 %)`,
  );
  print(`status          ${valueText(status)} (goal 98 %)`);
  print(`property type   ${valueText(propertyType)} (goal 93 %)`);
}

function describe(expected: string | null, got: string | null): string {
  if (expected === null) return 'extra ';
  return expected !== got && got !== null ? `${got}, not ${expected}` : 'missed';
}

function valueText({ labelled, right, silent, invented }: ValueScore): string {
  const share = labelled === 0 ? 1 : right / labelled;
  return `${percent(share)} of ${labelled} labelled; ${invented} of ${silent} without a label got a value`;
}

function printAddresses(path: string): void {
  const cases = readLines<AddressCase>(path);
  if (cases === null) {
    print(`no addresses at ${path}`);
    return;
  }
  const { cases: total, right, components, faults } = scoreAddresses(cases, refine);
  for (const { text, component, expected, got } of faults) {
    print(`  ${component}: "${got ?? ''}", not "${expected}"  ${text}`);
  }
  print(`${total} house-number cases of ${path}`);
  const shares = Object.entries(components).map(([name, score]) => `${name} ${score.right} of ${score.told}`);
  print(
    `addresses       ${percent(right / Math.max(1, total))} right in all they tell (goal 95 %): ${shares.join(', ')}`,
  );
}
