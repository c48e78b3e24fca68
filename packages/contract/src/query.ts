/**
 * From the raw parameters of a request to typed values, or to the body of a 422 (C2, C3, C5, C11, C12, C14).
 *
 * Strings are coerced by the type of the parameter's schema, the schema then checks the result, and every fault is
 * told in the vocabulary of Pydantic v2. All faults of a request are reported at once, in the order of the table.
 */
import type { Endpoint, QueryOf } from './endpoint.js';
import type { ValidationEntry } from './error.js';

export interface RawParameters {
  /** Names and values after percent-decoding, in the order of the URL; a `URLSearchParams` will do. */
  readonly query: Iterable<readonly [string, string]>;
  /** Path parameters after percent-decoding. */
  readonly path: Readonly<Record<string, string>>;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly detail: ValidationEntry[] | string };

/** The typed parameters of a request, or the `detail` of the 422 that refuses it. */
export function parseQuery<E extends Endpoint>(endpoint: E, _raw: RawParameters): Parsed<QueryOf<E>> {
  throw new Error(`${endpoint.id}: not yet`);
}
