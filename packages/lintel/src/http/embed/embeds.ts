/**
 * Charts on other sites: a document for a frame, a picture, and what a site needs to put one in the place of a link
 * (oEmbed). The pages' own code draws them (`@lintel/web`, loaded at the first request). It asks this service in
 * process in the name of the visitors' account: once for each question and release, not for each reader
 * (docs/decisions/254-embeds-are-of-visitors.md). What is drawn is kept in memory. Off without `embed_origins`.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiError, Lintel } from '@lintel/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../base/escape-html.js';
import { LruCache } from '../../base/memory/lru-cache.js';
import { chooseCoding, compress } from '../answer/compression.js';
import { entityTag, matches } from '../answer/conditional.js';
import { publishedRelease } from '../answer/published-release.js';
import { fetchFrom } from '../connection/fetch-from.js';
import { uncounted } from '../request/account-work.js';
import type { ServiceContext } from '../request/context.js';
import { vary } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';
import { keptEmbeds } from '../request/limits.js';
import { addressOf } from '../request/request-address.js';
import { askAsVisitor } from '../request/visitors.js';
import type { WebFiles } from '../web/files.js';

export const embedPaths = {
  page: '/embed/summary',
  picture: '/embed/summary.svg',
  oembed: '/oembed',
} as const;

/** What the built module of the pages gives (`packages/web/src/embed`). */
interface EmbedModule {
  readonly embedStyle: string;
  readonly pictureWidths: { readonly wide: number; readonly narrow: number };
  readonly lineBelow: number;
  questionOf(query: string): string;
  embedOf(lintel: Lintel, question: string, host: string): Promise<Embed | null>;
  embedPage(embed: Embed | string, look: { readonly theme: Theme; readonly question: string }): string;
  messagePicture(text: string, look: Look): string;
}

interface Embed {
  readonly title: string;
  draw(look: Look): { readonly svg: string; readonly height: number };
}

interface Look {
  readonly width: number;
  readonly theme: 'light' | 'dark';
}

type Theme = Look['theme'] | 'auto';

/** A chart, or why there is none. */
interface Found {
  readonly status: number;
  readonly embed: Embed | string;
}

const maxAgeSeconds = 3_600;
const pixels = { least: 240, most: 1_600 };

/** Where the build leaves the module. */
export const embedModulePath = join(
  dirname(createRequire(import.meta.url).resolve('@lintel/web/package.json')),
  'dist',
  'embed',
  'embed.js',
);

/** The module; null where the pages are not built. */
async function loadModule(): Promise<EmbedModule | null> {
  return existsSync(embedModulePath) ? import(pathToFileURL(embedModulePath).href) : null;
}

/** The document of a page with where its chart is found; null for the document as it is. */
export function withDiscovery(
  html: string | null,
  { config }: ServiceContext,
  files: WebFiles,
  request: FastifyRequest,
): string | null {
  const { base, url } = addressOf(config, request);
  if (config.embed_origins.length === 0 || !/^\/(?:summary|places\/)/.test(url)) return html;
  const document = html ?? files('index.html')?.text() ?? null;
  const address = `${base}${embedPaths.oembed}?url=${encodeURIComponent(base + url)}`;
  const link = `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(address)}" />\n  </head>`;
  return document?.replace('</head>', () => link) ?? null;
}

/** Draws charts and answers for them. */
export class Embeds {
  readonly #app: FastifyInstance;
  readonly #context: ServiceContext;
  readonly #kept = new LruCache<string, Found>(keptEmbeds);
  readonly #asking = new Map<string, Promise<Found>>();

  constructor(app: FastifyInstance, context: ServiceContext) {
    this.#app = app;
    this.#context = context;
  }

  /** The document of a frame. */
  async page(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const query = queryOf(request);
    const theme = themeOf(query, ['light', 'dark', 'auto']);
    const { module, question, status, embed } = await this.#find(request, query.toString());
    const origins = this.#context.config.embed_origins;
    reply.header('content-security-policy', policyOf(origins, module.embedStyle));
    const text = module.embedPage(embed, { theme, question });
    await send(request, reply, { status, type: 'text/html; charset=utf-8', text });
  }

  async picture(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const query = queryOf(request);
    const theme = themeOf(query, ['light', 'dark']);
    const width = pixelsOf(query, 'width');
    const { module, status, embed } = await this.#find(request, query.toString());
    const look = { theme, width: width ?? module.pictureWidths.wide };
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    const text = typeof embed === 'string' ? module.messagePicture(embed, look) : embed.draw(look).svg;
    await send(request, reply, { status, type: 'image/svg+xml', text });
  }

  /** What puts a chart in the place of a link: oembed.com, a "rich" answer. */
  async oembed(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const query = queryOf(request);
    // The status that oEmbed has for it.
    if ((query.get('format') ?? 'json') !== 'json')
      return sendJson(request, reply, 501, { detail: 'format must be json.' });
    const { base } = addressOf(this.#context.config, request);
    const asked = questionAt(query.get('url') ?? '', base);
    const { module, question, embed, status } = await this.#find(request, asked);
    if (typeof embed === 'string')
      throw new HttpError([200, 404, 422].includes(status) ? 'not_found' : 'unavailable', { detail: embed });
    const { wide, narrow } = module.pictureWidths;
    const width = Math.min(wide, pixelsOf(query, 'maxwidth') ?? wide);
    const heights = [wide, narrow].map((each) => embed.draw({ width: each, theme: 'light' }).height);
    const height = Math.min(
      Math.max(...heights) + module.lineBelow,
      pixelsOf(query, 'maxheight') ?? pixels.most,
    );
    const source = escapeHtml(`${base}${embedPaths.page}${question}`);
    await sendJson(request, reply, 200, {
      version: '1.0',
      type: 'rich',
      provider_name: 'Lintel',
      provider_url: base,
      title: embed.title,
      cache_age: maxAgeSeconds,
      width,
      height,
      html: `<iframe src="${source}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" title="${escapeHtml(embed.title)}"></iframe>`,
    });
  }

  async #find(request: FastifyRequest, query: string) {
    const { config } = this.#context;
    const module = config.embed_origins.length === 0 ? null : await loadModule();
    if (module === null) throw new HttpError('not_found');
    const question = module.questionOf(query);
    const host = addressOf(config, request).base.replace(/^https?:\/\//, '');
    const key = JSON.stringify([publishedRelease(this.#context.releases).id, host, question]);
    const found = this.#kept.get(key) ?? (await this.#asking.get(key));
    if (found !== undefined) return { module, question, ...found };
    const asked = this.#ask(module, question, host, request.ip);
    this.#asking.set(key, asked);
    const answer = await asked.finally(() => this.#asking.delete(key));
    // A refusal is over sooner than a release.
    if (answer.status === 200) this.#kept.set(key, answer);
    return { module, question, ...answer };
  }

  async #ask(module: EmbedModule, question: string, host: string, remoteAddress: string): Promise<Found> {
    const fetch = fetchFrom(this.#app, { remoteAddress, onRequest: askAsVisitor });
    const lintel = new Lintel({ baseUrl: 'http://lintel.invalid', fetch, retries: 0 });
    try {
      const embed = await module.embedOf(lintel, question, host);
      return { status: 200, embed: embed ?? 'No permit fits this chart.' };
    } catch (error) {
      return failureOf(error);
    }
  }
}

/** Why a chart cannot be drawn, in words for readers. */
function failureOf(error: unknown): Found {
  if (!(error instanceof ApiError)) throw error;
  const { status } = error;
  return { status, embed: reasons[status] ?? 'This chart cannot be drawn now. Try again later.' };
}

const reasons: Readonly<Record<number, string>> = {
  402: 'This chart cannot be drawn now: visitors of this service have used up their credits.',
  403: 'This service shows no charts to visitors now.',
  404: 'There is no such place here.',
  422: 'The address of this chart names a place or has a filter that this service does not know.',
};

/** What others may do with the document: show it in a frame, if the operator allows their origin. */
function policyOf(origins: readonly string[], style: string): string {
  const hashed = hash('sha256', style, 'base64');
  return `default-src 'none'; img-src 'self'; style-src 'sha256-${hashed}'; base-uri 'none'; frame-ancestors ${origins.join(' ')}`;
}

const queryOf = ({ raw }: FastifyRequest) =>
  new URLSearchParams((raw.url ?? '').split('?').slice(1).join('?'));

function themeOf<Known extends Theme>(
  query: URLSearchParams,
  known: readonly ['light', ...Known[]],
): 'light' | Known {
  const asked = query.get('theme') ?? 'light';
  const theme = known.find((each) => each === asked);
  if (theme !== undefined) return theme;
  throw new HttpError('bad_request', { detail: `theme must be one of ${known.join(', ')}.` });
}

/** A width or height; null where none is asked for. */
function pixelsOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const { least, most } = pixels;
  if (!/^\d{1,5}$/.test(text))
    throw new HttpError('bad_request', { detail: `${name} must be a whole number of pixels.` });
  return Math.min(most, Math.max(least, Number(text)));
}

/** The question of a page of this service, as a query; throws a 404 for an address without a chart. */
function questionAt(address: string, base: string): string {
  const isOwn = address === base || address.startsWith(`${base}/`);
  const { pathname, search } = isOwn
    ? new URL(address.slice(base.length) || '/', 'http://lintel.invalid')
    : noPage;
  if (pathname === '/summary' || pathname === embedPaths.page) return search;
  const [, set, key] = /^\/places\/area\/([a-z0-9-]+)(?::|%3A)([a-z0-9-]+)$/i.exec(pathname) ?? [];
  if (set !== undefined) return `?area=${set}:${key}&renewals=no`;
  const [, place] = /^\/places\/[a-z]+\/([\w-]+)$/.exec(pathname) ?? [];
  if (place !== undefined) return `?in=${place}&renewals=no`;
  throw new HttpError('not_found', {
    detail: `url must be the address of a page below ${base}/summary or ${base}/places/.`,
  });
}

const noPage = { pathname: '', search: '' };

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, type, text }: Sent,
): Promise<void> {
  const body = Buffer.from(text);
  const coding = chooseCoding(request.headers['accept-encoding'], body.length);
  const tag = entityTag([text], coding);
  vary(reply, ['Accept-Encoding']);
  reply.code(status).header('etag', tag).header('content-type', type);
  reply.header('cache-control', status === 200 ? `public, max-age=${maxAgeSeconds}` : 'no-store');
  if (status === 200 && matches(request.headers['if-none-match'], tag)) return void reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  reply.send(await compress(body, coding, uncounted));
}

const sendJson = (request: FastifyRequest, reply: FastifyReply, status: number, body: object) =>
  send(request, reply, { status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) });
