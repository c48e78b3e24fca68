/** Which data release answers. */
import type { Endpoint } from '../endpoint.js';
import { searchPlace } from '../filter.js';
import { geoId, geoIdKind } from '../id.js';
import { maxReleaseIdLength } from '../limits.js';
import { coverageFrom, coverageTo, fieldList, inOrder, paging } from '../parameter.js';
import { Change, ChangedKindName, ChangeTypeName } from '../resource/change.js';
import { Coverage, coverageGeoTypes } from '../resource/coverage.js';
import { ComparedReleases, ReleaseQuality } from '../resource/quality.js';
import { ReleaseInfo } from '../resource/release.js';
import { OneOf, Type } from '../schema.js';
import { changedKinds, changeTypes } from '../vocabulary/change.js';
import { placeKinds } from './place-kinds.js';
import { details, keyed, metered, statuses } from './statuses.js';

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
  quality: {
    id: 'quality',
    path: '/v2/meta/quality',
    summary: 'Quality of the data',
    description:
      'What became of the rows of each source, how many of its permits have each key field, and its defects with their meaning, as the build counted them. Costs nothing.',
    group: 'Release',
    authenticated: true,
    parameters: {},
    answer: { kind: 'object', schema: ReleaseQuality },
    statuses: statuses(keyed, 304),
  },
  compared_releases: {
    id: 'compared_releases',
    path: '/v2/meta/releases',
    summary: 'Earlier releases',
    description:
      'The releases since which changes are known, with how many records of each kind are new, changed, rekeyed and vanished since. Costs nothing.',
    group: 'Release',
    authenticated: true,
    parameters: {},
    answer: { kind: 'object', schema: ComparedReleases },
    statuses: statuses(keyed, 304),
  },
  changes: {
    id: 'changes',
    path: '/v2/meta/changes',
    summary: 'Changes since a release',
    description:
      'What became of permits, contractors, decisions and properties between an earlier release that is still kept and the current one, each with the record as it is now: kind by kind, and of each kind the changed, the new, the rekeyed and the vanished ones. A walk ends on the release on which it began. A change costs one credit.',
    group: 'Release',
    authenticated: true,
    parameters: {
      from: {
        in: 'query',
        schema: Type.String({ maxLength: maxReleaseIdLength }),
        required: true,
        description:
          'The earlier release: `release_id` of GET /v2/meta/release when you last asked. One that is not kept any more gives 422 with those that are.',
        example: '2026-06-20-8c1f00d2',
      },
      kind: {
        in: 'query',
        schema: Type.Array(ChangedKindName, { maxItems: changedKinds.length }),
        required: false,
        description: 'Kinds of records, any of which will do. Absent: all.',
        example: ['permits'],
      },
      change: {
        in: 'query',
        schema: Type.Array(ChangeTypeName, { maxItems: changeTypes.length }),
        required: false,
        description: 'What became of them, any of which will do. Absent: all.',
        example: ['new', 'changed'],
      },
      geo_id: {
        ...searchPlace(placeKinds, 'CA'),
        description:
          'Only records that are or were in this place: geo_id of a state (`CA`), a ZIP code, an address, a city, a county or a jurisdiction. A contractor is where its own address is, of which only address, ZIP code and state are known.',
      },
      ...paging,
      fields: fieldList(Change),
    },
    answer: { kind: 'page', schema: Change, resource: 'changes' },
    statuses: metered,
  },
  coverage: {
    id: 'coverage',
    path: '/v2/meta/coverage',
    summary: 'Coverage and portals',
    description:
      'Which fields the permits of a place and a period tell too rarely to rely on. A field that 80 % or more of them tell is left out; without permits every field is missing. And which search pages of permit software the place is known to have, and whether programs can read them. Costs nothing.',
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
        short: 'geo_id of the place.',
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
