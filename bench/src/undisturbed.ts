/**
 * Whether a night disturbs the service: how long pages of 50 permits take while `lintel nightly` fetches, builds and
 * publishes beside it, as low as its unit runs it, against as long a time without.
 *
 *   node bench/dist/undisturbed.js [permits] [--connections 4] [--rounds 3]
 *
 * Quiet times and nights alternate, so other work on the machine meets both; figures are ratios of the same run. The
 * load, the service and the night share the machine's processors.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { syntheticDataset, syntheticRow } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { Child } from './child.js';
import { figure, print, quantile } from './figures.js';
import { benchHome, lintelCommand } from './home.js';
import type { LoadResult } from './page-load.js';
import { randomPages } from './random-pages.js';

/** Pages are asked for in pieces of this length, until the night is over. */
const pieceSeconds = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
});
const portal = await new PortalServer().listen();
const dataset = syntheticDataset('elm-city-ks', 500);
portal.add(dataset);
const home = benchHome(positionals[0] ?? '50000', {
  settings: { fetch: { requests_per_second: 100, allow_hosts: ['127.0.0.1'] } },
});
const { definition } = sourceOf('socrata', portal.url, dataset.id, { namespace: dataset.id });
mkdirSync(join(home.directory, 'sources'));
writeFileSync(join(home.directory, 'sources', `${dataset.id}.json`), JSON.stringify(definition));
const [server, load] = [new Child('./page-server.js'), new Child('./page-load.js')];
try {
  const url = await server.ask<string>({ ask: 'start', kind: 'service', home: home.directory, paths: [] });
  const paths = randomPages(home.release);
  const piece = async () => {
    const order = { url, key: home.key, paths, connections: Number(values.connections) };
    return (await load.ask<LoadResult>({ ...order, seconds: pieceSeconds })).timesMs;
  };
  // The first one, which warms caches and compilers up, is not counted.
  await piece();
  const [quiet, nights]: [number[], number[]] = [[], []];
  for (let round = 0; round < Number(values.rounds); round++) {
    const pieces = await whileNight(piece);
    for (const times of pieces) nights.push(...times);
    for (const _ of pieces) quiet.push(...(await piece()));
    print(`night ${round + 1}: ${pieces.length * pieceSeconds} s`);
  }
  report(quiet, nights);
} finally {
  await Promise.all([server.stop(), load.stop(), portal.close()]);
  home.remove();
}

/** What the work gives, again and again until a night of one changed row is over. */
async function whileNight<T>(work: () => Promise<T>): Promise<T[]> {
  changeRow();
  const night = spawn(process.execPath, [lintelCommand, 'nightly', dataset.id, '--home', home.directory], {
    stdio: 'ignore',
  });
  if (night.pid !== undefined) setPriority(night.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let isOver = false;
  const over = once(night, 'exit').then(([status]) => {
    isOver = true;
    return Number(status);
  });
  const done: T[] = [];
  while (!isOver) done.push(await work());
  const status = await over;
  if (status !== 0) throw new Error(`the night ended with ${status}`);
  return done;
}

/** Without a change a night makes no release. */
function changeRow(): void {
  dataset.rows = [...dataset.rows, syntheticRow(dataset.rows.length + 1)];
  portal.add(dataset);
}

function report(quiet: readonly number[], nights: readonly number[]): void {
  const cells = ([0.5, 0.95, 0.99] as const).map((share) => {
    const [without, during] = [quantile(quiet, share), quantile(nights, share)];
    return [`p${share * 100}`, figure(without), figure(during), (during / without).toFixed(2)];
  });
  print(table(['a page takes, ms', 'without', 'during a night', 'ratio'], cells));
  print(`${quiet.length} and ${nights.length} pages`);
}
