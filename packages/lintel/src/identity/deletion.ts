/** A person deletes their account by a link, in the browser in which they are signed in. */
import { APIError } from 'better-auth/api';
import { type AuthOptions, linkSeconds, type Person } from './auth-options.js';
import { mayMailLink } from './mail-limits.js';
import { deletionMail } from './mails.js';

export function deletion({ storage, origin, sendMail, beforeDelete }: AuthOptions) {
  return {
    enabled: true,
    deleteTokenExpiresIn: linkSeconds,
    sendDeleteAccountVerification: async ({ user, token }: { user: Person; token: string }) => {
      if (!(await mayMailLink(storage, user.id))) return;
      await sendMail(deletionMail({ origin, to: user.email, token }));
    },
    beforeDelete: async (user: Person) => {
      const reason = await beforeDelete(user);
      if (reason !== null) throw new APIError('BAD_REQUEST', { message: reason });
    },
  };
}
