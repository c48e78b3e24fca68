/** The messages between the first process of a `serve` and its workers. */
import type { Config } from '../../base/config.js';
import type { ServerOptions, WorkerParts } from './server.js';
import type { RateReplies, RateRequests } from './worker-rates.js';

/** The options of a worker. It opens the home by its directory. */
export type WorkerOptions = Omit<ServerOptions, 'home'> &
  Pick<WorkerParts, 'ledgerMustExist' | 'avoidReleases'> & {
    readonly directory: string;
    /** Whether it is the only worker, which counts requests and serves metrics itself. */
    readonly isAlone: boolean;
  };

/** How the start of a worker ended. */
export type StartReport =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string; readonly hint: string | null };

/** Messages of a worker to the first process. */
export type ToPrimary =
  | { readonly kind: 'ready' }
  | StartReport
  | RateRequests
  | { readonly kind: 'reloaded'; readonly fault: string | null };

/** Messages of the first process to a worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly options: WorkerOptions }
  | RateReplies
  | { readonly kind: 'stop' }
  | { readonly kind: 'reload'; readonly config: Config };
