/** `lintel accounts …`: who may call, and on which plan. */

import { formatCount, formatTime } from '../../base/format-number.js';
import { locateHome } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import type { Account, Ledger } from '../../ledger/ledger.js';
import { otherLedger } from '../../ledger/other-ledger.js';
import type { CommandGroup } from '../terminal/define.js';
import { nextStep } from '../terminal/next-step.js';
import { type Outcome, table } from '../terminal/outcome.js';
import { accountId } from '../work/named-account.js';
import { defineAccountsUsage } from './accounts-usage.js';

export function defineAccounts(group: CommandGroup): void {
  defineAccountsUsage(group);
  defineGive(group);
  group
    .define('create', 'Create an account', 'lintel accounts create --name "Acme Solar" --plan free')
    .requiredOption('--name <name>', 'name of the account')
    .option('--plan <plan>', 'plan of the account', 'free')
    .run(async (installation, options: { name: string; plan: string }) => {
      const ledger = await installation.ledger();
      const account = await ledger.createAccount({ name: options.name, plan: options.plan });
      return {
        data: wire(account),
        text: `Created account ${account.id} on the ${account.plan} plan.\n${nextStep(installation, `keys create --account ${account.id}`)}`,
      };
    });

  group
    .define('list', 'List all accounts', 'lintel accounts list')
    .run(async ({ directory, ledger, config }) => {
      const opened = await ledger();
      const accounts = await opened.accounts();
      const other = await otherLedger(opened, locateHome(directory).ledger, config);
      const rows = accounts.map((a) => [a.id, a.name, a.plan, a.suspended ? 'suspended' : 'active']);
      return {
        data: accounts.map(wire),
        text: accounts.length > 0 ? table(['account', 'name', 'plan', 'state'], rows) : 'No accounts yet.',
        problems: other === null ? [] : [`Note: ${other}.`],
        status: 0,
      };
    });

  group
    .define('show <account>', 'Show an account, its keys and its usage', 'lintel accounts show acc_…')
    .run(async (installation, _options: object, name: string) => {
      const ledger = await installation.ledger();
      return show(ledger, await accountId(ledger, name));
    });

  group
    .define(
      'set-plan <account> <plan>',
      'Move an account to another plan',
      'lintel accounts set-plan acc_… unlimited',
    )
    .run(async (installation, _options: object, name: string, plan: string) => {
      const ledger = await installation.ledger();
      const account = await ledger.setPlan(await accountId(ledger, name), plan);
      return { data: wire(account), text: `${account.id} is now on the ${account.plan} plan.` };
    });

  group
    .define(
      'suspend <account>',
      'Suspend an account: its requests are refused (403)',
      'lintel accounts suspend acc_…',
    )
    .option('--undo', 'lift the suspension')
    .run(async (installation, options: { undo?: boolean }, name: string) => {
      const ledger = await installation.ledger();
      const account = await ledger.setSuspended(await accountId(ledger, name), options.undo !== true);
      return { data: wire(account), text: `${account.id} is ${account.suspended ? 'suspended' : 'active'}.` };
    });
}

function defineGive(group: CommandGroup): void {
  group
    .define(
      'give <account> <email>',
      'Give an account to a person who has signed up in the browser',
      'lintel accounts give acc_… ann@example.org',
    )
    .run(async (installation, _options: object, name: string, email: string) => {
      const ledger = await installation.ledger();
      const account = await ledger.giveAccount(await accountId(ledger, name), email);
      return { data: wire(account), text: `${email} now uses ${account.id}, with its keys and credits.` };
    });
}

async function show(ledger: Ledger, id: string): Promise<Outcome> {
  const account = await ledger.account(id);
  if (!account)
    throw new UserError(`There is no account ${id}.`, { hint: 'lintel accounts list shows all accounts.' });
  const usage = await ledger.usage(id);
  const keys = await ledger.keys(id);
  const limit = usage.limit === null ? 'no limit' : `of ${formatCount(usage.limit)}`;
  return {
    data: {
      ...wire(account),
      credits_used: usage.used,
      credit_limit: usage.limit,
      keys: keys.map((key) => ({
        id: key.id,
        name: key.name,
        hint: key.hint,
        revoked: key.revokedMs !== null,
      })),
    },
    text: [
      `${account.id}  ${account.name}`,
      `plan     ${account.plan}${account.suspended ? ', suspended' : ''}`,
      `created  ${formatTime(account.createdMs)}`,
      `credits  ${formatCount(usage.used)} used in the window, ${limit}`,
      `keys     ${keys.filter((key) => key.revokedMs === null).length} in use`,
    ].join('\n'),
  };
}

function wire(account: Account) {
  return {
    id: account.id,
    name: account.name,
    plan: account.plan,
    suspended: account.suspended,
    created_at: new Date(account.createdMs).toISOString(),
  };
}
