/** The filters of permits in files: what each asks of the plan (`permit-plan.ts`). */
import type { DateField } from '@lintel/contract';
import type { DictionaryField, NumberColumn } from '../format/permit-fields.js';
import { type Area, areaOf } from './area.js';
import { NumberLimits, numberFilters } from './number-limits.js';
import type { ContractorFacts } from './open-filters.js';
import { applyFilters, type FilterTable, kept, type PermitViewQuery } from './questions.js';

type ContractorColumn = keyof Pick<ContractorFacts, 'totalJobValue' | 'permits' | 'inspection'>;

/** What is asked of permits and of their contractors. Empty lists and null ask nothing. */
export class AskedPermits {
  places: readonly string[] = [];
  area: Area | null = null;
  /** The date of a permit that the period bounds (C49). */
  dateField: DateField = 'start';
  /** First and last date, YYYY-MM-DD. */
  from: string | null = null;
  to: string | null = null;
  /** Whether permits without that date are wanted too (C40). */
  includeUndated = false;
  tags: readonly string[] = [];
  statuses: readonly string[] = [];
  types: readonly string[] = [];
  /** Kinds of record. */
  kinds: readonly string[] = [];
  includeRenewals = true;
  excludeOutliers = false;
  /** Texts in the words of their source, any of which will do. */
  readonly stated = new Map<DictionaryField, readonly string[]>();
  /** Named areas, any of which will do. */
  areas: readonly string[] = [];
  text: string | null = null;
  number: string | null = null;
  parcel: string | null = null;
  hasContractor: boolean | null = null;
  readonly limits = new NumberLimits<NumberColumn>();
  classifications: readonly string[] = [];
  contractorName: string | null = null;
  website: string | null = null;
  license: string | null = null;
  readonly contractorLimits = new NumberLimits<ContractorColumn>();
}

function ofPermit<O extends 'permit' | 'property', Name extends NumberColumn>(of: O, name: Name) {
  return numberFilters((asked: AskedPermits) => asked.limits, of, name, name);
}

function ofContractor<Name extends string>(name: Name, column: ContractorColumn) {
  return numberFilters((asked: AskedPermits) => asked.contractorLimits, 'contractor', name, column);
}

const stated = (field: DictionaryField) => (asked: AskedPermits, texts: readonly string[]) => {
  asked.stated.set(field, texts);
};

/** Box, point, radius and polygon are one area. */
function lookInArea(asked: AskedPermits, _: unknown, query: PermitViewQuery): void {
  asked.area ??= areaOf(query);
}

const as = kept<AskedPermits>();

const table: FilterTable<PermitViewQuery, AskedPermits> = {
  geo_id: as('places'),
  bbox: lookInArea,
  near: lookInArea,
  radius_m: lookInArea,
  within: lookInArea,
  permit_from: as('from'),
  permit_to: as('to'),
  date_field: as('dateField'),
  include_undated: as('includeUndated'),
  permit_tags: as('tags'),
  permit_q: as('text'),
  permit_number: as('number'),
  permit_parcel: as('parcel'),
  permit_status: as('statuses'),
  permit_type: stated('type'),
  permit_subtype: stated('subtype'),
  permit_source: stated('source_id'),
  permit_record_kind: as('kinds'),
  include_renewals: as('includeRenewals'),
  exclude_outliers: as('excludeOutliers'),
  permit_has_contractor: as('hasContractor'),
  ...ofPermit('permit', 'approval_duration'),
  ...ofPermit('permit', 'construction_duration'),
  ...ofPermit('permit', 'inspection_pr'),
  ...ofPermit('permit', 'job_value'),
  ...ofPermit('permit', 'fees'),
  property_type: as('types'),
  property_type_detail: stated('property_type_detail'),
  property_census_tract: stated('property_census_tract'),
  property_congressional_district: stated('property_congressional_district'),
  ...ofPermit('property', 'market_value'),
  ...ofPermit('property', 'building_area'),
  ...ofPermit('property', 'lot_size'),
  ...ofPermit('property', 'story_count'),
  ...ofPermit('property', 'unit_count'),
  area: as('areas'),
  contractor_classification_derived: as('classifications'),
  contractor_name: as('contractorName'),
  contractor_website: as('website'),
  contractor_license: as('license'),
  ...ofContractor('total_job_value', 'totalJobValue'),
  ...ofContractor('total_permits_count', 'permits'),
  ...ofContractor('inspection_pr', 'inspection'),
};

export const askedPermits = (query: PermitViewQuery) => applyFilters(table, query, new AskedPermits());
