/**
 * The parameters of a request as text: strictly percent-decoded, in the order of the URL. A URL that is not
 * percent-encoded UTF-8 gives 400 (C13). Node's parser accepts only ASCII.
 */
import type { RawParameters } from '@lintel/contract';
import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.js';
import { maxQueryParameters } from './limits.js';

/** The text after the first `?` of a URL; empty if there is none. */
export function queryText(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/** Path and query parameters of a request. */
export function readParameters(request: FastifyRequest): RawParameters {
  return {
    query: decodeQuery(queryText(request.raw.url ?? '')),
    path: (request.params ?? {}) as Record<string, string>,
  };
}

/** The names and values of a query in `application/x-www-form-urlencoded`. */
export function decodeQuery(text: string): [string, string][] {
  if (text === '') return [];
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > maxQueryParameters) {
    throw new HttpError('bad_request', {
      detail: `A query may have at most ${maxQueryParameters} parameters.`,
    });
  }
  return pairs.map((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0) return [decode(pair), ''];
    return [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
  });
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new HttpError('bad_request');
  }
}
