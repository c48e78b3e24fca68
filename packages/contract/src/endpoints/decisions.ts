/** Zoning and land-use decisions. */
import type { Endpoint, Parameter } from '../endpoint.js';
import { includeUndated } from '../filter.js';
import { decisionId, geoId } from '../id.js';
import {
  maxDecisionFilterValues,
  maxDecisionTextLength,
  maxPlaces,
  maxSubcategoryLength,
} from '../limits.js';
import { decisionFrom, decisionTo, fieldList, idList, inOrder, paging, searchPaging } from '../parameter.js';
import { Decision } from '../resource/decision.js';
import { AssetClassName, DecisionCategoryName, PropertyTypeName } from '../resource/vocabulary.js';
import { type TSchema, Type } from '../schema.js';
import { metered } from './statuses.js';

const finders = 'GET /v2/{addresses|cities|counties|jurisdictions|states}/search';
const place =
  'geo_id of an address, city, county, jurisdiction or state (`CA`); decisions are not known by ZIP code.';

function anyOf<T extends TSchema>(item: T, description: string, example: readonly string[]) {
  return {
    in: 'query',
    schema: Type.Array(item, { maxItems: maxDecisionFilterValues }),
    required: false,
    description: `${description} Any of the values will do.`,
    short: description,
    example,
  } as const satisfies Parameter;
}

function value(least: 'Least' | 'Greatest', example: number) {
  const text = `${least} value of the project in cents`;
  return {
    in: 'query',
    schema: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    required: false,
    description: `${text}; unknown values do not match.`,
    short: least === 'Least' ? `${text}.` : '',
    example,
  } as const satisfies Parameter;
}

export const decisionsEndpoints = {
  decisions_by_id: {
    id: 'decisions_by_id',
    path: '/v2/decisions',
    summary: 'Decisions by ID',
    description: 'The zoning and land-use decisions of up to 50 IDs, in the order asked for, each once.',
    group: 'Decisions',
    authenticated: true,
    parameters: {
      id: idList('decisions', [decisionId('us-ca-san-francisco', 'example-1')]),
      ...paging,
      fields: fieldList(Decision),
    },
    answer: { kind: 'page', schema: Decision, resource: 'decisions' },
    statuses: metered,
  },
  decision_search: {
    id: 'decision_search',
    path: '/v2/decisions/search',
    summary: 'Decision search',
    description:
      'Zoning and land-use decisions in a place and a period, the newest first, then by ID. Values of one filter are alternatives; all filters must hold.',
    group: 'Decisions',
    authenticated: true,
    parameters: {
      geo_id: {
        in: 'query',
        schema: Type.Array(Type.String({ description: 'geo_id of a place.' }), {
          minItems: 1,
          maxItems: maxPlaces,
        }),
        required: true,
        description: `${place} Find it with ${finders}. Up to ${maxPlaces}, any of which will do.`,
        short: `${place} Up to ${maxPlaces}, any of which will do.`,
        example: [geoId('city', '0667000')],
        geoKinds: ['address', 'city', 'county', 'jurisdiction', 'state'],
        findWith: finders,
      },
      decision_from: decisionFrom,
      decision_to: decisionTo,
      include_undated: includeUndated,
      asset_class: anyOf(AssetClassName, 'What the decisions are about.', ['mixed_use', 'multifamily']),
      category: anyOf(DecisionCategoryName, 'Kinds of decisions.', ['spot_rezoning']),
      subcategory: anyOf(Type.String({ maxLength: maxSubcategoryLength }), 'Finer kinds, an open set.', [
        'map_amendment',
      ]),
      property_type: anyOf(PropertyTypeName, 'Types of the properties.', ['residential']),
      min_project_value: value('Least', 10_000_000),
      max_project_value: value('Greatest', 5_000_000_000),
      decision_q: {
        in: 'query',
        schema: Type.String({ minLength: 1, maxLength: maxDecisionTextLength }),
        required: false,
        description:
          'English words that title and description have, all of them, in any form (`rezone` finds `rezoning`).',
        example: 'rezoning shops',
        text: true,
      },
      ...searchPaging,
      fields: fieldList(Decision),
    },
    answer: { kind: 'page', schema: Decision, resource: 'decisions' },
    rules: [inOrder('decision_from', 'decision_to'), inOrder('min_project_value', 'max_project_value')],
    statuses: metered,
  },
} as const satisfies Record<string, Endpoint>;
