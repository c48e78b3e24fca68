/**
 * Another address for a person: the present one agrees first by a link, then the new one is proved by another. How many
 * mails that may send is counted before (mail-limits.ts).
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Ledger } from '../ledger/ledger.js';
import { type AuthOptions, linkSeconds, type Person } from './auth-options.js';
import { mayAskForAddress, mayMailNewAddress } from './mail-limits.js';
import { newAddressMail, proveAddressMail } from './mails.js';

/** Asks the present address. */
export function addressChange({ origin, sendMail }: AuthOptions) {
  return {
    enabled: true,
    sendChangeEmailConfirmation: (asked: { user: Person; newEmail: string; token: string }) =>
      sendMail(
        newAddressMail({ origin, to: asked.user.email, newAddress: asked.newEmail, token: asked.token }),
      ),
  };
}

/** Asks the new address. Only for that: sign-up has a link of its own. */
export function provedAddress({ storage, origin, sendMail, onNewAddress }: AuthOptions) {
  return {
    expiresIn: linkSeconds,
    sendVerificationEmail: async ({ user, token }: { user: Person; token: string }) => {
      if (!(await mayMailNewAddress(storage, user.email))) return;
      await sendMail(proveAddressMail({ origin, to: user.email, token }));
    },
    afterEmailVerification: (user: Person) => onNewAddress(user),
  };
}

/** Before each request, since the library calls nothing of ours when the new address has an account already. */
export function limitAddressChange(storage: Ledger['storage']) {
  return createAuthMiddleware(async (asked) => {
    if (asked.path !== '/change-email') return;
    const found = await getSessionFromCtx(asked);
    const { newEmail } = asked.body;
    if (found === null || typeof newEmail !== 'string') return;
    if (await mayAskForAddress(storage, found.user.id, newEmail)) return;
    throw new APIError('BAD_REQUEST', {
      message: 'There were too many mails about a new address today. Try again tomorrow.',
    });
  });
}
