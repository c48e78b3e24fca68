/**
 * MCP over streamable HTTP, as a function from request to response. It keeps nothing between requests, so any of
 * several processes may answer any of them; every request has its own server, with the caller's key. Clients of the
 * protocol from 2025 on are served. Whoever mounts it checks Host, Origin and key.
 */
import type { LintelOptions } from '@lintel/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { lintelMcpServer } from './server.js';

/** Bytes of a request's body; beyond: 413. A call with every list full is a tenth of it. */
export const maxBodyBytes = 65_536;

export interface McpHandler {
  /** Answers one request with the tools asking this service. */
  answer(request: Request, service: LintelOptions): Promise<Response>;
  close(): Promise<void>;
}

/** `onError` is called with what fails outside of an answer. */
export function mcpHandler(onError: (error: Error) => void): McpHandler {
  const services = new WeakMap<Request, LintelOptions>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const service = requestInfo === undefined ? undefined : services.get(requestInfo);
      if (service === undefined) throw new Error('a request without its service');
      return lintelMcpServer(service);
    },
    { responseMode: 'json', maxRequestBodySize: maxBodyBytes, maxSubscriptions: 1, onerror: onError },
  );
  return {
    answer(request, service) {
      services.set(request, service);
      return handler.fetch(request);
    },
    close: () => handler.close(),
  };
}
