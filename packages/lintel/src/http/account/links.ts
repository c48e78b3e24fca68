/** The links of the account in use: `/account/api/links`. */
import type { OwnLink } from '@lintel/contract/account';
import { linkAddress } from '../../base/link-address.js';
import { printableLine } from '../../base/printable.js';
import { UserError } from '../../base/user-error.js';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import type { Key, Ledger } from '../../ledger/ledger.js';
import { checkLinkSearch } from '../../watch/saved-search.js';
import { HttpError } from '../request/http-error.js';
import { accountRoute } from './account-route.js';
import { actingAs, made, requireOwnKey } from './keys.js';
import { requireManager } from './manager.js';
import { moment } from './wire.js';

/** The credits that each key of an account has used, as long as usage is kept. */
export async function creditsByKey(ledger: Ledger, accountId: string): Promise<ReadonlyMap<string, number>> {
  const credits = new Map<string, number>();
  const rows = await ledger.usageRows({ accountId, from: '1970-01-01', to: '9999-12-31' });
  for (const row of rows) credits.set(row.keyId, (credits.get(row.keyId) ?? 0) + row.credits);
  return credits;
}

/** Links of one account that work. */
export const maxLinks = 100;
const dayMs = 24 * 60 * 60 * 1000;

export const listLinks = accountRoute('GET /links', async ({ identity, signedIn }) => ({
  links: await linksOf(identity, signedIn),
}));

/** The links of the account in use, the newest first. */
export async function linksOf({ ledger }: Identity, { account }: SignedIn): Promise<OwnLink[]> {
  const [keys, credits] = await Promise.all([ledger.keys(account.id), creditsByKey(ledger, account.id)]);
  const links = keys.filter(({ kind }) => kind === 'link');
  return links.map((link) => linkWire(link, credits.get(link.id) ?? 0)).reverse();
}

export const addLink = accountRoute('POST /links', async ({ context, identity, origin, signedIn, body }) => {
  requireManager(signedIn);
  const { name, search, days, budget } = body;
  if (name !== printableLine(name))
    throw new HttpError('bad_request', {
      detail: 'The name of a link is one line, of characters that can be seen.',
    });
  try {
    checkLinkSearch(search);
  } catch (error) {
    if (error instanceof UserError) throw new HttpError('bad_request', { detail: error.message });
    throw error;
  }
  const expiresMs = context.now() + days * dayMs;
  const wanted = { kind: 'link', name, search, expiresMs, budget, scopes: ['permits'] } as const;
  const acting = actingAs(identity, signedIn);
  const link = await made(acting.createKey(signedIn.account.id, { ...wanted, maxInUse: maxLinks }));
  const base = context.config.public_url?.replace(/\/+$/, '') ?? origin;
  return { ...linkWire(link, 0), address: linkAddress(base, link.secret) };
});

export const removeLink = accountRoute('DELETE /links/{id}', async ({ identity, id, signedIn }) => {
  requireManager(signedIn);
  await requireOwnKey(identity, signedIn, id, 'link');
  await actingAs(identity, signedIn).revokeKey(id);
});

const linkWire = (link: Key, credits: number): OwnLink => ({
  id: link.id,
  name: link.name ?? '',
  search: link.search ?? '',
  budget: link.budget,
  uses: link.uses,
  credits,
  created_at: moment(link.createdMs),
  last_used_at: moment(link.lastUsedMs),
  expires_at: moment(link.expiresMs),
  revoked_at: moment(link.revokedMs),
});
