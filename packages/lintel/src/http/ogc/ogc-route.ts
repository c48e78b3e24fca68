/**
 * A route of OGC API Features. It differs from those of `/v2` in what the standard wants: an unknown parameter
 * or a wrong value is a 400, and answers link by whole addresses.
 */
import { hash } from 'node:crypto';
import { type Endpoint, encodeCursor, errors } from '@lintel/contract';
import type { Awaitable } from '../../base/awaitable.js';
import type { ServedRelease } from '../../releases/release.js';
import { type Route, startOf } from '../answer/route.js';
import type { Work } from '../request/account-work.js';
import { HttpError } from '../request/http-error.js';
import type { RequestAddress } from '../request/request-address.js';
import { checkFormat, readNames } from './parameters.js';

interface OgcInput {
  /** The parameters by name, without `f`. */
  readonly given: ReadonlyMap<string, string>;
  readonly path: Readonly<Record<string, string>>;
  readonly release: ServedRelease;
  /** Where the page begins. */
  readonly position: number;
  readonly address: RequestAddress;
  /** Counts what testing features takes. */
  readonly work: Work;
  /** The cursor of a page that begins at the position. */
  cursorAt(position: number): string;
}

export interface OgcAnswer {
  readonly mediaType: string;
  readonly body: Buffer;
  /** Where in the body each feature ends; null for what is free. */
  readonly recordEnds: readonly number[] | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route with the parameters `names`; `answer` returns null for 404. */
export function ogcRoute(
  endpoint: Endpoint,
  names: readonly string[],
  answer: (input: OgcInput) => Awaitable<OgcAnswer | null>,
): Route {
  const known = new Set(['f', ...names]);
  return {
    endpoint,
    read({ query, path }) {
      const given = readNames(query, known);
      checkFormat(given.get('f'));
      return async ({ releases, secret, work }, _caller, address) => {
        try {
          const scope = scopeOf(endpoint, given);
          const { release, offset } = await startOf(given.get('cursor'), scope, { releases, secret });
          const cursorAt = (position: number) =>
            encodeCursor(secret, scope, { release: release.id, position });
          const found = await answer({ given, path, release, position: offset, address, work, cursorAt });
          if (found === null) throw new HttpError('not_found');
          return { headers: {}, ...found, next: null, validator: [hash('sha256', found.body)] };
        } catch (error) {
          throw asBadRequest(error);
        }
      };
    },
  };
}

/** What a cursor is bound to: the endpoint and all parameters that decide which features there are. */
function scopeOf({ path }: Endpoint, given: ReadonlyMap<string, string>): string {
  const pairs = [...given].filter(([name]) => !['cursor', 'limit', 'f'].includes(name));
  return JSON.stringify([path, pairs.sort()]);
}

/** What `/v2` refuses with 422 the standard refuses with 400. */
function asBadRequest(error: unknown): unknown {
  if (!(error instanceof HttpError) || error.status !== errors.validation.status) return error;
  const description = 'A parameter cannot be used; detail says which and why.';
  return new HttpError('bad_request', {
    body: { code: 'InvalidParameterValue', description, ...error.body },
  });
}
