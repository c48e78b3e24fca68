/** What is looked at before the authentication library answers, where it calls nothing of ours. */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Ledger } from '../ledger/ledger.js';
import { mayAskForAddress } from './mail-limits.js';
import { useUpCode } from './second-step.js';

export function beforeRequests(storage: Ledger['storage']) {
  return createAuthMiddleware(async (asked) => {
    if (asked.path === '/change-email') {
      const found = await getSessionFromCtx(asked);
      const { newEmail } = asked.body;
      if (found === null || typeof newEmail !== 'string') return;
      // Also where the new address has an account already, for which the library sends nothing.
      if (await mayAskForAddress(storage, found.user.id, newEmail)) return;
      throw new APIError('BAD_REQUEST', {
        message: 'There were too many mails about a new address today. Try again tomorrow.',
      });
    }
    if (asked.path === '/two-factor/verify-totp') {
      const { code } = asked.body;
      if (typeof code !== 'string') return;
      // Whoever has given the password has a cookie that names a row with their id.
      const { createAuthCookie, secret, internalAdapter } = asked.context;
      const challenge = await asked.getSignedCookie(createAuthCookie('two_factor').name, secret);
      const known = challenge ? await internalAdapter.findVerificationValue(challenge) : null;
      const userId = known?.value ?? (await getSessionFromCtx(asked))?.user.id;
      if (userId === undefined || (await useUpCode(storage, userId, code))) return;
      throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'This code was used already.' });
    }
  });
}
