/**
 * How far drafts of real files agree with the checked definitions of their sources:
 *
 *   npm run drafts -- rows DIRECTORY [--misses]
 *
 * DIRECTORY holds a folder per city. The first rows of each file are drafted, as `lintel source new` does, and both
 * definitions map the same rows. A field is as checked if nearly all rows have the same text, or if the draft reads the
 * column that the checked definition reads first; it differs if the draft reads another one, or the field should have
 * none; it is open if the draft leaves it out. Missing files are named and left out.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadGeography } from 'lintel/dist/geography/load.js';
import type { Canonical } from 'lintel/dist/refine/record/source.js';
import { draftSample } from 'lintel/dist/sources/draft/draft-sample.js';
import { readSample } from 'lintel/dist/sources/draft/read-sample.js';
import { firstRows } from 'lintel/dist/sources/read/first-rows.js';
import { type CatalogSource, makeSource } from 'lintel/dist/sources/source/catalog-source.js';
import { loadCatalog } from 'lintel/dist/sources/source/load-catalog.js';
import { contractorFiles, type DataFiles, permitFiles } from './data-files.js';

/** Chicago's months are alike. */
const monthly = /^permits_20(?!25_07)\d\d_\d\d\.json$/;
const files: DataFiles = [
  ...permitFiles,
  ...contractorFiles.filter(([id]) => id === 'chicago-il-contractors'),
  ['new-york-ny-land-use', 'decisions', /\.ndjson$/],
];
const maxRows = 1000;
/** Share of the rows that must agree. */
const nearlyAll = 0.95;

interface RowsScore {
  readonly fields: number;
  readonly same: number;
  readonly drafted: number;
  readonly differing: number;
  readonly faults: readonly string[];
}

/** Runs the command with the arguments after `rows`; false if it names no directory. */
export async function draftRows(args: readonly string[], print: (line: string) => void): Promise<boolean> {
  const [directory] = args.filter((word) => word !== '--misses');
  if (directory === undefined || !existsSync(directory)) return false;
  const geography = loadGeography();
  const catalog = loadCatalog();
  const scores: RowsScore[] = [];
  for (const [id, folder, pattern] of files) {
    const source: CatalogSource | null = catalog.get(id);
    const path = join(directory, folder);
    const names = existsSync(path) ? readdirSync(path).filter((name) => pattern.test(name)) : [];
    if (source === null || names.length === 0) print(`left out: ${id}`);
    if (source === null) continue;
    for (const name of names.filter((each) => !monthly.test(each)).sort()) {
      const score = await scoreFile(join(path, name), source, geography);
      scores.push(score);
      if (args.includes('--misses') && score.faults.length > 0) print(`${name}, ${id}`);
      if (args.includes('--misses')) for (const fault of score.faults) print(`  ${fault}`);
    }
  }
  const sum = (count: (score: RowsScore) => number) =>
    scores.reduce((total, score) => total + count(score), 0);
  const [fields, same] = [sum((score) => score.fields), sum((score) => score.same)];
  const [drafted, differing] = [sum((score) => score.drafted), sum((score) => score.differing)];
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  print(
    `${scores.length} files with rows: of ${fields} fields of their checked definitions ${same} as checked ` +
      `(${share(same, fields)}); of ${drafted} drafted fields ${differing} differing (${share(differing, drafted)})`,
  );
  return true;
}

async function scoreFile(
  path: string,
  source: CatalogSource,
  geography: ReturnType<typeof loadGeography>,
): Promise<RowsScore> {
  const { kind, jurisdiction } = source.definition;
  const sample = await readSample(path, maxRows);
  const { definition, open } = draftSample(
    sample,
    { id: 'draft', kind, state: jurisdiction.state, geoid: jurisdiction.geoid },
    geography,
  );
  const draft = makeSource({ ...definition, row_key: [{ constant: 'any' }] }, `the draft of ${path}`);
  const items = await firstRows(path, source, maxRows);
  const checked = items.flatMap((item) => ('row' in item ? [textsOf(source.map(item.row))] : []));
  const drafted = sample.rows.map((row) => textsOf(draft.map(row)));
  if (checked.length !== drafted.length) throw new Error(`${path}: the draft reads other rows`);
  const wanted = fieldsIn(checked);
  const given = fieldsIn(drafted);
  const columns = new Set(sample.rows.flatMap((row) => Object.keys(row)));
  const columnsOf = ({ definition: { map } }: CatalogSource, field: string) => columnsIn(map[field], columns);
  const same = wanted.filter(
    (field) =>
      agreement(field, checked, drafted) >= nearlyAll ||
      columnsOf(source, field).some(
        (column, index) => index === 0 && columnsOf(draft, field).includes(column),
      ),
  );
  const differing = given.filter((field) => !same.includes(field));
  return {
    fields: wanted.length,
    same: same.length,
    drafted: given.length,
    differing: differing.length,
    faults: [
      ...differing.map(
        (field) =>
          `differs ${field}: ${columnsOf(draft, field).join(', ')}: ${difference(field, checked, drafted)} of ${columnsOf(source, field).join(', ') || 'nothing'}`,
      ),
      ...wanted
        .filter((field) => !given.includes(field))
        .map((field) => {
          const why = open.find((each) => each.field === field)?.reason ?? 'no column';
          return `open ${field} of ${columnsOf(source, field).join(', ')}: ${why}`;
        }),
    ],
  };
}

type Texts = Readonly<Record<string, string | undefined>>;

const textsOf = ({ fields }: Canonical): Texts => fields;

/** The columns that an expression names, in order. */
function columnsIn(expression: unknown, columns: ReadonlySet<string>): string[] {
  if (typeof expression === 'string') {
    const [whole = ''] = [expression, expression.split('.')[0] ?? ''].filter((name) => columns.has(name));
    return whole === '' ? [] : [whole];
  }
  if (typeof expression !== 'object' || expression === null) return [];
  return Object.values(expression).flatMap((part) => columnsIn(part, columns));
}

function fieldsIn(rows: readonly Texts[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row).filter((field) => row[field] !== undefined)))];
}

/** The share of the rows with a text in either that have the same in both. */
function agreement(field: string, checked: readonly Texts[], drafted: readonly Texts[]): number {
  const rows = checked.map((row, index) => [row[field], drafted[index]?.[field]] as const);
  const filled = rows.filter(([text, other]) => text !== undefined || other !== undefined);
  return filled.filter(([text, other]) => text === other).length / Math.max(1, filled.length);
}

/** The first row whose texts are not the same. */
function difference(field: string, checked: readonly Texts[], drafted: readonly Texts[]): string {
  const index = checked.findIndex((row, each) => row[field] !== drafted[each]?.[field]);
  const quoted = (text: string | undefined) =>
    text === undefined ? 'nothing' : JSON.stringify(text.slice(0, 60));
  return `${quoted(drafted[index]?.[field])} instead of ${quoted(checked[index]?.[field])}`;
}
