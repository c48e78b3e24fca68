/** The count of requests a minute that a serving process keeps (C18), shared with other machines where the ledger is. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../base/config.js';
import { type RateLimiter, rateLimiter } from '../ledger/rate-limit.js';

export interface Rates {
  readonly decide: RateLimiter;
  stop(): Promise<void>;
}

/** Begins counting. */
export async function startRates(
  { ledger_url: url }: Pick<Config, 'ledger_url'>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Rates> {
  if (url === null) return { decide: rateLimiter(Date.now), stop: async () => {} };
  const { startRateExchange } = await import('../ledger/rate-exchange.js');
  const exchange = startRateExchange(url, Date.now, (error) =>
    logger.warn({ err: error }, 'requests a minute are counted without the other machines for now'),
  );
  return { decide: rateLimiter(Date.now, exchange), stop: exchange.stop };
}
