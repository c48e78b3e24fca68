/**
 * Files that are taken from a service while it uses them: a file of the release is cut short under readers, which ends a
 * process that maps it, and the ledger is moved away and back.
 */
import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.js';
import { pause } from './raw-client.js';
import type { Served } from './served.js';
import { fullPage } from './unread-pages.js';

const readers = 8;
/** Milliseconds for which the file is short, or the ledger away. */
const awayMs = 3_000;
/** Milliseconds in which the service must be as before: the wait before a new process doubles with each that dies. */
const patienceMs = 60_000;
const pauseMs = 20;

/** Requests pages until stopped; gives how many came with each status, 0 for a broken connection. */
function readPages({ url, home }: Served, path: string): { stop(): Promise<ReadonlyMap<number, number>> } {
  const seen = new Map<number, number>();
  let isOver = false;
  const read = async () => {
    while (!isOver) {
      const response = await fetch(url + path, { headers: { 'x-api-key': home.key } }).catch(() => null);
      await response?.arrayBuffer().catch(() => null);
      const status = response?.status ?? 0;
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status !== 200) await pause(pauseMs);
    }
  };
  const all = Array.from({ length: readers }, read);
  return {
    async stop() {
      isOver = true;
      await Promise.all(all);
      return seen;
    },
  };
}

async function readiness({ url }: Served): Promise<number> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  await response?.arrayBuffer();
  return response?.status ?? 0;
}

/** Milliseconds until the service is ready; null when it does not become so. */
async function untilReady(served: Served): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < patienceMs) {
    if ((await readiness(served)) === 200) return Math.round(performance.now() - begun);
    await pause(pauseMs);
  }
  return null;
}

function told(seen: ReadonlyMap<number, number>): string {
  const counts = [...seen].map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`);
  return counts.join(', ');
}

export const cutShortRelease: Attack = {
  name: 'cut-short-release',
  promise:
    'a file of the only release that is cut short under readers ends no service: whole again, it is served again',
  async run({ serve }) {
    const served = await serve();
    const path = await fullPage(served.url, served.home.key);
    const file = join(served.home.release, 'permits.ndjson');
    const bytes = readFileSync(file);
    const reading = readPages(served, path);
    await pause(awayMs / 3);
    try {
      truncateSync(file, 0);
      await pause(awayMs);
    } finally {
      writeFileSync(file, bytes);
    }
    const readyMs = await untilReady(served);
    const seen = await reading.stop();
    const page = await fetch(served.url + path, { headers: { 'x-api-key': served.home.key } }).catch(
      () => null,
    );
    return {
      held: readyMs !== null && page?.status === 200,
      seen: `${told(seen)}; ready ${readyMs === null ? 'never' : `${readyMs} ms`} after the file was whole`,
    };
  },
};

export const lostLedger: Attack = {
  name: 'lost-ledger',
  promise: 'while the file of the ledger is away no page is served, and nothing is lost when it is back',
  async run({ serve }) {
    const served = await serve();
    const path = await fullPage(served.url, served.home.key);
    const before = await served.creditsUsed();
    const ledger = join(served.home.directory, 'ledger.sqlite');
    renameSync(ledger, `${ledger}.away`);
    const reading = readPages(served, path);
    await pause(awayMs);
    const [notReady, seen] = [await readiness(served), await reading.stop()];
    renameSync(`${ledger}.away`, ledger);
    const readyMs = await untilReady(served);
    const used = readyMs === null ? null : await served.creditsUsed();
    return {
      held: (seen.get(200) ?? 0) === 0 && (seen.get(503) ?? 0) > 0 && notReady === 503 && used === before,
      seen: `away: ${told(seen)}, readyz ${notReady}; back: ${used === before ? 'every' : 'not every'} credit as before`,
    };
  },
};
