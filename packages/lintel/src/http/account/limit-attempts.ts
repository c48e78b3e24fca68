/**
 * Limits attempts that could guess or annoy: for the address of a person, whoever asks, and for the address in the
 * network. The counts are those of the rate limits of keys, so they hold over all serving processes.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../request/client-network.js';
import type { ServiceContext } from '../request/context.js';
import { applyRate } from '../request/rate-limiting.js';

/** Counts one attempt of `act`; throws a 429 beyond either limit, in attempts a minute. */
export async function limitAttempts(
  { limitRate }: Pick<ServiceContext, 'limitRate'>,
  request: FastifyRequest,
  reply: FastifyReply,
  act: string,
  email: string,
  forPerson: number,
  forNetwork: number,
): Promise<void> {
  const person = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  applyRate('attempts', await limitRate(`${act} from ${networkOf(request.ip)}`, forNetwork), reply);
  applyRate('attempts', await limitRate(`${act} of ${person}`, forPerson), reply);
}
