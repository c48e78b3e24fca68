/** Permits. */
import type { Endpoint, Parameter } from '../endpoint.js';
import { area, hasContractor, permitFilters, permitSort, searchPlacesOrAll } from '../filter.js';
import { permitRules } from '../filter-rules.js';
import { permitId } from '../id.js';
import { defaultFacetSize, maxFacetPermits, maxFacetSize } from '../limits.js';
import { fieldList, idList, paging, recordId, searchPaging } from '../parameter.js';
import { Facets } from '../resource/facet.js';
import { Permit } from '../resource/permit.js';
import { PermitHistory } from '../resource/permit-history.js';
import { Provenance } from '../resource/provenance.js';
import { OneOf, Type } from '../schema.js';
import { facetIds } from '../vocabulary/facet.js';
import { withCommas } from '../with-commas.js';
import { placeKinds } from './place-kinds.js';
import { details, metered } from './statuses.js';

/** What the first page of a search says of the values of fields (C82). */
const facetParameters = {
  facets: {
    in: 'query',
    schema: Type.Array(OneOf(facetIds, 'Field.'), { maxItems: facetIds.length }),
    required: false,
    commas: true,
    paging: true,
    description: `Fields of which the first page says in \`facets\` how many permits the search finds of each value, as repeated keys or with commas between them: ${facetIds.join(', ')}. The filter of a field itself does not narrow its counts, but for tags. Costs no credits, but time, which counts as work of the account; exact below ${withCommas(maxFacetPermits)} permits.`,
    short: 'Fields whose values are counted.',
    example: ['status', 'tags'],
  },
  facet_size: {
    in: 'query',
    schema: Type.Integer({ minimum: 1, maximum: maxFacetSize }),
    required: false,
    default: defaultFacetSize,
    paging: true,
    description: `Values of each facet, the most frequent ones, 1 to ${withCommas(maxFacetSize)}.`,
    example: defaultFacetSize,
  },
} as const satisfies Record<string, Parameter>;

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
      geo_id: searchPlacesOrAll(placeKinds, 'CA'),
      ...area,
      ...permitFilters,
      permit_has_contractor: hasContractor,
      sort: permitSort,
      ...searchPaging,
      ...facetParameters,
      fields: fieldList(Permit),
    },
    rules: permitRules,
    answer: {
      kind: 'page',
      schema: Permit,
      resource: 'permits',
      title: 'PermitSearch',
      extra: { facets: Type.Optional(Facets) },
    },
    statuses: metered,
  },
  permit_history: {
    id: 'permit_history',
    path: '/v2/permits/{id}/history',
    summary: 'Status history of a permit',
    description:
      'Each status that the source had for the permit when it was read, and on which day it was first seen. A change between two readings is seen at the later one. Costs nothing.',
    group: 'Permits',
    authenticated: true,
    parameters: { id: recordId('permit', permitId('us-ca-san-francisco', 'example-1')) },
    answer: { kind: 'object', schema: PermitHistory },
    statuses: details.filter((status) => status !== 422),
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
