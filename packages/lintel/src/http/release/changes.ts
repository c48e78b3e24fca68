/** `GET /v2/meta/changes`: what became of records since an earlier release. Made when a release is published. */
import { type endpoints, releaseFault } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { HttpError } from '../request/http-error.js';

export const changes: DataHandler<typeof endpoints.changes> = ({ query, release, offset }) => {
  const since = release.changesSince(query.from);
  if (since === null) {
    throw new HttpError('validation', { detail: [releaseFault(query.from, release.comparedWith())] });
  }
  const wanted = { kinds: query.kind ?? [], changes: query.change ?? [], geoId: query.geo_id };
  return {
    ...since.page(wanted, offset, query.size),
    count: () => since.count(wanted),
  };
};
