/** `lintel links …`: links to the permits of one search, for spreadsheets. A link is shown once, when it is made. */

import { guessNote, linkBase } from '../../base/files/served-address.js';
import { formatCount, formatTime } from '../../base/format-number.js';
import { linkAddress } from '../../base/link-address.js';
import { UserError } from '../../base/user-error.js';
import type { Key } from '../../ledger/ledger.js';
import type { CommandGroup } from '../terminal/define.js';
import { wholeNumber } from '../terminal/option-value.js';
import { table } from '../terminal/outcome.js';
import { accountId } from '../work/named-account.js';
import { expiry, stateOf } from './keys.js';

interface CreateOptions {
  readonly account: string;
  readonly name: string;
  readonly search: string;
  readonly expires: string;
  readonly budget?: string;
}

export function defineLinks(group: CommandGroup): void {
  group
    .define(
      'create',
      'Make a link to the permits of a search as CSV and show it, once',
      "lintel links create --account acc_… --name 'Solar sheet' --search 'geo_id=94103&permit_tags=solar'",
    )
    .requiredOption('--account <account>', 'id or name of the account that pays: one credit a permit')
    .requiredOption('--name <name>', 'where it is used')
    .requiredOption('--search <query>', 'filters as in an export of permits')
    .option('--expires <time>', 'when it ends: 90d, 12h or a date such as 2027-01-31', '365d')
    .option('--budget <credits>', 'credits that it may use in a month (default: those of the account)')
    .run(async ({ ledger: open, home, config }, options: CreateOptions) => {
      const { checkLinkSearch } = await import('../../watch/saved-search.js');
      checkLinkSearch(options.search);
      const ledger = await open();
      const budget =
        options.budget === undefined ? null : wholeNumber('--budget', options.budget, 1, 1_000_000_000);
      const { name, search } = options;
      const wanted = { kind: 'link', name, search, budget, expiresMs: expiry(options.expires) } as const;
      const account = await accountId(ledger, options.account);
      const link = await ledger.createKey(account, { ...wanted, scopes: ['permits'] });
      const base = linkBase(home, config.public_url);
      const address = linkAddress(base.url, link.secret);
      const note = `Save it now: only its hash is stored, so it cannot be shown again (id ${link.id}).`;
      return {
        data: { address, address_is_guess: base.isGuess, ...wire(link) },
        text: `${address}\n${note}${guessNote(base)}`,
      };
    });

  group
    .define('list', 'List links', 'lintel links list --account acc_…')
    .option('--account <account>', 'only the links of this account (id or name)')
    .run(async (installation, options: { account?: string }) => {
      const ledger = await installation.ledger();
      const account = options.account === undefined ? undefined : await accountId(ledger, options.account);
      const links = (await ledger.keys(account)).filter(({ kind }) => kind === 'link');
      const rows = links.map((link) => [
        link.id,
        link.accountId,
        link.name,
        link.search,
        formatCount(link.uses),
        link.budget === null ? 'none' : formatCount(link.budget),
        link.lastUsedMs === null ? 'never' : formatTime(link.lastUsedMs),
        stateOf(link),
      ]);
      const headings = ['link', 'account', 'name', 'search', 'uses', 'budget', 'last used', 'state'];
      const text = links.length > 0 ? table(headings, rows) : 'No links yet: lintel links create';
      return { data: links.map(wire), text };
    });

  group
    .define('revoke <link>', 'Revoke a link by its id, at once and for good', 'lintel links revoke key_…')
    .run(async ({ ledger: open }, _options: object, id: string) => {
      const ledger = await open();
      const isLink = (await ledger.keys()).some((key) => key.id === id && key.kind === 'link');
      if (!isLink)
        throw new UserError(`There is no link ${id}.`, { hint: 'lintel links list shows them all.' });
      return { data: wire(await ledger.revokeKey(id)), text: `Revoked ${id}.` };
    });
}

function wire(link: Key) {
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: link.id,
    account: link.accountId,
    name: link.name,
    search: link.search,
    budget: link.budget,
    uses: link.uses,
    created_at: time(link.createdMs),
    expires_at: time(link.expiresMs),
    last_used_at: time(link.lastUsedMs),
    revoked_at: time(link.revokedMs),
  };
}
