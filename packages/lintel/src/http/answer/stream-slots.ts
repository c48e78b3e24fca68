/** Limits the streams that are sent at the same time, in all and to one account; beyond, a request gets 429. */
import type { StreamSlots } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { maxStreams, maxStreamsAnAccount, streamRetrySeconds } from '../request/limits.js';

export function streamSlots(): StreamSlots {
  const open = new Map<string, number>();
  let total = 0;
  return {
    enter(accountId) {
      const own = open.get(accountId) ?? 0;
      if (total >= maxStreams || own >= maxStreamsAnAccount) {
        throw new HttpError('rate_limited', {
          detail: `Too many exports at once: ${own >= maxStreamsAnAccount ? 'end one of yours first' : 'try again soon'}.`,
          headers: { 'retry-after': String(streamRetrySeconds) },
        });
      }
      total += 1;
      open.set(accountId, own + 1);
      return () => {
        total -= 1;
        const left = (open.get(accountId) ?? 1) - 1;
        if (left === 0) open.delete(accountId);
        else open.set(accountId, left);
      };
    },
  };
}
