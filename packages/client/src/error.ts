/**
 * The errors of the client. `ApiError` and its classes are answers of the service, one class a status, with `detail` in
 * every shape that the interface has; `ConnectionError` is the absence of one. All are `LintelError`s. A request that
 * its own AbortSignal ends fails with the reason of the signal instead.
 */
import type { Answer } from './answer.js';
import type { Fault } from './generated.js';

/** Anything that went wrong between the client and the service. */
export class LintelError extends Error {
  override readonly name: string = 'LintelError';
}

/** No answer arrived, also after repeating the request: `cause` says why. */
export class ConnectionError extends LintelError {
  override readonly name: string = 'ConnectionError';
  readonly url: string;
  /** Sent with every attempt. */
  readonly requestId: string;
  readonly attempts: number;

  constructor(message: string, url: string, requestId: string, attempts: number, cause: unknown) {
    super(message, { cause });
    this.url = url;
    this.requestId = requestId;
    this.attempts = attempts;
  }
}

/** No answer arrived in time. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';
}

/** The answer is not of this interface: a redirect, or a body that is not JSON. */
export class ProtocolError extends LintelError {
  override readonly name: string = 'ProtocolError';
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

/** The service answered with an error. */
export class ApiError extends LintelError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** `detail` of the body, as it came: a text, the faults of a 422, or the object of a 402. Null without one. */
  readonly detail: unknown;
  /** The whole body: parsed JSON, or the text of a body that is none. */
  readonly body: unknown;
  /** What can be done, where the service says so. */
  readonly hint: string | null;
  /** The wait that the service asks for; null for none. */
  readonly retryAfterMs: number | null;
  readonly answer: Answer;

  constructor(answer: Answer, body: unknown, retryAfterMs: number | null) {
    const { detail = null, hint } = fieldsOf(body);
    const message = `${answer.status}: ${messageOf(detail, answer.status)}`;
    super(typeof hint === 'string' ? `${message.replace(/[.?]?$/, (end) => end || '.')} ${hint}` : message);
    this.status = answer.status;
    this.detail = detail;
    this.body = body;
    this.hint = typeof hint === 'string' ? hint : null;
    this.retryAfterMs = retryAfterMs;
    this.answer = answer;
  }

  /** Names the request in the log of the service. */
  get requestId(): string {
    return this.answer.requestId;
  }
}

/** 401: the key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  override readonly name: string = 'AuthenticationError';
}

/** 402: the page would pass the credit limit. Nothing was charged. */
export class CreditLimitError extends ApiError {
  override readonly name: string = 'CreditLimitError';
  /** Credits that the plan allows; null where the service does not say, as before its `detail` was an object. */
  readonly limit: number | null;
  readonly upgradeUrl: string | null;
  /** What the page would have cost. */
  readonly needed: number | null;
  /** The credits that are left: a page of this `size` fits. */
  readonly remaining: number | null;

  constructor(answer: Answer, body: unknown, wait: number | null) {
    super(answer, body, wait);
    const { limit, upgrade_url } = fieldsOf(this.detail);
    const { credits_needed, credits_remaining } = fieldsOf(body);
    this.limit = numberOr(limit, answer.credits?.limit);
    this.upgradeUrl = typeof upgrade_url === 'string' ? upgrade_url : null;
    this.needed = numberOr(credits_needed, null);
    this.remaining = numberOr(credits_remaining, answer.credits?.remaining);
  }
}

/** 403: the account is suspended, or the key does not cover the endpoint. */
export class PermissionError extends ApiError {
  override readonly name: string = 'PermissionError';
}

/** 404: nothing has this id. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}

/** 422: parameters are missing or wrong. */
export class ValidationError extends ApiError {
  override readonly name: string = 'ValidationError';
  /** All faults of the request. Empty where `detail` is a sentence about a geo_id. */
  readonly faults: readonly Fault[];

  constructor(answer: Answer, body: unknown, wait: number | null) {
    super(answer, body, wait);
    this.faults = Array.isArray(this.detail) ? this.detail.filter(isFault) : [];
  }

  /** The first fault of the parameter, if it has one. */
  fault(parameter: string): Fault | undefined {
    return this.faults.find(({ loc }) => loc[1] === parameter);
  }
}

/** 429: requests came too quickly, also after waiting as `Retry-After` says. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError';
}

/** 5xx: the service failed or is not ready, also after repeating the request. */
export class ServerError extends ApiError {
  override readonly name: string = 'ServerError';
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  401: AuthenticationError,
  402: CreditLimitError,
  403: PermissionError,
  404: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

/** The error that an answer is. `body` is parsed JSON, or text where it is none. */
export function apiError(answer: Answer, body: unknown, wait: number | null): ApiError {
  const Class = classes[answer.status] ?? (answer.status >= 500 ? ServerError : ApiError);
  return new Class(answer, body, wait);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function numberOr(value: unknown, otherwise: number | null | undefined): number | null {
  return typeof value === 'number' ? value : (otherwise ?? null);
}

function isFault(value: unknown): value is Fault {
  const { loc, msg } = fieldsOf(value);
  return Array.isArray(loc) && typeof msg === 'string';
}

/** One sentence of any shape of `detail`. */
function messageOf(detail: unknown, status: number): string {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) {
    return detail.filter(isFault).map(faultText).join('; ');
  }
  const { error } = fieldsOf(detail);
  return typeof error === 'string' ? error : `The service answered ${status} without a message.`;
}

function faultText({ loc, msg, ctx }: Fault): string {
  const { unless } = fieldsOf(ctx);
  return `${loc.slice(1).join('.')}: ${msg}${typeof unless === 'string' ? ` unless ${unless}` : ''}`;
}
