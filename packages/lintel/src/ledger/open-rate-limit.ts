/**
 * Opens the rate limiter (C18) of the process that counts requests: for this machine alone, or together with
 * the other machines that share its ledger.
 */
import type { Config } from '../base/config.js';
import { monotonicClock, type RateLimiter, rateLimiter } from './rate-limit.js';

interface OpenRateLimit {
  readonly decide: RateLimiter;
  stop(): Promise<void>;
}

/** Where a lost connection to the other machines is logged. */
interface Logger {
  warn(fault: { readonly err: unknown }, message: string): void;
}

/** Opens a limiter. With a shared ledger, counts are exchanged with the other machines until `stop`. */
export async function openRateLimit(
  { ledger_url: url }: Pick<Config, 'ledger_url'>,
  logger: Logger,
): Promise<OpenRateLimit> {
  if (url === null) return { decide: rateLimiter(monotonicClock), stop: async () => {} };
  const { startRateExchange } = await import('./rate-exchange.js');
  const exchange = startRateExchange(url, monotonicClock, (error) =>
    logger.warn({ err: error }, 'rate limits count only this machine until PostgreSQL can be reached again'),
  );
  return { decide: rateLimiter(monotonicClock, exchange), stop: exchange.stop };
}
