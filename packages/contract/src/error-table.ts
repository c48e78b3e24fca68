/**
 * The one table of errors: code, status and public text (interface 7, C11 to C13). Texts say what the caller can do and
 * never what happened inside. It has no schemas, so that pages load it too.
 */

export interface ErrorDefinition {
  readonly status: number;
  /** The `detail` of the body unless the case at hand has a more exact one. */
  readonly detail: string;
  /** When it is answered, for the documentation. */
  readonly when: string;
  /** What to do about it, in plain words, for the documentation and the dashboard. */
  readonly fix: string;
  /** What the caller can do, in addition to `detail` if that text is fixed (C13). */
  readonly hint?: string;
}

export const errors = {
  bad_request: {
    status: 400,
    detail: 'The request could not be read: its URL is not valid percent-encoded UTF-8.',
    when: 'The request cannot be read at all: broken percent-encoding or UTF-8, not HTTP, a body, or not one `Host`.',
    fix: 'Build the address with the URL functions of your language, which encode each value, send a GET without a body, and send the header `Host` once. Sending the same again gives the same answer.',
  },
  not_authenticated: {
    status: 401,
    detail: 'Not authenticated',
    when: 'The key is missing, malformed, unknown, revoked or expired.',
    fix: 'Look whether the program sends the key at all: in the header `X-API-Key`, whole, without quotes or spaces (an unset variable sends an empty one). If it does, look on the page of keys whether that key was revoked or has expired; then make another one and put it in its place.',
    hint: 'Send a valid key in the header X-API-Key, or as Authorization: Bearer KEY.',
  },
  credit_limit: {
    status: 402,
    detail: 'Monthly credit limit exceeded.',
    when: 'The page would take the account over its credit limit. Nothing was charged.',
    fix: 'Ask for fewer records: a smaller `size`, or narrower filters. Credits return by themselves, `available_at` of `GET /v2/usage` says when; or change the plan. A link or an app may have a limit of its own, which its owner can raise. Trying again at once does not help.',
  },
  forbidden: {
    status: 403,
    detail: 'The account of this key is suspended or may not use this endpoint.',
    when: 'The key is good, but its account is suspended or its scope does not cover the endpoint.',
    fix: 'Compare what the key may ask for with the endpoint: if its scopes leave it out, make a key that has them. If the account is suspended, only the operator of the service can change that.',
  },
  not_found: {
    status: 404,
    detail: 'Not Found',
    when: 'Nothing has this path or this geo_id.',
    fix: 'Compare the path with the list of endpoints; `hint` names the one that was probably meant. If the path is right, the id is of another release or cut short: find it again by a search.',
  },
  method_not_allowed: {
    status: 405,
    detail: 'Method Not Allowed',
    when: 'Any method but GET, HEAD and OPTIONS. `Allow` names them.',
    fix: 'Send a GET. This interface only reads.',
  },
  request_timeout: {
    status: 408,
    detail: 'The request did not arrive in time.',
    when: 'The request did not arrive whole within the time of the service. The connection is closed.',
    fix: 'Send the headers at once after connecting. If that is so, the network lost a part: try again on a new connection.',
  },
  uri_too_long: {
    status: 414,
    detail: 'URI Too Long',
    when: 'The URL is longer than the service reads.',
    fix: 'Ask for fewer ids at once and send several requests, or draw the polygon with fewer corners.',
  },
  expectation_failed: {
    status: 417,
    detail: 'The Expect header asks for what this service does not do. Leave it out.',
    when: 'An `Expect` header asks for anything but `100-continue`.',
    fix: 'Turn off the `Expect` header in the HTTP client.',
  },
  validation: {
    status: 422,
    detail: 'The request is invalid.',
    when: 'A parameter is missing or invalid. All faults of a request are listed at once.',
    fix: 'Each entry of `detail` names a parameter in `loc` and says in `msg` what it must be. Mend these and send the request again: as it is, it will never be answered. For a geo_id that is not known, find it by a search of places first.',
  },
  rate_limited: {
    status: 429,
    detail: 'Too many requests. Wait for the seconds that Retry-After gives.',
    when: 'The key, its account, or an address without a good key sent requests too quickly, or the questions of the account took all the time that its plan has in a minute. `Retry-After` gives whole seconds.',
    fix: 'Wait as many seconds as `Retry-After` says, then send the request again; nothing was charged. If it happens often, send requests one after the other, ask for more records in each (`size`, several `id`), or use an export for large amounts.',
  },
  headers_too_large: {
    status: 431,
    detail: 'Request Header Fields Too Large',
    when: 'The headers are larger, or more of them, than the service reads.',
    fix: 'Send fewer and shorter headers: mostly it is cookies, or a token of another service.',
  },
  internal: {
    status: 500,
    detail: 'Internal Server Error',
    when: 'A fault of the service.',
    fix: 'Try again once. If it stays, tell the operator of the service the request id (`X-Request-Id`): the log says there what happened. Nothing was charged.',
  },
  unavailable: {
    status: 503,
    detail: 'No data release is published yet.',
    when: 'No data release is published yet, or the service is stopping.',
    fix: 'Try again after the seconds of `Retry-After`. Nothing was charged. If it lasts for minutes, tell the operator of the service.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errors;

/** The heading of an error in the documentation. */
export function errorHeading(code: ErrorCode): string {
  return `${errors[code].status} ${code}`;
}

/** The name of an error's answer in the OpenAPI document: `not_found` is `NotFound`. */
export function errorComponent(code: ErrorCode): string {
  return code
    .split('_')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
}

/** The error of a status, of which each has its own; `internal` for any other. */
export function errorOfStatus(status: number): ErrorCode {
  return (Object.keys(errors) as ErrorCode[]).find((code) => errors[code].status === status) ?? 'internal';
}

/** Where the documentation explains an error. */
export function errorAddress(code: ErrorCode): string {
  return `/docs/reference/errors#${errorHeading(code).replace(' ', '-')}`;
}
