/**
 * The first check of a request, before anything in it is used: method, path, length, body. Unacceptable
 * requests are refused at once, so that a body is never read, except by the MCP endpoint.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { oauthPaths } from '../../identity/oauth/oauth-paths.js';
import { allowedMethods, answerOptions, mcpMethods } from './headers.js';
import { HttpError } from './http-error.js';
import { maxHeaderBytes, maxHeadersCount, maxUrlLength } from './limits.js';

/** Below it lies the dashboard's interface, whose routes have their own methods and read bodies. */
const accountPaths = '/account/api/';
/** Their methods: with another one, such as QUERY, the router would want more of a request. */
const accountMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

/** Endpoints of the authorization server that read a body. */
const oauthPosts = new Set<string>([oauthPaths.token, oauthPaths.revocation, oauthPaths.registration]);

/** The endpoint of MCP. */
export const mcpPath = '/mcp';

const probes = new Set(['/healthz', '/readyz']);

/** Whether a request is a health probe, which is always answered. */
export function isProbe({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return probes.has(url);
}

/**
 * Checks a request against `paths`, the service's paths in OpenAPI form. Throws an HttpError; answers OPTIONS
 * itself.
 */
export function shapeCheck(paths: readonly string[]) {
  const known = new RegExp(`^(?:${paths.map(pathPattern).join('|')})$`);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { url = '' } = request.raw;
    if (hasBody(request)) reply.header('connection', 'close');
    if (url.length > maxUrlLength) throw new HttpError('uri_too_long');
    checkHeaders(request, reply);
    const path = url.split('?', 1)[0] ?? '';
    const isMcp = path === mcpPath;
    if (isMcp && request.method === 'POST') return;
    if (oauthPosts.has(path) && request.method === 'POST') return;
    if (path.startsWith(accountPaths) && accountMethods.includes(request.method)) return;
    if (!isMcp && (request.method === 'GET' || request.method === 'HEAD')) {
      if (hasBody(request)) throw new HttpError('bad_request', { detail: 'A request must not have a body.' });
      return;
    }
    if (!isMcp && !known.test(path)) throw new HttpError('not_found');
    const methods = isMcp ? mcpMethods : allowedMethods;
    if (request.method !== 'OPTIONS')
      throw new HttpError('method_not_allowed', { headers: { allow: methods } });
    answerOptions(request, reply, methods);
  };
}

/** Checks the headers, whatever the path. */
function checkHeaders({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  const { rawHeaders, httpVersion } = raw;
  if (rawHeaders.length > 2 * maxHeadersCount || headerBytes(rawHeaders) > maxHeaderBytes) {
    // A header that was not read may have announced a body.
    reply.header('connection', 'close');
    throw new HttpError('headers_too_large');
  }
  // RFC 9112, section 3.2. Node keeps the first of several, and a proxy in front may have used another.
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    reply.header('connection', 'close');
    throw new HttpError('bad_request', {
      detail: `A request must have one Host header. This one has ${hosts === 0 ? 'none' : hosts}.`,
    });
  }
  const { expect } = headers;
  // `100-continue` asks whether to send a body. Without a body there is nothing to answer; with one it is
  // refused.
  if (expect !== undefined && httpVersion === '1.1' && expect.toLowerCase() !== '100-continue') {
    reply.header('connection', 'close');
    throw new HttpError('expectation_failed');
  }
}

function pathPattern(path: string): string {
  return (
    path
      .split(/\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]*')
      // A path whose last part is empty is another path.
      .replace(/\*$/, '+')
  );
}

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0);
}

function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = 0;
  for (const text of rawHeaders) bytes += text.length;
  return bytes;
}
