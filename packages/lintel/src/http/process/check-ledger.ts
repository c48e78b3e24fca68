/**
 * Checks the ledger when a service starts. Where its database is away, requests get 503, and the check is made as soon as
 * the ledger can be asked.
 */
import type { Logger } from 'pino';
import type { Config } from '../../base/config.js';
import { UserError } from '../../base/user-error.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { LedgerEvents } from '../../ledger/open-ledger.js';
import { LedgerUnavailable } from '../../ledger/unavailable.js';

/** Milliseconds between two attempts. */
const retryMs = 1_000;

/**
 * Checks plans and clock. Throws a UserError about the ledger's content, or its file; returns how to end a check that
 * waits for the database.
 */
export async function checkLedger(
  ledger: Ledger,
  config: Config,
  { onChargesAhead }: Required<LedgerEvents>,
  logger: Logger,
): Promise<() => void> {
  const check = async () => {
    await checkPlans(ledger, config);
    for (const { accountId, untilMs } of await ledger.chargesAhead()) onChargesAhead(accountId, untilMs);
  };
  try {
    await check();
    return () => {};
  } catch (error) {
    if (config.ledger_url === null || !(error instanceof LedgerUnavailable)) throw error;
    logger.error({ err: error }, 'the ledger cannot be reached: requests get 503 until it can');
  }
  let timer: NodeJS.Timeout | null = null;
  const checkLater = () => {
    timer = setTimeout(async () => {
      try {
        await check();
        logger.info('the ledger is reached');
      } catch (error) {
        if (error instanceof LedgerUnavailable) {
          if (timer !== null) checkLater();
        } else {
          // Accounts without a plan are refused one by one.
          logger.error({ err: error }, 'the ledger does not fit the settings');
        }
      }
    }, retryMs);
  };
  checkLater();
  return () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
}

/** Throws a UserError if an account is on a plan that is not in the settings: its requests would fail. */
export async function checkPlans(ledger: Ledger, config: Config): Promise<void> {
  const accounts = await ledger.accounts();
  const [first, ...more] = accounts.filter(({ plan }) => !Object.hasOwn(config.plans, plan));
  if (first === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  throw new UserError(
    `The account ${first.id}${others} is on the plan ${first.plan}, which is not in the settings.`,
    {
      hint: 'Put the plan back into lintel.json, or move the account with lintel accounts set-plan.',
    },
  );
}
