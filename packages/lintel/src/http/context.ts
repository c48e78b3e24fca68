/** What every handler of the service works with. Made once by `createService`. */
import type { Config } from '../base/config.js';
import type { Ledger } from '../ledger/ledger.js';
import type { RateLimiter } from '../ledger/rate-limit.js';
import type { ReleaseShelf } from '../release/store/release.js';

export interface ServiceContext {
  readonly shelf: ReleaseShelf;
  readonly ledger: Ledger;
  readonly config: Config;
  /** Signs cursors; 32 bytes. */
  readonly secret: Buffer;
  readonly limitRate: RateLimiter;
  /** Whether the service is stopping: it finishes what it began and is no longer ready. */
  isStopping(): boolean;
}
