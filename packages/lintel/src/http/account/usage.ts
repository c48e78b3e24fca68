/**
 * `GET /account/api/usage`: credits of the account in use, its last requests, and its plan with the way to another one.
 */
import { errors } from '@lintel/contract';
import type { AccountUsage } from '@lintel/contract/account';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { clientGone } from '../answer/settlement.js';
import type { ServiceContext } from '../request/context.js';
import { usageOf } from '../usage/current.js';
import { accountRoute } from './account-route.js';
import { moment } from './wire.js';

export const usage = accountRoute('GET /usage', ({ context, identity, signedIn }) =>
  usageOfAccount(context, identity, signedIn),
);

export async function usageOfAccount(
  { config, now, recent }: ServiceContext,
  { ledger }: Identity,
  { account }: SignedIn,
): Promise<AccountUsage> {
  const plan = config.plans[account.plan];
  const [{ usage: used, rows }, keys] = await Promise.all([
    usageOf(ledger, account.id, now()),
    ledger.keys(account.id),
  ]);
  return {
    ...used,
    rows: rows.map(({ date, keyId, endpoint, requests, credits }) => ({
      date,
      key_id: keyId,
      endpoint,
      requests,
      credits,
    })),
    latest: recent.of(account.id).map(({ atMs, keyId, method, route, status, credits, latencyMs }) => ({
      at: moment(atMs),
      key_id: keyId,
      method,
      path: route.replace(/:(\w+)(\([^)]*\))?/g, '{$1}'),
      status,
      meaning: meaningOf(status),
      credits,
      latency_ms: Math.round(latencyMs * 10) / 10,
    })),
    plan: {
      name: account.plan,
      requests_per_minute: plan?.requests_per_minute ?? null,
      window_days: plan?.window_days ?? 30,
      upgrade_url: plan?.upgrade_url ?? config.upgrade_url,
    },
    key_names: Object.fromEntries(keys.map(({ id, name, hint }) => [id, name ?? `${hint}…`])),
  };
}

/** When the interface answers a status: by the first of its errors that has it. */
function meaningOf(status: number): string | null {
  if (status === clientGone) return 'The program hung up before it had its answer.';
  return Object.values(errors).find((error) => error.status === status)?.when ?? null;
}
