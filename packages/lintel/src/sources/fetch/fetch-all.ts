/**
 * Fetches several sources: a few hosts at once, the sources of one host one after the other.
 *
 * A source that fails, in whatever way, is reported and does not stop the others. A store in a file is locked
 * throughout, so that two commands never fetch at the same time; in PostgreSQL each source is.
 */
import { type UserError, userErrorOf } from '../../base/user-error.js';
import { type RawStore, type Run, StoreBusyError } from '../../raw/raw-store.js';
import { portalProtocols } from '../definition/fetch-schema.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { type Clock, realClock } from './clock.js';
import { type FetchProgress, fetchSource } from './fetch-source.js';
import { type FetchLimits, fetchLimits } from './limits.js';
import { Pace } from './pace.js';
import { openDispatcher, type PortalAccess } from './portal-client.js';
import { userAgentOf } from './user-agent.js';
import type { VisitLimits } from './visit.js';

/** The operator's settings for portals. */
interface Manners {
  /** The operator, with a contact address; null if not set. */
  readonly operator: string | null;
  /** A host. */
  readonly requestsPerSecond: number;
  /** What a fetch of a portal of permit software may take. */
  readonly visit?: VisitLimits;
  readonly concurrencyPerHost: number;
  readonly hostsAtOnce: number;
  /** Hosts that are not public but may be fetched from (`host` or `host:port`). */
  readonly allowHosts: readonly string[];
  /** Host → application token. */
  readonly appTokens: Readonly<Record<string, string>>;
  /** Host → access token. */
  readonly accessTokens?: Readonly<Record<string, string>>;
}

export interface FetchAllOptions {
  readonly store: RawStore;
  readonly sources: readonly CatalogSource[];
  readonly manners: Manners;
  /** Program and version, for the User-Agent. */
  readonly program: string;
  readonly directory: string;
  readonly baseUrl?: string;
  readonly isFull?: boolean;
  readonly acceptColumns?: boolean;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  readonly limits?: FetchLimits;
  readonly watch?: FetchWatch;
}

/** Follows the progress of the sources. */
export interface FetchWatch {
  started(source: string): void;
  progressed(source: string, progress: FetchProgress): void;
  ended(fetched: Fetched): void;
}

/** The outcome of a source. */
export interface Fetched {
  readonly source: string;
  /** Null if no run was started. */
  readonly run: Run | null;
  /** Why it stopped; null if it finished or was interrupted. */
  readonly failure: UserError | null;
}

/** Fetches the sources, in the order given within a host. The result has them in the order given. */
export async function fetchAll(options: FetchAllOptions): Promise<Fetched[]> {
  const { store, sources, manners, clock = realClock, limits = fetchLimits } = options;
  await store.holdLock();
  const dispatcher = openDispatcher(manners.concurrencyPerHost, manners.allowHosts, options.baseUrl);
  const { appTokens: tokens, accessTokens = {} } = manners;
  const userAgent = userAgentOf(options.program, manners.operator);
  const access = { dispatcher, pace: new Pace(clock), clock, limits, userAgent, tokens, accessTokens };
  const results = new Map<string, Fetched>();
  const one = async (source: CatalogSource) => {
    if (options.signal?.aborted) return;
    options.watch?.started(source.id);
    const fetched = await fetchOne(source, options, access);
    results.set(source.id, fetched);
    options.watch?.ended(fetched);
  };
  try {
    const queues = [...byHost(sources, options.baseUrl).values()];
    await inTurn(queues, manners.hostsAtOnce, (queue) => inTurn(queue, atOnce(queue, manners), one));
  } finally {
    await dispatcher.destroy();
  }
  return sources.flatMap(({ id }) => results.get(id) ?? []);
}

async function fetchOne(
  source: CatalogSource,
  options: FetchAllOptions,
  access: PortalAccess,
): Promise<Fetched> {
  const { store, watch, manners } = options;
  const before = (await store.runs()).at(-1)?.id ?? 0;
  try {
    const run = await fetchSource({
      ...options,
      source,
      access,
      requestsPerSecond: manners.requestsPerSecond,
      ...(manners.visit && { visit: manners.visit }),
      onProgress: (progress) => watch?.progressed(source.id, progress),
    });
    return { source: source.id, run, failure: null };
  } catch (error) {
    const failure = userErrorOf(error, source.id);
    // The run that keeps this one out is not its own.
    if (failure instanceof StoreBusyError) return { source: source.id, run: null, failure };
    const runs = await store.runs();
    const run = runs.findLast(({ id, source: name }) => id > before && name === source.id) ?? null;
    return { source: source.id, run, failure };
  }
}

/** Sources of a host that are fetched at the same time: of permit software one, whatever the operator allows. */
function atOnce(queue: readonly CatalogSource[], { concurrencyPerHost }: Manners): number {
  const isPortal = ({ fetch }: CatalogSource) => fetch !== null && portalProtocols.includes(fetch.protocol);
  return queue.some(isPortal) ? 1 : concurrencyPerHost;
}

function byHost(
  sources: readonly CatalogSource[],
  baseUrl: string | undefined,
): Map<string, CatalogSource[]> {
  const queues = new Map<string, CatalogSource[]>();
  for (const source of sources) {
    const address = baseUrl ?? source.fetch?.base_url;
    const host = address === undefined ? '' : new URL(address).host;
    queues.set(host, [...(queues.get(host) ?? []), source]);
  }
  return queues;
}

/** Works through the items in order, at most `atOnce` at a time. */
async function inTurn<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
