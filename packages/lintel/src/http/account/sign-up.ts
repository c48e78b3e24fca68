/**
 * `POST /account/api/sign-up`: mails a link to somebody who wants an account. The answer is the same whether the
 * address has one, may have one or not, and does not wait for the mail.
 */
import Type from '@lintel/contract/typebox';
import { accountRoute } from './account-route.js';
import { limitAttempts, linksAMinute } from './limit-attempts.js';

/** As people write addresses; whether one exists, the mail shows. */
export const EmailAddress = Type.String({ pattern: '^[^\\s@<>"(),;:]{1,64}@[^\\s@<>"(),;:]{1,189}$' });

export const signUp = accountRoute(
  'POST',
  '/sign-up',
  { for: 'anybody', body: Type.Object({ email: EmailAddress }, { additionalProperties: false }) },
  async ({ context, identity, origin, request, reply, body }) => {
    await limitAttempts(context, request, reply, 'link', body.email, linksAMinute);
    identity
      .signUp(body.email, origin)
      .catch((error: unknown) => request.log.error({ err: error }, 'sign-up failed'));
    return { sent: true };
  },
);
