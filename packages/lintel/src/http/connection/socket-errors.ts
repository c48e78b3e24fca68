/**
 * Errors for requests that never become a request object, because Node's parser refuses them: they are
 * answered on the socket, which is then closed.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, type ErrorDefinition, errors } from '@lintel/contract';
import { allowedMethods } from '../request/headers.js';
import { lingerMs } from '../request/limits.js';

/** The error of Node's HTTP parser. */
export interface ParserError {
  readonly code?: string | undefined;
  /** The bytes that could not be read: a Buffer, though Fastify declares its JSON form. */
  readonly rawPacket?: unknown;
}

/** Answers a request that Node's HTTP parser refused, and closes the connection. */
export function answerParserError(error: ParserError, socket: Socket): void {
  // Before the end of the TLS handshake nothing can be sent, and an answer would wait forever.
  const isHandshake = /^(?:ERR_TLS_|ERR_SSL_|EPROTO)/.test(error.code ?? '');
  if (error.code === 'ECONNRESET' || isHandshake) socket.destroy();
  else answerOnSocket(socket, errorOfParser(error));
}

/** Answers CONNECT, for which Node creates no response: this service is not a proxy. */
export function answerConnect(socket: Socket): void {
  // The parser has released the socket. Further input is read and dropped, so that its end is noticed.
  socket.on('error', () => {}).resume();
  answerOnSocket(socket, errors.method_not_allowed, [`Allow: ${allowedMethods}`]);
}

type SocketError = Pick<ErrorDefinition, 'status' | 'detail'>;

/** Writes an error answer without a response object, and closes the connection. */
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
  // Closing at once could cut the answer off. A client that keeps sending is not waited for.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function errorOfParser({ code, rawPacket }: ParserError): SocketError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return errors.request_timeout;
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return { status: errors.bad_request.status, detail: 'The request is not valid HTTP.' };
  }
  // A packet that begins a request and has no end of line consists of the URL alone.
  const isAllUrl = Buffer.isBuffer(rawPacket) && /^[A-Z]+ [^\r\n]*$/.test(rawPacket.toString('latin1'));
  const refused: ErrorCode = isAllUrl ? 'uri_too_long' : 'headers_too_large';
  return errors[refused];
}
