/** Contractors. */
import type { Endpoint } from '../endpoint.js';
import { area, contractorSort, includeTallies, permitFilters, searchPlacesOrAll } from '../filter.js';
import { permitRules } from '../filter-rules.js';
import { contractorId } from '../id.js';
import { maxSpellings } from '../limits.js';
import { fieldList, idList, paging, recordId, searchPaging } from '../parameter.js';
import { Contractor, FoundContractor } from '../resource/contractor.js';
import { Permit } from '../resource/permit.js';
import { ContractorSpellings } from '../resource/spelling.js';
import { Type } from '../schema.js';
import { placeKinds } from './place-kinds.js';
import { metered, statuses } from './statuses.js';

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
      ...paging,
      fields: fieldList(Contractor),
    },
    answer: { kind: 'page', schema: Contractor, resource: 'contractors' },
    statuses: metered,
  },
  contractor_search: {
    id: 'contractor_search',
    path: '/v2/contractors/search',
    summary: 'Contractor search',
    description:
      'Contractors with a permit that the filters let through, the one with the most recent such permit first. At least one of `geo_id`, `bbox`, `near` and `within` is required. The tallies count permits in the place, the area, the period and with the tags asked for; all other sums are over all permits of the contractor, but the `matching_…` ones of `sort`.',
    group: 'Contractors',
    authenticated: true,
    parameters: {
      geo_id: searchPlacesOrAll(placeKinds, 'CA'),
      ...area,
      ...permitFilters,
      include_tallies: includeTallies,
      sort: contractorSort,
      ...searchPaging,
      fields: fieldList(FoundContractor),
    },
    rules: permitRules,
    answer: { kind: 'page', schema: FoundContractor, resource: 'contractors' },
    statuses: metered,
  },
  contractor_permits: {
    id: 'contractor_permits',
    path: '/v2/contractors/{id}/permits',
    summary: 'Permits of a contractor',
    description:
      'All permits of a contractor, grouped by address: the address with the most recent permit first, at each address the newest permit first, permits without an address last.',
    group: 'Contractors',
    authenticated: true,
    parameters: {
      id: recordId('contractor', contractorId('example-1')),
      ...paging,
      fields: fieldList(Permit),
    },
    answer: { kind: 'page', schema: Permit, resource: 'permits' },
    statuses: statuses(metered, 404),
  },
  contractor_spellings: {
    id: 'contractor_spellings',
    path: '/v2/contractors/{id}/spellings',
    summary: 'Spellings of a contractor',
    description:
      'How the sources write a contractor: names, licenses and contact data, and what makes the spellings one contractor. Costs as much as the contractor.',
    group: 'Contractors',
    authenticated: true,
    parameters: {
      id: recordId('contractor', contractorId('example-1')),
      size: {
        in: 'query',
        schema: Type.Integer({ minimum: 1, maximum: 100 }),
        required: false,
        default: maxSpellings,
        description: `Spellings at most, 1 to 100. A release keeps ${maxSpellings} of a contractor.`,
        example: 10,
      },
    },
    answer: { kind: 'view', schema: ContractorSpellings, resource: 'contractors' },
    statuses: statuses(metered, 404),
  },
} as const satisfies Record<string, Endpoint>;
