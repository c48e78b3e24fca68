/** All routes of OGC API Features. */
import type { Route } from '../answer/route.js';
import type { Collection } from './collection.js';
import { itemRoutes } from './items.js';
import { metadataRoutes } from './metadata.js';
import { permitCollection } from './permits.js';
import { countyCollection, stateCollection } from './places.js';

const collections: readonly Collection[] = [permitCollection, countyCollection, stateCollection];

export const ogcRoutes: readonly Route[] = [
  ...metadataRoutes(collections),
  ...collections.flatMap(itemRoutes),
];
