/** `GET /v2/permits/{id}/provenance`: where the values of a permit come from. */

import { endpoints, interfaceVersion } from '@lintel/contract';
import { publishedRelease } from '../answer/published-release.js';
import { type Route, readQuery } from '../answer/route.js';
import { ignoredHeader } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';

const endpoint = endpoints.permit_provenance;

export const permitProvenance: Route = {
  endpoint,
  read(parameters) {
    const { value, ignored } = readQuery(endpoint, parameters);
    return async ({ releases, provenanceOf }) => {
      const release = publishedRelease(releases);
      const { id, info } = release;
      const origin = await release.permitOrigin(value.id);
      if (origin === null) throw new HttpError('not_found');
      const provenance = await provenanceOf(origin, info);
      const wanted = value.field === null ? null : new Set(value.field);
      const fields = provenance.fields.filter(({ field }) => wanted?.has(field) ?? true);
      const tags = (wanted?.has('tags') ?? true) ? provenance.tags : [];
      const body = Buffer.from(JSON.stringify({ ...provenance, fields, tags }));
      const validator = [interfaceVersion, id, endpoint.id, JSON.stringify(value)];
      return { body, recordEnds: null, next: null, headers: ignoredHeader(ignored), validator };
    };
  },
};
