/**
 * Fetching from portals of permit software on the same machine as politely as from a real one: one request at a time, one
 * a second. Rows an hour, and the memory it takes.
 *
 *   node bench/dist/portals.js [energov rows] [accela rows]
 *
 * The portal is a separate process, whose memory is not counted. The fetch ends when the portal has no more, or after
 * two minutes; what came until then is counted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { formatCount } from 'lintel/dist/base/format-number.js';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { openRawStore } from 'lintel/dist/raw/sqlite-raw-store.js';
import { fetchAll } from 'lintel/dist/sources/fetch/fetch-all.js';
import { makeSource } from 'lintel/dist/sources/source/catalog-source.js';
import { print } from './figures.js';

const clock = {
  now: Date.now,
  random: Math.random,
  sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, { signal }),
};
const manners = {
  operator: 'bench@example.org',
  requestsPerSecond: 1,
  concurrencyPerHost: 1,
  hostsAtOnce: 1,
  appTokens: {},
  allowHosts: ['127.0.0.1'],
};
const mostMs = 120_000;

const [energov = 4_000, accela = 400] = process.argv.slice(2).map(Number);
const lines = [await measure('energov', energov), await measure('accela', accela)];
print(table(['', 'rows', 'seconds', 'rows an hour', 'peak memory so far'], lines));

async function measure(platform: 'energov' | 'accela', rows: number): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'lintel-bench-'));
  const program = fileURLToPath(new URL('./portal-server.js', import.meta.url));
  const portal = spawn(process.execPath, [program, platform, String(rows)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const store = openRawStore(join(directory, 'raw.sqlite'));
  try {
    const [url] = await once(portal.stdout, 'data');
    const begun = performance.now();
    const [fetched] = await fetchAll({
      store,
      sources: [sourceOf(platform, String(url).trim())],
      manners,
      program: 'bench',
      directory: join(directory, 'fetch'),
      clock,
      isFull: true,
      signal: AbortSignal.timeout(mostMs),
    });
    const seconds = (performance.now() - begun) / 1000;
    const read = fetched?.run?.counts.read ?? 0;
    const memory = `${formatCount(Math.round(process.resourceUsage().maxRSS / 1024))} MiB`;
    const hourly = formatCount(Math.round((read / seconds) * 3600));
    return [platform, formatCount(read), seconds.toFixed(0), hourly, memory];
  } finally {
    store.close();
    portal.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

function sourceOf(platform: 'energov' | 'accela', url: string) {
  const definition = {
    id: 'elm-city-ks-portal',
    kind: 'permits',
    name: 'Elm City, permit portal',
    license: null,
    attribution: null,
    homepage: url,
    platform,
    jurisdiction: {
      geoid: '2071000',
      name: 'Elm City',
      state: 'KS',
      county_geoid: '20177',
      default_city: 'Elm City',
    },
    namespace: 'elm-city-ks',
    time_zone: 'America/Chicago',
    fetch: {
      protocol: platform,
      base_url: url,
      dataset: platform === 'accela' ? 'Building' : 'permits',
    },
  };
  return makeSource(definition, 'elm-city-ks-portal.json');
}
