/**
 * The work that the service does for an account (C48): milliseconds that the thread of a worker, or a connection to the
 * database of the releases, is busy with the questions of a request. It is counted for the account whatever the answer,
 * also for HEAD, empty pages and what is refused later. An account that has used up the work of its plan within a
 * minute gets a 429; an answer that has begun waits instead. In each process an account finds one answer at a time
 * (fair-turns.ts), so it can pass its limit by one answer of each.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Awaitable } from '../../base/awaitable.js';
import type { Caller } from '../../ledger/ledger.js';
import type { ServedRelease, ServedReleases } from '../../releases/release.js';
import type { ServiceContext } from './context.js';
import { workPollMs } from './limits.js';
import { applyRate, holderOf, workLimit } from './rate-limiting.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of work for the request so far. */
    workMs: number;
  }
}

/** Counts what work takes. */
export interface Work {
  /** Does work that does not wait, and counts its time. */
  during<T>(work: () => T): T;
}

/** Counts nothing, for answers that are nobody's. */
export const uncounted: Work = { during: (work) => work() };

/** The work for one request of a caller. */
export class AccountWork {
  /** What the request is answered with: its questions to releases are counted. */
  readonly context: ServiceContext;
  readonly #releases: ServedReleases;
  readonly #holder: string;
  readonly #caller: Caller;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #ms = 0;
  #isCounting = false;

  constructor(context: ServiceContext, caller: Caller, request: FastifyRequest, reply: FastifyReply) {
    const work: Work = { during: (each) => this.#during(each, context.monotonic) };
    this.context = { ...context, work, releases: countedReleases(context.releases, work) };
    this.#releases = context.releases;
    this.#holder = holderOf(caller, request);
    this.#caller = caller;
    this.#request = request;
    this.#reply = reply;
  }

  /** Finds an answer in a turn of the account. Throws a 429 when its work has been used up while it waited. */
  find<T>(find: () => Awaitable<T>): Promise<T> {
    const { limitRate, turns } = this.context;
    return turns(this.#holder, async (hasWaited) => {
      // Without waiting, the rate of the request was asked just now.
      if (hasWaited) applyRate('work', await limitRate(this.#limit()), this.#reply);
      return this.#counted(find);
    });
  }

  /** Finds a further part of an answer that has begun, when the account has work left. */
  async findMore<T>(find: () => Awaitable<T>): Promise<T> {
    const { limitRate, turns, stopping } = this.context;
    while (!(await limitRate(this.#limit())).granted) {
      if (stopping.aborted || this.#reply.raw.destroyed) break;
      await delay(workPollMs);
    }
    return turns(this.#holder, () => this.#counted(find));
  }

  #limit() {
    return workLimit(this.#holder, this.#caller.plan);
  }

  async #counted<T>(find: () => Awaitable<T>): Promise<T> {
    const { limitRate } = this.context;
    const releases = this.#releases;
    const add = (ms: number) => {
      this.#ms += ms;
    };
    try {
      return await (releases.askedBy ? releases.askedBy(this.#holder, find, add) : find());
    } finally {
      const units = this.#ms;
      this.#ms = 0;
      this.#request.workMs += units;
      // Counted beyond the limit too: who is over it waits for so much longer.
      if (units > 0) void limitRate({ ...this.#limit(), limit: Number.MAX_SAFE_INTEGER, units });
    }
  }

  #during<T>(work: () => T, now: () => number): T {
    // Work within work counts once.
    if (this.#isCounting) return work();
    this.#isCounting = true;
    const begun = now();
    try {
      return work();
    } finally {
      this.#isCounting = false;
      this.#ms += now() - begun;
    }
  }
}

/** The releases, whose questions count as work. A database counts the time of its connections itself. */
function countedReleases(releases: ServedReleases, work: Work): ServedReleases {
  const counted = <R extends ServedRelease | null>(release: R) => release && countedRelease(release, work);
  return {
    current: () => counted(releases.current()),
    get isUnreached() {
      return releases.isUnreached;
    },
    get(id) {
      const found = releases.get(id);
      return found instanceof Promise ? found.then(counted) : counted(found);
    },
    close: () => releases.close(),
  };
}

function countedRelease<R extends ServedRelease>(release: R, work: Work): R {
  return new Proxy(release, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...asked: unknown[]) => work.during(() => Reflect.apply(value, target, asked));
    },
  });
}
