/**
 * A page for people whose page is refused for now: for too many requests from their address, or by a service that has
 * no release. It says when to come back, which `Retry-After` tells programs. It is whole in itself, as its own files
 * might be refused too.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { vary } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';

/** A refusal that ends by itself. */
type Passing = HttpError & { readonly headers: { readonly 'retry-after': string } };

/** Whether an error is a refusal that ends by itself. */
export const isPassing = (error: unknown): error is Passing =>
  error instanceof HttpError && error.headers['retry-after'] !== undefined;

const style =
  ':root{color-scheme:light dark}body{max-width:34rem;margin:18vh auto 0;padding:0 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif}h1{font-size:1.5rem;line-height:1.25}a{color:inherit}';
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Sends the page in place of the one that was asked for. */
export function sendRefusal(error: Passing, reply: FastifyReply): void {
  for (const name of ['content-encoding', 'etag', 'last-modified', 'link']) reply.removeHeader(name);
  vary(reply, ['Accept']);
  reply
    .code(error.status)
    .headers(error.headers)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
    })
    .send(Buffer.from(documentOf(error.status, Number(error.headers['retry-after']))));
}

function documentOf(status: number, seconds: number): string {
  const [title, reason] =
    status === 429
      ? [
          'Too many requests for now',
          'More pages were asked for from your network in the last minute than this service gives to one. If you share a connection, such as that of an office, the requests of all who use it count together.',
        ]
      : ['Not ready for now', 'This service cannot show its pages at the moment.'];
  const when = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  // An empty address is the one that was asked for.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${reason}</p>
<p>Come back in ${when}: <a href="">try again</a>. Nothing was charged.</p>
</main>
</body>
</html>
`;
}
