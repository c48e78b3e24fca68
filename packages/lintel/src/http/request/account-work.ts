/**
 * The work that the service does for an account (C48): milliseconds that the thread of a worker, or a connection to the
 * database of the releases, is busy with the questions of a request, and the compression of its answer. It is counted
 * for the account whatever the answer, also for HEAD, empty pages and what is refused later. An account that has used
 * up the work of its plan within a minute gets a 429; an answer that has begun waits instead. In each process an
 * account finds one answer at a time and has a share of the clock (fair-turns.ts).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Awaitable } from '../../base/awaitable.js';
import type { Caller } from '../../ledger/ledger.js';
import { ReleaseUnavailable, type ServedRelease, type ServedReleases } from '../../releases/release.js';
import { CallerGone } from './caller-gone.js';
import type { ServiceContext } from './context.js';
import type { Holder } from './fair-turns.js';
import { compressedBytesAMs, encodedBytesAMs, workPollMs } from './limits.js';
import { applyRate, holderOf, workLimit } from './rate-limiting.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of work for the request so far. */
    workMs: number;
  }
}

/** Milliseconds after which the rate of a request that waits is asked again. */
const recentMs = 20;

/** Counts what work takes. */
export interface Work {
  /** Does work that does not wait, and counts its time. */
  during<T>(work: () => T): T;
  /** Counts the compression of bytes, which takes the time of other threads. */
  compressed(bytes: number): void;
  /** The same of records that are encoded as Parquet. */
  encoded(bytes: number): void;
}

/** Counts nothing, for answers that are nobody's. */
export const uncounted: Work = { during: (work) => work(), compressed() {}, encoded() {} };

/** The work for one request of a caller. */
export class AccountWork implements Work {
  /** What the request is answered with: its questions to releases are counted. */
  readonly context: ServiceContext;
  readonly #service: ServiceContext;
  readonly #holder: Holder;
  readonly #caller: Caller;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  /** Whether work is being done, whose time is counted when it ends. */
  #isCounting = false;

  constructor(service: ServiceContext, caller: Caller, request: FastifyRequest, reply: FastifyReply) {
    this.#service = service;
    this.context = workingContext(service, this);
    this.#holder = { name: holderOf(caller, request), share: caller.plan.workMsPerMinute / 60_000 };
    this.#caller = caller;
    this.#request = request;
    this.#reply = reply;
  }

  /**
   * Finds an answer in a turn of the account. Throws a 429 when its work was used up, or it waited for too long, and a
   * CallerGone for who hung up while waiting.
   */
  async find<T>(find: () => Awaitable<T>): Promise<T> {
    const waiting = this.#service.turns.begin(this.#holder.name, true);
    const waitedMs = waiting === null ? 0 : await waiting;
    // The rate of the request was asked just now.
    if (waitedMs < recentMs) return this.#inTurn(find);
    return this.#inTurn(async () => {
      if (this.#reply.raw.destroyed) throw new CallerGone();
      applyRate('work', await this.#left(), this.#reply);
      return find();
    });
  }

  /** Finds a further part of an answer that has begun, when the account has work left. */
  async findMore<T>(find: () => Awaitable<T>): Promise<T> {
    const { turns, stopping } = this.#service;
    while (!(await this.#left()).granted) {
      if (stopping.aborted || this.#reply.raw.destroyed) break;
      await delay(workPollMs);
    }
    await turns.begin(this.#holder.name, false);
    return this.#inTurn(find);
  }

  during<T>(work: () => T): T {
    // Work within work counts once.
    if (this.#isCounting) return work();
    this.#isCounting = true;
    const begunMs = this.#service.monotonic();
    try {
      return work();
    } finally {
      this.#isCounting = false;
      this.add(this.#service.monotonic() - begunMs);
    }
  }

  compressed(bytes: number): void {
    this.add(bytes / compressedBytesAMs);
  }

  encoded(bytes: number): void {
    this.add(bytes / encodedBytesAMs);
  }

  /** Counts milliseconds. */
  add(ms: number): void {
    this.#request.workMs += ms;
    this.#service.turns.worked(this.#holder, ms);
  }

  /** Whether the account has work left. */
  #left() {
    const { limitRate, turns } = this.#service;
    return limitRate(workLimit(this.#holder.name, this.#caller.plan, turns));
  }

  async #inTurn<T>(find: () => Awaitable<T>): Promise<T> {
    const { releases, turns } = this.#service;
    const { name } = this.#holder;
    try {
      return await (releases.askedBy ? releases.askedBy(name, find, (ms) => this.add(ms)) : find());
    } catch (error) {
      // Each who waits would find out for himself, one after the other.
      if (error instanceof ReleaseUnavailable && error.isAway) turns.giveUp(name, error);
      throw error;
    } finally {
      turns.end(this.#holder);
    }
  }
}

/** What a request is answered with, that counts its work. */
function workingContext(service: ServiceContext, work: Work): ServiceContext {
  // A copy of so many members would take longer than many a question.
  const context = Object.create(service) as { -readonly [K in keyof ServiceContext]: ServiceContext[K] };
  context.work = work;
  context.releases = new CountedReleases(service.releases, work);
  return context;
}

/** The releases, whose questions count as work. A database counts the time of its connections itself. */
class CountedReleases implements ServedReleases {
  readonly #releases: ServedReleases;
  readonly #work: Work;

  constructor(releases: ServedReleases, work: Work) {
    this.#releases = releases;
    this.#work = work;
  }

  current(): ServedRelease | null {
    return this.#counted(this.#releases.current());
  }

  get isUnreached(): boolean {
    return this.#releases.isUnreached;
  }

  get(id: string): Awaitable<ServedRelease | null> {
    const found = this.#releases.get(id);
    return found instanceof Promise ? found.then((release) => this.#counted(release)) : this.#counted(found);
  }

  close(): Awaitable<void> {
    return this.#releases.close();
  }

  #counted(release: ServedRelease | null): ServedRelease | null {
    return release && countedRelease(release, this.#work);
  }
}

/** By release, what makes counted ones of it: a release answers many requests. */
const countedKinds = new WeakMap<ServedRelease, (work: Work) => ServedRelease>();

function countedRelease(release: ServedRelease, work: Work): ServedRelease {
  let kind = countedKinds.get(release);
  if (kind === undefined) {
    kind = countedKind(release);
    countedKinds.set(release, kind);
  }
  return kind(work);
}

/** Makes objects with the members of the release, whose methods count as work. */
function countedKind(release: ServedRelease): (work: Work) => ServedRelease {
  const names = new Set<string>();
  for (let each = release; each !== null && each !== Object.prototype; each = Object.getPrototypeOf(each))
    for (const name of Object.getOwnPropertyNames(each)) names.add(name);
  names.delete('constructor');
  class Counted {
    readonly work: Work;

    constructor(work: Work) {
      this.work = work;
    }
  }
  for (const name of names) {
    const value: unknown = Reflect.get(release, name);
    const member =
      typeof value === 'function'
        ? {
            value(this: Counted, ...asked: unknown[]) {
              return this.work.during(() => value.apply(release, asked));
            },
          }
        : { get: () => Reflect.get(release, name) as unknown };
    Object.defineProperty(Counted.prototype, name, member);
  }
  return (work) => new Counted(work) as unknown as ServedRelease;
}
