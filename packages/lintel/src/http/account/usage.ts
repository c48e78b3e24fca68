/** `GET /account/api/usage`: credits of the account in use, and its plan with the way to another one. */
import type { AccountUsage } from '@lintel/contract/account';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import type { ServiceContext } from '../request/context.js';
import { usageOf } from '../usage/current.js';
import { accountRoute } from './account-route.js';

export const usage = accountRoute('GET /usage', ({ context, identity, signedIn }) =>
  usageOfAccount(context, identity, signedIn),
);

export async function usageOfAccount(
  { config, now }: ServiceContext,
  { ledger }: Identity,
  { account }: SignedIn,
): Promise<AccountUsage> {
  const plan = config.plans[account.plan];
  const [used, keys] = await Promise.all([usageOf(ledger, account.id, now()), ledger.keys(account.id)]);
  return {
    ...used,
    plan: {
      name: account.plan,
      requests_per_minute: plan?.requests_per_minute ?? null,
      window_days: plan?.window_days ?? 30,
      upgrade_url: plan?.upgrade_url ?? config.upgrade_url,
    },
    key_names: Object.fromEntries(keys.map(({ id, name, hint }) => [id, name ?? `${hint}…`])),
  };
}
