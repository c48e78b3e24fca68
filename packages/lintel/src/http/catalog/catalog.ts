/** `GET /catalog.jsonld`: the published release as a catalogue (DCAT 3). Free, and without a key. */
import { hash } from 'node:crypto';
import type { Route } from '../answer/route.js';
import { HttpError } from '../request/http-error.js';
import { dcatCatalog } from './dcat.js';
import { catalogEndpoint } from './endpoint.js';

export const catalogRoute: Route = {
  endpoint: catalogEndpoint,
  read:
    () =>
    ({ releases, config }, _caller, address) => {
      const release = releases.current();
      if (release === null) throw new HttpError('unavailable');
      const body = Buffer.from(JSON.stringify(dcatCatalog(release.info, address, config.fetch.operator)));
      return {
        body,
        mediaType: 'application/ld+json; charset=utf-8',
        modifiedMs: Date.parse(release.info.built_at),
        records: null,
        next: null,
        validator: [hash('sha256', body)],
        headers: {},
      };
    },
};
