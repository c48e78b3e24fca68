/**
 * `GET /catalog.jsonld` and `GET /data.json`: the published release as a catalogue, by DCAT 3 and by DCAT-US 1.1.
 * Free, and without a key.
 */

import { hash } from 'node:crypto';
import type { Endpoint, ReleaseInfo } from '@lintel/contract';
import { publishedRelease } from '../answer/published-release.js';
import type { Route } from '../answer/route.js';
import { HttpError } from '../request/http-error.js';
import type { RequestAddress } from '../request/request-address.js';
import { dcatCatalog } from './dcat.js';
import { dcatUsCatalog } from './dcat-us.js';
import { dcatEndpoint, dcatUsEndpoint } from './endpoint.js';
import { type Operator, readOperator } from './operator.js';

/** A route to a catalogue; `describe` returns null for 404. */
function catalogRoute(
  endpoint: Endpoint,
  mediaType: string,
  describe: (info: ReleaseInfo, address: RequestAddress, operator: Operator) => object | null,
): Route {
  return {
    endpoint,
    read:
      () =>
      ({ releases, config }, _caller, address) => {
        const release = publishedRelease(releases);
        const catalog = describe(release.info, address, readOperator(config.fetch.operator));
        if (catalog === null) throw new HttpError('not_found');
        const body = Buffer.from(JSON.stringify(catalog));
        return {
          body,
          mediaType,
          modifiedMs: Date.parse(release.info.built_at),
          recordEnds: null,
          next: null,
          validator: [hash('sha256', body)],
          headers: {},
        };
      },
  };
}

export const catalogRoutes: readonly Route[] = [
  catalogRoute(dcatEndpoint, 'application/ld+json; charset=utf-8', dcatCatalog),
  catalogRoute(dcatUsEndpoint, 'application/json; charset=utf-8', dcatUsCatalog),
];
