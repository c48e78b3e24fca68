/**
 * The documentation site: static pages below `/docs/`, each also as Markdown at its address with `.md`, and `llms.txt`
 * (https://llmstxt.org). Its policy is that of the pages. Where it was not built, its addresses answer 404 and say so.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { vary } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';
import type { WebFile, WebFiles } from './files.js';
import { pageHeaders, sendFile, sendNamedByContent, wantsPage } from './pages.js';

const base = '/docs/';

/** Its paths in OpenAPI form. */
export const documentationPaths = [
  '/docs',
  '/docs/{page}',
  '/docs/{folder}/{page}',
  '/llms.txt',
  '/llms-full.txt',
] as const;

/** Answers requests for its paths. */
export function sendDocumentation(files: WebFiles): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    if (files('index.html') === null) {
      throw new HttpError('not_found', { detail: 'This installation has no documentation site.' });
    }
    const [path = ''] = request.url.split('?', 1);
    const name = path.startsWith(base) ? path.slice(base.length) : path.slice(1);
    const file = files(name) ?? files(htmlFileOf(name));
    const sibling = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    // Links of a page count from its folder, so each page has one path, with its slash or without.
    if (file === null && sibling.startsWith(base) && files(htmlFileOf(sibling.slice(base.length))) !== null) {
      reply.header('location', sibling).header('cache-control', 'no-cache').code(308).send();
    } else if (file === null || name.endsWith('.html')) {
      sendMissing(files('404.html'), request, reply);
    } else if (name.startsWith('assets/')) {
      sendNamedByContent(file, request, reply);
    } else {
      sendPage(file, request, reply);
    }
  };
}

/** The file of a page: `api` is `api.html`, `decisions/` is `decisions/index.html`. */
function htmlFileOf(name: string): string {
  return name === '' || name.endsWith('/') ? `${name}index.html` : `${name}.html`;
}

function sendPage(file: WebFile, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(pageHeaders({ map_tiles: null })).header('cache-control', 'no-cache');
  sendFile(file, request, reply);
}

/** A page for browsers, an error of the interface for programs. */
function sendMissing(page: WebFile | null, request: FastifyRequest, reply: FastifyReply): void {
  vary(reply, ['Accept']);
  if (page === null || !wantsPage(request)) throw new HttpError('not_found');
  reply
    .code(404)
    .headers(pageHeaders({ map_tiles: null }))
    .header('content-type', page.type)
    .send(page.text());
}
