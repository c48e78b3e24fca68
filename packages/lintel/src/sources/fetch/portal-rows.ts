/**
 * The first rows of a source's portal, and the columns it lists, for trying and drafting definitions.
 *
 * As polite as a fetch; stores nothing. An answer that violates the protocol is a UserError that names the
 * request.
 */
import { UserError } from '../../base/user-error.js';
import type { FetchDefinition } from '../definition/fetch-schema.js';
import type { Columns } from '../ingest/drift.js';
import type { ReadItem } from '../read/read-item.js';
import { refuseWide } from '../read/width.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { realClock } from './clock.js';
import { rootAt } from './fetch-source.js';
import { type FetchLimits, fetchLimits } from './limits.js';
import { openConnector } from './open-connector.js';
import { Pace } from './pace.js';
import { openDispatcher, type PortalAccess, PortalClient } from './portal-client.js';

export interface PortalOptions {
  /** Names program and operator. */
  readonly userAgent: string;
  readonly requestsPerSecond: number;
  readonly tokens: Readonly<Record<string, string>>;
  readonly accessTokens?: Readonly<Record<string, string>>;
  /** Hosts that are not public but may be queried (`host` or `host:port`). */
  readonly allowHosts: readonly string[];
  /** Directory for partial files. */
  readonly directory: string;
  readonly signal?: AbortSignal;
  /** Root that replaces that of the definition. */
  readonly baseUrl?: string;
}

interface PortalRows {
  readonly address: string;
  /** Null if only the rows show them. */
  readonly columns: Columns | null;
  readonly items: readonly ReadItem[];
  /** Rows of the whole dataset; null if the portal does not count them. */
  readonly count: number | null;
}

/** Rows per request. */
const maxPageRows = 1000;
/** A portal that is read day by day is asked for no more days: enough for a town that has few permits. */
const triedDays = 730;
const dayMs = 86_400_000;

/** Up to `limit` rows of the source's portal. */
export async function portalRows(
  source: CatalogSource,
  limit: number,
  options: PortalOptions,
): Promise<PortalRows> {
  const access = openPortals(options);
  try {
    const client = new PortalClient(access, options.requestsPerSecond, options.signal);
    return await firstRowsOf(source, limit, client, options);
  } finally {
    await access.dispatcher.destroy();
  }
}

/** What requests to portals share; its dispatcher is to be destroyed at the end. */
export function openPortals(options: PortalOptions, limits: FetchLimits = fetchLimits): PortalAccess {
  const { allowHosts, baseUrl, userAgent, tokens, accessTokens = {} } = options;
  const dispatcher = openDispatcher(1, allowHosts, baseUrl);
  return { dispatcher, pace: new Pace(realClock), clock: realClock, limits, userAgent, tokens, accessTokens };
}

/** Up to `limit` rows of the source's portal, by a client of the caller's. */
export async function firstRowsOf(
  source: CatalogSource,
  limit: number,
  client: PortalClient,
  { directory, baseUrl }: Pick<PortalOptions, 'directory' | 'baseUrl'>,
): Promise<PortalRows> {
  if (source.fetch === null) {
    throw new UserError(`${source.id} has no "fetch" in its definition, so its portal cannot be read.`, {
      hint: 'Name a file of it with --file, or add "fetch" to the definition.',
    });
  }
  const connector = openConnector(
    small(source.fetch, limit, baseUrl, client.access.clock.now()),
    client,
    source,
    directory,
  );
  const { columns, rows } = await connector.describe(null, null);
  refuseWide(connector.address, columns?.keys() ?? [], []);
  const items: ReadItem[] = [];
  for await (const page of connector.pages({ cursor: null, sinceMs: null })) {
    for (const item of page.items) items.push(item);
    if (items.length >= limit) break;
  }
  const first = items.slice(0, limit);
  const read = first.flatMap((item) => ('row' in item ? [item.row] : []));
  refuseWide(connector.address, columns?.keys() ?? [], read);
  return { address: connector.address, columns, items: first, count: rows };
}

/** The definition with pages no larger, and no more days, than needed. */
function small(
  fetch: FetchDefinition,
  limit: number,
  baseUrl: string | undefined,
  nowMs: number,
): FetchDefinition {
  const moved = baseUrl === undefined ? fetch : { ...fetch, base_url: rootAt(baseUrl, fetch.base_url) };
  if (moved.protocol === 'file' || moved.protocol === 'energov') return moved;
  if (moved.protocol === 'accela' || moved.protocol === 'accela_rest')
    return { ...moved, begins: new Date(nowMs - triedDays * dayMs).toISOString().slice(0, 10) };
  return { ...moved, page_rows: Math.min(limit, moved.page_rows ?? maxPageRows, maxPageRows) };
}
