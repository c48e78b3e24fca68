/**
 * The keys of the account in use: `/account/api/keys`. In an organization its owners and administrators change them,
 * every member sees them. The text of a key is in the answer that makes it, and nowhere else.
 */
import { keyScopes } from '@lintel/contract';
import type { OwnKey } from '@lintel/contract/account';
import { dayMs } from '../../base/calendar-date.js';
import { printableLine } from '../../base/printable.js';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { KeyRefused } from '../../ledger/keys.js';
import type { Key, KeyKind, NewKey } from '../../ledger/ledger.js';
import { HttpError } from '../request/http-error.js';
import { accountRoute } from './account-route.js';
import { requireManager } from './manager.js';
import { keyWire } from './wire.js';

/** Keys in use of one account. */
const maxInUse = 100;

export const listKeys = accountRoute('GET /keys', async ({ identity, signedIn }) => ({
  scopes: [...keyScopes],
  keys: await keysOf(identity, signedIn),
}));

/** The keys of the account in use, the newest first, without their text. */
export async function keysOf({ ledger }: Identity, { account }: SignedIn): Promise<OwnKey[]> {
  return (await ledger.keys(account.id))
    .filter(({ kind }) => kind === 'key')
    .map(ownKeyWire)
    .reverse();
}

export const createKey = accountRoute('POST /keys', async ({ context, identity, signedIn, body }) => {
  requireManager(signedIn);
  const { name, scopes, days } = body;
  if (name !== printableLine(name)) {
    throw new HttpError('bad_request', {
      detail: 'The name of a key is one line, of characters that can be seen.',
    });
  }
  const expiresMs = days === null ? null : context.now() + days * dayMs;
  const wanted = { name, scopes, expiresMs, maxInUse };
  return withSecret(await made(actingAs(identity, signedIn).createKey(signedIn.account.id, wanted)));
});

export const rotateKey = accountRoute('POST /keys/{id}/rotate', async (question) => {
  const { identity, id, signedIn, body } = question;
  requireManager(signedIn);
  await requireOwnKey(identity, signedIn, id);
  return withSecret(
    await made(actingAs(identity, signedIn).rotateKey(id, body.overlap_days * dayMs, maxInUse)),
  );
});

export const revokeKey = accountRoute('DELETE /keys/{id}', async ({ identity, id, signedIn }) => {
  requireManager(signedIn);
  await requireOwnKey(identity, signedIn, id);
  await actingAs(identity, signedIn).revokeKey(id);
});

export function actingAs({ ledger }: Identity, { user }: SignedIn) {
  return ledger.as(user.email);
}

/** Throws a 404 for any key that is not of the account in use, whether it exists or not. */
export async function requireOwnKey(
  { ledger }: Identity,
  { account }: SignedIn,
  id: string,
  kind: KeyKind = 'key',
): Promise<void> {
  const keys = await ledger.keys(account.id);
  if (!keys.some((own) => own.id === id && own.kind === kind)) throw new HttpError('not_found');
}

/** The new key; throws a 400 that says why there is none. */
export async function made(making: Promise<NewKey>): Promise<NewKey> {
  try {
    return await making;
  } catch (error) {
    if (error instanceof KeyRefused) throw new HttpError('bad_request', { detail: error.message });
    throw error;
  }
}

const withSecret = (key: NewKey) => ({ ...ownKeyWire(key), secret: key.secret });

const ownKeyWire = (key: Key): OwnKey => ({ ...keyWire(key), hint: key.hint });
