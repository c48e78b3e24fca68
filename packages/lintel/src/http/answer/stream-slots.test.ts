/** Nobody shuts others out of exports by reading slowly: places of streams, with a clock of the test's own. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpError } from '../request/http-error.js';
import {
  keptStreams,
  leastStreamRate,
  maxStreams,
  maxStreamsAnAccount,
  streamRateMs,
} from '../request/limits.js';
import { streamSlots } from './stream-slots.js';

const checkMs = 5;

/** Whether it is the refusal that says so. */
const saying = (text: RegExp) => (error: unknown) =>
  error instanceof HttpError && text.test(JSON.stringify(error.body));

function places() {
  let now = 0;
  const slots = streamSlots(checkMs, () => now);
  after(() => slots.close());
  const cut: string[] = [];
  return {
    cut,
    wait(ms: number) {
      now += ms;
    },
    enter: (account: string) => slots.enter(account, () => cut.push(account)),
  };
}

test('accounts with streams cannot take the places that are kept for those without', () => {
  const { enter } = places();
  const filling = (maxStreams - keptStreams) / maxStreamsAnAccount;
  for (let i = 0; i < filling * maxStreamsAnAccount; i++)
    enter(`full ${Math.floor(i / maxStreamsAnAccount)}`);
  enter('one');
  assert.throws(() => enter('one'), saying(/end one of yours/));
  for (let i = 1; i < keptStreams; i++) enter(`new ${i}`);
  assert.throws(() => enter('late'), saying(/try again soon/), 'no stream is slow yet');
});

test('when all places are taken, the slowest gives way to an account without a stream, and to no other', () => {
  const { enter, wait, cut } = places();
  const streams = Array.from({ length: maxStreams }, (_, i) => enter(`account ${i}`));
  for (const stream of streams) stream.waits();
  wait(2_000);
  for (const [i, stream] of streams.entries()) if (i !== 7) stream.took(1_000_000);
  enter('newcomer');
  assert.deepEqual(cut, ['account 7']);
  assert.throws(() => enter('account 0'), saying(/end one of yours/));
});

test('a stream whose client takes less than the least rate is cut off, and one that waits for the service is not', async () => {
  const { enter, wait, cut } = places();
  const [slow, fast] = [enter('slow'), enter('fast')];
  enter('searching');
  for (const stream of [slow, fast]) stream.waits();
  wait(streamRateMs);
  slow.took((leastStreamRate * streamRateMs) / 1000 - 1);
  fast.took((leastStreamRate * streamRateMs) / 1000);
  await delay(10 * checkMs);
  assert.deepEqual(cut, ['slow']);
});
