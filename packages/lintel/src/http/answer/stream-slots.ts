/**
 * Limits the streams that are sent at the same time, in all and to one account; beyond, a request gets 429. A client that
 * takes less than the least rate is cut off. When all places are taken, the slowest gives way to an account without a
 * stream, and some are kept for such accounts: nobody shuts the others out by reading slowly. Whoever is cut off resumes.
 */
import type { StreamSlots } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import {
  keptStreams,
  leastStreamRate,
  maxStreams,
  maxStreamsAnAccount,
  streamGraceMs,
  streamRateMs,
  streamRetrySeconds,
} from '../request/limits.js';

interface Stream {
  readonly accountId: string;
  readonly giveWay: () => void;
  /** Bytes that the client took, and milliseconds for which it let the service wait, since the last check. */
  bytes: number;
  waitedMs: number;
  /** Since when the service waits for it; null while it does not. */
  sinceMs: number | null;
}

/** `now` is a monotonic clock in milliseconds. */
export function streamSlots(checkMs: number, now: () => number = () => performance.now()): StreamSlots {
  const streams = new Set<Stream>();
  const waited = ({ waitedMs, sinceMs }: Stream) => waitedMs + (sinceMs === null ? 0 : now() - sinceMs);

  function cut(stream: Stream): void {
    streams.delete(stream);
    stream.giveWay();
  }

  /** The stream whose client takes the fewest bytes a second, of those that let the service wait. */
  function slowest(): Stream | undefined {
    const rate = (stream: Stream) => stream.bytes / waited(stream);
    return [...streams]
      .filter((stream) => waited(stream) >= streamGraceMs)
      .reduce<Stream | undefined>((a, b) => (a !== undefined && rate(a) <= rate(b) ? a : b), undefined);
  }

  const timer = setInterval(() => {
    for (const stream of streams) {
      const ms = waited(stream);
      if (ms < streamRateMs) continue;
      if ((stream.bytes * 1000) / ms < leastStreamRate) cut(stream);
      else Object.assign(stream, { bytes: 0, waitedMs: 0, sinceMs: stream.sinceMs === null ? null : now() });
    }
  }, checkMs).unref();

  return {
    enter(accountId, giveWay) {
      const own = [...streams].filter((stream) => stream.accountId === accountId).length;
      const isFull = streams.size >= (own === 0 ? maxStreams : maxStreams - keptStreams);
      const loser = isFull && own === 0 ? slowest() : undefined;
      if (own >= maxStreamsAnAccount || (isFull && loser === undefined)) {
        throw new HttpError('rate_limited', {
          detail: `Too many exports at once: ${own > 0 ? 'end one of yours first' : 'try again soon'}.`,
          headers: { 'retry-after': String(streamRetrySeconds) },
        });
      }
      if (loser !== undefined) cut(loser);
      const stream: Stream = { accountId, giveWay, bytes: 0, waitedMs: 0, sinceMs: null };
      streams.add(stream);
      return {
        waits() {
          stream.sinceMs = now();
        },
        took(bytes) {
          Object.assign(stream, { waitedMs: waited(stream), sinceMs: null, bytes: stream.bytes + bytes });
        },
        leave: () => streams.delete(stream),
      };
    },
    close: () => clearInterval(timer),
  };
}
