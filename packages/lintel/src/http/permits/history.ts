/** `GET /v2/permits/{id}/history`: the statuses that a permit had (C102). */

import { endpoints, interfaceVersion, type Permit, type PermitHistory } from '@lintel/contract';
import { publishedRelease } from '../answer/published-release.js';
import { type Route, readQuery } from '../answer/route.js';
import { ignoredHeader } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';

const endpoint = endpoints.permit_history;

export const permitHistory: Route = {
  endpoint,
  read(parameters) {
    const { value, ignored } = readQuery(endpoint, parameters);
    return async ({ releases }) => {
      const release = publishedRelease(releases);
      const [record] = await release.records('permits', [value.id]);
      if (record === undefined) throw new HttpError('not_found');
      const permit = JSON.parse(Buffer.from(record).toString()) as Permit;
      const history: PermitHistory = {
        id: permit.id,
        release_id: release.id,
        statuses: permit.status_history ?? [{ status: permit.status, status_text: null, seen: null }],
      };
      const body = Buffer.from(JSON.stringify(history));
      const validator = [interfaceVersion, release.id, endpoint.id, value.id];
      return { body, recordEnds: null, next: null, headers: ignoredHeader(ignored), validator };
    };
  },
};
