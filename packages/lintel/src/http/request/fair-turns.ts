/**
 * Turns of accounts in one process: an account finds one answer at a time, and once it has taken a few milliseconds
 * of a turn of the event loop, its next one waits for the next turn. So others wait for one answer of an account, and
 * not for as many as it asks for at once (fair queueing: https://en.wikipedia.org/wiki/Fair_queuing). Who is alone
 * waits for nothing but its own answers.
 */

/** Milliseconds that an account may take in a turn of the event loop before others have theirs. */
const quantumMs = 2;

interface Queue {
  readonly waiting: (() => void)[];
  isBusy: boolean;
  /** Milliseconds taken in this turn of the event loop. */
  takenMs: number;
}

/** Does work for a holder when its turn has come; says whether it had to wait. */
export type FairTurns = <T>(holder: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>;

/** Turns by a monotonic clock in milliseconds. */
export function fairTurns(now: () => number): FairTurns {
  const queues = new Map<string, Queue>();
  let isRenewing = false;

  /** Begins a turn of the event loop for all. */
  function renew(): void {
    isRenewing = false;
    for (const [holder, queue] of queues) {
      queue.takenMs = 0;
      if (!queue.isBusy && queue.waiting.length === 0) queues.delete(holder);
      else beginNext(queue);
    }
  }

  function renewLater(): void {
    if (!isRenewing) setImmediate(renew);
    isRenewing = true;
  }

  function beginNext(queue: Queue): void {
    if (queue.isBusy) return;
    const begin = queue.takenMs < quantumMs ? queue.waiting.shift() : undefined;
    queue.isBusy = begin !== undefined;
    if (begin === undefined) renewLater();
    else begin();
  }

  return async (holder, work) => {
    const queue: Queue = queues.get(holder) ?? { waiting: [], isBusy: false, takenMs: 0 };
    queues.set(holder, queue);
    const hasWaited = queue.isBusy || queue.waiting.length > 0 || queue.takenMs >= quantumMs;
    if (hasWaited) await new Promise<void>((begin) => queue.waiting.push(begin));
    queue.isBusy = true;
    const begun = now();
    try {
      return await work(hasWaited);
    } finally {
      queue.isBusy = false;
      queue.takenMs += now() - begun;
      beginNext(queue);
    }
  };
}
