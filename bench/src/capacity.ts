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
import { parseArgs } from 'node:util';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { cpuSeconds } from './cpu-seconds.js';
import { figure, median, print, quantile } from './figures.js';
import { benchHome } from './home.js';
import { askAtRate, targetAt, trafficOf } from './open-loop.js';
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
  const target = targetAt(url, key);
  const before = cpuSeconds(pid);
  const { times, failed } = await askAtRate([target], paths, { rate, seconds });
  target.agent.destroy();
  const cpuMs = ((cpuSeconds(pid) - before) * 1_000) / times.length;
  return { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed, cpuMs };
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
