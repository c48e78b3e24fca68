/**
 * Sends requests: the key, an id, a time limit for each attempt, and a repetition after what may pass. A repetition
 * carries the same `X-Request-Id`, so that the service does not charge it again. Where the service names a wait in
 * `Retry-After` it is kept; else waits double, with chance in them, so that many clients do not come back at once.
 */
import { type Answer, type Answered, answerOf, type Credits, retryAfterMs, withAnswer } from './answer.js';
import { ApiError, apiError, ConnectionError, ProtocolError, TimeoutError } from './error.js';
import { linesOf } from './export.js';
import { textOf } from './text.js';
import { sleep, TimeIsOver, withinTime } from './time.js';
import { cleanBase, type Query, urlOf } from './url.js';

/** What of `fetch` is used. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; redirect: 'manual'; signal: AbortSignal },
) => Promise<Response>;

/** A body that was served before, with its tag. */
export interface CachedBody {
  readonly etag: string;
  /** JSON. */
  readonly text: string;
}

/** Where bodies are kept, by address. A `Map` will do. */
export interface Cache {
  get(url: string): CachedBody | undefined | Promise<CachedBody | undefined>;
  set(url: string, body: CachedBody): unknown;
}

export interface LintelOptions {
  /** Where the service is, for example `https://permits.example.org`; empty in a browser for the page's own origin. */
  readonly baseUrl: string;
  /** API key. Only the OpenAPI document and the health of a service are without one. */
  readonly key?: string | undefined;
  /** Time limit of one attempt, its body included, in milliseconds; of an export for each part that arrives. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Repetitions after a failed connection, a timeout, 429 or 5xx; of an export since its last record. Default 3. */
  readonly retries?: number | undefined;
  /** A longer wait than this is not waited for: the error is thrown instead. Default 60,000. */
  readonly maxWaitMs?: number | undefined;
  /** Asks with `If-None-Match` for what is kept here: an answer that has not changed costs nothing. */
  readonly cache?: Cache | undefined;
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Instead of the global `fetch`, for example one that goes through a proxy. */
  readonly fetch?: Fetch | undefined;
  /** Called with the head of every last answer to a request, also of errors. */
  readonly onAnswer?: ((answer: Answer) => void) | undefined;
  /** Called before a request is repeated, with why and after how many milliseconds. */
  readonly onRetry?: ((error: Error, waitMs: number) => void) | undefined;
}

/** Options of one request. */
export interface RequestOptions {
  /** Ends the request, also while it waits to be repeated. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retries?: number | undefined;
}

/** An answer with its body read; that of a stream only if it is an error. */
interface Reply {
  readonly response: Response;
  /** Null where it was too long. */
  readonly text: string | null;
}

const defaults = { timeoutMs: 30_000, retries: 3, maxWaitMs: 60_000 };
/** The first wait where the service names none; it doubles from time to time. */
const firstWaitMs = 500;
const longestOwnWaitMs = 8_000;

export class Transport {
  /** The head of the last answer. */
  lastAnswer: Answer | null = null;
  /** Credits as the last answer that names them does. */
  credits: Credits | null = null;
  readonly #options: LintelOptions;
  readonly #base: string;

  constructor(options: LintelOptions) {
    this.#options = options;
    this.#base = cleanBase(options.baseUrl);
  }

  /** Asks for a JSON object. Throws a `LintelError`, or the reason of the signal. */
  async get<Body extends object>(
    path: string,
    query: Query,
    options: RequestOptions = {},
  ): Promise<Answered<Body>> {
    const { cache } = this.#options;
    const url = urlOf(this.#base, path, query);
    const requestId = newRequestId();
    const cached = await cache?.get(url);
    const headers = this.#headers(requestId, cached);
    const { reply, answer } = await this.#sendUntilAnswered(url, requestId, headers, options);
    const isCached = reply.response.status === 304 && cached !== undefined;
    const body = parsed<Body>(isCached ? cached.text : reply.text, answer);
    const etag = reply.response.headers.get('ETag');
    if (cache !== undefined && etag !== null && reply.text !== null && !isCached)
      await cache.set(url, { etag, text: reply.text });
    return withAnswer(body, answer);
  }

  /**
   * The records of a stream, each once: a broken stream is resumed with its cursor after the records that were given. Throws
   * as `get` does when it cannot be resumed, and after too many attempts without a record between them.
   */
  async *records<Item>(
    path: string,
    query: Query,
    options: RequestOptions = {},
  ): AsyncGenerator<Item, void, undefined> {
    const { signal, timeoutMs = this.#timeoutMs } = options;
    const requestId = newRequestId();
    const plain = this.#headers(requestId, undefined);
    let from = query;
    let offset = Number(query.offset ?? 0);
    for (let attempt = 1; ; attempt++) {
      const url = urlOf(this.#base, path, from);
      let failure: Error;
      // `fetch` of Node drops what it has not decompressed when the connection ends: the last records may never arrive.
      const headers = attempt > 2 ? { ...plain, 'Accept-Encoding': 'identity' } : plain;
      const outcome = await this.#send(url, requestId, headers, attempt, options, true);
      if (outcome instanceof Error) failure = outcome;
      else {
        const { response } = outcome.reply;
        const cursor = response.headers.get('X-Export-Cursor');
        if (cursor === null) {
          response.body?.cancel().catch(() => {});
          throw new ProtocolError(`${url} answered without an export.`, outcome.answer);
        }
        try {
          for await (const lines of linesOf(response, timeoutMs, signal)) {
            for (const line of lines) {
              signal?.throwIfAborted();
              const item = JSON.parse(line) as Item;
              attempt = 1;
              offset += 1;
              yield item;
            }
          }
          return;
        } catch (cause) {
          failure = noAnswer(cause, url, requestId, attempt, timeoutMs, signal);
        }
        from = { ...query, cursor, offset };
      }
      await this.#waitAfter(failure, attempt, options);
    }
  }

  #headers(requestId: string, cached: CachedBody | undefined): Record<string, string> {
    const { key, headers } = this.#options;
    return {
      ...headers,
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...(cached === undefined ? {} : { 'If-None-Match': cached.etag }),
      'X-Request-Id': requestId,
    };
  }

  /** Repeats the request while that may help and is allowed. */
  async #sendUntilAnswered(
    url: string,
    requestId: string,
    headers: Record<string, string>,
    options: RequestOptions,
  ): Promise<{ reply: Reply; answer: Answer }> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#send(url, requestId, headers, attempt, options);
      if (!(outcome instanceof Error)) return outcome;
      await this.#waitAfter(outcome, attempt, options);
    }
  }

  /** Waits before the next attempt, or throws the error if there shall be none. */
  async #waitAfter(error: Error, attempt: number, options: RequestOptions): Promise<void> {
    const retries = options.retries ?? this.#options.retries ?? defaults.retries;
    const maxWaitMs = this.#options.maxWaitMs ?? defaults.maxWaitMs;
    const waitMs = waitBefore(error, attempt);
    if (waitMs === null || waitMs > maxWaitMs || attempt > retries) throw error;
    this.#options.onRetry?.(error, waitMs);
    await sleep(waitMs, options.signal);
  }

  get #timeoutMs(): number {
    return this.#options.timeoutMs ?? defaults.timeoutMs;
  }

  /** One attempt: an answer that is good, or the error that it is. */
  async #send(
    url: string,
    requestId: string,
    headers: Record<string, string>,
    attempt: number,
    { signal, timeoutMs = this.#timeoutMs }: RequestOptions,
    isStream = false,
  ): Promise<{ reply: Reply; answer: Answer } | Error> {
    let reply: Reply;
    try {
      reply = await withinTime(timeoutMs, signal, (limited) => this.#fetch(url, headers, limited, isStream));
    } catch (cause) {
      return noAnswer(cause, url, requestId, attempt, timeoutMs, signal);
    }
    const { response, text } = reply;
    const answer = answerOf(response, url, requestId, attempt);
    this.lastAnswer = answer;
    this.credits = answer.credits ?? this.credits;
    this.#options.onAnswer?.(answer);
    if (response.ok || response.status === 304) return { reply, answer };
    if (response.status < 400) return redirected(response, answer);
    return apiError(answer, jsonOrText(text), retryAfterMs(response.headers, Date.now()));
  }

  async #fetch(
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    isStream: boolean,
  ): Promise<Reply> {
    const { fetch = globalThis.fetch } = this.#options;
    // A redirect is not followed: its target would receive the key.
    const response = await fetch(url, { headers, redirect: 'manual', signal });
    return { response, text: isStream && response.ok ? '' : await textOf(response) };
  }
}

/** The error that a failed connection is. Throws the reason of the signal if that ended it. */
function noAnswer(
  cause: unknown,
  url: string,
  requestId: string,
  attempt: number,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): ConnectionError {
  signal?.throwIfAborted();
  return cause instanceof TimeIsOver
    ? new TimeoutError(`No answer within ${timeoutMs} ms from ${url}`, url, requestId, attempt, cause)
    : new ConnectionError(`No answer from ${url}: ${reasonOf(cause)}`, url, requestId, attempt, cause);
}

/** The wait before the request may be repeated, in milliseconds; null when that would not help. */
function waitBefore(error: Error, attempt: number): number | null {
  if (error instanceof ApiError) {
    const { status } = error;
    if (status < 500 && status !== 429 && status !== 408) return null;
    if (error.retryAfterMs !== null) return error.retryAfterMs;
  } else if (!(error instanceof ConnectionError)) return null;
  const most = Math.min(firstWaitMs * 2 ** (attempt - 1), longestOwnWaitMs);
  return most * (0.5 + Math.random() / 2);
}

function redirected(response: Response, answer: Answer): ProtocolError {
  const to = response.headers.get('Location');
  const where = to === null ? 'elsewhere' : `to ${to}`;
  return new ProtocolError(`The service redirects ${where}. Give that address as baseUrl.`, answer);
}

function jsonOrText(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parsed<Body extends object>(text: string | null, answer: Answer): Body {
  const body = jsonOrText(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const what = text === null ? 'endlessly' : 'without a JSON object';
    throw new ProtocolError(`${answer.url} answered ${answer.status} ${what}.`, answer);
  }
  // What the service says is trusted to be what the contract says.
  return body as Body;
}

/** The innermost reason: `fetch` says no more than that it failed. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message;
}

/** A random id; browsers have no `randomUUID` on pages that did not come over TLS. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
