/** One record by its id in the path (C33): 404 when unknown, and one credit. */
import type { Endpoint } from '../endpoint.js';
import { contractorId, decisionId, permitId } from '../id.js';
import { fieldList, recordId } from '../parameter.js';
import { Contractor } from '../resource/contractor.js';
import { Decision } from '../resource/decision.js';
import { Permit } from '../resource/permit.js';
import type { TSchema } from '../schema.js';
import { metered, statuses } from './statuses.js';

const recordStatuses = statuses(metered, 404);

function oneOf(noun: string, example: string, schema: TSchema) {
  return {
    id: recordId(noun, example),
    fields: fieldList(schema),
  } as const satisfies Endpoint['parameters'];
}

export const singleRecordEndpoints = {
  permit: {
    id: 'permit',
    path: '/v2/permits/{id}',
    summary: 'Permit',
    description: 'One permit. Costs one credit.',
    group: 'Permits',
    authenticated: true,
    parameters: oneOf('permit', permitId('us-ca-san-francisco', 'example-1'), Permit),
    answer: { kind: 'record', schema: Permit, resource: 'permits' },
    statuses: recordStatuses,
  },
  contractor: {
    id: 'contractor',
    path: '/v2/contractors/{id}',
    summary: 'Contractor',
    description: 'One contractor. Costs one credit.',
    group: 'Contractors',
    authenticated: true,
    parameters: oneOf('contractor', contractorId('example-1'), Contractor),
    answer: { kind: 'record', schema: Contractor, resource: 'contractors' },
    statuses: recordStatuses,
  },
  decision: {
    id: 'decision',
    path: '/v2/decisions/{id}',
    summary: 'Decision',
    description: 'One zoning or land-use decision. Costs one credit.',
    group: 'Decisions',
    authenticated: true,
    parameters: oneOf('decision', decisionId('us-ca-san-francisco', 'example-1'), Decision),
    answer: { kind: 'record', schema: Decision, resource: 'decisions' },
    statuses: recordStatuses,
  },
} as const satisfies Record<string, Endpoint>;
