/**
 * Serving processes that die: said with the reason, replaced after a moment, on the release before when need
 * be.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld, type World } from '@lintel/testing/release/synthetic-world.js';
import { defaultConfig } from '../../base/config.js';
import { type Home, openHome } from '../../base/home.js';
import { publish } from '../../releases/release-store.js';
import { restarts } from './worker-deaths.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-deaths-'));
const stops: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const stop of stops) await stop();
  rmSync(root, { recursive: true, force: true });
});

/** An installation with two published releases, of which every test gets a copy. */
const original = makeWorld(root, () => {});
const [first, second] = await buildTwice(original);

function twoReleases(): Home {
  const directory = mkdtempSync(join(root, 'copy-'));
  cpSync(original.home.directory, directory, { recursive: true });
  return openHome(directory);
}

async function buildTwice(world: World): Promise<[first: string, second: string]> {
  const ids: string[] = [];
  for (const from of [0, 60]) {
    const chance = syntheticNumbers(from + 1);
    const rows = Array.from({ length: 60 }, (_, i) =>
      syntheticRow(`k${from + i}`, syntheticPermit(from + i, chance)),
    );
    ingest(world.store, 'permits-a', rows);
    ids.push((await world.build()).id);
    await publish(world.home);
  }
  const [first = '', second = ''] = ids;
  return [first, second];
}

/** Milliseconds between two looks at a service that changes. */
const pollMs = 20;

interface LogLine {
  readonly msg: string;
  readonly worker?: number;
  readonly signal?: string;
  readonly fault?: string;
  readonly again_in_ms?: number;
  readonly release_id?: string;
  readonly err?: { readonly message: string };
}

/** `serve` in its own process, and its log as it is written. */
async function serving(home: Home, workers: number) {
  const options = { home, config: defaultConfig, host: '127.0.0.1', port: 0, workers, logLevel: 'info' };
  const script = `
    import { serve } from '${pathToFileURL(join(import.meta.dirname, 'serve.js')).href}';
    const serving = await serve(${JSON.stringify(options)});
    process.stdout.write(serving.url + '\\n');
    await serving.stopped;
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  const exit = once(child, 'exit');
  stops.push(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  const log: LogLine[] = [];
  const lines = createInterface(child.stderr);
  lines.on('line', (line) => log.push(JSON.parse(line) as LogLine));
  const { value: url } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  /** The first line that the log has or will have of this kind. */
  const logged = async (is: (line: LogLine) => boolean): Promise<LogLine> => {
    for (;;) {
      const found = log.find(is);
      if (found) return found;
      await once(lines, 'line');
    }
  };
  /** Asks until the service is ready. */
  const ready = async (): Promise<string> => {
    for (;;) {
      const response = await fetch(`${url}/readyz`).catch(() => null);
      const body = (await response?.json()) as { release_id?: string } | undefined;
      if (response?.status === 200 && body?.release_id) return body.release_id;
      await sleep(pollMs);
    }
  };
  /** Asks until the service serves the release. */
  const serves = async (release: string): Promise<void> => {
    while ((await ready()) !== release) await sleep(pollMs);
  };
  return { log, logged, ready, serves };
}

/** The processes that serve, the children of the one that logged nothing but deaths. */
function workersOf(log: readonly LogLine[]): number[] {
  return log.flatMap((line) =>
    /Server listening/.test(line.msg) ? [(line as { pid?: number }).pid ?? 0] : [],
  );
}

for (const workers of [1, 2]) {
  test(`${workers} serving: one killed by a file cut short is logged with signal and file, and the previous release served`, async () => {
    const home = twoReleases();
    const { log, logged, ready, serves } = await serving(home, workers);
    assert.equal(await ready(), second);
    await logged(() => workersOf(log).length === workers);
    const [victim = 0] = workersOf(log);
    const path = join(home.releases, second, 'permits.ndjson');
    const bytes = readFileSync(path);
    truncateSync(path, 10);
    // The signal for a read beyond the end of a mapped file.
    process.kill(victim, 'SIGBUS');
    const death = await logged(({ signal }) => signal === 'SIGBUS');
    assert.equal(death.worker, victim);
    assert.match(death.msg, /a worker ended \(SIGBUS: a mapped file was truncated/);
    assert.match(death.fault ?? '', /permits\.ndjson has 10 bytes; the release .* was made with/);
    assert.equal(death.again_in_ms, 1000);
    await logged(({ release_id, msg }) => release_id === first && /in place of the published one/.test(msg));
    await serves(first);
    writeFileSync(path, bytes);
    await serves(second);
  });
}

test('a release that is damaged without a change of size is found by reading it, and served no more', async () => {
  const home = twoReleases();
  const { log, logged, ready, serves } = await serving(home, 1);
  assert.equal(await ready(), second);
  const path = join(home.releases, second, 'permits.ndjson');
  const bytes = readFileSync(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  for (let deaths = 1; deaths <= 2; deaths++) {
    await logged(() => workersOf(log).length === deaths);
    process.kill(workersOf(log)[deaths - 1] ?? 0, 'SIGSEGV');
    await logged(({ again_in_ms }) => again_in_ms === 1000 * 2 ** (deaths - 1));
  }
  const found = await logged(({ msg }) => /is damaged and is not served any more/.test(msg));
  assert.equal(found.release_id, second);
  assert.match(found.err?.message ?? '', /permits\.ndjson is damaged: its checksum/);
  await serves(first);
});

test('a process that replaces another makes no empty ledger in the place of a lost one', async () => {
  const home = twoReleases();
  const { log, logged, ready } = await serving(home, 1);
  await ready();
  const { ledger } = home;
  for (const ending of ['', '-wal', '-shm']) renameSync(ledger + ending, `${ledger}.away${ending}`);
  process.kill(workersOf(log)[0] ?? 0, 'SIGKILL');
  await logged(({ msg }) => /a worker cannot start: The ledger .* is gone/.test(msg));
  for (const ending of ['', '-wal', '-shm']) renameSync(`${ledger}.away${ending}`, ledger + ending);
  await ready();
});

test('repeated deaths wait longer each time, up to a minute, and a long life resets the wait', () => {
  const deaths = restarts();
  const waits = Array.from({ length: 9 }, () => deaths.died(100));
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  assert.equal(deaths.died(3_600_000), 1000);
  assert.equal(deaths.died(100), 2000);
});
