/**
 * MCP over streamable HTTP, as a function from request to response. It keeps nothing between requests, so any of
 * several processes may answer any of them; every request has its own server, with the caller's key. Clients of the
 * protocol from 2025 on are served. The caller checks Origin and key.
 */
import type { LintelOptions } from '@lintel/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { lintelMcpServer } from './server.js';

/** Bytes of a request's body; beyond: 413. A call with every list full is a tenth of it. */
export const maxBodyBytes = 65_536;

/**
 * Answers one request with tools that ask this service. The answer is one JSON document: nothing here changes while
 * a client listens, so there are no subscriptions. `onError` is called with what is refused or fails.
 */
export function answerMcp(
  request: Request,
  service: LintelOptions,
  onError: (error: Error) => void,
): Promise<Response> {
  const handler = createMcpHandler(() => lintelMcpServer(service), {
    maxRequestBodySize: maxBodyBytes,
    maxSubscriptions: 0,
    onerror: onError,
  });
  return handler.fetch(request);
}
