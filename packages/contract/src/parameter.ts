/** The parameters that several endpoints share, as building blocks of the table in endpoints.ts. */
import type { Parameter, Rule } from './endpoint.js';
import type { GeoIdKind } from './id.js';
import {
  defaultAddressSize,
  defaultPageSize,
  defaultPlaceSize,
  defaultStateSize,
  firstDate,
  lastDate,
  maxFields,
  maxIds,
  maxPage,
  maxPageSize,
  maxSearchTextLength,
} from './limits.js';
import { MetricsPropertyType, MetricsTag } from './resource/vocabulary.js';
import { GeoId, OneOf, type TSchema, Type } from './schema.js';

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

/** `id` in the path (C33). */
export function recordId(noun: string, example: string) {
  return {
    in: 'path',
    schema: Type.String(),
    required: true,
    description: `ID of the ${noun}. One that names none, malformed or not, gives 404.`,
    short: `ID of the ${noun}.`,
    example,
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

/** `size` of pages of records (C3). */
const size = pageSize(defaultPageSize);
/** `size` of the city search, which has numbered pages. */
export const citySize = pageSize(defaultPlaceSize);

/** `cursor` (C4). The empty string counts as absent, so that a client may always send the key. */
const cursor = {
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
const pageWithoutCursor = {
  in: 'query',
  schema: pageSchema,
  required: false,
  description: 'Page number, from 1. Used only when `cursor` is absent.',
  example: 1,
  paging: true,
} as const satisfies Parameter;

const includeCount = {
  in: 'query',
  schema: Type.Boolean(),
  required: false,
  default: false,
  description: 'Whether the first page carries `total_count`.',
  example: false,
  paging: true,
} as const satisfies Parameter;

/** `count` of the searches (C53). */
const countExactly = {
  in: 'query',
  schema: OneOf(['exact'], '`total_count` is counted to the end.'),
  required: false,
  description:
    '`exact`: the first page carries `total_count`, exact also beyond 10,000. It costs no credits, but time, which counts as work of the account; null where it takes too long.',
  example: 'exact',
  paging: true,
} as const satisfies Parameter;

/** The parameters of every cursor page (interface 2.1): size, cursor, and whether to count. */
export const paging = { size, cursor, include_count: includeCount } as const;
/** The same of text searches, which have sizes of their own (C3). */
export const addressPaging = { ...paging, size: pageSize(defaultAddressSize) } as const;
export const placePaging = { ...paging, size: citySize } as const;
export const statePaging = { ...paging, size: pageSize(defaultStateSize) } as const;
/** The same of metrics, which have page numbers too (interface 4.12). */
export const metricsPaging = { ...paging, page: pageWithoutCursor } as const;
/** The same of the property search, whose count has another name too (C32). */
export const propertyPaging = {
  ...paging,
  include_total_count: includeCount,
  count: countExactly,
} as const;
/** The same of the other searches of records. */
export const searchPaging = { ...paging, count: countExactly } as const;

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

const findWith: Record<GeoIdKind, string> = {
  address: 'GET /v2/addresses/search',
  city: 'GET /v2/cities/search',
  county: 'GET /v2/counties/search',
  jurisdiction: 'GET /v2/jurisdictions/search',
  state: 'GET /v2/states/search',
  zip: 'GET /v2/zipcodes/search',
};

const nouns: Record<GeoIdKind, string> = {
  address: 'address',
  city: 'city',
  county: 'county',
  jurisdiction: 'jurisdiction',
  state: 'state',
  zip: 'ZIP code',
};

function placeSchema(kind: GeoIdKind) {
  if (kind === 'state') return Type.String({ pattern: '^[A-Z]{2}$', description: 'Code of the state.' });
  if (kind !== 'zip') return GeoId(`geo_id of the ${nouns[kind]}.`);
  return Type.String({
    pattern: '^[0-9]{5}(-[0-9]{4})?$',
    description: 'ZIP code; of a ZIP+4 the first five digits count.',
  });
}

/** A required geo_id of one kind (C12). */
export function placeId(where: 'query' | 'path', kind: GeoIdKind, example: string) {
  return {
    in: where,
    schema: placeSchema(kind),
    required: true,
    description: `geo_id of the ${nouns[kind]}. Find it with ${findWith[kind]}.`,
    short: `geo_id of the ${nouns[kind]}.`,
    example,
    geoKinds: [kind],
    findWith: findWith[kind],
  } as const satisfies Parameter;
}

/** A place of any kind that has an authority or more. */
export const placeInPath = {
  in: 'path',
  schema: Type.String({ description: 'geo_id of a state, county, city or jurisdiction.' }),
  required: true,
  description: 'geo_id of a state, county, city or jurisdiction. Find it with the searches for places.',
  short: 'geo_id of a state, county, city or jurisdiction.',
  example: 'CA',
  geoKinds: ['state', 'county', 'city', 'jurisdiction'],
  findWith: 'GET /v2/cities/search',
} as const satisfies Parameter;

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

/**
 * `fields` of a page of records (C34): which keys of its items to keep. The first key, the id, always stays.
 */
export function fieldList(item: TSchema) {
  const [id = 'id', ...keys] = Object.keys((item as { properties?: object }).properties ?? {});
  return {
    in: 'query',
    schema: Type.Array(OneOf([id, ...keys], 'Name of a field.'), { maxItems: maxFields }),
    required: false,
    description: `Fields to keep, as repeated keys or with commas between them; \`${id}\` always stays. Absent: all fields.`,
    example: keys.slice(0, 2),
    commas: true,
    paging: true,
  } as const satisfies Parameter;
}

/**
 * A required date. Every date parameter is made here; `coerce` holds it to the range that the description
 * names.
 */
export function date(description: string, example: string, short = description) {
  return {
    in: 'query',
    schema: Type.String({ format: 'date' }),
    required: true,
    description: `${description} YYYY-MM-DD, from ${firstDate} to ${lastDate}.`,
    short,
    example,
  } as const satisfies Parameter;
}

/** The two dates that bound a period, and the rule that they are in order. */
export const metricFrom = date('A day of the first month.', '2025-07-01');
export const metricTo = date('A day of the last month, which is given whole.', '2026-06-30');
/** The day that current metrics end with, for releases whose records end before. */
export const metricsAsOf = {
  ...date('Last day of the 365 days. Absent: the release date.', '2026-06-20'),
  required: false,
} as const satisfies Parameter;
export const coverageFrom = date('First `start_date`, inclusive.', '2025-07-01');
export const coverageTo = date('Last `start_date`, inclusive.', '2026-06-30');
export const decisionFrom = date('First `decision_date`, inclusive.', '2025-07-01');
export const decisionTo = date('Last `decision_date`, inclusive.', '2026-06-30');

/** One parameter must not be greater than another; absent ones are in order. */
export function inOrder(from: string, to: string): Rule {
  return {
    at: from,
    reads: [from, to],
    fault: (values) => {
      const [low, high] = [values[from], values[to]];
      const isDate = typeof low === 'string' && typeof high === 'string';
      const isNumber = typeof low === 'number' && typeof high === 'number';
      if (!(isDate || isNumber) || low <= high) return null;
      const relation = isDate ? 'after' : 'greater than';
      return `${from} (${low}) is ${relation} ${to} (${high}); swap them.`;
    },
  };
}
