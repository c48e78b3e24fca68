/**
 * What one account can take from others: fifty callers, an account each, ask for pages of permits, alone and then
 * beside one account with a hundred keys that asks without a pause for what costs time and no credits. Printed are
 * the times of the fifty, also in work of the thread that answers them (tell-work.ts), what became of the account's questions, and the processor time of the service, and of
 * PostgreSQL where it answers. Rounds alternate, figures are medians.
 *
 *   node bench/dist/one-account.js [permits or directory] [--seconds 20] [--rounds 3] [--postgres] [--plan free]
 *     [--only NAME] [--command lintel.js of another version]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@lintel/testing/ledger/postgres.js';
import { defaultConfig } from 'lintel/dist/base/config.js';
import { silentProgress } from 'lintel/dist/base/progress.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import type { Ledger } from 'lintel/dist/ledger/ledger.js';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import { publishInDatabase } from 'lintel/dist/postgres/publish-release.js';
import type { CallersOrder, CallersResult, Question } from './callers.js';
import { Child } from './child.js';
import { cpuSeconds } from './cpu-seconds.js';
import { figure, median, print, quantile } from './figures.js';
import { benchHome, benchPlan, lintelCommand } from './home.js';
import { serve } from './serve.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    postgres: { type: 'boolean', default: false },
    plan: { type: 'string', default: 'free' },
    only: { type: 'string' },
    command: { type: 'string', default: lintelCommand },
  },
});
const seconds = Number(values.seconds);
const honestCallers = 50;
const honestPauseMs = 200;
const warmSeconds = 2;
const attackers = 100;
const cores = 2;
const telling = new URL('./telling-work.js', import.meta.url).href;

const gets = (...paths: readonly string[]): readonly Question[] => paths.map((path) => ({ path }));
const places = ['TX', 'CA', 'FL', 'NY', 'IL', 'WA', 'AZ', 'CO'];
const years = [2021, 2022, 2023, 2024];
const periods = years.map((year) => `permit_from=${year}-01-01&permit_to=${year}-12-31`);
const search = (rest: string) =>
  places.flatMap((place) => periods.map((period) => `/v2/permits/search?geo_id=${place}&${period}&${rest}`));
const items = '/ogc/collections/permits/items';
const nothing = encodeURIComponent("description = 'no permit says this'");
const toolCall = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'find_place', arguments: { text: 'no such place anywhere' } },
});
const mcpHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const honest = gets(...search('permit_tags=solar&size=20'), ...search('property_type=residential&size=20'));
/** What the account asks. */
const attacks: Readonly<Record<string, readonly Question[]>> = {
  'OGC filter without a hit': gets(
    ...years.map((year) => `${items}?datetime=${year}-01-01/..&filter=${nothing}`),
  ),
  'HEAD of full pages': search('size=100').map((path) => ({ path, method: 'HEAD' })),
  'tiles of a country': gets('/v2/permits/tiles/3/1/3', '/v2/permits/tiles/4/3/6', '/v2/permits/tiles/4/4/6'),
  'texts without a hit': gets(...search('permit_q=re%20zz%20qq%201&include_count=true')),
  'addresses without a hit': gets('/v2/addresses/search?q=99999%20Xyzzyx%20Plughh%20Road,%20Nowhere,%20TX'),
  'MCP, tools without a hit': [
    { path: '/mcp', method: 'POST', headers: mcpHeaders, body: JSON.stringify(toolCall(1)) },
  ],
};

interface Measured extends CallersResult {
  readonly attack: CallersResult['statuses'];
  readonly serviceCpu: number;
  readonly databaseCpu: number;
}

async function keysOf(ledger: Ledger, plan: string, accounts: number, keys: number): Promise<string[]> {
  const secrets: string[] = [];
  for (let i = 0; i < accounts; i++) {
    const { id } = await ledger.createAccount({ name: `Caller ${i}`, plan });
    for (let n = 0; n < keys; n++) secrets.push((await ledger.createKey(id, {})).secret);
  }
  return secrets;
}

const argument = positionals[0] ?? '100000';
const plans = { bench: benchPlan, ...defaultConfig.plans };
const home = benchHome(argument, { settings: { plans } });
const closing: (() => unknown)[] = [() => home.remove()];
try {
  const ledger = openLedger({ path: `${home.directory}/ledger.sqlite`, plans });
  const honestKeys = await keysOf(ledger, 'bench', honestCallers, 1);
  const newAttacker = () => keysOf(ledger, values.plan, 1, attackers);
  closing.unshift(() => ledger.close());
  let environment = {};
  let postmaster = 0;
  if (values.postgres) {
    const server = startPostgres({ flushes: true });
    closing.unshift(() => server.stop());
    const url = server.database();
    const { signal } = new AbortController();
    const options = { force: false, keep: 1, progress: silentProgress, signal };
    await publishInDatabase(url, home.release, options);
    environment = { LINTEL_RELEASE_URL: url };
    postmaster = Number(
      readFileSync(join(server.directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
  }
  const service = await serve(home.directory, {
    workers: 2,
    command: values.command,
    environment: { ...environment, NODE_OPTIONS: `--import ${telling}` },
  });
  closing.unshift(() => service.stop());
  // The account asks from elsewhere: it takes no processor time that the service or the others need.
  const [callers, attacking] = [new Child('./callers.js'), new Child('./callers.js', { nice: 19 })];
  closing.unshift(() => Promise.all([callers.stop(), attacking.stop()]));

  const measure = async (questions: readonly Question[] | null): Promise<Measured> => {
    const cpu = () => [cpuSeconds(service.pid), postmaster === 0 ? 0 : cpuSeconds(postmaster)] as const;
    const keys = questions === null ? [] : await newAttacker();
    const before = cpu();
    const [own, attack] = await Promise.all([
      callers.ask<CallersResult>({
        ...{
          url: service.url,
          keys: honestKeys,
          questions: honest,
          pauseMs: honestPauseMs,
          seconds,
          warmSeconds,
        },
      } satisfies CallersOrder),
      questions === null
        ? null
        : attacking.ask<CallersResult>({
            ...{ url: service.url, keys, questions, pauseMs: 0, seconds, delaySeconds: warmSeconds },
          } satisfies CallersOrder),
    ]);
    const after = cpu();
    return {
      ...own,
      attack: attack?.statuses ?? {},
      serviceCpu: after[0] - before[0],
      databaseCpu: after[1] - before[1],
    };
  };
  await measure(null);
  const chosen = Object.entries(attacks).filter(([name]) => name.includes(values.only ?? ''));
  const rows: string[][] = [];
  for (const [name, questions] of chosen) {
    // A service that has run for a while has loaded what answers them.
    const keys = await newAttacker();
    await attacking.ask<CallersResult>({
      url: service.url,
      keys: keys.slice(0, 4),
      questions,
      pauseMs: 50,
      seconds: 3,
    });
    const rounds: [Measured, Measured][] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      rounds.push([await measure(null), await measure(questions)]);
    }
    rows.push(rowOf(name, rounds));
    print(rows.at(-1)?.join(' | ') ?? '');
  }
  print(
    table(
      [
        'beside',
        'p50 ms',
        'with it',
        'p99 ms',
        'with it',
        'first s',
        'later',
        'ratio',
        'work p99 ms',
        'with it',
        'ratio',
        'share of CPU',
        'its answers',
      ],
      rows,
    ),
  );
} finally {
  for (const close of closing) await close();
}

function rowOf(name: string, rounds: readonly (readonly [Measured, Measured])[]): string[] {
  const of = (pick: (one: Measured) => number) => [
    median(rounds.map(([alone]) => pick(alone))),
    median(rounds.map(([, beside]) => pick(beside))),
  ];
  const [p50 = 0, p50Beside = 0] = of(({ timesMs }) => median(timesMs));
  const [p99 = 0, p99Beside = 0] = of(({ timesMs }) => quantile(timesMs, 0.99));
  const [work = 0, workBeside = 0] = of(({ workMs }) => quantile(workMs, 0.99));
  const [, firstBeside = 0] = of(({ firstTimesMs }) => quantile(firstTimesMs, 0.99));
  // The second in which it begins is left out once more: what it may do at once, it does there.
  const [, laterBeside = 0] = of(({ timesMs, firstTimesMs }) => {
    const later = [...timesMs].sort((a, b) => a - b);
    for (const ms of firstTimesMs) later.splice(later.indexOf(ms), 1);
    return quantile(later, 0.99);
  });
  // What an honest question costs alone, times how many there were beside the account, is not the account's.
  const shares = rounds.map(([alone, beside]) => {
    const [own, all] = [alone, beside].map((each) => each.serviceCpu + each.databaseCpu);
    const honestShare = ((own ?? 0) * beside.timesMs.length) / alone.timesMs.length;
    return ((all ?? 0) - honestShare) / (seconds * cores);
  });
  const faults = rounds
    .flat()
    .flatMap(({ statuses }) => Object.keys(statuses).filter((each) => each !== '200'));
  if (faults.length > 0) print(`  the fifty also got ${[...new Set(faults)].join(', ')}`);
  const answers: Record<string, number> = {};
  for (const [, { attack }] of rounds)
    for (const [status, count] of Object.entries(attack)) answers[status] = (answers[status] ?? 0) + count;
  const perSecond = Object.entries(answers).map(
    ([status, count]) => `${figure(count / rounds.length / seconds)}/s ${status}`,
  );
  return [
    name,
    ...[p50, p50Beside, p99, p99Beside, firstBeside, laterBeside].map(figure),
    (p99Beside / p99).toFixed(2),
    ...[work, workBeside].map(figure),
    (workBeside / work).toFixed(2),
    `${Math.round(median(shares) * 100)} %`,
    perSecond.join(', '),
  ];
}
