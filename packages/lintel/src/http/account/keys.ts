/**
 * The keys of the account in use: `/account/api/keys`. In an organization its owners and administrators change them,
 * every member sees them. The text of a key is in the answer that makes it, and nowhere else.
 */
import Type from '@lintel/contract/typebox';
import { printableLine } from '../../base/printable.js';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { KeyRefused } from '../../ledger/keys.js';
import type { Key, Ledger, NewKey } from '../../ledger/ledger.js';
import { keyScopes } from '../../ledger/scopes.js';
import { HttpError } from '../request/http-error.js';
import { accountRoute } from './account-route.js';
import { requireManager } from './manager.js';

const dayMs = 86_400_000;
/** Keys in use of one account. */
const maxInUse = 100;
const maxDays = 3_650;

const NewKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    /** Null for all. */
    scopes: Type.Union([
      Type.Null(),
      Type.Array(Type.Enum([...keyScopes]), { minItems: 1, maxItems: keyScopes.length }),
    ]),
    /** Days until it expires; null for never. */
    days: Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: maxDays })]),
  },
  { additionalProperties: false },
);

const RotateBody = Type.Object(
  { /** Days for which the old key still works. */ overlap_days: Type.Integer({ minimum: 0, maximum: 30 }) },
  { additionalProperties: false },
);

export const listKeys = accountRoute('GET', '/keys', { for: 'signed in' }, async ({ identity, signedIn }) => {
  return { scopes: keyScopes, keys: await keysOf(identity, signedIn) };
});

/** The keys of the account in use, the newest first, without their text. */
export async function keysOf({ ledger }: Identity, { account }: SignedIn) {
  return (await ledger.keys(account.id)).map(wire).reverse();
}

export const createKey = accountRoute(
  'POST',
  '/keys',
  { for: 'signed in', body: NewKeyBody },
  async ({ context, identity, signedIn, body: { name, scopes, days } }) => {
    requireManager(signedIn);
    if (name !== printableLine(name)) {
      throw new HttpError('bad_request', {
        detail: 'The name of a key is one line, of characters that can be seen.',
      });
    }
    const expiresMs = days === null ? null : context.now() + days * dayMs;
    const wanted = { name, scopes, expiresMs, maxInUse };
    return made(actingAs(identity.ledger, signedIn).createKey(signedIn.account.id, wanted));
  },
);

export const rotateKey = accountRoute(
  'POST',
  '/keys/{id}/rotate',
  { for: 'signed in', body: RotateBody },
  async ({ identity, parameters, signedIn, body }) => {
    requireManager(signedIn);
    const { id } = await ownKey(identity.ledger, signedIn, parameters.id);
    return made(actingAs(identity.ledger, signedIn).rotateKey(id, body.overlap_days * dayMs, maxInUse));
  },
);

export const revokeKey = accountRoute(
  'DELETE',
  '/keys/{id}',
  { for: 'signed in' },
  async ({ identity, parameters, signedIn }) => {
    requireManager(signedIn);
    const key = await ownKey(identity.ledger, signedIn, parameters.id);
    await actingAs(identity.ledger, signedIn).revokeKey(key.id);
  },
);

function actingAs(ledger: Ledger, { user }: SignedIn) {
  return ledger.as(user.email);
}

/** A key of the account in use; throws a 404 for any other, whether it exists or not. */
async function ownKey(ledger: Ledger, { account }: SignedIn, id = ''): Promise<Key> {
  const key = (await ledger.keys(account.id)).find((own) => own.id === id);
  if (key === undefined) throw new HttpError('not_found');
  return key;
}

/** The new key with its text; throws a 400 that says why there is none. */
async function made(making: Promise<NewKey>) {
  try {
    const key = await making;
    return { ...wire(key), secret: key.secret };
  } catch (error) {
    if (error instanceof KeyRefused) throw new HttpError('bad_request', { detail: error.message });
    throw error;
  }
}

function wire(key: Key) {
  const date = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    created_at: date(key.createdMs),
    last_used_at: date(key.lastUsedMs),
    expires_at: date(key.expiresMs),
    revoked_at: date(key.revokedMs),
  };
}
