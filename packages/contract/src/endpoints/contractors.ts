/** Contractors. */
import type { Endpoint } from '../endpoint.js';
import { contractorId } from '../id.js';
import { cursor, fieldList, idList, size } from '../parameter.js';
import { Contractor } from '../resource/contractor.js';
import { metered } from './statuses.js';

export const contractorsEndpoints = {
  contractors_by_id: {
    id: 'contractors_by_id',
    path: '/v2/contractors',
    summary: 'Contractors by ID',
    description: 'The contractors of up to 50 IDs, in the order asked for, each once.',
    group: 'Contractors',
    authenticated: true,
    parameters: {
      id: idList('contractors', [contractorId('example-1')]),
      size,
      cursor,
      fields: fieldList(Contractor),
    },
    answer: { kind: 'page', schema: Contractor, resource: 'contractors' },
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
