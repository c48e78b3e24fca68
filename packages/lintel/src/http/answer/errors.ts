/**
 * The one place that turns an error into an HTTP answer. An HttpError has its status and body. Anything else
 * is a fault of the service: it is logged with its stack, and the caller gets a 500 without internals, or a
 * 503 if the ledger or the release cannot be used for now. Requests that Node's parser cannot read are answered in
 * `connection/socket-errors.ts`.
 */

import { errors } from '@lintel/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { LedgerUnavailable } from '../../ledger/unavailable.js';
import { ReleaseUnavailable } from '../../releases/release.js';
import { CallerGone } from '../request/caller-gone.js';
import { HttpError } from '../request/http-error.js';
import { releaseUnavailable } from './published-release.js';

const ledgerUnavailable = new HttpError('unavailable', {
  detail: 'Keys and credits cannot be checked for now. Nothing was charged.',
});

/** Answers a thrown error. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof HttpError) {
    sendError(request, reply, error);
    return;
  }
  if (error instanceof CallerGone) {
    // Nobody is left to answer, so the reply is never sent.
    reply.hijack();
    return;
  }
  request.log.error({ err: error }, 'request failed');
  sendError(request, reply, unavailableOf(error) ?? new HttpError('internal'));
}

function unavailableOf(error: unknown): HttpError | null {
  if (error instanceof LedgerUnavailable) return ledgerUnavailable;
  return error instanceof ReleaseUnavailable ? releaseUnavailable : null;
}

/** Answers what the router cannot read: a path that is not percent-encoded UTF-8. */
export function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode === errors.uri_too_long.status)
    sendError(request, reply, new HttpError('uri_too_long'));
  else if (error.statusCode === errors.bad_request.status)
    sendError(request, reply, new HttpError('bad_request'));
  else answerError(error, request, reply);
}

/** Headers that an answer may already have when it fails. */
const headersOfPages = [
  'content-encoding',
  'etag',
  'last-modified',
  'link',
  'x-credits-request',
  'x-credits-limit',
  'x-credits-remaining',
];

/** Sends an error body, and leaves the error with the request. Errors are never stored by caches. */
function sendError(request: FastifyRequest, reply: FastifyReply, error: HttpError): void {
  request.refusal = error;
  for (const name of headersOfPages) reply.removeHeader(name);
  reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .headers(error.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(Buffer.from(JSON.stringify(error.body)));
}
