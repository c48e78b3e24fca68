/**
 * The one place that turns a failure into an HTTP answer. Refusals become their status and body; anything else is
 * a fault of the service: its message and stack go to the log and the caller gets a 500 without internals, or a 503 where
 * the ledger cannot be reached for now.
 * Requests that Node's parser cannot read never become a request object; they are answered on the socket.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, type ErrorDefinition, errors } from '@lintel/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { LedgerUnavailable } from '../../ledger/unavailable.js';
import { allowedMethods } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';
import { lingerMs } from '../request/limits.js';

const ledgerUnavailable = new HttpError('unavailable', {
  detail: 'Keys and credits cannot be checked for now. Nothing was charged.',
});

/** Answers a thrown failure. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof HttpError) {
    sendError(reply, error);
    return;
  }
  request.log.error({ err: error }, 'request failed');
  sendError(reply, error instanceof LedgerUnavailable ? ledgerUnavailable : new HttpError('internal'));
}

/** Answers what the router cannot read: a path that is not percent-encoded UTF-8. */
export function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode === errors.uri_too_long.status) sendError(reply, new HttpError('uri_too_long'));
  else if (error.statusCode === errors.bad_request.status) sendError(reply, new HttpError('bad_request'));
  else answerFailure(error, request, reply);
}

/** What an answer that failed on its way out may have been given. */
const headersOfPages = [
  'content-encoding',
  'etag',
  'link',
  'x-credits-request',
  'x-credits-limit',
  'x-credits-remaining',
];

/** Sends an error body. Errors are never stored by caches. */
function sendError(reply: FastifyReply, refusal: HttpError): void {
  for (const name of headersOfPages) reply.removeHeader(name);
  reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .headers(refusal.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(Buffer.from(JSON.stringify(refusal.body)));
}

/** What Node says of a request that its parser refused. */
export interface ParserError {
  readonly code?: string | undefined;
  /** The bytes that could not be read: a Buffer, though Fastify declares its JSON form. */
  readonly rawPacket?: unknown;
}

/** Answers on the socket what Node's HTTP parser refused, and closes the connection. */
export function answerParserError(error: ParserError, socket: Socket): void {
  // Before the handshake has ended there is nothing to answer over: it would be waited for without end.
  const isHandshake = /^(?:ERR_TLS_|ERR_SSL_|EPROTO)/.test(error.code ?? '');
  if (error.code === 'ECONNRESET' || isHandshake) socket.destroy();
  else answerOnSocket(socket, errorOfParser(error));
}

/** Answers CONNECT, for which Node makes no response: this is no proxy. */
export function answerConnect(socket: Socket): void {
  // The parser has let go of the socket. What still comes is read and dropped, so that its end is noticed.
  socket.on('error', () => {}).resume();
  answerOnSocket(socket, errors.method_not_allowed, [`Allow: ${allowedMethods}`]);
}

type SocketError = Pick<ErrorDefinition, 'status' | 'detail'>;

/** Writes an error answer where there is no response object for it, and closes the connection. */
function answerOnSocket(socket: Socket, { status, detail }: SocketError, more: readonly string[] = []): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify({ detail }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${randomUUID()}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    ...more,
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  // A moment for the answer to arrive, which closing at once would cut off; a client that goes on sending is not waited for.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function errorOfParser({ code, rawPacket }: ParserError): SocketError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return errors.request_timeout;
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return { status: errors.bad_request.status, detail: 'The request is not valid HTTP.' };
  }
  // A packet that begins a request and has no end of line is all URL.
  const isAllUrl = Buffer.isBuffer(rawPacket) && /^[A-Z]+ [^\r\n]*$/.test(rawPacket.toString('latin1'));
  const refused: ErrorCode = isAllUrl ? 'uri_too_long' : 'headers_too_large';
  return errors[refused];
}
