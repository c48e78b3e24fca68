/**
 * How much the service bears: requests come at fixed times, whether or not earlier ones were answered (an open loop), and
 * each is counted from the time at which it was due, so that waiting in a queue is not left out. For each kind of traffic
 * the rate doubles until the p99 exceeds its limit or requests fail; printed are the last rate that held, and what a
 * request costs in processor time of the service.
 *
 *   node bench/dist/capacity.js [permits or directory of an installation] [--workers 1,2] [--seconds 4] [--limit 250]
 *
 * The load comes from this process, which shares the machine.
 */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Permit } from '@lintel/contract';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { cpuSeconds } from './cpu-seconds.js';
import { figure, median, print, quantile } from './figures.js';
import { benchHome } from './home.js';
import { randomPages } from './random-pages.js';
import { type Served, serve } from './serve.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workers: { type: 'string', default: '1,2' },
    seconds: { type: 'string', default: '4' },
    limit: { type: 'string', default: '250' },
  },
});
const seconds = Number(values.seconds);
const limitMs = Number(values.limit);
/** Requests a second with which each kind begins. */
const firstRate = 50;
/** Requests that wait for an answer at once, before the rate counts as too much. */
const mostWaiting = 1_000;

/** Paths of each kind of traffic, of records of the release. */
function trafficOf(release: string): Readonly<Record<string, readonly string[]>> {
  const rows = new RowReader(release, 'permits');
  const some = Array.from({ length: 1_000 }, () => {
    const row = Math.floor(Math.random() * rows.rows);
    return JSON.parse(rows.row(row).toString()) as Permit;
  });
  rows.close();
  const placed = some.filter(({ geo_ids, address }) => geo_ids.county_id !== null && address.street !== null);
  const county = ({ geo_ids }: Permit) => String(geo_ids.county_id);
  const period = 'permit_from=2015-01-01&permit_to=2026-12-31';
  return {
    'one permit by id': some.map(({ id }) => `/v2/permits?id=${id}`),
    '50 permits by id': randomPages(release),
    'a page of 50 of a county': placed.map(
      (permit) => `/v2/permits/search?geo_id=${county(permit)}&${period}&size=50`,
    ),
    'months of a county': placed.map(
      (permit) =>
        `/v2/counties/${county(permit)}/metrics/monthly?tag=all&property_type=all&metric_from=2020-01-01&metric_to=2026-06-30`,
    ),
    'an address by text': placed.map(({ address: { street_no: number, street, city } }) => {
      const text = [number, street, city].filter((part) => part !== null).join(' ');
      return `/v2/addresses/search?q=${encodeURIComponent(text)}&size=10`;
    }),
    'a tile of a state': ['5/7/12', '5/8/12', '6/15/24', '6/16/25', '6/14/26'].map(
      (tile) => `/v2/permits/tiles/${tile}`,
    ),
  };
}

interface Held {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  readonly cpuMs: number;
}

/** Asks at a rate; each time is counted from when the request was due. */
async function load(
  { url, pid }: Served,
  key: string,
  paths: readonly string[],
  rate: number,
): Promise<Held> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const times: number[] = [];
  const waiting = new Set<Promise<void>>();
  const before = cpuSeconds(pid);
  const startMs = performance.now();
  let failed = 0;
  const count = Math.round(rate * seconds);
  for (let sent = 0; sent < count && waiting.size < mostWaiting; ) {
    const dueMs = startMs + (sent / rate) * 1_000;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) {
      await sleep(earlyMs);
      continue;
    }
    const path = String(paths[sent++ % paths.length]);
    const asked = ask(agent, url + path, key).then((isAnswered) => {
      times.push(performance.now() - dueMs);
      if (!isAnswered) failed += 1;
      waiting.delete(asked);
    });
    waiting.add(asked);
  }
  await Promise.all(waiting);
  agent.destroy();
  // Those that were never sent because too many waited were not answered either.
  failed += count - times.length;
  const cpuMs = ((cpuSeconds(pid) - before) * 1_000) / times.length;
  return { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed, cpuMs };
}

function ask(agent: Agent, url: string, key: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { 'x-api-key': key } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
      answer.on('error', () => resolve(false));
    });
    request.on('error', () => resolve(false));
  });
}

/** The highest rate that held, of those that double and of the one half-way to the first that did not; else null. */
async function highest(
  service: Served,
  key: string,
  paths: readonly string[],
): Promise<{ readonly held: Held | null; readonly cpuMs: number }> {
  const holds = ({ failed, p99 }: Held) => failed === 0 && p99 <= limitMs;
  // Caches and compilers warm up.
  await load(service, key, paths, firstRate);
  const costs: number[] = [];
  let best: Held | null = null;
  for (let rate = firstRate; ; rate *= 2) {
    const held = await load(service, key, paths, rate);
    costs.push(held.cpuMs);
    if (holds(held)) {
      best = held;
      continue;
    }
    const between = await load(service, key, paths, rate * 0.75);
    costs.push(between.cpuMs);
    return { held: holds(between) ? between : best, cpuMs: median(costs) };
  }
}

const home = benchHome(positionals[0] ?? '50000');
try {
  const traffic = trafficOf(home.release);
  for (const workers of values.workers.split(',').map(Number)) {
    const service = await serve(home.directory, { workers });
    const cells: (string | number)[][] = [];
    for (const [kind, paths] of Object.entries(traffic)) {
      const { held, cpuMs } = await highest(service, home.key, paths);
      const rates = [held?.rate ?? Number.NaN, held?.p50 ?? Number.NaN, held?.p99 ?? Number.NaN];
      cells.push([kind, ...[...rates, cpuMs, 1_000 / cpuMs].map(figure)]);
    }
    print(`\n${home.permits.toLocaleString('en-US')} permits, ${workers} serving`);
    print(table(['traffic', 'held/s', 'p50 ms', 'p99 ms', 'CPU ms a request', '/CPU-s'], cells));
    await service.stop();
  }
} finally {
  home.remove();
}
