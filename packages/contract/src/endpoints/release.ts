/** Which data release answers. */
import type { Endpoint } from '../endpoint.js';
import { ReleaseInfo } from '../resource/release.js';
import { keyed, statuses } from './statuses.js';

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
} as const satisfies Record<string, Endpoint>;
