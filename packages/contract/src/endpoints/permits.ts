/** Permits. */
import type { Endpoint } from '../endpoint.js';
import { area, hasContractor, permitFilters, permitSort, searchPlaces } from '../filter.js';
import { permitRules } from '../filter-rules.js';
import { permitId } from '../id.js';
import { fieldList, idList, paging, recordId, searchPaging } from '../parameter.js';
import { Permit } from '../resource/permit.js';
import { Provenance } from '../resource/provenance.js';
import { placeKinds } from './place-kinds.js';
import { details, metered } from './statuses.js';

export const permitsEndpoints = {
  permits_by_id: {
    id: 'permits_by_id',
    path: '/v2/permits',
    summary: 'Permits by ID',
    description: 'The permits of up to 50 IDs, in the order asked for, each once.',
    group: 'Permits',
    authenticated: true,
    parameters: {
      id: idList('permits', [permitId('us-ca-san-francisco', 'example-1')]),
      ...paging,
      fields: fieldList(Permit),
    },
    answer: { kind: 'page', schema: Permit, resource: 'permits' },
    statuses: metered,
  },
  permit_search: {
    id: 'permit_search',
    path: '/v2/permits/search',
    summary: 'Permit search',
    description:
      'Permits in a place or an area and a period, newest `start_date` first, then by id. At least one of `geo_id`, `bbox`, `near` and `within` is required. Filters narrow each other; a permit without a `start_date` is in no period, and left out also where none is given; `include_undated` adds those.',
    group: 'Permits',
    authenticated: true,
    parameters: {
      geo_id: searchPlaces(placeKinds, 'CA'),
      ...area,
      ...permitFilters,
      permit_has_contractor: hasContractor,
      sort: permitSort,
      ...searchPaging,
      fields: fieldList(Permit),
    },
    rules: permitRules,
    answer: { kind: 'page', schema: Permit, resource: 'permits' },
    statuses: metered,
  },
  permit_provenance: {
    id: 'permit_provenance',
    path: '/v2/permits/{id}/provenance',
    summary: 'Provenance of a permit',
    description:
      'Where each value of a permit comes from: the source, the row and its columns, the rule, or the other record that states it. Values of the row are not repeated. Costs nothing.',
    group: 'Permits',
    authenticated: true,
    parameters: {
      id: recordId('permit', permitId('us-ca-san-francisco', 'example-1')),
      field: {
        ...fieldList(Permit),
        description:
          'Fields of the permit to explain, as repeated keys or with commas between them. Absent: all that are known of it.',
        short: 'Fields of the permit to explain. Absent: all that are known of it.',
      },
    },
    answer: { kind: 'object', schema: Provenance },
    statuses: details,
  },
} as const satisfies Record<string, Endpoint>;
