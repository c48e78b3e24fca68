/**
 * `POST /account/api/sign-up`: mails a link to somebody who wants an account. The answer is the same whether the
 * address has one, may have one or not, and does not wait for the mail.
 */
import { accountRoute } from './account-route.js';
import { limitAttempts, linksAMinute } from './limit-attempts.js';

export const signUp = accountRoute('POST /sign-up', async (question) => {
  const { identity, origin, request, body } = question;
  await limitAttempts(question, 'link', body.email, linksAMinute);
  identity
    .signUp(body.email, origin)
    .catch((error: unknown) => request.log.error({ err: error }, 'sign-up failed'));
  return { sent: true };
});
