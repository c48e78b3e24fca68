/** The response headers of the interface, and which answer carries which. */
import { type Endpoint, explainsEmpty, namesWiderPlace } from '../endpoint.js';
import { isOfRecords } from '../envelope.js';
import { emptyReasons } from '../vocabulary/empty-reason.js';
import type { JsonObject } from './schemas.js';

function text(description: string, example: string): JsonObject {
  return { description, schema: { type: 'string' }, example };
}

function whole(description: string, example: number): JsonObject {
  return { description, schema: { type: 'integer', minimum: 0 }, example };
}

/** All headers, as `components.headers` of the document. */
export const headers = {
  'X-Request-Id': text(
    'Names this request in the log of the service.',
    '0198c7a2-5d1e-7c55-9f0a-3a6a5d0c1b42',
  ),
  'X-Credits-Request': whole(
    'Credits that this request used: one a record, none for an empty page. Of a HEAD request what a GET would use.',
    50,
  ),
  'X-Credits-Limit': whole('Credits that the plan allows in 30 days. Absent when it is unlimited.', 500),
  'X-Credits-Remaining': whole('Credits left. Absent when the plan is unlimited.', 450),
  'X-Export-Cursor': text(
    'Names this export. Send it as `cursor`, with `offset`, to resume the export where it broke.',
    'q3l9JmZV0m8x1c2aWyJyIiwiYSJd',
  ),
  RateLimit: text('Requests left and seconds until more are allowed.', '"default";r=119;t=60'),
  'RateLimit-Policy': text('Requests allowed in a window of seconds.', '"default";q=120;w=60'),
  'Retry-After': whole('Seconds to wait before the next request.', 12),
  ETag: text('Changes when the answer does. Send it as `If-None-Match`.', '"q3l9JmZV0m8x1c2a"'),
  'Cache-Control': text(
    'Who may keep the answer, and that it must be checked before it is used again.',
    'private, no-cache',
  ),
  Link: text(
    'Address of the next page, beside `next_cursor`; of an export, where its fields are described.',
    '</v2/list/tags?cursor=AbC>; rel="next"',
  ),
  'X-Stability': text('`beta`: the shape of this answer may still change.', 'beta'),
  'X-Ignored-Parameters': text(
    'Query parameters that the endpoint does not have, percent-encoded. Absent when it has all of them.',
    'foo, utm_source',
  ),
  'X-Empty-Reason': {
    description:
      'Why a first page has no items. `no_coverage`: no source of the release covers the place; `window`: one does, but has no records of the period; `no_match`: it has, and nothing fits. Absent on all other pages.',
    schema: { type: 'string', enum: [...emptyReasons] },
    example: 'no_match',
  },
  'X-Wider-Place': text(
    'Where one city is asked for that has the name of its permit authority, or at least half of its permits, but not all of them: the `geo_id` of that jurisdiction, which finds all of them, and how many permits of the release it has in the city and in all.',
    'mPoXQnXaUfo; city=4922; jurisdiction=5994',
  ),
  'WWW-Authenticate': text(
    'How to authenticate.',
    'ApiKey realm="lintel", header="X-API-Key", Bearer realm="lintel"',
  ),
  Allow: text('The methods that the path knows.', 'GET, HEAD, OPTIONS'),
} satisfies Record<string, JsonObject>;

type HeaderName = keyof typeof headers;

function references(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers of a 200 or a 304 of the endpoint. */
export function successHeaders(endpoint: Endpoint, status: 200 | 304): JsonObject {
  const names: HeaderName[] = ['X-Request-Id', 'Cache-Control', 'X-Ignored-Parameters'];
  if (endpoint.statuses.includes(304)) names.push('ETag');
  if (endpoint.authenticated) names.push('RateLimit', 'RateLimit-Policy');
  if (endpoint.stability !== undefined) names.push('X-Stability');
  if (status === 200 && endpoint.answer.kind !== 'object') {
    const isStream = endpoint.answer.kind === 'stream';
    // What a stream costs in all is not known when it begins.
    names.push(isStream ? 'X-Export-Cursor' : 'X-Credits-Request', 'X-Credits-Limit', 'X-Credits-Remaining');
    if (isStream || (isOfRecords(endpoint.answer) && endpoint.answer.kind !== 'record')) names.push('Link');
    if (explainsEmpty(endpoint)) names.push('X-Empty-Reason');
    if (namesWiderPlace(endpoint)) names.push('X-Wider-Place');
  }
  return references(names);
}

/** The headers of an error answer. */
export function errorHeaders(status: number): JsonObject {
  const names: HeaderName[] = ['X-Request-Id', 'Cache-Control'];
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 402) names.push('X-Credits-Request', 'X-Credits-Limit', 'X-Credits-Remaining');
  if (status === 405) names.push('Allow');
  if (status === 429) names.push('RateLimit', 'RateLimit-Policy', 'Retry-After');
  if (status === 503) names.push('Retry-After');
  return references(names);
}
