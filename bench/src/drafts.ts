/**
 * How right drafts of definitions are: drafts each of 649 real datasets from its columns, types and examples of
 * values, and compares it with the definition that a person made of the same.
 *
 *   npm run drafts -- rows DIRECTORY [--misses]   real files with rows, see quality/draft-rows.ts
 *   npm run drafts [-- SET...] [--misses]         a SET is `development`, `second-development`, `blind`, `second-blind` to `nineteenth-blind`
 *
 * Rules were made with the first 30. Each blind set was described before any draft of it; then the rules were amended by
 * its misses. All were drawn by a hash of their addresses; `docs/data-quality.md` has what each gave when it was blind.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceKind } from 'lintel/dist/base/source-kind.js';
import { type Draft, draftDefinition } from 'lintel/dist/sources/draft/draft-definition.js';
import { makeSource } from 'lintel/dist/sources/source/catalog-source.js';
import { draftRows } from './quality/draft-rows.js';
import { type DraftScore, readWanted, scoreDraft } from './quality/score-drafts.js';

const datasets = '../shared/data/portals/datasets.ndjson';
/** Columns of the seventh, eighth and seventeenth to nineteenth set and of the second development set, which no list of portals has. */
const collected = fileURLToPath(new URL('../src/quality/drafts/collected.ndjson', import.meta.url));
const sets = [
  'development',
  'blind',
  'second-blind',
  'third-blind',
  'fourth-blind',
  'fifth-blind',
  'sixth-blind',
  'seventh-blind',
  'eighth-blind',
  'ninth-blind',
  'tenth-blind',
  'eleventh-blind',
  'twelfth-blind',
  'thirteenth-blind',
  'fourteenth-blind',
  'fifteenth-blind',
  'sixteenth-blind',
  'seventeenth-blind',
  'eighteenth-blind',
  'second-development',
  'nineteenth-blind',
] as const;

interface Dataset {
  readonly name: string;
  readonly state: string;
  readonly url: string;
  readonly category: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type?: string;
    readonly examples?: readonly unknown[];
  }[];
}

const kinds: Readonly<Record<string, SourceKind>> = {
  permits: 'permits',
  parcels: 'properties',
  'planning-cases': 'decisions',
  'contractor-licences': 'contractors',
};

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await run(process.argv.slice(2));

async function run(given: readonly string[]): Promise<void> {
  if (given[0] === 'rows') {
    if (!(await draftRows(given.slice(1), print))) fail('name the directory of the files after "rows"');
    return;
  }
  const fault = faultOf(given);
  if (fault !== null) return fail(fault);
  const asked = given.filter((word) => word !== '--misses');
  const known = [datasets, collected].flatMap((path) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Dataset),
  );
  for (const set of sets.filter((name) => asked.length === 0 || asked.includes(name))) {
    scoreSet(set, new Map(known.map((dataset) => [dataset.url, dataset])), given.includes('--misses'));
  }
}

function fail(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

function scoreSet(set: string, known: ReadonlyMap<string, Dataset>, withMisses: boolean): void {
  const path = fileURLToPath(new URL(`../src/quality/drafts/${set}.txt`, import.meta.url));
  const scores = readWanted(readFileSync(path, 'utf8')).map((wanted) => {
    const dataset = known.get(wanted.url);
    if (dataset === undefined) throw new Error(`${wanted.url} is in neither list of datasets`);
    const score = scoreDraft(wanted, draftOf(dataset));
    if (withMisses) printFaults(dataset, score);
    return score;
  });
  const sum = (count: (score: DraftScore) => number) =>
    scores.reduce((total, score) => total + count(score), 0);
  const [wanted, right, drafted] = [sum((s) => s.wanted), sum((s) => s.right), sum((s) => s.drafted)];
  const offered = right + sum((s) => s.offered);
  const wrong = sum(({ faults }) => faults.filter(({ kind }) => kind === 'wrong').length);
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  print(
    `${set}: ${scores.length} datasets; of ${wanted} fields that a person maps ${right} right (${share(right, wanted)}); ` +
      `${offered} right or with the right column offered first (${share(offered, wanted)}); ` +
      `of ${drafted} drafted fields ${wrong} wrong (${share(wrong, drafted)})`,
  );
}

function printFaults({ name, state, url }: Dataset, { faults }: DraftScore): void {
  if (faults.length === 0) return;
  print(`${name}, ${state}  ${url}`);
  for (const { kind, field, text } of faults) print(`  ${kind} ${field}: ${text}`);
}

/** The draft of a dataset of which only the columns are known; it must load as a definition. */
function draftOf({ name, state, category, columns }: Dataset): Draft {
  const draft = draftDefinition(
    {
      format: { type: 'json' },
      rows: [],
      columns: columns.map(({ name: column, type, examples }) => ({
        name: column,
        ...(type !== undefined && { type }),
        ...(examples !== undefined && { examples: examples.map(String) }),
      })),
    },
    {
      id: 'draft',
      name,
      kind: kinds[category] ?? 'permits',
      jurisdiction: { geoid: '00000', name, state, county_geoid: null, default_city: null },
      timeZone: 'UTC',
    },
  );
  if ((draft.definition.row_key as unknown[]).length > 0)
    makeSource(draft.definition, `the draft of ${name}`);
  return draft;
}

function faultOf(given: readonly string[]): string | null {
  const unknown = given.find((word) => word !== '--misses' && !sets.some((set) => set === word));
  if (unknown !== undefined) return `"${unknown}" is none of ${sets.join(', ')}`;
  return existsSync(datasets) ? null : `${datasets} is missing`;
}
