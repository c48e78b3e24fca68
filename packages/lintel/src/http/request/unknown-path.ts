/** The refusal of a path that the service does not have: it names the one that was probably meant. */
import { errors } from '@lintel/contract';
import { nearest } from '@lintel/contract/plain';
import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.js';
import { maxUrlLength } from './limits.js';

/** The function that refuses requests for other paths than these, which are in OpenAPI form. */
export function unknownPath(paths: readonly string[]): (request: Pick<FastifyRequest, 'url'>) => HttpError {
  const whole = paths.filter((path) => !path.includes('{'));
  return ({ url }) => {
    const [path = ''] = url.slice(0, maxUrlLength).split('?', 1);
    const meant = nearest(path, whole);
    if (meant === null) return new HttpError('not_found');
    return new HttpError('not_found', {
      body: { detail: errors.not_found.detail, hint: `Did you mean ${meant}?` },
    });
  };
}
