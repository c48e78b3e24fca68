/**
 * One request to a portal and its response, within limits on bytes and time: redirects followed, gzip
 * unpacked.
 *
 * Anything but a valid response throws a PortalFault that says what came instead.
 */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { errorCode, messageOf } from '../../base/user-error.js';
import type { CookieJar } from './cookie-jar.js';
import { type FetchLimits, shownChars } from './limits.js';
import { connectionFault, PortalFault, passing, shown } from './portal-fault.js';
import { retryAfterMs } from './retry.js';

export interface Exchange {
  readonly url: string;
  /** Body of a form; its presence makes the request a POST. */
  readonly form?: string;
  /** Body of JSON; likewise. */
  readonly json?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Cookies of the session that the request belongs to. */
  readonly cookies?: CookieJar;
  readonly maxMs: number;
  /** Statuses besides 200 that count as an answer. */
  readonly alsoFine?: readonly number[];
  /** What a status and the beginning of its text mean to this portal; null for what they mean everywhere. */
  readonly explain?: (status: number, text: string) => PortalFault | null;
  readonly nowMs: number;
}

export interface PortalAnswer {
  readonly status: number;
  /** Address that answered, after redirects. */
  readonly url: string;
  readonly isRedirected: boolean;
  header(name: string): string | undefined;
  /** Body as it came. Must be read to its end, or cancelled by leaving the loop. */
  readonly body: AsyncIterable<Buffer>;
}

/** Headers that are never sent to another host. */
const privateHeaders = ['x-app-token', 'x-accela-appid', 'x-api-key', 'authorization'];
const formType = 'application/x-www-form-urlencoded';
const jsonType = 'application/json;charset=UTF-8';
const redirectStatuses = [301, 302, 303, 307, 308];

/** Sends a request and gives what `use` makes of the answer. */
export async function exchange<T>(
  dispatcher: Dispatcher,
  asked: Exchange,
  limits: FetchLimits,
  signal: AbortSignal | undefined,
  use: (answer: PortalAnswer) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(() => {
    controller.abort(passing(`did not end its answer within ${Math.round(asked.maxMs / 100) / 10} s`));
  }, asked.maxMs);
  try {
    return await use(await send(dispatcher, asked, limits, controller.signal));
  } catch (error) {
    signal?.throwIfAborted();
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof PortalFault || !isConnectionError(error)) throw error;
    throw connectionFault(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Errors of sockets and TLS have a code; our own bugs have none. */
function isConnectionError(error: unknown): boolean {
  const { code, cause } = error as Error & { code?: unknown };
  return typeof code === 'string' || (cause instanceof Error && isConnectionError(cause));
}

async function send(
  dispatcher: Dispatcher,
  asked: Exchange,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<PortalAnswer> {
  let url = asked.url;
  let body = asked.json ?? asked.form;
  let headers = asked.headers;
  const type = { 'content-type': asked.json === undefined ? formType : jsonType };
  for (let hops = 0; ; hops += 1) {
    const cookie = asked.cookies?.header(url);
    const response = await request(url, {
      dispatcher,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body !== undefined && type), ...(cookie !== undefined && { cookie }) },
      body: body ?? null,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.idleMs,
      signal,
    });
    asked.cookies?.take(url, response.headers['set-cookie']);
    const header = (name: string) => headerOf(response.headers, name);
    const location = header('location');
    if (!redirectStatuses.includes(response.statusCode) || location === undefined) {
      const answer = {
        status: response.statusCode,
        url,
        isRedirected: hops > 0,
        header,
        body: steady(response.body, limits),
      };
      if (response.statusCode !== 200 && asked.alsoFine?.includes(response.statusCode) !== true) {
        throw await statusFault(answer, asked);
      }
      return answer;
    }
    await response.body.dump();
    const next = new URL(location, url);
    checkRedirect(url, next, hops, limits);
    if (next.host !== new URL(url).host) headers = withoutPrivate(headers);
    // As browsers do: a page that a form leads to is asked for, and the form not sent again.
    const isAfterForm =
      asked.form !== undefined && (response.statusCode === 301 || response.statusCode === 302);
    if (response.statusCode === 303 || isAfterForm) body = undefined;
    url = next.href;
  }
}

/** The body, as long as it comes fast enough: a byte a second would hold a fetch as long as the limits allow. */
async function* steady(
  body: AsyncIterable<Buffer>,
  { slowMs, leastBytesPerSecond }: FetchLimits,
): AsyncGenerator<Buffer> {
  const beganMs = performance.now();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    const tookMs = performance.now() - beganMs;
    if (tookMs > slowMs && bytes < (tookMs / 1000) * leastBytesPerSecond) {
      throw passing(`sent only ${bytes} bytes in ${Math.round(tookMs / 1000)} s`);
    }
    yield chunk;
  }
}

function headerOf(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function withoutPrivate(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !privateHeaders.includes(name.toLowerCase())),
  );
}

function checkRedirect(from: string, to: URL, hops: number, limits: FetchLimits): void {
  const where = shown(to.href, shownChars);
  if (hops >= limits.redirects) {
    throw new PortalFault(`redirected more than ${limits.redirects} times, at last to ${where}`);
  }
  if (to.protocol !== 'https:' && !(to.protocol === 'http:' && from.startsWith('http:'))) {
    throw new PortalFault(`redirected to ${where}, which is not a secure address`);
  }
}

const statusHints: Readonly<Record<number, string>> = {
  401: 'It wants a token or a sign-in: see whether the dataset is still public.',
  403: 'It refuses this client: see whether the dataset is still public, or whether it wants a token.',
  404: 'See whether "dataset" and "base_url" of the source are still right.',
  410: 'The dataset is gone for good: look for its successor on the portal.',
};

async function statusFault(answer: PortalAnswer, { nowMs, explain }: Exchange): Promise<PortalFault> {
  const { status } = answer;
  const text = await firstText(answer.body);
  const known = explain?.(status, text) ?? null;
  if (known !== null) return known;
  const beginning = shown(text, shownChars);
  const where = answer.isRedirected ? ` from ${shown(answer.url, shownChars)}` : '';
  const kind = /<(!doctype|html|head|body)/i.test(beginning) ? ' and an HTML page' : ` and ${beginning}`;
  const message = `answered with status ${status}${beginning === '' ? '' : kind}${where}`;
  const hint = statusHints[status];
  // A page against programs has a status of its own choice.
  const isRefused = status === 401 || status === 403 || answer.header('cf-mitigated') === 'challenge';
  return new PortalFault(message, {
    ...(isRefused && { refusal: 'blocked' }),
    isPassing: !isRefused && (status === 408 || status === 425 || status === 429 || status >= 500),
    retryAfterMs: retryAfterMs(answer.header('retry-after'), nowMs),
    ...(hint !== undefined && { hint }),
  });
}

const beginningBytes = 4096;

async function firstText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= beginningBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, beginningBytes).toString('utf8');
}

/**
 * The body of an answer unpacked, at most `maxBytes`. `onBytes` gets the number of bytes as received, still
 * packed.
 */
export async function* unpackedBody(
  answer: PortalAnswer,
  maxBytes: number,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of unpack(answer, counted(answer.body, onBytes))) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLong(maxBytes, 'A smaller "page_rows" makes smaller answers.');
    yield chunk;
  }
}

/** An answer that goes on beyond a limit. */
export function tooLong(maxBytes: number, hint: string): PortalFault {
  const size = `${(maxBytes / 1_000_000).toFixed(maxBytes < 10_000_000 ? 1 : 0)} MB`;
  return new PortalFault(`sent more than ${size} in one answer and did not end it`, { hint });
}

async function* counted(
  body: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    onBytes(chunk.length);
    yield chunk;
  }
}

async function* unpack(answer: PortalAnswer, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const encoding = (answer.header('content-encoding') ?? 'identity').toLowerCase();
  if (encoding === 'identity') {
    yield* body;
    return;
  }
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new PortalFault(`packed its answer as "${encoding}", though it was asked for gzip or plain`);
  }
  // Errors of either side come out of the loop below; the callback only keeps them from being thrown twice.
  const stream = pipeline(Readable.from(body), createGunzip(), () => {});
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    const code = errorCode(error);
    if (!code.startsWith('Z_') && !code.startsWith('ERR_ZLIB')) throw error;
    throw passing(`sent a gzip body that cannot be unpacked (${messageOf(error)})`, error);
  }
}
