/**
 * The service's own pages: a few paths that answer with the same document, whose script shows the page of the path,
 * and the files that the document names. They need no key; what they show they ask of the interface like any caller.
 */
import { createHash } from 'node:crypto';
import { interfaceVersion } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';
import { canMail } from '../../watch/channels.js';
import { chooseCoding } from '../answer/compression.js';
import { matches } from '../answer/conditional.js';
import type { ServiceContext } from '../request/context.js';
import { vary } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';
import { mayVisit, signedInAccount } from '../request/visitors.js';
import type { WebFile, WebFiles } from './files.js';
import { sendDocument } from './found.js';
import { releaseFilePath } from './release-files.js';
import { publicMapTiles, streetTilesPath, tilesOrigin } from './street-tiles.js';

/** Paths of the dashboard's pages, which have a document of their own. */
export const accountPagePaths = [
  '/account',
  '/account/{page}',
  '/account/operator/{page}',
  '/account/operator/{page}/{id}',
] as const;

/** What people type for the operator view; it leads to the first of its pages. */
export const operatorPath = '/operator';

/** Files that a page loads, and what it must know of the settings. */
export const filePaths = ['/assets/{file}', '/web.json', streetTilesPath, releaseFilePath] as const;

/** Whether the sender of a request for `/` wants a page, as browsers do, and not the description for programs. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Whether somebody in a browser asks for a page, of which there may be none at the path, beside those of programs. */
export function isForPage(request: FastifyRequest): boolean {
  const isOfPrograms = /^\/(?:v2|account\/api|assets|mcp)(?![\w-])/.test(request.url);
  return request.method === 'GET' && wantsPage(request) && !isOfPrograms;
}

/** Sends a document of the pages; without built files a 404. */
export async function sendPage(
  files: WebFiles,
  name: 'index.html' | 'account.html',
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  /** The document with what the service put into it; null for it as it is. */
  html: string | null = null,
): Promise<void> {
  const file = files(name);
  if (file === null) throw new HttpError('not_found');
  reply.headers(pageHeaders(config, inlineScripts(file))).header('cache-control', 'no-cache');
  vary(reply, ['Accept']);
  if (html === null) sendFile(file, request, reply);
  else await sendDocument(html, request, reply);
}

/** Whether a request is for a file that caches keep for ever, of the pages or of the documentation. */
export const isNamedByContent = ({ url }: FastifyRequest) => /^\/(?:docs\/)?assets\//.test(url);

/** Sends a file whose name contains the hash of its content, so that caches may keep it for ever. */
export function sendAsset(files: WebFiles, name: string, request: FastifyRequest, reply: FastifyReply): void {
  const file = files(`assets/${name}`);
  if (file === null) throw new HttpError('not_found');
  sendNamedByContent(file, request, reply, sqlWorker.test(name));
}

const knownScripts = new WeakMap<WebFile, readonly string[]>();

/** The scripts that stand in a built document, as a policy names them (CSP Level 3): the one that restores the theme. */
function inlineScripts(file: WebFile): readonly string[] {
  const known =
    knownScripts.get(file) ??
    [...file.text().matchAll(/<script>(.*?)<\/script>/gs)].map(
      ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
  knownScripts.set(file, known);
  return known;
}

/** The script of the Query page's worker: the only one that may compile WebAssembly. */
const sqlWorker = /^duckdb-browser-eh\.worker-[\w-]+\.js$/;

/** Sends a file whose name is another one when its content changes. */
export function sendNamedByContent(
  file: WebFile,
  request: FastifyRequest,
  reply: FastifyReply,
  isSqlWorker = false,
): void {
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    // A worker has the policy of its own script, and asks this service for tiles or tables.
    'content-security-policy': `default-src 'self'${isSqlWorker ? "; script-src 'self' 'wasm-unsafe-eval'" : ''}`,
  });
  sendFile(file, request, reply);
}

/** Sends what the pages must know of the settings, and of the account of somebody who is signed in. */
export async function sendSettings(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { config } = context;
  const account = await signedInAccount(context, request);
  reply
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      Buffer.from(
        JSON.stringify({
          version: interfaceVersion,
          visitors: account !== null || mayVisit(config, request),
          account: account?.name ?? null,
          map_tiles: publicMapTiles(config),
          embeds: config.embed_origins.length > 0,
          mail: canMail(config),
          release_files: config.release_files,
          query_examples: config.release_files === 'open' ? config.query_examples : [],
        }),
      ),
    );
}

/** Sends a file, compressed as the caller likes, or that it has not changed. */
export function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): void {
  const chosen = chooseCoding(request.headers['accept-encoding'], file.bytes);
  const coding = file.codings.has(chosen) ? chosen : 'identity';
  const tag = file.tag(coding);
  vary(reply, ['Accept-Encoding']);
  reply.header('etag', tag);
  if (matches(request.headers['if-none-match'], tag)) {
    reply.code(304).send();
    return;
  }
  if (coding !== 'identity') reply.header('content-encoding', coding);
  reply.header('content-type', file.type).send(file.body(coding));
}

/**
 * Security headers of a page: its scripts, styles and requests are this service's alone. Only the host of the
 * operator's street tiles is allowed beside it. Images may be `data:` and `blob:`, of which maps and downloads are made.
 */
export function pageHeaders(
  config: Pick<Config, 'map_tiles'>,
  /** Hashes of the scripts that stand in the page itself. */
  scripts: readonly string[] = [],
): Record<string, string> {
  const origin = tilesOrigin(config);
  const tiles = origin === null ? '' : ` ${origin}`;
  return {
    'content-security-policy': [
      "default-src 'self'",
      ...(scripts.length === 0 ? [] : [`script-src 'self' ${scripts.join(' ')}`]),
      `img-src 'self' data: blob:${tiles}`,
      `connect-src 'self'${tiles}`,
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
  };
}
