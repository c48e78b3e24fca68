/** What an answer says besides its body: its credits, its request id, and the service's warnings. */

/** Credits as the headers of an answer give them. */
export interface Credits {
  /** Credits that the request used; null for an export, which is charged while it is read. */
  readonly used: number | null;
  /** Credits that the plan allows in 30 days; null when it is unlimited. */
  readonly limit: number | null;
  /** Credits that are left; null when the plan is unlimited. */
  readonly remaining: number | null;
}

/** Why the first page of a list is empty: see `X-Empty-Reason` in the documentation of the service. */
export type EmptyReason = 'no_coverage' | 'window' | 'no_match';

/** The permit authority of a city that has most but not all of its permits: see `X-Wider-Place` in the documentation. */
export interface WiderPlace {
  /** geo_id of the jurisdiction, which finds all of its permits. */
  readonly geoId: string;
  /** How many of its permits are in the city. */
  readonly inCity: number;
  /** How many it has. */
  readonly inAll: number;
}

/** The head of an answer. */
export interface Answer {
  /** HTTP status. `304`: the body is the one of the cache, and cost nothing. */
  readonly status: number;
  readonly url: string;
  /** Names the request in the log of the service. */
  readonly requestId: string;
  /** Null without credit headers: single objects, errors but 402, 304, and exports on an unlimited plan. */
  readonly credits: Credits | null;
  /** Null unless the first page of a list is empty. */
  readonly emptyReason: EmptyReason | null;
  /** Null unless one city was asked for that has most but not all of the permits of its authority. */
  readonly widerPlace: WiderPlace | null;
  /** Parameters that the service does not have and ignored. */
  readonly ignoredParameters: readonly string[];
  /** Whether the shape of the body may still change. */
  readonly isBeta: boolean;
  /** How often the request was sent; more than once after failures. */
  readonly attempts: number;
}

/** A body with the head of its answer. `answer` is not enumerable: as JSON the body is what the service sent. */
export type Answered<Body> = Body & { readonly answer: Answer };

/** Adds the head of the answer to a body. */
export function withAnswer<Body extends object>(body: Body, answer: Answer): Answered<Body> {
  return Object.defineProperty(body, 'answer', { value: answer }) as Answered<Body>;
}

/** Reads the head of an answer to the request of this id. */
export function answerOf(response: Response, url: string, requestId: string, attempts: number): Answer {
  const { headers, status } = response;
  const ignored = headers.get('X-Ignored-Parameters');
  return {
    status,
    url,
    requestId: headers.get('X-Request-Id') ?? requestId,
    credits: creditsOf(headers),
    emptyReason: headers.get('X-Empty-Reason') as EmptyReason | null,
    widerPlace: widerPlaceOf(headers.get('X-Wider-Place')),
    ignoredParameters: ignored === null ? [] : ignored.split(', ').map(decoded),
    isBeta: headers.get('X-Stability') === 'beta',
    attempts,
  };
}

function widerPlaceOf(text: string | null): WiderPlace | null {
  const [, geoId, inCity, inAll] =
    /^([\w-]+); city=(\d{1,15}); jurisdiction=(\d{1,15})$/.exec(text ?? '') ?? [];
  return geoId === undefined ? null : { geoId, inCity: Number(inCity), inAll: Number(inAll) };
}

/** A name that is not encoded as it should be stays as it came. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function creditsOf(headers: Headers): Credits | null {
  const used = wholeNumber(headers.get('X-Credits-Request'));
  const limit = wholeNumber(headers.get('X-Credits-Limit'));
  if (used === null && limit === null) return null;
  return {
    used,
    limit,
    remaining: wholeNumber(headers.get('X-Credits-Remaining')),
  };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Longest wait that `Retry-After` can mean, in milliseconds: a day. */
const longestMs = 86_400_000;

/**
 * The wait of `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3), in milliseconds; null without it. A date is
 * compared with that of the answer: the clocks of both sides may differ.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  const seconds = wholeNumber(text);
  const ms = seconds === null ? dateMs(text) - (dateMs(headers.get('Date') ?? '') || nowMs) : seconds * 1000;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestMs);
}

/** Milliseconds of a date of HTTP, which begins with a day of the week; `Date.parse` alone takes "1.5" for one. */
const dateMs = (text: string) => (/^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN);
