/** `GET /v2/permits/{id}/provenance`: where the values of a permit come from. */
import { endpoints, interfaceVersion } from '@lintel/contract';
import { type Route, readQuery } from '../answer/route.js';
import { ignoredHeader } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';

const endpoint = endpoints.permit_provenance;

export const permitProvenance: Route = {
  endpoint,
  read(parameters) {
    const { value, ignored } = readQuery(endpoint, parameters);
    return async ({ releases, provenanceOf }) => {
      const release = releases.current();
      if (!release) throw new HttpError('unavailable');
      const { id, info } = release;
      const origin = release.permitOrigin(value.id);
      if (origin === null) throw new HttpError('not_found');
      const body = Buffer.from(JSON.stringify(await provenanceOf(origin, info)));
      const validator = [interfaceVersion, id, endpoint.id, value.id];
      return { body, records: null, next: null, headers: ignoredHeader(ignored), validator };
    };
  },
};
