/**
 * A route of the operator view, `/account/api/operator/…`. It is a route of accounts that only operators may ask. What an
 * operator does is written to the log with who did it, and counted: a stolen session cannot do much in a minute.
 */
import type { AccountAnswer, AccountEndpointId, operatorEndpoints } from '@lintel/contract/account';
import { UserError } from '../../base/user-error.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { type AccountQuestion, type AccountRoute, accountRoute } from '../account/account-route.js';
import type { OperatorTools } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { operatorActsAMinute } from '../request/limits.js';
import { applyRate } from '../request/rate-limiting.js';

/** What a handler of the operator view gets. */
type OperatorQuestion<I extends AccountEndpointId> = AccountQuestion<I> & {
  readonly tools: OperatorTools;
  /** The mail address of the operator. */
  readonly operator: string;
};

/** A route that shows or does something. What the handler returns is the JSON of the answer. */
export function operatorRoute<I extends keyof typeof operatorEndpoints>(
  endpoint: I,
  handle: (question: OperatorQuestion<I>) => Promise<AccountAnswer<I> | undefined>,
): AccountRoute {
  return accountRoute(endpoint, async (question) => {
    const { context, request, reply, id, body } = question;
    const { operate: tools } = context;
    if (tools === null) throw new HttpError('not_found');
    // The contract has these endpoints for operators, so somebody is signed in.
    const operator = (question.signedIn as SignedIn).user.email;
    if (request.method !== 'GET') {
      const rate = await context.limitRate({ key: `operator ${operator}`, limit: operatorActsAMinute });
      applyRate('operator', rate, reply);
      request.log.info({ operator, act: endpoint, id, asked: body }, 'an operator acts');
    }
    try {
      return await handle({ ...question, tools, operator });
    } catch (error) {
      // Operators read what is wrong, as on the command line; what is not meant for people stays a 500.
      if (!(error instanceof UserError)) throw error;
      const detail = [error.message, error.hint].filter(Boolean).join(' ');
      throw new HttpError('bad_request', { detail });
    }
  });
}
