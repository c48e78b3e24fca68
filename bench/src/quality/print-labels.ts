/**
 * Prints how well refinement reads labelled permits: by city, by tag with the worst first, in total against the goals,
 * and on demand every fault with its text.
 */
import {
  type Fault,
  type LabelledPermit,
  type LabelScore,
  precision,
  type Refined,
  recall,
  scoreLabels,
  type TagScore,
  type ValueScore,
} from './score-labels.js';

type Print = (line?: string) => void;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const cell = (text: string | number) => String(text).padStart(8);

/** Prints the scores of one file. */
export function printLabels(
  path: string,
  permits: readonly LabelledPermit[],
  refine: (permit: LabelledPermit) => Refined,
  withMisses: boolean,
  print: Print,
): void {
  const score = scoreLabels(permits, refine);
  if (withMisses) printFaults(score.faults, print);
  printCities(permits, refine, print);
  printTags(score.byTag, print);
  print(`\n${permits.length} labelled permits of ${path}`);
  const { tags, status, propertyType } = score;
  print(
    `tag precision   ${percent(precision(tags))} (goal 97 %), recall ${percent(recall(tags))} (goal 96.5 %), over ${tags.right + tags.missed} sure tags`,
  );
  print(`status          ${valueText(status)} (goal 97 %)`);
  print(`property type   ${valueText(propertyType)} (goal 97 %)`);
  if (!withMisses && score.faults.length > 0) print(`${score.faults.length} faults: --misses shows them`);
}

function printFaults(faults: readonly Fault[], print: Print): void {
  let last = '';
  for (const { name, expected, got, key, text } of faults) {
    if (name !== last) print(`\n${name}`);
    last = name;
    print(`  ${describe(expected, got)}  ${key}\n      ${text}`);
  }
  if (faults.length > 0) print();
}

function describe(expected: string | null, got: string | null): string {
  if (expected === null) return 'extra ';
  return expected !== got && got !== null ? `${got}, not ${expected}` : 'missed';
}

/** The place that a label names, else the folder of its key. */
function cityOf({ place, key }: LabelledPermit): string {
  return typeof place === 'string' && place !== '' ? place : (key.split(/[/#]/)[0] ?? '');
}

function printCities(
  permits: readonly LabelledPermit[],
  refine: (permit: LabelledPermit) => Refined,
  print: Print,
): void {
  const byCity = new Map<string, LabelledPermit[]>();
  for (const permit of permits) byCity.set(cityOf(permit), [...(byCity.get(cityOf(permit)) ?? []), permit]);
  const width = Math.max(6, ...[...byCity.keys()].map((city) => city.length));
  print(
    `${'city'.padEnd(width)} ${['permits', 'precis.', 'recall', 'status', 'property'].map(cell).join(' ')}`,
  );
  for (const [city, own] of [...byCity].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const score = scoreLabels(own, refine);
    print(`${city.padEnd(width)} ${cityCells(score).map(cell).join(' ')}`);
  }
}

function cityCells({ items, tags, status, propertyType }: LabelScore): (string | number)[] {
  const share = ({ labelled, right }: ValueScore) => (labelled === 0 ? '-' : percent(right / labelled));
  return [items, percent(precision(tags)), percent(recall(tags)), share(status), share(propertyType)];
}

function printTags(byTag: ReadonlyMap<string, TagScore>, print: Print): void {
  const wrong = ({ extra, missed }: TagScore) => extra + missed;
  const rows = [...byTag].sort(([a, x], [b, y]) => wrong(y) - wrong(x) || (a < b ? -1 : 1));
  print(
    `\n${'tag, worst first'.padEnd(24)} ${['right', 'extra', 'missed', 'precis.', 'recall'].map(cell).join(' ')}`,
  );
  for (const [tag, score] of rows) {
    const cells = [score.right, score.extra, score.missed, percent(precision(score)), percent(recall(score))];
    print(`${tag.padEnd(24)} ${cells.map(cell).join(' ')}`);
  }
}

function valueText({ labelled, right, silent, invented }: ValueScore): string {
  const share = labelled === 0 ? 1 : right / labelled;
  return `${percent(share)} of ${labelled} labelled; ${invented} of ${silent} without a label got a value`;
}
