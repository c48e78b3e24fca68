/**
 * The interface behind the pages of accounts and operators as data: each endpoint below `/account/api` by its method and
 * path. It is no part of the documents of `/v2` (decision 140).
 */
import type { AccountEndpoint } from './account/account-endpoint.js';
import { libraryEndpoints } from './account/library.js';
import { operatorEndpoints } from './account/operator.js';
import { ownEndpoints } from './account/own.js';
import type { Static, TSchema } from './typebox.js';

export type { AccountEndpoint, Audience } from './account/account-endpoint.js';
export { maxNameLength } from './account/account-endpoint.js';
export * from './account/library.js';
export * from './account/operator.js';
export * from './account/own.js';

export const accountEndpoints = {
  ...ownEndpoints,
  ...libraryEndpoints,
  ...operatorEndpoints,
} as const satisfies Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, AccountEndpoint>;

/** The method and the path of an endpoint, such as `POST /keys/{id}/rotate`. */
export type AccountEndpointId = keyof typeof accountEndpoints;

type Of<I extends AccountEndpointId> = (typeof accountEndpoints)[I];
type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends TSchema }
  ? Static<S>
  : undefined;

/** The body of a request; undefined where there is none. */
export type AccountBody<I extends AccountEndpointId> = Part<Of<I>, 'body'>;
/** The parameters of the URL; undefined where there are none. */
export type AccountQuery<I extends AccountEndpointId> = Part<Of<I>, 'query'>;
/** What is answered; undefined where it is nothing. */
export type AccountAnswer<I extends AccountEndpointId> = Part<Of<I>, 'answer'>;
