/**
 * Passwords. People sign up by `joining.ts`: they choose a password only with the link that was mailed to them, so
 * whoever has one has proved to own the address.
 */
import { passwordLength } from '@lintel/contract/account';
import { run, statement } from '../ledger/storage.js';
import { type AuthOptions, linkSeconds, type Person } from './auth-options.js';
import { mayMailLink } from './mail-limits.js';
import { passwordMail } from './mails.js';

export function passwords({ storage, origin, sendMail }: AuthOptions) {
  return {
    enabled: true,
    disableSignUp: true,
    requireEmailVerification: true,
    minPasswordLength: passwordLength.least,
    maxPasswordLength: passwordLength.most,
    resetPasswordTokenExpiresIn: linkSeconds,
    revokeSessionsOnPasswordReset: true,
    onPasswordReset: async ({ user }: { user: Person }) => {
      await storage.commit(() =>
        run(statement('UPDATE auth_user SET "emailVerified" = 1 WHERE id = ?', user.id)),
      );
    },
    sendResetPassword: async ({ user, token }: { user: Person; token: string }) => {
      if (!(await mayMailLink(storage, user.id))) return;
      await sendMail(passwordMail({ origin, to: user.email, token, isNew: !user.emailVerified }));
    },
  };
}
