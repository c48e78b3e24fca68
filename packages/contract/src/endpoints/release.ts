/** Which data release answers. */
import type { Endpoint } from '../endpoint.js';
import { geoId, geoIdKind } from '../id.js';
import { coverageFrom, coverageTo, inOrder } from '../parameter.js';
import { Coverage, coverageGeoTypes } from '../resource/coverage.js';
import { ReleaseInfo } from '../resource/release.js';
import { OneOf, Type } from '../schema.js';
import { details, keyed, statuses } from './statuses.js';

const searches = 'GET /v2/{cities|counties|jurisdictions|states|zipcodes}/search';

export const releaseEndpoints = {
  release: {
    id: 'release',
    path: '/v2/meta/release',
    summary: 'Metadata about the data release',
    description:
      'Which data release answers, when it was built, how many records it holds and from which sources they come.',
    group: 'Release',
    authenticated: true,
    parameters: {},
    answer: { kind: 'object', schema: ReleaseInfo },
    statuses: statuses(keyed, 304),
  },
  coverage: {
    id: 'coverage',
    path: '/v2/meta/coverage',
    summary: 'Coverage of the fields',
    description:
      'Which fields the permits of a place and a period tell too rarely to rely on. A field that 80 % or more of them tell is left out; without permits every field is missing. Costs nothing.',
    group: 'Release',
    authenticated: true,
    parameters: {
      geo_type: {
        in: 'query',
        schema: OneOf(coverageGeoTypes, 'Kind of place.'),
        required: true,
        description: 'Kind of the place that `geo_id` names.',
        example: 'county',
      },
      geo_id: {
        in: 'query',
        schema: Type.String({ description: 'geo_id of the place.' }),
        required: true,
        description: `geo_id of the place. Find it with ${searches}.`,
        example: geoId('county', '06075'),
        geoKinds: ['city', 'county', 'jurisdiction', 'state', 'zip'],
        findWith: searches,
      },
      date_from: coverageFrom,
      date_to: coverageTo,
    },
    answer: { kind: 'object', schema: Coverage },
    rules: [
      inOrder('date_from', 'date_to'),
      {
        at: 'geo_id',
        reads: ['geo_type', 'geo_id'],
        fault: ({ geo_type: type, geo_id: id }) => {
          const kind = geoIdKind(String(id));
          const named = kind === 'zip' ? 'zipcode' : kind;
          if (named === type) return null;
          return `geo_id names a place of the kind ${named}, not ${String(type)}; say geo_type=${named}, or find the geo_id with ${searches}.`;
        },
      },
    ],
    statuses: details,
  },
} as const satisfies Record<string, Endpoint>;
