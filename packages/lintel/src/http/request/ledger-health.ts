/**
 * Whether the ledger can take a charge now, for `GET /readyz`. The ledger is probed at most four times a
 * second, and a probe is given up after two seconds. Changes are logged.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Ledger } from '../../ledger/ledger.js';
import { type LedgerTrouble, LedgerUnavailable } from '../../ledger/unavailable.js';
import { ledgerProbeEveryMs, ledgerProbeLimitMs } from './limits.js';

/** Why the ledger cannot take charges; null if it can. */
export type LedgerHealth = () => Promise<LedgerTrouble | null>;

/** Returns the probe of a ledger; changes are logged to `logger`. */
export function ledgerHealth(
  ledger: Pick<Ledger, 'probe'>,
  logger: Pick<FastifyBaseLogger, 'error' | 'info'> | undefined,
): LedgerHealth {
  let askedMs = Number.NEGATIVE_INFINITY;
  let answer: Promise<LedgerTrouble | null> = Promise.resolve(null);
  let last: LedgerTrouble | null = null;

  async function ask(): Promise<LedgerTrouble | null> {
    const error = await failureOf(ledger);
    const trouble = troubleOf(error);
    if (trouble !== last) {
      if (trouble === null) logger?.info('the ledger takes charges again');
      else logger?.error({ err: error }, 'the ledger takes no charges: the service is not ready');
    }
    last = trouble;
    return trouble;
  }

  return () => {
    const nowMs = performance.now();
    if (nowMs - askedMs >= ledgerProbeEveryMs) {
      askedMs = nowMs;
      answer = ask();
    }
    return answer;
  };
}

/** The error of a probe, or that it took too long; null if the ledger takes charges. */
async function failureOf(ledger: Pick<Ledger, 'probe'>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<LedgerUnavailable>((resolve) => {
    const message = `The ledger did not answer within ${ledgerProbeLimitMs} ms.`;
    timer = setTimeout(() => resolve(new LedgerUnavailable('unreachable', message)), ledgerProbeLimitMs);
  });
  const probed = ledger.probe().then(
    () => null,
    (error: unknown) => error,
  );
  const found = await Promise.race([probed, late]);
  clearTimeout(timer);
  return found;
}

function troubleOf(error: unknown): LedgerTrouble | null {
  if (error === null) return null;
  return error instanceof LedgerUnavailable ? error.trouble : 'refused';
}
