/**
 * Traffic of the service in an open loop: requests come at fixed times, whether or not earlier ones were answered, and
 * each is counted from the time at which it was due, so that waiting in a queue is not left out.
 */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Permit } from '@lintel/contract';
import { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import { randomPages } from './random-pages.js';

/** Requests that wait for an answer at once, before the rate counts as too much. */
const mostWaiting = 1_000;

/** A service that is asked. */
export interface Target {
  readonly url: string;
  readonly key: string;
  /** Its connections. */
  readonly agent: Agent;
}

export const targetAt = (url: string, key: string): Target => ({
  url,
  key,
  // Those that rested longest first, so that all are used, and so all processes behind them.
  agent: new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 256, scheduling: 'fifo' }),
});

interface Loaded {
  /** Milliseconds of each answer since its request was due. */
  readonly times: readonly number[];
  /** Requests that were refused, broken off, or never sent because too many waited. */
  readonly failed: number;
}

/** Asks the targets in turn for the paths, so many times a second. */
export async function askAtRate(
  targets: readonly Target[],
  paths: readonly string[],
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<Loaded> {
  const times: number[] = [];
  const waiting = new Set<Promise<void>>();
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
    const target = targets[sent % targets.length] as Target;
    const path = String(paths[sent++ % paths.length]);
    const asked = ask(target, path).then((isAnswered) => {
      times.push(performance.now() - dueMs);
      if (!isAnswered) failed += 1;
      waiting.delete(asked);
    });
    waiting.add(asked);
  }
  await Promise.all(waiting);
  return { times, failed: failed + count - times.length };
}

/** Asks once; gives whether it was answered. */
export function ask({ url, key, agent }: Target, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url + path, { agent, headers: { 'x-api-key': key } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
      answer.on('error', () => resolve(false));
    });
    request.on('error', () => resolve(false));
  });
}

/** Paths of each kind of traffic, of records of the release. */
export function trafficOf(release: string): Readonly<Record<string, readonly string[]>> {
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
