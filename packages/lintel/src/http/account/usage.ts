/**
 * `GET /account/api/usage`: credits of the account in use, its last requests, and its plan with the way to another one.
 */

import { errorAddress, errors } from '@lintel/contract';
import type { AccountUsage, RecentRequest as Shown } from '@lintel/contract/account';
import { exampleUpgradeUrl } from '../../base/config.js';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { clientGone } from '../answer/settlement.js';
import type { ServiceContext } from '../request/context.js';
import type { RecentRequest } from '../request/recent-requests.js';
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
  const { all, refused } = recent.of(account.id);
  const [{ usage: used, rows }, keys, watches] = await Promise.all([
    usageOf(ledger, account.id, now()),
    ledger.keys(account.id),
    ledger.watches.list(account.id),
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
    latest: all.map(shown),
    refused: refused.map(shown),
    plan: {
      name: account.plan,
      requests_per_minute: plan?.requests_per_minute ?? null,
      window_days: plan?.window_days ?? 30,
      upgrade_url:
        plan?.upgrade_url ?? (config.upgrade_url === exampleUpgradeUrl ? null : config.upgrade_url),
    },
    // A watch pays under its own id.
    key_names: Object.fromEntries([
      ...watches.map(({ id, name }) => [id, name]),
      ...keys.map(({ id, name, hint }) => [id, name ?? `${hint}…`]),
    ]),
  };
}

function shown(request: RecentRequest): Shown {
  const { atMs, keyId, method, route, url, requestId, status, credits, latencyMs } = request;
  return {
    at: moment(atMs),
    key_id: keyId,
    method,
    path: route === null ? (url.split('?')[0] ?? '') : route.replace(/:(\w+)(\([^)]*\))?/g, '{$1}'),
    url,
    request_id: requestId,
    status,
    refusal: explained(request),
    credits,
    latency_ms: Math.round(latencyMs * 10) / 10,
  };
}

/** What a developer must know of a request that failed: what was wrong, and what to do. */
function explained({ status, refusal }: RecentRequest): Shown['refusal'] {
  if (status === clientGone) return { ...hungUp, faults: [], documentation: null };
  if (refusal === null) return null;
  const { code, faults } = refusal;
  const { when, fix } = errors[code];
  return { code, when, faults: [...faults], fix, documentation: errorAddress(code) };
}

/** A program that did not wait. It got no answer, so the interface has no error for it. */
const hungUp = {
  code: 'hung_up',
  when: 'The program hung up before it had its answer.',
  fix: 'Let the program wait longer, or ask for less at once: a smaller `size`, narrower filters.',
};
