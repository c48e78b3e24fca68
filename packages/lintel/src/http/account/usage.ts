/** `GET /account/api/usage`: credits of the account in use, and its plan with the way to another one. */
import type { SignedIn } from '../../identity/signed-in.js';
import { usageOf } from '../usage/current.js';
import { type AccountQuestion, accountRoute } from './account-route.js';

export const usage = accountRoute('GET', '/usage', { for: 'signed in' }, (question) => usageWire(question));

export async function usageWire({
  context,
  identity,
  signedIn: { account },
}: Pick<AccountQuestion<unknown>, 'context' | 'identity'> & { readonly signedIn: SignedIn }) {
  const { plans, upgrade_url } = context.config;
  const plan = plans[account.plan];
  const [used, keys] = await Promise.all([
    usageOf(identity.ledger, account.id, context.now()),
    identity.ledger.keys(account.id),
  ]);
  return {
    ...used,
    plan: {
      name: account.plan,
      requests_per_minute: plan?.requests_per_minute ?? null,
      window_days: plan?.window_days ?? 30,
      upgrade_url: plan?.upgrade_url ?? upgrade_url,
    },
    key_names: Object.fromEntries(keys.map(({ id, name, hint }) => [id, name ?? `${hint}…`])),
  };
}
