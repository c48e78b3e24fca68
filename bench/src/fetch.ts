/**
 * Fetching from a portal on the same machine into a raw store: rows stored a second of processor time, and
 * the memory it takes. The limit is reading the same bytes over HTTP and parsing them, in the same run.
 *
 *   node bench/dist/fetch.js [rows]…
 *
 * The portal is a separate process, whose work is not counted; request pacing is off.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { parse } from 'csv-parse';
import { formatCount } from 'lintel/dist/base/format-number.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { fetchAll } from 'lintel/dist/sources/fetch/fetch-all.js';
import { makeSource } from 'lintel/dist/sources/source/catalog-source.js';
import { request } from 'undici';
import { cpuMs } from './child.js';
import { pageRows } from './fetch-pages.js';
import { figure, print } from './figures.js';

const clock = { now: Date.now, random: Math.random, sleep: async () => {} };
const manners = {
  operator: null,
  requestsPerSecond: 100,
  concurrencyPerHost: 1,
  hostsAtOnce: 1,
  appTokens: {},
  allowHosts: ['127.0.0.1'],
};

const counts = process.argv.slice(2).map(Number);
for (const rows of counts.length > 0 ? counts : [200_000]) await measure(rows);

async function measure(rows: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'));
  const portal = spawn(process.execPath, [programOf('./fetch-portal.js'), String(rows)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await addressOf(portal);
    const lines = [];
    for (const type of ['json', 'csv'] as const) {
      const limit = await perCpuSecond(rows, () => (type === 'csv' ? readCsv(url) : readPages(url, rows)));
      const first = await perCpuSecond(rows, () => fetchInto(directory, url, type, rows, 'new'));
      const again = await perCpuSecond(rows, () => fetchInto(directory, url, type, rows, 'unchanged'));
      const memory = `${formatCount(Math.round(process.resourceUsage().maxRSS / 1024))} MiB`;
      lines.push([type, figure(limit), figure(first), (first / limit).toFixed(2), figure(again), memory]);
    }
    print(`\n${formatCount(rows)} rows; rows a CPU-second`);
    print(table(['', 'limit', 'stored', 'of limit', 'unchanged', 'peak memory so far'], lines));
  } finally {
    portal.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

function programOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function addressOf(portal: ChildProcess): Promise<string> {
  if (portal.stdout === null) throw new Error('the portal has no output');
  const [chunk] = await once(portal.stdout, 'data');
  return String(chunk).trim();
}

async function perCpuSecond(rows: number, work: () => Promise<void>): Promise<number> {
  const before = cpuMs();
  await work();
  return (rows / (cpuMs() - before)) * 1000;
}

async function fetchInto(
  directory: string,
  url: string,
  type: 'json' | 'csv',
  rows: number,
  what: 'new' | 'unchanged',
): Promise<void> {
  const store = openRawStore(join(directory, `${type}.sqlite`));
  const options = { manners, program: 'bench', directory: join(directory, 'fetch'), clock, isFull: true };
  const [fetched] = await fetchAll({ store, sources: [sourceOf(type, url)], ...options });
  store.close();
  if (fetched?.run?.counts[what] !== rows) throw fetched?.failure ?? new Error(`not all ${rows} rows came`);
}

function sourceOf(type: 'json' | 'csv', url: string) {
  const fetch =
    type === 'csv'
      ? { protocol: 'file', base_url: url, dataset: 'permits.csv' }
      : { protocol: 'socrata', base_url: url, dataset: 'abcd-1234', page_rows: pageRows };
  const definition = {
    ...elmCity,
    format: {},
    row_key: ['permit_number'],
    map: { number: 'permit_number', type: 'permit_type', description: 'description' },
    fetch,
  };
  return makeSource(definition, 'elm-city-ks.json');
}

async function readPages(url: string, rows: number): Promise<void> {
  let read = 0;
  for (let last = ''; read < rows; ) {
    const { body } = await request(`${url}/resource/abcd-1234.json?$where=${encodeURIComponent(last)}`);
    const page = JSON.parse(await body.text()) as Record<string, string>[];
    read += page.length;
    last = `:id > '${page.at(-1)?.[':id']}'`;
  }
}

async function readCsv(url: string): Promise<void> {
  const { body } = await request(`${url}/permits.csv`);
  const parser = parse({ columns: true, on_record: () => null });
  parser.resume();
  body.setEncoding('utf8').pipe(parser);
  await once(parser, 'end');
}
