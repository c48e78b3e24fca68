/** What every handler of the service works with. `createService` makes one. */
import type { Config } from '../../base/config.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { RateDecision } from '../../ledger/rate-limit.js';
import type { ReleaseStore } from '../../releases/release.js';
import type { StreamSlots } from '../answer/stream-slots.js';
import type { UnreadAnswers } from '../connection/unread-answers.js';
import type { Counters } from './counters.js';
import type { LedgerHealth } from './ledger-health.js';

export interface ServiceContext {
  readonly releases: ReleaseStore;
  readonly ledger: Ledger;
  /** The current settings: they may be reloaded while the service runs. */
  readonly config: Config;
  /** Signs cursors; 32 bytes. */
  readonly secret: Buffer;
  /** Counts one request of a key or an address. */
  readonly limitRate: (key: string, limit: number) => RateDecision | Promise<RateDecision>;
  readonly counters: Counters;
  /** Why the ledger cannot take charges; null if it can. */
  readonly ledgerHealth: LedgerHealth;
  /** Answers that clients have not read completely. */
  readonly unread: UnreadAnswers;
  readonly streams: StreamSlots;
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Whether the service is stopping: it finishes requests in flight and is no longer ready. */
  isStopping(): boolean;
}
