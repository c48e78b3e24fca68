/**
 * Soak: one real server process under load for the given number of requests, watched for memory, file
 * descriptors and slow answers, a line per interval. Ends with 1 when memory or descriptors of the last
 * quarter exceed those of the second.
 *
 *   node bench/dist/soak.js [requests, default 200000] [permits or directory of an installation, default 5000]
 *     [minutes at most, default 600]
 */
import { readdirSync } from 'node:fs';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { Child } from './child.js';
import { figure, median, print, quantile } from './figures.js';
import { benchHome } from './home.js';
import type { LoadResult } from './page-load.js';
import type { ServerUsage } from './page-server.js';

const [requestsText = '200000', installation = '5000', minutesText = '600'] = process.argv.slice(2);
const wanted = Number(requestsText);
const mostMs = Number(minutesText) * 60_000;
const connections = 16;
const intervals = 16;
/** A line is printed after this many seconds, however slow the machine is. */
const mostSeconds = 60;
/** Pages are small, so that many requests fit into the time. */
const pageSize = 5;
/** What the last quarter may exceed the second by. */
const allowedGrowth = 1.25;

interface Interval {
  readonly requests: number;
  readonly residentMegabytes: number;
  readonly descriptors: number;
  readonly p50: number;
  readonly p99: number;
}

const home = benchHome(installation);
const server = new Child('./page-server.js');
const load = new Child('./page-load.js');
try {
  const reader = new RowReader(home.release, 'permits');
  const idOf = (row: number) => (JSON.parse(reader.row(row % reader.rows).toString()) as { id: string }).id;
  const paths = Array.from(
    { length: 500 },
    (_, i) => `/v2/permits?${Array.from({ length: pageSize }, (_, n) => `id=${idOf(i * 31 + n)}`).join('&')}`,
  );
  reader.close();
  const url = await server.ask<string>({ ask: 'start', kind: 'service', home: home.directory, paths: [] });
  const measured: Interval[] = [];
  let done = 0;
  let seconds = 2;
  const begun = performance.now();
  while (done < wanted && performance.now() - begun < mostMs) {
    const { requests, timesMs } = await load.ask<LoadResult>({
      url,
      key: home.key,
      paths,
      connections,
      seconds,
    });
    done += requests;
    // From the first interval on, as long as it takes to collect enough of them.
    if (measured.length === 0)
      seconds = Math.min(mostSeconds, Math.max(1, (wanted / intervals / requests) * seconds));
    const { residentBytes, pid } = await server.ask<ServerUsage>({ ask: 'usage' });
    const interval = {
      requests: done,
      residentMegabytes: residentBytes / 1e6,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      p50: median(timesMs),
      p99: quantile(timesMs, 0.99),
    };
    measured.push(interval);
    // At once, so that an interrupted soak has printed its observations.
    print(lineOf(interval));
  }
  judge(measured);
} finally {
  await Promise.all([server.stop(), load.stop()]);
  home.remove();
}

function lineOf({ requests, residentMegabytes, descriptors, p50, p99 }: Interval): string {
  return `${requests} requests, ${figure(residentMegabytes)} MB, ${descriptors} descriptors, p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`;
}

function judge(measured: readonly Interval[]): void {
  const quarter = Math.max(1, Math.floor(measured.length / 4));
  const most = (values: readonly Interval[], of: (interval: Interval) => number) =>
    Math.max(...values.map(of));
  const [early, late] = [measured.slice(quarter, 2 * quarter), measured.slice(-quarter)];
  for (const [name, of] of [
    ['memory', (each: Interval) => each.residentMegabytes],
    ['descriptors', (each: Interval) => each.descriptors],
  ] as const) {
    const growth = most(late, of) / most(early, of);
    print(`${name} of the last quarter is ${figure(growth)} of that of the second`);
    if (growth > allowedGrowth) process.exitCode = 1;
  }
}
