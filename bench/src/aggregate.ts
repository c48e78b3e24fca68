/**
 * Processor time of aggregates (C52) on a release without the service. Each question is asked of the ten places with the
 * most permits, or of the country. `entries` are permits that match; beside the time of one stands its ratio to the
 * limit: a plain loop over the same entries that adds up the columns that the question needs.
 *
 *   node bench/dist/aggregate.js [permits | DIRECTORY] [times that each question is asked]
 */
import { join } from 'node:path';
import { endpoints, parseQuery } from '@lintel/contract';
import { MappedFile } from 'lintel/dist/base/mapped-file.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { columnFile } from 'lintel/dist/format/filters/layout.js';
import { soughtPermits } from 'lintel/dist/http/answer/sought.js';
import { aggregatePermits } from 'lintel/dist/query/aggregate.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import { cpuMs } from './child.js';
import { figure, print, quantile } from './figures.js';
import { benchHome } from './home.js';

const [what = '100000', asked = '40'] = process.argv.slice(2);
const times = Number(asked);
/** Different places of a question. */
const places = 10;

/** A question, where it is asked, and the columns that a plain loop would read for it. */
interface Kind {
  readonly name: string;
  readonly text: string;
  readonly place: 'county' | 'city' | null;
  readonly columns: readonly string[];
}

const kinds: readonly Kind[] = [
  { name: 'county by year', text: 'group_by=year', place: 'county', columns: [] },
  {
    name: 'county by tag, median value',
    text: 'group_by=tag&measures=median_job_value',
    place: 'county',
    columns: ['facets', 'job_value'],
  },
  {
    name: 'roofing of a county by month, three measures',
    text: 'group_by=month&permit_tags=roofing&measures=count,sum_job_value,median_approval_duration,p90_job_value',
    place: 'county',
    columns: ['job_value', 'approval_duration'],
  },
  {
    name: 'top contractors of a city',
    text: 'group_by=contractor&measures=count,sum_job_value&limit=20',
    place: 'city',
    columns: ['contractor', 'job_value'],
  },
  { name: 'country by year', text: 'group_by=year', place: null, columns: [] },
  { name: 'country by status', text: 'group_by=status', place: null, columns: ['facets'] },
  {
    name: 'solar of the country by state and year',
    text: 'group_by=state,year&permit_tags=solar',
    place: null,
    columns: ['facets', 'state'],
  },
  {
    name: 'country by state, sum of values',
    text: 'group_by=state&measures=sum_job_value',
    place: null,
    columns: ['state', 'job_value'],
  },
  {
    name: 'country by state, sum and median',
    text: 'group_by=state&measures=sum_job_value,median_job_value',
    place: null,
    columns: ['state', 'job_value'],
  },
  {
    name: 'country by state, contractors',
    text: 'group_by=state&measures=contractors',
    place: null,
    columns: ['state', 'contractor'],
  },
  {
    name: 'top contractors of the country',
    text: 'group_by=contractor&measures=sum_job_value&limit=20',
    place: null,
    columns: ['contractor', 'job_value'],
  },
];

const home = benchHome(what);
const release = openRelease(home.release);
try {
  print(`${home.permits.toLocaleString('en-US')} permits, each question ${times} times`);
  const cells: string[][] = [];
  for (const kind of kinds) cells.push(await measure(kind));
  print(table(['question', 'entries', 'p50 CPU ms', 'p99 CPU ms', 'ns an entry', 'times a loop'], cells));
} finally {
  release.close();
  home.remove();
}

async function measure({ name, text, place, columns }: Kind): Promise<string[]> {
  const ids = place === null ? [null] : await largest(place);
  const found: number[] = [];
  const msOf: number[] = [];
  const each: number[] = [];
  for (let i = -ids.length; i < times; i++) {
    const id = ids[(i + ids.length) % ids.length] ?? null;
    const begun = cpuMs();
    const { permit_count: permits } = await ask(id === null ? text : `${text}&geo_id=${id}`);
    const ms = cpuMs() - begun;
    // The first of each place warms up.
    if (i < 0) continue;
    found.push(permits);
    msOf.push(ms);
    each.push((ms * 1e6) / permits);
  }
  const loop = loopNs(columns, quantile(found, 0.5));
  const ns = quantile(each, 0.5);
  return [
    name,
    Math.round(quantile(found, 0.5)).toLocaleString('en-US'),
    figure(quantile(msOf, 0.5)),
    figure(quantile(msOf, 0.99)),
    figure(ns),
    loop === null ? '-' : figure(ns / loop),
  ];
}

function ask(text: string) {
  const parsed = parseQuery(endpoints.permit_aggregate, { query: new URLSearchParams(text), path: {} });
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed)}`);
  return aggregatePermits(release, parsed.value, soughtPermits(parsed.value));
}

/** The places with the most permits. */
async function largest(place: 'county' | 'city'): Promise<string[]> {
  const { rows } = await ask(`group_by=${place}&limit=${places + 2}`);
  return rows.flatMap((row) => row[place] ?? []).slice(0, places);
}

/** Nanoseconds an entry of a loop that adds up the columns of evenly spread rows; null without columns. */
function loopNs(columns: readonly string[], entries: number): number | null {
  if (columns.length === 0) return null;
  const rows = Uint32Array.from({ length: entries }, (_, i) => Math.floor((i * home.permits) / entries));
  const once = () => columns.reduce((sum, name) => sum + sumOf(name, rows), 0);
  const results: number[] = [];
  let total = once();
  for (let i = 0; i < 20; i++) {
    const begun = cpuMs();
    total += once();
    results.push(((cpuMs() - begun) * 1e6) / entries);
  }
  if (total === 0) throw new Error(`nothing in ${columns.join(', ')}`);
  return quantile(results, 0.5);
}

function sumOf(name: string, rows: Uint32Array): number {
  const file = new MappedFile(join(home.release, columnFile(name)));
  const sum =
    file.bytes >= home.permits * 8 && name !== 'facets'
      ? sumDoubles(file.numbers(Float64Array, 0, home.permits), rows)
      : sumWords(file.numbers(Uint32Array, 0, home.permits), rows);
  file.close();
  return sum;
}

function sumDoubles(values: Float64Array, rows: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i] ?? 0] ?? 0;
    // NaN is unknown.
    if (value >= 0) sum += value;
  }
  return sum;
}

function sumWords(values: Uint32Array, rows: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += values[rows[i] ?? 0] ?? 0;
  return sum;
}
