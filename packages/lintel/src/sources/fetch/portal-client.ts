/**
 * Sends requests to a portal politely: paced, one connection per host by default, with a User-Agent, retried
 * with growing waits if that may help, and checked.
 *
 * A request that still fails is a UserError in one sentence: which request, what came, what was expected.
 */
import { isUtf8 } from 'node:buffer';
import { Agent, type Dispatcher } from 'undici';
import { allowedBy } from '../../base/host-and-port.js';
import { publicHostsConnector } from '../../base/public-hosts.js';
import { UserError } from '../../base/user-error.js';
import { kindName, textKind } from '../read/looks-like.js';
import { maxParsedNesting, nestsDeeper } from '../read/nesting.js';
import { parseRecord } from '../read/parse-record.js';
import type { Clock } from './clock.js';
import type { CookieJar } from './cookie-jar.js';
import { type Exchange, exchange, type PortalAnswer, unpackedBody } from './http-exchange.js';
import { type FetchLimits, shownChars } from './limits.js';
import type { Pace } from './pace.js';
import { PortalFault, passing, shown } from './portal-fault.js';
import { backoffMs } from './retry.js';
import type { Visit } from './visit.js';

/** The HTTP client's shared parts; all sources of one command share them. */
export interface PortalAccess {
  readonly dispatcher: Dispatcher;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly limits: FetchLimits;
  /** Names the program and its operator to portals. */
  readonly userAgent: string;
  /** Host → token that its portal knows the operator by. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Host → access token, which stands for a person who has signed in. */
  readonly accessTokens?: Readonly<Record<string, string>>;
}

/**
 * Connections for a command's requests, to public hosts and to those that the operator allows: in the
 * settings, or by an address on the command line (`baseUrl`). To be closed at its end.
 */
export function openDispatcher(
  connectionsPerHost: number,
  allowHosts: readonly string[],
  baseUrl: string | undefined,
): Dispatcher {
  const allowed = baseUrl === undefined ? allowHosts : [...allowHosts, allowedBy(baseUrl)];
  return new Agent({
    connections: connectionsPerHost,
    pipelining: 1,
    // Socrata lists all columns in a header.
    maxHeaderSize: 128 * 1024,
    connect: publicHostsConnector({ allowed }),
  });
}

interface Traffic {
  requests: number;
  /** Requests that had to be repeated. */
  repeated: number;
  bytes: number;
  /** Spent waiting for the pace and before repetitions. */
  waitedMs: number;
}

export interface PortalRequest {
  readonly url: string;
  readonly form?: string;
  readonly json?: string;
  /** Further headers, such as a key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies of the session that it belongs to. */
  readonly cookies?: CookieJar;
  /** What a status and the beginning of its text mean to this portal; null for what they mean everywhere. */
  readonly explain?: Exchange['explain'];
  /** The expected answer, for messages: `a JSON list of rows`. */
  readonly expected: string;
}

export class PortalClient {
  readonly traffic: Traffic = { requests: 0, repeated: 0, bytes: 0, waitedMs: 0 };
  readonly access: PortalAccess;
  readonly signal: AbortSignal | undefined;
  #requestsPerSecond: number;
  #tokenHeader = 'x-app-token';
  readonly #visit: Visit | undefined;

  /** `visit`: what one visit of the portal may take. */
  constructor(
    access: PortalAccess,
    requestsPerSecond: number,
    signal: AbortSignal | undefined,
    visit?: Visit,
  ) {
    this.#visit = visit;
    this.access = access;
    this.signal = signal;
    this.#requestsPerSecond = requestsPerSecond;
  }

  /** Asks no faster from now on. */
  slowTo(requestsPerSecond: number): void {
    this.#requestsPerSecond = Math.min(this.#requestsPerSecond, requestsPerSecond);
  }

  /** Sends the host's token in this header from now on. */
  nameToken(header: string): void {
    this.#tokenHeader = header;
  }

  /** The result of `check` on the portal's JSON answer; `check` throws a PortalFault for any other JSON. */
  json<T>(request: PortalRequest, check: (value: unknown) => T): Promise<T> {
    return this.#read(request, 'application/json', async (answer) =>
      check(parseAnswer(await this.#text(answer), answer)),
    );
  }

  /** The result of `check` on a page of HTML and on the address that it came from, after redirects. */
  page<T>(request: PortalRequest, check: (page: string, url: string) => T): Promise<T> {
    return this.#read(request, 'text/html', async (answer) => check(await this.#text(answer), answer.url));
  }

  #read<T>(request: PortalRequest, accept: string, use: (answer: PortalAnswer) => Promise<T>): Promise<T> {
    const { url, form, json, cookies, explain } = request;
    const asked = {
      url,
      headers: { accept, 'accept-encoding': 'gzip', ...request.headers },
      maxMs: this.access.limits.pageMs,
      ...(form !== undefined && { form }),
      ...(json !== undefined && { json }),
      ...(cookies !== undefined && { cookies }),
      ...(explain !== undefined && { explain }),
    };
    return this.repeat(request, () => this.exchange(asked, use));
  }

  /** One attempt. */
  exchange<T>(asked: Omit<Exchange, 'nowMs'>, use: (answer: PortalAnswer) => Promise<T>): Promise<T> {
    const { dispatcher, limits, clock, userAgent, tokens } = this.access;
    const token = tokens[new URL(asked.url).host];
    const headers = {
      'user-agent': userAgent,
      ...(token && { [this.#tokenHeader]: token }),
      ...asked.headers,
    };
    this.traffic.requests += 1;
    return exchange(dispatcher, { ...asked, headers, nowMs: clock.now() }, limits, this.signal, use);
  }

  /**
   * Tries until it works; throws a UserError if the fault is lasting, or the attempts or the time for them are used up.
   */
  async repeat<T>(
    request: PortalRequest,
    attemptOnce: () => Promise<T>,
    maxMs = this.access.limits.attemptsMs,
  ): Promise<T> {
    const { clock, pace, limits } = this.access;
    let spentMs = 0;
    const { host } = new URL(request.url);
    for (let attempt = 1; ; attempt += 1) {
      this.#visit?.step(this.traffic.requests);
      this.traffic.waitedMs += await pace.turn(host, this.#requestsPerSecond, this.signal);
      const beganMs = clock.now();
      try {
        return await attemptOnce();
      } catch (error) {
        if (!(error instanceof PortalFault)) throw error;
        const askedMs = error.retryAfterMs;
        if (askedMs !== null && askedMs > limits.longestRetryAfterMs) {
          throw tooLongAWait(request, error, askedMs);
        }
        spentMs += clock.now() - beganMs;
        const isUsedUp = attempt >= limits.attempts || spentMs >= maxMs;
        if (!error.isPassing || isUsedUp) throw asFailure(request, error, attempt);
        const waitMs = backoffMs(attempt, askedMs, clock.random(), limits);
        if (askedMs !== null) pace.hold(host, waitMs);
        this.traffic.repeated += 1;
        this.traffic.waitedMs += waitMs;
        await clock.sleep(waitMs, this.signal);
      }
    }
  }

  async #text(answer: PortalAnswer): Promise<string> {
    const chunks: Buffer[] = [];
    const onBytes = (count: number) => {
      this.traffic.bytes += count;
    };
    for await (const chunk of unpackedBody(answer, this.access.limits.pageBytes, onBytes)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (!isUtf8(bytes)) throw passing('sent bytes that are not UTF-8 text');
    return bytes.toString('utf8');
  }
}

/** The JSON of an answer; throws a PortalFault that says what came instead. */
function parseAnswer(text: string, answer: Pick<PortalAnswer, 'url' | 'isRedirected'>): unknown {
  if (nestsDeeper(text, maxParsedNesting)) {
    throw new PortalFault(`sent JSON that nests more than ${maxParsedNesting} levels deep`);
  }
  try {
    return parseRecord(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    const kind = textKind(text.slice(0, shownChars));
    if (kind === 'html' || kind === 'xml') throw wrongKind(kindName(kind), answer);
    if (kind === 'blank') throw passing('sent an empty answer');
    if (kind === 'table') throw passing(`sent text that is not JSON: "${shown(text, 80)}"`);
    const end = JSON.stringify(text.slice(-40));
    throw passing(
      `sent JSON that is broken or cut off; ${text.length} characters came, ending in ${end}`,
      error,
    );
  }
}

/** An HTML page where data was expected. After a redirect it is a sign-in page, a lasting fault. */
export function wrongKind(kind: string, answer: Pick<PortalAnswer, 'url' | 'isRedirected'>): PortalFault {
  if (!answer.isRedirected) return passing(`sent ${kind}`);
  return new PortalFault(`redirected to ${shown(answer.url, shownChars)} and sent ${kind}`, {
    hint: 'Check that the dataset is still public and that "base_url" of the source is right.',
  });
}

function asFailure(request: PortalRequest, fault: PortalFault, attempts: number): UserError {
  const tried = attempts > 1 ? ` in the last of ${attempts} attempts` : '';
  const message = `${describe(request)}: the portal ${fault.message}${tried}; expected was ${request.expected}.`;
  return new UserError(message, { ...(fault.hint !== null && { hint: fault.hint }), cause: fault });
}

function tooLongAWait(request: PortalRequest, fault: PortalFault, askedMs: number): UserError {
  const minutes = Math.round(askedMs / 60_000);
  return new UserError(
    `${describe(request)}: the portal ${fault.message} and asks to wait ${minutes} minutes.`,
    {
      hint: 'Fetch again after that: what is stored stays, and the fetch goes on from there.',
      cause: fault,
    },
  );
}

function describe({ url, form, json }: PortalRequest): string {
  return `${form === undefined && json === undefined ? 'GET' : 'POST'} ${shown(url, shownChars)}`;
}
