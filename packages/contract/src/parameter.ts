/** The parameters that several endpoints share, as building blocks of the table in endpoints.ts. */
import type { Parameter } from './endpoint.js';
import type { GeoKind } from './id.js';
import {
  defaultPageSize,
  defaultSearchSize,
  maxIds,
  maxPage,
  maxPageSize,
  maxSearchTextLength,
} from './limits.js';
import { MetricsPropertyType, MetricsTag } from './resource/vocabulary.js';
import { GeoId, Type } from './schema.js';

/** `id` of the by-ID endpoints (C5). A malformed id names nothing and is left out like an unknown one. */
export function idList(noun: string, examples: readonly string[]) {
  return {
    in: 'query',
    schema: Type.Array(Type.String(), { minItems: 1, maxItems: maxIds }),
    required: true,
    description: `IDs of the ${noun} to return, 1 to ${maxIds}, as repeated keys (\`id=a&id=b\`). Unknown IDs are left out of the answer.`,
    example: examples,
  } as const satisfies Parameter;
}

function pageSize(fallback: number) {
  return {
    in: 'query',
    schema: Type.Integer({ minimum: 1, maximum: maxPageSize }),
    required: false,
    default: fallback,
    description: `Records on a page, 1 to ${maxPageSize}.`,
    example: fallback,
    paging: true,
  } as const satisfies Parameter;
}

/** `size` of pages of records and of text searches (C3). */
export const size = pageSize(defaultPageSize);
export const searchSize = pageSize(defaultSearchSize);

/** `cursor` (C4). The empty string counts as absent, so that a client may always send the key. */
export const cursor = {
  in: 'query',
  schema: Type.String(),
  required: false,
  description:
    '`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages.',
  emptyIsAbsent: true,
  paging: true,
} as const satisfies Parameter;

const pageSchema = Type.Integer({ minimum: 1, maximum: maxPage });

/** `page` of the city search (interface 4.11). */
export const page = {
  in: 'query',
  schema: pageSchema,
  required: false,
  default: 1,
  description: 'Page number, from 1.',
  example: 1,
  paging: true,
} as const satisfies Parameter;

/** `page` of the metrics, which a cursor overrides (interface 4.12). */
export const pageWithoutCursor = {
  in: 'query',
  schema: pageSchema,
  required: false,
  description: 'Page number, from 1. Used only when `cursor` is absent.',
  example: 1,
  paging: true,
} as const satisfies Parameter;

export const includeCount = {
  in: 'query',
  schema: Type.Boolean(),
  required: false,
  default: false,
  description: 'Whether the first page carries `total_count`.',
  example: false,
  paging: true,
} as const satisfies Parameter;

/** `q` of the text searches. */
export function searchText(description: string, example: string) {
  return {
    in: 'query',
    schema: Type.String({ minLength: 1, maxLength: maxSearchTextLength }),
    required: true,
    description,
    example,
    text: true,
  } as const satisfies Parameter;
}

const findWith: Record<GeoKind, string> = {
  address: 'GET /v2/addresses/search',
  city: 'GET /v2/cities/search',
  county: 'GET /v2/cities/search, then GET /v2/cities, which lists the counties of a city',
  jurisdiction: 'GET /v2/cities/search, then GET /v2/cities, which lists the jurisdictions of a city',
};

/** A required geo_id of one kind (C12). */
export function placeId(where: 'query' | 'path', kind: GeoKind, example: string) {
  return {
    in: where,
    schema: GeoId(`geo_id of the ${kind}.`),
    required: true,
    description: `geo_id of the ${kind}. Find it with ${findWith[kind]}.`,
    example,
    geoKinds: [kind],
    findWith: findWith[kind],
  } as const satisfies Parameter;
}

export const metricsTag = {
  in: 'query',
  schema: MetricsTag,
  required: true,
  description: 'Tag id, or `all` for the row over permits of every tag and of none.',
  example: 'solar',
} as const satisfies Parameter;

export const metricsPropertyType = {
  in: 'query',
  schema: MetricsPropertyType,
  required: true,
  description: 'Property type, or `all` for the row over properties of every type and of unknown type.',
  example: 'residential',
} as const satisfies Parameter;
