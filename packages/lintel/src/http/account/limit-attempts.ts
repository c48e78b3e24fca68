/**
 * Limits attempts that could guess or annoy: for the address of a person, whoever asks, and for the address in the
 * network. The counts are those of the rate limits of keys, so they hold over all serving processes.
 */
import { createHash } from 'node:crypto';
import { networkOf } from '../request/client-network.js';
import { applyRate } from '../request/rate-limiting.js';
import type { AccountQuestion } from './account-route.js';

/** Attempts in a minute. */
interface AttemptLimits {
  /** For one person, whoever asks. */
  readonly ofPerson: number;
  /** From one address of the network, for whomever. */
  readonly fromOne: number;
  /** For one person from one address of the network. */
  readonly ofPersonFromOne?: number;
}

/** Mails with a link to one address, and asked for from one address of the network. */
export const linksAMinute: AttemptLimits = { ofPerson: 3, fromOne: 10 };

/** Counts one attempt of `act`; throws a 429 beyond a limit. */
export async function limitAttempts(
  { context, request, reply }: Pick<AccountQuestion, 'context' | 'request' | 'reply'>,
  act: string,
  email: string,
  { ofPerson, fromOne, ofPersonFromOne }: AttemptLimits,
): Promise<void> {
  const person = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  const network = networkOf(request.ip);
  const count = async (key: string, limit: number) =>
    applyRate('attempts', await context.limitRate({ key, limit }), reply);
  await count(`${act} from ${network}`, fromOne);
  if (ofPersonFromOne !== undefined) await count(`${act} of ${person} from ${network}`, ofPersonFromOne);
  await count(`${act} of ${person}`, ofPerson);
}
