/**
 * Soak: one real server process under a mixed load for the given number of requests, watched for memory, file
 * descriptors and slow answers, a line per interval. Callers who read whole answers ask for records, searches, sums,
 * maps, features and tools, also with a wrong parameter; others hang up in the
 * middle of pages and exports, or have a wrong key.
 * Ends with 1 when memory or descriptors of the last quarter exceed those of the second, an answer is a 5xx or breaks
 * off, or the ledger has other credits than the answers said.
 *
 *   node bench/dist/soak.js [requests, default 200000] [permits or directory of an installation, default 5000]
 *     [minutes at most, default 600]
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from 'lintel/dist/base/config.js';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import type { CallersOrder, CallersResult, Question } from './callers.js';
import { Child } from './child.js';
import { figure, median, print, quantile } from './figures.js';
import { benchHome } from './home.js';
import type { LiveMemory, ServerUsage } from './page-server.js';

const [requestsText = '200000', installation = '5000', minutesText = '600'] = process.argv.slice(2);
const wanted = Number(requestsText);
const mostMs = Number(minutesText) * 60_000;
const readers = 16;
/** Callers who hang up. */
const cutters = 4;
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
  readonly live: LiveMemory;
  readonly descriptors: number;
  readonly p50: number;
  readonly p99: number;
}

const period = 'permit_from=2015-01-01&permit_to=2030-01-01';

/** What the readers ask. */
function mixedQuestions(ids: readonly string[]): Question[] {
  const mcp = (method: string, params?: object): Question => ({
    path: '/mcp',
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const others: readonly Question[] = [
    ...['TX', 'CA', 'FL', 'NY'].flatMap((place) => [
      { path: `/v2/permits/search?geo_id=${place}&${period}&size=20` },
      { path: `/v2/permits/search?geo_id=${place}&${period}&size=100`, method: 'HEAD' as const },
      { path: `/v2/permits/search?geo_id=${place}&${period}&permit_q=roof&include_count=true&size=5` },
      { path: `/v2/permits/aggregate?geo_id=${place}&${period}&group_by=status` },
      { path: `/v2/contractors/search?geo_id=${place}&${period}&size=5` },
    ]),
    { path: '/v2/permits/tiles/4/3/6' },
    { path: '/ogc/collections/permits/items?limit=20' },
    { path: '/v2/addresses/search?q=12%20Main%20Street,%20Austin,%20TX' },
    { path: '/v2/meta/release' },
    { path: '/v2/permits/search?geo_id=TX&permit_from=yesterday' },
    { path: '/v2/permits/search?geo_id=nowhere' },
    { path: '/v2/nothing' },
    mcp('tools/list'),
    mcp('tools/call', { name: 'find_place', arguments: { text: 'Austin' } }),
  ];
  return ids.flatMap((_, i) => {
    const some = Array.from({ length: pageSize }, (_, n) => `id=${ids[(i * 31 + n) % ids.length]}`);
    const other = others[i % others.length];
    return [{ path: `/v2/permits?${some.join('&')}` }, ...(other === undefined ? [] : [other])];
  });
}

/** What the others ask, who hang up or have no key. */
const cutQuestions: readonly Question[] = [0, 20_000, 100_000].flatMap((cutAfter) => [
  { path: '/v2/usage', headers: { 'x-api-key': 'lk_wrong' } },
  { path: `/v2/permits/search?geo_id=TX&${period}&size=100`, cutAfter },
  { path: '/v2/export/permits', cutAfter },
  { path: '/v2/export/permits?format=csv&geo_id=CA', cutAfter },
]);

const home = benchHome(installation);
const server = new Child('./page-server.js');
const [reading, cutting] = [new Child('./callers.js'), new Child('./callers.js')];
try {
  const ledger = openLedger({
    path: join(home.directory, 'ledger.sqlite'),
    plans: (await loadConfig(home.directory)).plans,
  });
  const account = await ledger.createAccount({ name: 'Cuts', plan: 'bench' });
  const cutKey = (await ledger.createKey(account.id, {})).secret;
  const reader = new RowReader(home.release, 'permits');
  const idOf = (row: number) => (JSON.parse(reader.row(row % reader.rows).toString()) as { id: string }).id;
  const questions = mixedQuestions(Array.from({ length: 500 }, (_, i) => idOf(i * 37)));
  reader.close();
  const url = await server.ask<string>({ ask: 'start', kind: 'service', home: home.directory, paths: [] });
  const [own] = (await ledger.accounts()).filter(({ id }) => id !== account.id);
  const statuses: Record<string, number> = {};
  let credits = 0;
  const measured: Interval[] = [];
  let done = 0;
  let seconds = 2;
  const begun = performance.now();
  while (done < wanted && performance.now() - begun < mostMs) {
    const order = { url, pauseMs: 0, seconds };
    const keys = Array.from({ length: readers }, () => home.key);
    const cutKeys = Array.from({ length: cutters }, () => cutKey);
    const [asked] = await Promise.all([
      reading.ask<CallersResult>({ ...order, keys, questions } satisfies CallersOrder),
      cutting.ask<CallersResult>({
        ...{ ...order, keys: cutKeys, questions: cutQuestions, pauseMs: 20 },
      } satisfies CallersOrder),
    ]);
    const { timesMs } = asked;
    done += timesMs.length;
    credits += asked.credits;
    for (const [status, count] of Object.entries(asked.statuses))
      statuses[status] = (statuses[status] ?? 0) + count;
    // From the first interval on, as long as it takes to collect enough of them.
    if (measured.length === 0)
      seconds = Math.min(mostSeconds, Math.max(1, (wanted / intervals / timesMs.length) * seconds));
    const { residentBytes, pid } = await server.ask<ServerUsage>({ ask: 'usage' });
    const live = await server.ask<LiveMemory>({ ask: 'live memory' });
    const interval = {
      requests: done,
      residentMegabytes: residentBytes / 1e6,
      live,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      p50: median(timesMs),
      p99: quantile(timesMs, 0.99),
    };
    measured.push(interval);
    // At once, so that an interrupted soak has printed its observations.
    print(lineOf(interval));
  }
  judge(measured);
  print(
    `answers: ${Object.entries(statuses)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')}`,
  );
  if (Object.keys(statuses).some((status) => status === '0' || status >= '500')) process.exitCode = 1;
  // The last answers may be charged for a moment longer than they take.
  await delay(2_000);
  const { used } = await ledger.usage(own?.id ?? '');
  const faults = await ledger.check();
  print(`${credits} credits said, ${used} in the ledger; ${faults.length} faults of the ledger`);
  if (used !== credits || faults.length > 0) process.exitCode = 1;
  await ledger.close();
} finally {
  await Promise.all([server.stop(), reading.stop(), cutting.stop()]);
  home.remove();
}

function lineOf({ requests, residentMegabytes, live, descriptors, p50, p99 }: Interval): string {
  const [heap, outside] = [live.heapBytes, live.outsideBytes].map((bytes) => figure(bytes / 1e6));
  return `${requests} requests, ${figure(residentMegabytes)} MB (in use: heap ${heap}, outside ${outside}), ${descriptors} descriptors, p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`;
}

function judge(measured: readonly Interval[]): void {
  const quarter = Math.max(1, Math.floor(measured.length / 4));
  const most = (values: readonly Interval[], of: (interval: Interval) => number) =>
    Math.max(...values.map(of));
  const [early, late] = [measured.slice(quarter, 2 * quarter), measured.slice(-quarter)];
  for (const [name, of] of [
    ['memory in use', ({ live }: Interval) => live.heapBytes + live.outsideBytes],
    ['resident memory', (each: Interval) => each.residentMegabytes],
    ['descriptors', (each: Interval) => each.descriptors],
  ] as const) {
    const growth = most(late, of) / most(early, of);
    print(`${name} of the last quarter is ${figure(growth)} of that of the second`);
    if (growth > allowedGrowth) process.exitCode = 1;
  }
}
