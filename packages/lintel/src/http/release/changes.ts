/** `GET /v2/meta/changes`: what became of records since an earlier release. Made when a release is published. */
import { type endpoints, releaseFault } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { HttpError } from '../request/http-error.js';

export const changes: DataHandler<typeof endpoints.changes> = async ({ query, release, offset }) => {
  const since = await release.changesSince(query.from);
  if (since === null) {
    throw new HttpError('validation', { detail: [releaseFault(query.from, await release.comparedWith())] });
  }
  const wanted = { kinds: query.kind ?? [], changes: query.change ?? [], geoId: query.geo_id };
  return {
    ...(await since.page(wanted, offset, query.size)),
    count: () => since.count(wanted),
  };
};
