/**
 * `POST /account/api/confirm-address`: uses the link of a mail about another address. It is opened in any browser, and
 * the first of the two links makes the service send the second one.
 */
import { HttpError } from '../request/http-error.js';
import { accountRoute } from './account-route.js';
import { limitAttempts } from './limit-attempts.js';

/** Links opened in a minute: the first of the two sends a mail each time. */
const opensAMinute = { ofPerson: 3, fromOne: 10 };

export const confirmAddress = accountRoute('POST /confirm-address', async (question) => {
  const { identity, origin, request, body } = question;
  await limitAttempts(question, 'address', body.token, opensAMinute);
  const state = await identity.confirmAddress(body.token, request.headers.cookie, origin);
  if (state === 'useless') {
    throw new HttpError('bad_request', {
      detail: 'This link does not work any more. Ask for the change again.',
    });
  }
  return { changed: state === 'changed' };
});
