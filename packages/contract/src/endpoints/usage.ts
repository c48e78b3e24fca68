/** The credits of the account. */
import type { Endpoint } from '../endpoint.js';
import { Usage } from '../resource/usage.js';
import { keyed, statuses } from './statuses.js';

export const usageEndpoints = {
  usage: {
    id: 'usage',
    path: '/v2/usage',
    summary: 'Current credit usage',
    description:
      'Credits used in the rolling 30 days. Costs nothing, and answers also when the limit is reached.',
    group: 'Usage',
    authenticated: true,
    parameters: {},
    answer: { kind: 'object', schema: Usage },
    statuses: statuses(keyed),
  },
} as const satisfies Record<string, Endpoint>;
