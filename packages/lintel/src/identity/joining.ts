/**
 * Signing up, with an address alone: the link in the mail that it gets proves the address and lets its owner choose a
 * password, so nobody can prepare an account for somebody else's address.
 */
import type { Config } from '../base/config.js';
import type { Ledger } from '../ledger/ledger.js';
import { first } from '../ledger/storage.js';
import type { Auth } from './auth.js';

/** Whether anybody who gets here may sign up. Without a `public_url` only people on this machine get here. */
export function isOpen({ accounts, public_url }: Pick<Config, 'accounts' | 'public_url'>): boolean {
  return accounts.sign_up === 'open' || (accounts.sign_up === 'local' && public_url === null);
}

/** Whether the owner of an address may: everybody where it is open, else operators and people who are invited. */
export async function mayJoin(ledger: Ledger, settings: Config, email: string): Promise<boolean> {
  if (isOpen(settings)) return true;
  const address = email.toLowerCase();
  if (await ledger.operators.has(address)) return true;
  const invited = await ledger.storage.ask(() =>
    first(
      `SELECT id FROM auth_invitation WHERE email = ? AND status = 'pending' AND "expiresAt" > ?`,
      address,
      new Date().toISOString(),
    ),
  );
  return invited !== undefined;
}

/** Mails a link to choose a password to somebody who has an account or may have one. */
export async function mailFirstLink(
  { api, $context }: Auth,
  email: string,
  mayHaveOne: () => Promise<boolean>,
): Promise<void> {
  const address = email.toLowerCase();
  const { internalAdapter } = await $context;
  const known = await internalAdapter.findUserByEmail(address);
  if (known === null) {
    if (!(await mayHaveOne())) return;
    await internalAdapter.createUser(
      { email: address, name: '', emailVerified: false },
      { method: 'email-password' },
    );
  }
  await api.requestPasswordReset({ body: { email: address } });
}
