/**
 * Fetches one source from its portal into the raw store, as one run.
 *
 * Each page's rows are stored together with the cursor after them, so a killed or failed fetch resumes there.
 * A complete full fetch marks the rows it has not seen as vanished; later fetches request only changed rows,
 * if the portal can select them. Any error ends this run with a message and keeps everything stored before.
 */
import { errorOf, UserError } from '../../base/user-error.js';
import type { RawStore, Run, RunEnd, RunWriter } from '../../raw/raw-store.js';
import { type FetchDefinition, portalProtocols } from '../definition/fetch-schema.js';
import type { Columns } from '../ingest/drift.js';
import { type Drift, driftBetween, namedColumns, noDrift, refuseDrift } from '../ingest/drift.js';
import { stopFailed, storeItem } from '../ingest/ingest.js';
import { RunColumns } from '../ingest/run-columns.js';
import { fitColumns, respelled } from '../read/columns.js';
import { maxColumns, type ReadItem } from '../read/read-item.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { type Bookmark, readBookmark, type UnfinishedFetch, writeBookmark } from './bookmark.js';
import type { Connector, Described, Json, Page } from './connector.js';
import { refusalOf } from './next-fetch.js';
import { openConnector } from './open-connector.js';
import { type PortalAccess, PortalClient } from './portal-client.js';
import { EndlessFault, faultOf, isLasting, PortalFault } from './portal-fault.js';
import { Visit, type VisitLimits, VisitOver } from './visit.js';

/**
 * Changes younger than this at the start of a fetch are requested again by the next: clocks and time zones
 * differ.
 */
const overlapMs = 24 * 3_600_000;
/** A fetch interrupted longer ago starts over. */
const longestPauseMs = 7 * 24 * 3_600_000;
/** A full fetch that brings less than this share of the portal's row count was cut short. */
const leastShare = 0.99;
/** Tolerated error of a small dataset's row count. */
const countSlack = 10;
/** A portal that gives this multiple of its row count would never end. */
const mostTimes = 2;
/** Rows accepted beyond the count: rows are added to a dataset while it is read. */
const mostMore = 1000;

interface FetchOptions {
  readonly store: RawStore;
  readonly source: CatalogSource;
  readonly access: PortalAccess;
  /** The operator's limit; the source's counts if it is lower. */
  readonly requestsPerSecond: number;
  /** What a fetch of a portal of permit software may take; without it, whatever it needs. */
  readonly visit?: VisitLimits;
  /** Directory for partial files. */
  readonly directory: string;
  /** Replaces the base URL of the source. */
  readonly baseUrl?: string;
  /** Reads all rows, even if only the changed ones could be requested. */
  readonly isFull?: boolean;
  /** Accepts the columns as they are now, even if the mapping reads one that is gone. */
  readonly acceptColumns?: boolean;
  readonly signal?: AbortSignal;
  onProgress?(progress: FetchProgress): void;
}

export interface FetchProgress {
  readonly rows: number;
  /** Total rows to be read; null if the portal gives no count. */
  readonly total: number | null;
}

/** What a fetch adds to the record of its run. */
interface Details {
  readonly mode: 'full' | 'changed rows' | 'unchanged';
  /** The first run of the fetch that this one resumed; null if it started over. */
  readonly resumed_run: number | null;
  readonly changed_since: string | null;
  readonly rows_expected: number | null;
  /** Rows of the dataset at the last full fetch before; null if there was none. */
  readonly rows_before: number | null;
  /** Rows of the dataset as the portal counts them now, if only the changed ones are read; null if not known. */
  readonly rows_at_portal: number | null;
  /** What was out of reach of the fetch, in words; null for nothing. */
  readonly unread: string | null;
  /** How many of the permits' own pages were shown, where not all were. */
  readonly unshown: string | null;
  /** As whom the portal was asked, where that may change. */
  readonly credentials?: string;
  readonly drift: Drift;
  readonly requests: number;
  readonly requests_repeated: number;
  readonly bytes: number;
  readonly waited_ms: number;
}

/**
 * Fetches the source. The returned run is finished, or interrupted if `signal` was aborted; anything else
 * throws a UserError.
 */
export async function fetchSource(options: FetchOptions): Promise<Run> {
  const definition = definitionOf(options);
  const rate = Math.min(
    options.requestsPerSecond,
    definition.requests_per_second ?? Number.POSITIVE_INFINITY,
  );
  const { store, source, access } = options;
  const isPortal = portalProtocols.includes(definition.protocol);
  const limits = isPortal ? options.visit : undefined;
  const visit = limits && new Visit(limits, source.definition.time_zone, access.clock);
  const client = new PortalClient(access, rate, options.signal, visit);
  const connector = openConnector(definition, client, source, options.directory);
  const credentials = connector.credentials?.() ?? null;
  refuseToInsist(
    source.id,
    (await store.runs()).filter(
      (run) => run.source === source.id && (run.details.credentials ?? null) === credentials,
    ),
    access,
  );
  visit?.begin(source.id);
  const run = await store.startRun(source.id, connector.address, {
    kind: 'fetch',
    stateOf: source.stateOf,
  });
  const bookmark = readBookmark(await store.bookmark(source.id), JSON.stringify(definition));
  const fetch = new Fetch(options, bookmark, connector, client, run);
  try {
    return await run.finish(await fetch.run());
  } catch (error) {
    run.note({ ...fetch.details(), refused: isPortal ? (faultOf(error)?.refusal ?? null) : null });
    fetch.forgetUselessCursor(error);
    if (options.signal?.aborted)
      return await run.stop('interrupted', 'Stopped before the end of the dataset.');
    if (error instanceof VisitOver) return await run.stop('interrupted', error.message);
    const failure = error instanceof PortalFault ? asFailure(connector, error) : errorOf(error);
    await stopFailed(run, failure);
    throw failure;
  }
}

/** A portal that has said no is not asked again for a week. */
function refuseToInsist(id: string, runs: readonly Run[], { clock }: PortalAccess): void {
  const refused = refusalOf(runs);
  if (refused === null || clock.now() >= refused.untilMs) return;
  const [since, until] = [refused.sinceMs, refused.untilMs].map((ms) =>
    new Date(ms).toISOString().slice(0, 10),
  );
  throw new UserError(
    `The portal refused on ${since} (${refused.refusal}), and is not asked again before ${until}.`,
    { hint: `"lintel runs --source ${id}" says how. Ask the city for its records, or for leave.` },
  );
}

function definitionOf({ source, baseUrl }: FetchOptions): FetchDefinition {
  if (source.fetch === null) {
    throw new UserError(
      `The source ${source.id} has no "fetch" in its definition, so it cannot be fetched.`,
      {
        hint: `Read its files with "lintel ingest FILE --source ${source.id}", or add a "fetch" to its definition.`,
      },
    );
  }
  return baseUrl === undefined
    ? source.fetch
    : { ...source.fetch, base_url: rootAt(baseUrl, source.fetch.base_url) };
}

/**
 * The root that replaces a portal's: with a path it replaces it wholly, without one the portal's path stays.
 */
export function rootAt(baseUrl: string, portalRoot: string): string {
  const given = new URL(baseUrl);
  const path = given.pathname === '/' ? new URL(portalRoot).pathname : given.pathname;
  return `${given.origin}${path.replace(/\/+$/, '')}`;
}

function asFailure({ address }: Connector, fault: PortalFault): UserError {
  const hint = fault.hint === null ? {} : { hint: fault.hint };
  return new UserError(`${address}: the portal ${fault.message}.`, { ...hint, cause: fault });
}

class Fetch {
  readonly #options: FetchOptions;
  readonly #connector: Connector;
  readonly #client: PortalClient;
  readonly #run: RunWriter;
  readonly #resumed: UnfinishedFetch | null;
  #bookmark: Bookmark;
  #progress: UnfinishedFetch;
  #described: Described = { columns: null, rows: null };
  readonly #rowsBefore: number | null;
  #rowsAtPortal: number | null = null;
  #drift: Drift = noDrift;
  /** Renames columns to the definition's spelling; null if no renaming is needed. */
  #respell: ((row: Record<string, unknown>) => Record<string, unknown>) | null = null;
  readonly #columns: RunColumns;
  /** Where each page so far ended. */
  readonly #ends = new Set<string>();

  constructor(
    options: FetchOptions,
    bookmark: Bookmark,
    connector: Connector,
    client: PortalClient,
    run: RunWriter,
  ) {
    this.#options = options;
    this.#connector = connector;
    this.#client = client;
    this.#run = run;
    this.#columns = new RunColumns(run);
    this.#bookmark = bookmark;
    this.#rowsBefore = bookmark.fullRows;
    const { progress } = this.#bookmark;
    const now = client.access.clock.now();
    const isFresh = progress !== null && now - progress.startedMs < longestPauseMs;
    const isWanted = isFresh && (progress.isFull || options.isFull !== true);
    this.#resumed = isWanted ? progress : null;
    this.#progress = this.#resumed ?? this.#begin();
  }

  #begin(): UnfinishedFetch {
    const { completeMs } = this.#bookmark;
    const canSkip = this.#connector.canAskSince && completeMs !== null && this.#options.isFull !== true;
    return {
      isFull: !canSkip,
      firstRun: this.#run.id,
      startedMs: this.#client.access.clock.now(),
      sinceMs: canSkip ? completeMs : null,
      cursor: null,
      rows: 0,
      newestMs: null,
    };
  }

  async run(): Promise<RunEnd> {
    const { mark } = this.#bookmark;
    const askedMark = this.#options.isFull === true ? null : mark;
    this.#described = await this.#connector.describe(this.#progress.sinceMs, askedMark);
    if (this.#described.isUnchanged) return this.#endUnchanged();
    await this.#checkColumns(this.#described.columns);
    const { cursor, sinceMs } = this.#progress;
    if (sinceMs !== null) this.#rowsAtPortal = (await this.#connector.describe(null, null)).rows;
    if (cursor !== null) this.#ends.add(JSON.stringify(cursor));
    const stored = (row: Json) => this.#storedRow(row);
    for await (const page of this.#connector.pages({ cursor, sinceMs, stored })) {
      await this.#take(page);
      this.#options.signal?.throwIfAborted();
    }
    if (this.#unread() === null) this.#checkCount();
    const end = await this.#end();
    await this.#connector.finished?.();
    return end;
  }

  details(): Details & Record<string, unknown> {
    const { requests, repeated, bytes, waitedMs } = this.#client.traffic;
    const { isFull, sinceMs } = this.#progress;
    return {
      mode: this.#described.isUnchanged ? 'unchanged' : isFull ? 'full' : 'changed rows',
      resumed_run: this.#resumed?.firstRun ?? null,
      changed_since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
      rows_expected: this.#described.rows,
      rows_before: this.#rowsBefore,
      rows_at_portal: this.#rowsAtPortal,
      unread: this.#unread(),
      unshown: this.#connector.unshown?.() ?? null,
      ...(this.#connector.credentials && { credentials: this.#connector.credentials() }),
      drift: this.#drift,
      requests,
      requests_repeated: repeated,
      bytes,
      waited_ms: Math.round(waitedMs),
    };
  }

  async #storedRow(row: Json): Promise<Json | null> {
    const { source, store } = this.#options;
    const key = source.rowKey(row);
    const stored = key === null ? null : await store.row(source.id, key);
    return stored === null ? null : (JSON.parse(stored.body) as Json);
  }

  /**
   * A cursor refused at the first request after a resume would be refused forever; an endless one makes no
   * progress.
   */
  forgetUselessCursor(error: unknown): void {
    const isStuck = this.#resumed !== null && this.#progress === this.#resumed;
    if (error instanceof EndlessFault || (isStuck && isLasting(error))) this.#forgetProgress();
  }

  #unread(): string | null {
    return this.#connector.unread?.() ?? null;
  }

  #forgetProgress(): void {
    this.#run.bookmark(writeBookmark({ ...this.#bookmark, progress: null }));
  }

  async #checkColumns(columns: Columns | null): Promise<void> {
    if (columns === null) {
      await this.#columns.begin(null);
      return;
    }
    if (columns.size > maxColumns) {
      throw new UserError(`${this.#connector.address} lists more than ${maxColumns} columns.`);
    }
    const { source, acceptColumns } = this.#options;
    const before = this.#bookmark.columns;
    this.#drift = driftBetween(before === null ? null : new Map(before), columns);
    if (acceptColumns !== true) refuseDrift(this.#drift, source.columns, columns, this.#connector.address);
    const spelling = fitColumns(source, [...columns.keys()], this.#connector.address);
    await this.#columns.begin([...columns.keys()].map((name) => spelling.get(name) ?? name));
    this.#respell = spelling.size === 0 ? null : (row) => respelled(row, spelling);
    this.#bookmark = { ...this.#bookmark, columns: [...columns] };
  }

  /**
   * Stops at a page without anything new, and when far more rows came than there are. The rows so far are
   * kept.
   */
  #refuseEndless({ cursor, items, isRestart }: Page): void {
    // A file ends by itself: it has no cursor.
    if (cursor === null || items.length === 0) return;
    if (isRestart) this.#ends.clear();
    const end = JSON.stringify(cursor);
    if (this.#ends.has(end)) {
      throw new EndlessFault(
        'sent a page again that it had sent before, as if it did not heed where to go on',
        {
          hint: 'The rows so far are kept. Check that the portal still uses the protocol of the source.',
        },
      );
    }
    this.#ends.add(end);
    const rows = (isRestart ? 0 : this.#progress.rows) + items.length;
    const { rows: counted } = this.#described;
    const most = counted === null ? this.#client.access.limits.rows : counted * mostTimes + mostMore;
    if (rows <= most) return;
    const counts = counted === null ? '' : `counts ${counted} rows, but `;
    throw new EndlessFault(`${counts}has sent more than ${most} and does not end`, {
      hint: 'The rows so far are kept. Check that "where" and "order_by" of the source are right.',
    });
  }

  async #take(page: Page): Promise<void> {
    const { source } = this.#options;
    this.#refuseEndless(page);
    for (const item of page.items) {
      this.#columns.see(item);
      await storeItem(this.#run, source, this.#asNamed(item));
    }
    const before = this.#progress;
    const newestMs = Math.max(before.newestMs ?? -Infinity, page.newestMs ?? -Infinity);
    this.#progress = {
      ...before,
      cursor: page.cursor,
      rows: (page.isRestart ? 0 : before.rows) + page.items.length,
      newestMs: Number.isFinite(newestMs) ? newestMs : null,
    };
    this.#run.bookmark(writeBookmark({ ...this.#bookmark, progress: this.#progress }));
    this.#options.onProgress?.({ rows: this.#progress.rows, total: this.#described.rows });
  }

  #asNamed(item: ReadItem): ReadItem {
    if (this.#respell === null || !('row' in item)) return item;
    return { ...item, row: this.#respell(item.row) };
  }

  /** A portal that silently stops early must not make rows look vanished. */
  #checkCount(): void {
    const { rows, isFull } = this.#progress;
    const { rows: expected } = this.#described;
    if (expected !== null && rows < expected * leastShare - countSlack) {
      this.#forgetProgress();
      throw new UserError(
        `${this.#connector.address}: the portal counts ${expected} rows, but gave only ${rows} and then no more.`,
        { hint: 'Nothing was marked as vanished. Fetch again with --full when the portal works again.' },
      );
    }
    const isEmpty = isFull ? rows === 0 : this.#rowsAtPortal === 0;
    if (isEmpty && this.#rowsBefore !== null && this.#rowsBefore > 0) {
      this.#forgetProgress();
      throw new UserError(
        `${this.#connector.address}: the portal has no rows at all; at the last full fetch it had ${this.#rowsBefore}.`,
        { hint: 'Nothing was marked as vanished. Check whether the dataset has moved.' },
      );
    }
  }

  async #end(): Promise<RunEnd> {
    const { isFull, firstRun, startedMs, newestMs, rows, sinceMs } = this.#progress;
    if (this.#described.columns === null) await this.#noteShown();
    const lately = startedMs - overlapMs;
    // Changes older than a day have certainly been seen; some of the last day may still appear.
    const completeMs =
      newestMs === null ? sinceMs : Math.max(sinceMs ?? -Infinity, Math.min(newestMs, lately));
    this.#run.note(this.details());
    const bookmark = writeBookmark({
      ...this.#bookmark,
      completeMs,
      fullRun: isFull ? firstRun : this.#bookmark.fullRun,
      fullRows: isFull ? rows : this.#bookmark.fullRows,
      mark: this.#described.mark ?? null,
      progress: null,
    });
    return { bookmark, ...(isFull && this.#unread() === null && { vanishedSince: firstRun }) };
  }

  #endUnchanged(): RunEnd {
    this.#run.note(this.details());
    const { fullRun } = this.#bookmark;
    return fullRun === null ? {} : { seenSince: fullRun };
  }

  /** Columns that the rows showed; a fetch of changed rows has too few rows to prove a column lost. */
  async #noteShown(): Promise<void> {
    const before = this.#bookmark.columns;
    const { isFull } = this.#progress;
    const known = this.#resumed !== null || !isFull ? (before ?? []).map(([name]) => name) : [];
    await this.#columns.end(known, this.#progress.firstRun);
    const now = namedColumns(this.#columns.names);
    this.#drift = driftBetween(before === null ? null : new Map(before), now);
    this.#bookmark = { ...this.#bookmark, columns: [...now] };
  }
}
