/** Accounts in the operator view: found, shown with usage and keys, suspended, put on another plan. */
import Type from '@lintel/contract/typebox';
import type { Account, Key } from '../../ledger/ledger.js';
import { accountDetails, findAccounts } from '../../operate/accounts.js';
import { HttpError } from '../request/http-error.js';
import { moment, operatorAct, operatorView } from './operator-route.js';

export const listAccounts = operatorView('/accounts', async ({ tools, query, context }) => {
  const page = Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0);
  const { accounts, total, next } = await findAccounts(tools.ledger, { text: query.get('q') ?? '', page });
  return {
    accounts: accounts.map(({ used, limit, keys, ...account }) => ({
      ...accountWire(account),
      credits_used: used,
      credit_limit: limit,
      keys,
    })),
    total,
    next_page: next,
    plans: plansOf(context.config.plans),
  };
});

export const showAccount = operatorView('/accounts/{id}', async ({ tools, parameters, context }) => {
  const found = await accountDetails(tools.ledger, parameters.id ?? '');
  if (found === null) throw new HttpError('not_found', { detail: `There is no account ${parameters.id}.` });
  const { account, usage, keys } = found;
  return {
    ...accountWire(account),
    credits_used: usage.used,
    credit_limit: usage.limit,
    available_at: usage.availableAt,
    daily: usage.daily.map(({ date, credits }) => ({ date, credits })),
    keys: keys.map(keyWire),
    plans: plansOf(context.config.plans),
  };
});

export const setPlan = operatorAct(
  '/accounts/{id}/plan',
  Type.Object({ plan: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  async ({ tools, operator, parameters, body }) =>
    accountWire(await tools.ledger.as(operator).setPlan(parameters.id ?? '', body.plan)),
);

export const setSuspended = operatorAct(
  '/accounts/{id}/suspended',
  Type.Object({ suspended: Type.Boolean() }, { additionalProperties: false }),
  async ({ tools, operator, parameters, body }) =>
    accountWire(await tools.ledger.as(operator).setSuspended(parameters.id ?? '', body.suspended)),
);

export const revokeKey = operatorAct(
  '/keys/{id}/revoke',
  Type.Object({}, { additionalProperties: false }),
  async ({ tools, operator, parameters }) =>
    keyWire(await tools.ledger.as(operator).revokeKey(parameters.id ?? '')),
);

function accountWire({ id, name, plan, suspended, createdMs }: Account) {
  return { id, name, plan, suspended, created_at: moment(createdMs) };
}

/** A key without its text, which nobody has, and without its first characters. */
function keyWire({ id, name, createdMs, revokedMs, expiresMs, scopes, lastUsedMs }: Key) {
  return {
    id,
    name,
    scopes,
    created_at: moment(createdMs),
    last_used_at: moment(lastUsedMs),
    expires_at: moment(expiresMs),
    revoked_at: moment(revokedMs),
  };
}

function plansOf(plans: Readonly<Record<string, { readonly credits: number | null }>>) {
  return Object.entries(plans).map(([name, { credits }]) => ({ name, credits }));
}
