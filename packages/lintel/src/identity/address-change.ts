/**
 * Another address for a person: the present one agrees first by a link, then the new one is proved by another. How often
 * it may be asked for is counted before (before-requests.ts).
 */
import { type AuthOptions, linkSeconds, type Person } from './auth-options.js';
import { mayMailNewAddress } from './mail-limits.js';
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
