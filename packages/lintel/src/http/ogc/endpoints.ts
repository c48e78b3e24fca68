/** The endpoints of OGC API Features: their paths, and who may ask them. */
import { type Endpoint, endpoints } from '@lintel/contract';
import type { Collection } from './collection.js';

export const ogcPath = '/ogc';

export const openStatuses = [200, 304, 400, 429, 500, 503] as const;
export const featureStatuses = [200, 304, 400, 401, 402, 403, 404, 429, 500, 503] as const;

/** Path of a collection. */
export const collectionPath = ({ id }: Pick<Collection, 'id'>): string => `${ogcPath}/collections/${id}`;

/** An endpoint about the service itself: free and without a key, so that clients find the collections. */
export function openEndpoint(id: string, path: string, summary: string): Endpoint {
  return {
    id,
    path,
    summary,
    description: summary,
    group: 'OGC API Features',
    authenticated: false,
    parameters: {},
    answer: endpoints.release.answer,
    statuses: openStatuses,
  };
}

/** An endpoint of features, which cost what their records cost. */
export function featureEndpoint(id: string, path: string, { resource, title }: Collection): Endpoint {
  return {
    id,
    path,
    summary: title,
    description: title,
    group: 'OGC API Features',
    authenticated: true,
    keyAsPassword: true,
    parameters: {},
    answer: { ...endpoints.permit_search.answer, resource },
    statuses: featureStatuses,
  };
}
