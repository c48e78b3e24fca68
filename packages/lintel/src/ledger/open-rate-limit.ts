/**
 * Begins counting requests a minute (C18) in the process that counts them: alone, or together with other machines where
 * the ledger is shared with them.
 */
import type { Config } from '../base/config.js';
import { monotonicClock, type RateLimiter, rateLimiter } from './rate-limit.js';

export interface OpenRateLimit {
  readonly decide: RateLimiter;
  stop(): Promise<void>;
}

/** Where it is told that the other machines are not heard for now. */
interface Logger {
  warn(fault: { readonly err: unknown }, message: string): void;
}

/** Begins counting; with a shared ledger the counts are exchanged until `stop`. */
export async function openRateLimit(
  { ledger_url: url }: Pick<Config, 'ledger_url'>,
  logger: Logger,
): Promise<OpenRateLimit> {
  if (url === null) return { decide: rateLimiter(monotonicClock), stop: async () => {} };
  const { startRateExchange } = await import('./rate-exchange.js');
  const exchange = startRateExchange(url, monotonicClock, (error) =>
    logger.warn({ err: error }, 'requests a minute are counted without the other machines for now'),
  );
  return { decide: rateLimiter(monotonicClock, exchange), stop: exchange.stop };
}
