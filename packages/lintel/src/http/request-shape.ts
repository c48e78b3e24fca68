/**
 * The first look at a request, before anything of it is used: method, path, length, body. What has no business here
 * is answered at once, so that a body is never read.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowedMethods, answerOptions } from './headers.js';
import { maxHeaderBytes, maxUrlLength } from './limits.js';
import { Refusal } from './refusal.js';

/**
 * Checks a request's shape. `paths` are the paths of the service in OpenAPI form. Throws the refusal; answers
 * OPTIONS itself.
 */
export function shapeCheck(paths: readonly string[]) {
  const known = new RegExp(`^(?:${paths.map(pathPattern).join('|')})$`);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { url = '', rawHeaders } = request.raw;
    if (hasBody(request)) reply.header('connection', 'close');
    if (url.length > maxUrlLength) throw new Refusal('uri_too_long');
    if (headerBytes(rawHeaders) > maxHeaderBytes) throw new Refusal('headers_too_large');
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (hasBody(request)) throw new Refusal('bad_request', { detail: 'A request here has no body.' });
      return;
    }
    const path = url.split('?', 1)[0] ?? '';
    if (!known.test(path)) throw new Refusal('not_found');
    if (request.method !== 'OPTIONS') {
      throw new Refusal('method_not_allowed', { headers: { allow: allowedMethods } });
    }
    answerOptions(request, reply);
  };
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
