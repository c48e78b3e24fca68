/** What every handler of the service works with. `createService` makes one. */
import type { ServerResponse } from 'node:http';
import type { Config } from '../../base/config.js';
import type { Home } from '../../base/home.js';
import type { ProvenanceOf } from '../../explain/provenance.js';
import type { RowGroupPool } from '../../export/row-group-pool.js';
import type { Identity } from '../../identity/identity.js';
import type { Ledger, Meter } from '../../ledger/ledger.js';
import type { Count, RateDecision } from '../../ledger/rate-limit.js';
import type { Tasks } from '../../operate/tasks/tasks.js';
import type { ServedReleases } from '../../releases/release.js';
import type { Work } from './account-work.js';
import type { Counters } from './counters.js';
import type { FairTurns } from './fair-turns.js';
import type { LedgerHealth } from './ledger-health.js';
import type { RecentRequests } from './recent-requests.js';

/** The pieces of streams that clients have not read (connection/unread-answers.ts). */
export interface UnreadPieces {
  /** Adds a piece of a stream in place of the piece before, which was accepted. The time limit starts again. */
  hold(response: ServerResponse, bytes: number): void;
  /** Ends what was held. */
  forget(response: ServerResponse): void;
}

/** A stream that is sent now. */
export interface StreamSlot {
  /** The service begins to wait until the client takes a piece. */
  waits(): void;
  /** The client took it. */
  took(bytes: number): void;
  /** The stream ended. */
  leave(): void;
}

/** Streams that are sent now (answer/stream-slots.ts). */
export interface StreamSlots {
  /** Counts a stream to the account. Throws a 429 beyond a limit. `giveWay` is called when it must end. */
  enter(accountId: string, giveWay: () => void): StreamSlot;
  close(): void;
}

/** What the operator view works with: the home behind the service. */
export interface OperatorTools {
  readonly home: Home;
  readonly ledger: Ledger;
  readonly tasks: Tasks;
}

export interface ServiceContext {
  readonly releases: ServedReleases;
  readonly ledger: Meter;
  /** People who sign in; null where the service has none, as in process. */
  readonly identity: Identity | null;
  /** The home, for operators; null where the service has none, as in process. */
  readonly operate: OperatorTools | null;
  /** The current settings: they may be reloaded while the service runs. */
  readonly config: Config;
  /** Signs cursors; 32 bytes. */
  readonly secret: Buffer;
  /** Decides a request by all that it must fit into. */
  readonly limitRate: (...counts: readonly Count[]) => RateDecision | Promise<RateDecision>;
  /** Lets accounts find their answers in turn. */
  readonly turns: FairTurns;
  /** Counts the work for the request. */
  readonly work: Work;
  readonly counters: Counters;
  /** What was answered lately. */
  readonly recent: RecentRequests;
  /** Why the ledger cannot take charges; null if it can. */
  readonly ledgerHealth: LedgerHealth;
  readonly unread: UnreadPieces;
  readonly streams: StreamSlots;
  /** Encodes the row groups of all Parquet exports, in one thread. */
  readonly rowGroups: RowGroupPool;
  /** Where the values of a permit come from. */
  readonly provenanceOf: ProvenanceOf;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** A monotonic clock in milliseconds. */
  monotonic(): number;
  /** Whether the service is stopping: it finishes requests in flight and is no longer ready. */
  isStopping(): boolean;
  /** Aborted when the service begins to stop: what would go on for ever ends. */
  readonly stopping: AbortSignal;
}
