/** Accounts in the operator view: found, shown with usage and keys, suspended, put on another plan. */
import type { Account } from '../../ledger/ledger.js';
import { accountDetails, findAccounts } from '../../operate/accounts.js';
import { keyWire, moment } from '../account/wire.js';
import { HttpError } from '../request/http-error.js';
import { operatorRoute } from './operator-route.js';

export const listAccounts = operatorRoute('GET /operator/accounts', async ({ tools, query }) => {
  const { q: text = '', page = '0' } = query;
  const { accounts, total, next } = await findAccounts(tools.ledger, { text, page: Number(page) });
  return {
    accounts: accounts.map(({ used, limit, keys, ...account }) => ({
      ...accountWire(account),
      credits_used: used,
      credit_limit: limit,
      keys,
    })),
    total,
    next_page: next,
  };
});

export const showAccount = operatorRoute('GET /operator/accounts/{id}', async ({ tools, id, context }) => {
  const found = await accountDetails(tools.ledger, id);
  if (found === null) throw new HttpError('not_found', { detail: `There is no account ${id}.` });
  const { account, usage, keys } = found;
  return {
    ...accountWire(account),
    credits_used: usage.used,
    credit_limit: usage.limit,
    available_at: usage.availableAt,
    daily: usage.daily.map(({ date, credits }) => ({ date, credits })),
    keys: keys.map(keyWire),
    plans: Object.entries(context.config.plans).map(([name, { credits }]) => ({ name, credits })),
  };
});

export const setPlan = operatorRoute(
  'POST /operator/accounts/{id}/plan',
  async ({ tools, operator, id, body }) =>
    accountWire(await tools.ledger.as(operator).setPlan(id, body.plan)),
);

export const setSuspended = operatorRoute(
  'POST /operator/accounts/{id}/suspended',
  async ({ tools, operator, id, body }) =>
    accountWire(await tools.ledger.as(operator).setSuspended(id, body.suspended)),
);

export const revokeKey = operatorRoute('POST /operator/keys/{id}/revoke', async ({ tools, operator, id }) =>
  keyWire(await tools.ledger.as(operator).revokeKey(id)),
);

function accountWire({ id, name, plan, suspended, createdMs }: Account) {
  return { id, name, plan, suspended, created_at: moment(createdMs) };
}
