/**
 * A client with a valid key requests pages and resets the connection, at once or with hundreds of requests
 * sent ahead.
 */
import type { Attack } from './attack.js';
import { open, pause, pipelined } from './raw-client.js';
import type { LogLine, Served } from './served.js';
import { fullPage } from './unread-pages.js';

/** Requests that are sent ahead. */
const ahead = 500;
/** Milliseconds after which the service has noticed what happened. */
const patienceMs = 20_000;

export const paidForNothing: Attack = {
  name: 'paid-for-nothing',
  promise: 'records that were not handed to the socket cost nothing; what is refunded is logged and counted',
  async run({ serve, isShort }) {
    const served = await serve();
    const path = await fullPage(served.url, served.home.key);
    const headers = [`X-API-Key: ${served.home.key}`];
    const rounds = isShort ? 40 : 200;
    for (let round = 0; round < rounds; round++) {
      const isPipelined = round % 10 === 0;
      const socket = await open(served.port);
      socket?.write(pipelined(isPipelined ? ahead : 1, path, headers));
      await pause(round % 3);
      socket?.resetAndDestroy();
    }
    const seen = await settled(served);
    const { charged, refunded, whole, used } = seen;
    return {
      held: used === charged - refunded && used >= whole && refunded === seen.counted,
      seen: `${rounds} resets: ${charged} credits charged, ${refunded} refunded, ${used} used`,
    };
  },
};

interface Books {
  /** Credits that the log says were charged, taken back, and charged for answers handed over whole. */
  readonly charged: number;
  readonly refunded: number;
  readonly whole: number;
  /** Credits that the metrics say were taken back. */
  readonly counted: number;
  /** Credits that the ledger says are used. */
  readonly used: number;
}

/** What log, metrics and ledger say when nothing changes any more. */
async function settled(served: Served): Promise<Books> {
  const end = performance.now() + patienceMs;
  let last = '';
  for (;;) {
    const pages = served.requests.filter(({ credits = 0 }) => credits > 0);
    const total = (of: (line: LogLine) => number) => pages.reduce((sum, line) => sum + of(line), 0);
    const books = {
      charged: total(({ credits = 0 }) => credits),
      refunded: total(({ refunded = 0 }) => refunded),
      whole: total(({ credits = 0, delivered = true }) => (delivered ? credits : 0)),
      counted: await served.metric('lintel_credits_refunded_total'),
      used: await served.creditsUsed(),
    };
    const now = JSON.stringify([books, pages.length]);
    if (now === last || performance.now() > end) return books;
    last = now;
    await pause(500);
  }
}
