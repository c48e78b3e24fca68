/**
 * The least and the greatest numbers that a search asks for, in one table of columns and parameters. Files
 * and SQL are searched by the same limits.
 */
import {
  type NumberColumn,
  numberColumns,
  type PropertyNumberColumn,
  propertyNumberColumns,
} from '../format/permit-fields.js';
import type { PropertyQuery, SharedQuery } from './questions.js';

/** What the number of a column must at least and at most be. Unknown numbers are within no limits. */
export interface NumberLimits<Column> {
  readonly column: Column;
  /** The field of the record that holds the number. */
  readonly field: string;
  /** Zero if the search has no least number: no number is below. */
  readonly least: number;
  /** Infinity if it has no greatest number. */
  readonly most: number;
}

type Parameters<Query> = readonly [least: keyof Query, most: keyof Query];

const ofPermits = {
  job_value: ['permit_min_job_value', 'permit_max_job_value'],
  fees: ['permit_min_fees', 'permit_max_fees'],
  market_value: ['property_min_market_value', 'property_max_market_value'],
  building_area: ['property_min_building_area', 'property_max_building_area'],
  lot_size: ['property_min_lot_size', 'property_max_lot_size'],
  story_count: ['property_min_story_count', 'property_max_story_count'],
  unit_count: ['property_min_unit_count', 'property_max_unit_count'],
  approval_duration: ['permit_min_approval_duration', 'permit_max_approval_duration'],
  construction_duration: ['permit_min_construction_duration', 'permit_max_construction_duration'],
  inspection_pr: ['permit_min_inspection_pr', 'permit_max_inspection_pr'],
} as const satisfies Record<NumberColumn, Parameters<SharedQuery>>;

const ofProperties = {
  market_value: ['property_min_market_value', 'property_max_market_value'],
  lot_size: ['property_min_lot_size', 'property_max_lot_size'],
  building_area: ['property_min_building_area', 'property_max_building_area'],
  unit_count: ['property_min_unit_count', 'property_max_unit_count'],
  year_built: ['property_min_year_built', 'property_max_year_built'],
} as const satisfies Record<PropertyNumberColumn, Parameters<PropertyQuery>>;

const ofContractors = {
  totalJobValue: {
    field: 'total_job_value',
    parameters: ['contractor_min_total_job_value', 'contractor_max_total_job_value'],
  },
  permits: {
    field: 'permit_count',
    parameters: ['contractor_min_total_permits_count', 'contractor_max_total_permits_count'],
  },
  inspection: {
    field: 'avg_inspection_pass_rate',
    parameters: ['contractor_min_inspection_pr', 'contractor_max_inspection_pr'],
  },
} as const satisfies Record<string, { field: string; parameters: Parameters<SharedQuery> }>;

/** A parameter for the least value of a field of a permit. */
export type LeastParameter = (typeof ofPermits)[NumberColumn][0];

/** The parameter for the least value of each field of a permit that has one. */
export const leastParameters: ReadonlyMap<string, LeastParameter> = new Map(
  numberColumns.map(({ name, field }) => [field, ofPermits[name][0]]),
);

/** The limits that a search sets to permits. */
export function permitLimits(query: SharedQuery): NumberLimits<NumberColumn>[] {
  return numberColumns.flatMap(({ name, field }) => {
    const [least, most] = ofPermits[name];
    return limits(name, field, query[least], query[most]);
  });
}

/** The limits that a search sets to properties. */
export function propertyLimits(query: PropertyQuery): NumberLimits<PropertyNumberColumn>[] {
  return propertyNumberColumns.flatMap(({ name, field }) => {
    const [least, most] = ofProperties[name];
    return limits(name, field, query[least], query[most]);
  });
}

/** The limits that a search sets to the tallies of contractors. */
export function contractorLimits(query: SharedQuery): NumberLimits<keyof typeof ofContractors>[] {
  return (['totalJobValue', 'permits', 'inspection'] as const).flatMap((column) => {
    const { field, parameters } = ofContractors[column];
    const [least, most] = parameters;
    return limits(column, field, query[least], query[most]);
  });
}

function limits<Column>(
  column: Column,
  field: string,
  least: number | null,
  most: number | null,
): NumberLimits<Column>[] {
  if (least === null && most === null) return [];
  return [{ column, field, least: least ?? 0, most: most ?? Number.POSITIVE_INFINITY }];
}
