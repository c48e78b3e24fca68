/**
 * A route of the operator view's interface, `/account/api/operator/…`. It is a route of the dashboard's that only
 * operators may ask. What an operator does is written to the log with who did it, and counted: a stolen session cannot
 * do much in a minute.
 */
import type { Static, TSchema } from '@lintel/contract/typebox';
import { UserError } from '../../base/user-error.js';
import { type AccountQuestion, type AccountRoute, accountRoute } from '../account/account-route.js';
import type { OperatorTools } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { operatorActsAMinute } from '../request/limits.js';
import { applyRate } from '../request/rate-limiting.js';

/** What a handler of the operator view gets. */
export interface OperatorQuestion<Body> extends AccountQuestion<Body> {
  readonly tools: OperatorTools;
  /** The mail address of the operator. */
  readonly operator: string;
}

/** A route that shows something. What the handler returns is the JSON of the answer. */
export function operatorView(
  path: string,
  handle: (question: OperatorQuestion<undefined>) => Promise<unknown>,
): AccountRoute {
  return accountRoute('GET', `/operator${path}`, { for: 'operator' }, (question) =>
    plainly(() =>
      handle({ ...question, ...toolsOf(question), operator: question.signedIn.user.email, body: undefined }),
    ),
  );
}

/** A route that does something. */
export function operatorAct<S extends TSchema>(
  path: string,
  body: S,
  handle: (question: OperatorQuestion<Static<S>>) => Promise<unknown>,
): AccountRoute {
  return accountRoute('POST', `/operator${path}`, { for: 'operator', body }, async (question) => {
    const { context, request, reply, signedIn, parameters } = question;
    const operator = signedIn.user.email;
    const rate = await context.limitRate({ key: `operator ${operator}`, limit: operatorActsAMinute });
    applyRate('operator', rate, reply);
    request.log.info({ operator, act: path, ...parameters, asked: question.body }, 'an operator acts');
    return plainly(() => handle({ ...question, ...toolsOf(question), operator }));
  });
}

function toolsOf({ context: { operate } }: Pick<AccountQuestion<unknown>, 'context'>): {
  tools: OperatorTools;
} {
  if (operate === null) throw new HttpError('not_found');
  return { tools: operate };
}

/** Operators read what is wrong, as on the command line; what is not meant for people stays a 500. */
async function plainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const detail = [error.message, error.hint].filter(Boolean).join(' ');
    throw new HttpError('bad_request', { detail });
  }
}

/** A moment on the wire. */
export const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
