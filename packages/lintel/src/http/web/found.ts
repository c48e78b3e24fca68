/**
 * What search engines and readers of links need: the record of a page in its document, before any script, with title,
 * description and schema.org; `robots.txt`, the icon and `security.txt`. By the setting `search_engines`
 * it is on: then documents give away, free, the few facts that they name. Off, robots are asked to stay away.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '../../base/calendar-date.js';
import { escapeHtml } from '../../base/escape-html.js';
import { ReleaseUnavailable } from '../../releases/release.js';
import { chooseCoding, compress } from '../answer/compression.js';
import { entityTag, matches } from '../answer/conditional.js';
import { uncounted } from '../request/account-work.js';
import type { ServiceContext } from '../request/context.js';
import { vary } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';
import { addressOf } from '../request/request-address.js';
import { type About, aboutPage } from './about.js';
import type { WebFiles } from './files.js';
import { withPageMain } from './page-main.js';
import { picturePath, pictureSize } from './picture.js';
import { sendText } from './send-text.js';

/** Paths, in OpenAPI form, that programs look for at every site. */
export const foundPaths = {
  robots: '/robots.txt',
  siteMap: '/sitemap.xml',
  siteMapPart: '/sitemap/{part}',
  icon: '/favicon.ico',
  security: '/.well-known/security.txt',
} as const;

/** Paths of records and places; of areas only the pages know. */
const ofSomething = /^\/(?:permits|contractors|properties|places\/(?!area\/))/;

/** The document of a page with what it is about; null for the document as it is, a 404 for a record that is not there. */
export async function documentOf(
  { config, releases }: ServiceContext,
  files: WebFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  if (config.search_engines === 'off') return null;
  const release = releases.current();
  const html = files('index.html')?.text();
  if (release === null || html === undefined) return null;
  const { base, url } = addressOf(config, request);
  const [path = '/', query = ''] = url.split('?', 2);
  try {
    const about = await aboutPage(release, path, new URLSearchParams(query));
    if (about !== null) return withAbout(html, about, base, path);
    if (ofSomething.test(path)) reply.code(404);
    return null;
  } catch (error) {
    if (error instanceof ReleaseUnavailable) return null;
    throw error;
  }
}

/** Sends a document with its record, compressed as the caller likes, or that it has not changed. */
export async function sendDocument(
  html: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const body = Buffer.from(html);
  const coding = chooseCoding(request.headers['accept-encoding'], body.length);
  const tag = entityTag([html], coding);
  vary(reply, ['Accept-Encoding']);
  reply.header('etag', tag).header('content-type', 'text/html; charset=utf-8');
  if (matches(request.headers['if-none-match'], tag)) return void reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  reply.send(await compress(body, coding, uncounted));
}

function withAbout(html: string, about: About, base: string, path: string): string {
  const { title, description, hasPicture, data, query = '' } = about;
  const address = `${base}${path}${query}`;
  const named = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}" />`;
  // What is not known is left out: readers of schema.org take no null.
  const json = JSON.stringify({ '@context': 'https://schema.org', url: address, ...data }, (_, value) =>
    value === null ? undefined : value,
  );
  const head = [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    ...(query === '' ? [] : ['<meta name="robots" content="noindex" />']),
    named('og:type', 'website'),
    named('og:site_name', 'Lintel'),
    named('og:title', title),
    named('og:description', description),
    named('og:url', address),
    ...(hasPicture
      ? [
          named('og:image', `${base}${picturePath(path)}`),
          named('og:image:width', String(pictureSize.width)),
          named('og:image:height', String(pictureSize.height)),
          named('og:image:alt', `Map of building permits: ${title}`),
          '<meta name="twitter:card" content="summary_large_image" />',
        ]
      : []),
    // Data, which no browser runs.
    `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`,
  ].join('\n    ');
  // A function: what sources write may hold `$&`.
  const withHead = html.replace(/<meta name="description"[^>]*>/, () => head);
  return withPageMain(withHead, about);
}

export function sendRobots({ config }: ServiceContext, request: FastifyRequest, reply: FastifyReply): void {
  const { base } = addressOf(config, request);
  const body =
    config.search_engines === 'off'
      ? 'User-agent: *\nDisallow: /\n'
      : `User-agent: *\nDisallow: /v2/\nDisallow: /account\nDisallow: /files/\n\nSitemap: ${base}${foundPaths.siteMap}\n`;
  sendText(reply, 'text/plain', body);
}

/** The icon that browsers ask for by its old name. */
export function sendIcon(files: WebFiles, reply: FastifyReply): void {
  const html = files('index.html')?.text() ?? '';
  const [, icon] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(html) ?? [];
  if (icon === undefined) throw new HttpError('not_found');
  reply.code(302).header('cache-control', 'public, max-age=86400').header('location', icon).send();
}

/** Days for which `security.txt` is to be believed (RFC 9116). */
const securityDays = 180;

export function sendSecurity({ config, now }: ServiceContext, reply: FastifyReply): void {
  if (config.security_contact === null) throw new HttpError('not_found');
  const expires = new Date(now() + securityDays * dayMs).toISOString();
  sendText(
    reply,
    'text/plain',
    `Contact: ${config.security_contact}\nExpires: ${expires}\nPreferred-Languages: en\n`,
  );
}
