/** Zoning and land-use decisions. */
import type { Endpoint } from '../endpoint.js';
import { decisionId } from '../id.js';
import { cursor, idList, size } from '../parameter.js';
import { Decision } from '../resource/decision.js';
import { metered } from './statuses.js';

export const decisionsEndpoints = {
  decisions_by_id: {
    id: 'decisions_by_id',
    path: '/v2/decisions',
    summary: 'Decisions by ID',
    description: 'The zoning and land-use decisions of up to 50 IDs, in the order asked for, each once.',
    group: 'Decisions',
    authenticated: true,
    parameters: { id: idList('decisions', [decisionId('us-ca-san-francisco', 'example-1')]), size, cursor },
    answer: { kind: 'page', schema: Decision, resource: 'decisions' },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
