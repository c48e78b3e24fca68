/**
 * Processor time of aggregates (C52) on a release without the service. Each question is asked of the ten places with the
 * most permits, or of the country. `entries` are permits that match; beside the time of one stands its ratio to the
 * limit: a plain loop over the same entries that adds up the columns that the question needs. Where the tables of the
 * release were made (`lintel tables`), DuckDB is asked the same of its Parquet, with `--postgres` also the release in
 * PostgreSQL, by the clock.
 *
 *   node bench/dist/aggregate.js [permits | DIRECTORY] [times that each question is asked] [--postgres]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpoints, parseQuery } from '@lintel/contract';
import { startPostgres } from '@lintel/testing/ledger/postgres.js';
import { openHome } from 'lintel/dist/base/home.js';
import { MappedFile } from 'lintel/dist/base/mapped-file.js';
import { silentProgress } from 'lintel/dist/base/progress.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { columnFile } from 'lintel/dist/format/filters/layout.js';
import { soughtPermits } from 'lintel/dist/http/answer/sought.js';
import { openDatabaseReleases } from 'lintel/dist/postgres/database-releases.js';
import { publishInDatabase } from 'lintel/dist/postgres/publish-release.js';
import { aggregatePermits, type SummedRelease } from 'lintel/dist/query/aggregate.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import { askTables, type SqlSession } from 'lintel/dist/tables/ask-tables.js';
import { hasTables, tablesDirectory } from 'lintel/dist/tables/layout.js';
import { cpuMs } from './child.js';
import { figure, print, quantile } from './figures.js';
import { benchHome } from './home.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean', default: false } },
});
const [what = '100000', asked = '40'] = positionals;
const times = Number(asked);
/** Of other engines. */
const otherTimes = Math.min(times, 20);
/** Different places of a question. */
const places = 10;

/** A question, where it is asked, and the columns that a plain loop would read for it. */
interface Kind {
  readonly name: string;
  readonly text: string;
  readonly place: 'county' | 'city' | null;
  readonly columns: readonly string[];
  /** The same in SQL: what is chosen, from what besides the permits, which, and how. */
  readonly sql: readonly [chosen: string, end: string, where?: string, from?: string];
}

const kinds: readonly Kind[] = [
  {
    name: 'county by year',
    text: 'group_by=year',
    place: 'county',
    columns: [],
    sql: ['year(start_date), count(*)', 'GROUP BY 1'],
  },
  {
    name: 'county by tag, median value',
    text: 'group_by=tag&measures=median_job_value',
    place: 'county',
    columns: ['facets', 'job_value'],
    sql: ['tag, count(*), median(job_value)', 'GROUP BY 1', 'true', 'permits, unnest(tags) AS t(tag)'],
  },
  {
    name: 'roofing of a county by month, three measures',
    text: 'group_by=month&permit_tags=roofing&measures=count,sum_job_value,median_approval_duration,p90_job_value',
    place: 'county',
    columns: ['job_value', 'approval_duration'],
    sql: [
      "date_trunc('month', start_date), count(*), sum(job_value), median(approval_duration), quantile_disc(job_value, 0.9)",
      'GROUP BY 1',
      "list_contains(tags, 'roofing')",
    ],
  },
  {
    name: 'top contractors of a city',
    text: 'group_by=contractor&measures=count,sum_job_value&limit=20',
    place: 'city',
    columns: ['contractor', 'job_value'],
    sql: ['contractor_id, count(*), sum(job_value)', 'GROUP BY 1 ORDER BY 2 DESC LIMIT 20'],
  },
  {
    name: 'country by year',
    text: 'group_by=year',
    place: null,
    columns: [],
    sql: ['year(start_date), count(*)', 'GROUP BY 1'],
  },
  {
    name: 'country by status',
    text: 'group_by=status',
    place: null,
    columns: ['facets'],
    sql: ['status, count(*)', 'GROUP BY 1'],
  },
  {
    name: 'solar of the country by state and year',
    text: 'group_by=state,year&permit_tags=solar',
    place: null,
    columns: ['facets', 'state'],
    sql: ['address_state, year(start_date), count(*)', 'GROUP BY 1, 2', "list_contains(tags, 'solar')"],
  },
  {
    name: 'country by state, sum of values',
    text: 'group_by=state&measures=sum_job_value',
    place: null,
    columns: ['state', 'job_value'],
    sql: ['address_state, count(*), sum(job_value)', 'GROUP BY 1'],
  },
  {
    name: 'country by state, sum and median',
    text: 'group_by=state&measures=sum_job_value,median_job_value',
    place: null,
    columns: ['state', 'job_value'],
    sql: ['address_state, count(*), sum(job_value), median(job_value)', 'GROUP BY 1'],
  },
  {
    name: 'country by state, contractors',
    text: 'group_by=state&measures=contractors',
    place: null,
    columns: ['state', 'contractor'],
    sql: ['address_state, count(*), count(DISTINCT contractor_id)', 'GROUP BY 1'],
  },
  {
    name: 'top contractors of the country',
    text: 'group_by=contractor&measures=sum_job_value&limit=20',
    place: null,
    columns: ['contractor', 'job_value'],
    sql: ['contractor_id, count(*), sum(job_value)', 'GROUP BY 1 ORDER BY 3 DESC LIMIT 20'],
  },
];

const home = benchHome(what);
const release = openRelease(home.release);
const closing: (() => unknown)[] = [() => release.close(), () => home.remove()];
try {
  const others = values.postgres ? await inPostgres() : null;
  const installation = openHome(what);
  const id = basename(home.release);
  const session = hasTables(installation, id)
    ? await new Promise<SqlSession>((found) => {
        void askTables(tablesDirectory(installation, id), new AbortController().signal, async (tables) => {
          const ended = new Promise<void>((end) => closing.unshift(end));
          found(tables);
          await ended;
        });
      })
    : null;
  print(`${home.permits.toLocaleString('en-US')} permits, each question ${times} times`);
  const cells: string[][] = [];
  for (const kind of kinds) cells.push(await measure(kind, others, session));
  const peers = ['DuckDB CPU ms', 'its clock', 'PostgreSQL, clock'];
  print(
    table(
      ['question', 'entries', 'p50 CPU ms', 'p99 CPU ms', 'ns an entry', 'times a loop', ...peers],
      cells,
    ),
  );
} finally {
  for (const close of closing) await close();
}

/** The release in a PostgreSQL of its own. */
async function inPostgres(): Promise<SummedRelease> {
  const server = startPostgres();
  closing.unshift(() => server.stop());
  const url = server.database();
  const copies = mkdtempSync(join(tmpdir(), 'lintel-aggregate-'));
  closing.unshift(() => rmSync(copies, { recursive: true }));
  const options = { force: false, keep: 1, progress: silentProgress, signal: new AbortController().signal };
  await publishInDatabase(url, home.release, options);
  const releases = await openDatabaseReleases(url, { directory: join(copies, 'files') });
  closing.unshift(() => releases.close());
  const current = releases.current();
  if (current === null) throw new Error('nothing is published in PostgreSQL');
  return current;
}

/** Processor and clock time of work, in milliseconds, at the median. */
async function timesOf(ids: readonly (string | null)[], work: (id: string | null) => Promise<unknown>) {
  const [cpu, clock]: number[][] = [[], []];
  for (let i = 0; i < otherTimes; i++) {
    const [begun, start] = [cpuMs(), performance.now()];
    await work(ids[i % ids.length] ?? null);
    cpu?.push(cpuMs() - begun);
    clock?.push(performance.now() - start);
  }
  return [quantile(cpu ?? [], 0.5), quantile(clock ?? [], 0.5)] as const;
}

/** A question with the place filled in. */
function withPlace(text: string, id: string | null): string {
  return id === null ? text : `${text}&geo_id=${id}`;
}

function sqlOf({ sql, place }: Kind, id: string | null): string {
  const [chosen, end, where = 'true', from = 'permits'] = sql;
  const isThere = id === null ? 'true' : `${place}_id = '${id}'`;
  return `SELECT ${chosen} FROM ${from} WHERE ${isThere} AND start_date IS NOT NULL AND ${where} ${end}`;
}

async function measure(
  kind: Kind,
  others: SummedRelease | null,
  session: SqlSession | null,
): Promise<string[]> {
  const { name, text, place, columns } = kind;
  const ids = place === null ? [null] : await largest(place);
  const found: number[] = [];
  const msOf: number[] = [];
  const each: number[] = [];
  for (let i = -ids.length; i < times; i++) {
    const id = ids[(i + ids.length) % ids.length] ?? null;
    const begun = cpuMs();
    const { permit_count: permits } = await ask(withPlace(text, id));
    const ms = cpuMs() - begun;
    // The first of each place warms up.
    if (i < 0) continue;
    found.push(permits);
    msOf.push(ms);
    each.push((ms * 1e6) / permits);
  }
  const loop = loopNs(columns, quantile(found, 0.5));
  const ns = quantile(each, 0.5);
  const duck = session && (await timesOf(ids, (id) => session.ask(sqlOf(kind, id), 1_000)));
  const postgres = others && (await timesOf(ids, (id) => ask(withPlace(text, id), others)));
  return [
    name,
    Math.round(quantile(found, 0.5)).toLocaleString('en-US'),
    figure(quantile(msOf, 0.5)),
    figure(quantile(msOf, 0.99)),
    figure(ns),
    loop === null ? '-' : figure(ns / loop),
    ...(duck === null ? ['-', '-'] : duck.map(figure)),
    postgres === null ? '-' : figure(postgres[1]),
  ];
}

function ask(text: string, of: SummedRelease = release) {
  const parsed = parseQuery(endpoints.permit_aggregate, { query: new URLSearchParams(text), path: {} });
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed)}`);
  return aggregatePermits(of, parsed.value, soughtPermits(parsed.value));
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
