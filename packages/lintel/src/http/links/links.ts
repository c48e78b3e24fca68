/**
 * `GET /links/{secret}.csv`: the permits of a saved search for spreadsheets, which can send no key
 * (docs/decisions/272-links-are-keys-for-one-search.md). A link is a key of the ledger that opens this one address: its
 * account is charged, within its budget, and it is revoked and ends like a key. The records of a release cost once a
 * link, however often a spreadsheet asks for them again within a day.
 */
import { endpoints } from '@lintel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secretOfLink } from '../../base/link-address.js';
import { answerStream } from '../answer/answer.js';
import { streamRoute } from '../answer/stream-route.js';
import { exportPermits } from '../exports/permits.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { decodeQuery } from '../request/parameters.js';
import { limitAddress, limitCaller } from '../request/rate-limiting.js';

export const linkPath = '/links/{file}';

const route = streamRoute(endpoints.export_permits, 'permits', exportPermits);

export function addLinks(app: FastifyInstance, context: ServiceContext): void {
  app.get('/links/:file', async (request, reply) => {
    await followLink(context, request, reply);
    return reply;
  });
}

async function followLink(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { file } = request.params as { readonly file: string };
  // What finds the address finds the permits: no search engine shall, and no page that the sheet links to.
  reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
  const caller = await context.ledger.authenticateLink(secretOfLink(file));
  if (caller === null) {
    await limitAddress(context, request, reply);
    throw new HttpError('not_found', {
      detail: 'There is no such link: it was revoked, has ended, or is not written in full.',
    });
  }
  request.caller = caller;
  if (caller.suspended) throw new HttpError('forbidden');
  await limitCaller(context, caller, request, reply);
  const query = [...decodeQuery(caller.search), ['format', 'csv'] as [string, string]];
  if (!query.some(([name]) => name === 'spreadsheet_safe')) query.push(['spreadsheet_safe', 'true']);
  await answerStream(context, route, { query, path: {} }, caller, request, reply);
  if (request.method === 'GET') await context.ledger.countUse(caller.keyId);
}
