/**
 * The permit search for the conditions of a collection request: it finds all permits for which they hold and,
 * where a comparison has no index, others too, which the caller tests.
 */
import { endpoints, filtersOf, parseQuery, permitStatuses, propertyTypes } from '@lintel/contract';
import { numberColumns } from '../../format/permit-fields.js';
import type { PermitFilter, PermitQuery } from '../../query/questions.js';
import { HttpError } from '../request/http-error.js';
import { inDollars, isAmount } from './amounts.js';
import type { Conditions } from './collection.js';

interface NarrowedSearch {
  readonly query: PermitQuery;
  /** Whether it finds no others. */
  readonly isExact: boolean;
}

/** A search needs a place and a period; a collection is of all permits. */
const rules = endpoints.permit_search.rules.filter(({ missing }) => missing !== true);

/** The search for the conditions. Throws a 422 for values that the search refuses, such as an unknown tag. */
export function searchFor(conditions: Conditions): NarrowedSearch {
  const { bbox, from, to, comparisons, isComplete, extra } = conditions;
  const narrowings = comparisons.map(({ property, op, value }) => narrowing(property, op, value));
  const given: [string, string][] = [
    ...(bbox === null ? [] : [['bbox', bbox.join(',')] as [string, string]]),
    ...(from === null ? [] : [['permit_from', from] as [string, string]]),
    ...(to === null ? [] : [['permit_to', to] as [string, string]]),
    // What has no date is in every period (Part 1, fc-time-response), behind all others.
    ['include_undated', 'true'],
    ...narrowings.flatMap(({ pair }) => (pair === null ? [] : [pair])),
    ...(extra.tags ?? '').split(',').map((tag) => ['permit_tags', tag.trim()] as [string, string]),
  ];
  const pairs = given.filter(([, value]) => value !== '');
  const parsed = parseQuery({ ...endpoints.permit_search, rules }, { query: pairs, path: {} });
  if (!parsed.ok) throw new HttpError('validation', { detail: parsed.detail });
  // Values of one list are alternatives, and of two minima the last counts.
  const isOnceEach = new Set(comparisons.map(({ property }) => property)).size === comparisons.length;
  return {
    query: parsed.value,
    isExact: isComplete && isOnceEach && narrowings.every(({ isExact }) => isExact),
  };
}

interface Narrowing {
  /** The parameter of the search that a comparison implies; null where the search has none. */
  readonly pair: [string, string] | null;
  /** Whether it says the same. */
  readonly isExact: boolean;
}

const none: Narrowing = { pair: null, isExact: false };

function narrowing(property: string, op: string, value: unknown): Narrowing {
  if (op === '=' && property === 'status' && permitStatuses.some((one) => one === value)) {
    return { pair: ['permit_status', String(value)], isExact: true };
  }
  if (op === '=' && property === 'property_type' && propertyTypes.some((one) => one === value)) {
    return { pair: ['property_type', String(value)], isExact: true };
  }
  // The search finds permits by their further addresses too.
  if (op === '=' && property === 'address_zip_code' && /^\d{5}$/.test(String(value))) {
    return { pair: ['geo_id', String(value)], isExact: false };
  }
  const minimum = minima.get(property);
  const isAtLeast = (op === '>=' || op === '>' || op === '=') && typeof value === 'number' && value >= 0;
  if (minimum === undefined || !isAtLeast) return none;
  const [name, unit] = minimum;
  // The search refuses what is above the greatest value of its parameter.
  const { maximum = Number.POSITIVE_INFINITY } = endpoints.permit_search.parameters[name].schema as {
    readonly maximum?: number;
  };
  const least = Math.min(Math.floor(value * unit), maximum);
  return { pair: [name, String(least)], isExact: op === '>=' && least === value * unit };
}

/** Parameters for the least value of a property, and how many of their units one of it has. */
const minima: ReadonlyMap<string, readonly [parameter: PermitFilter, unit: number]> = new Map(
  numberColumns.flatMap(({ name, field }) => {
    const parameter = filtersOf(endpoints.permit_search).find((each) => each.endsWith(`_min_${name}`));
    if (parameter === undefined) return [];
    return isAmount(field) ? [[inDollars(field), [parameter, 100]]] : [[field, [parameter, 1]]];
  }),
);
