/** The filters of properties in files: what each asks of the search (`property-search.ts`). */
import type { PropertyNumberColumn } from '../format/permit-fields.js';
import { type Area, areaOf } from './area.js';
import { NumberLimits, numberFilters } from './number-limits.js';
import { applyFilters, type FilterTable, kept, type PropertyFilters } from './questions.js';

/** What is asked of properties and of their permits. Empty lists and null ask nothing. */
export class AskedProperties {
  places: readonly string[] = [];
  area: Area | null = null;
  owners: readonly string[] = [];
  /** First and last start_date of the permits, YYYY-MM-DD. */
  from: string | null = null;
  to: string | null = null;
  tags: readonly string[] = [];
  statuses: readonly string[] = [];
  unfinaledTags: readonly string[] = [];
  types: readonly string[] = [];
  readonly limits = new NumberLimits<PropertyNumberColumn>();
  /** Of all permits of a property, whatever else is asked of some. */
  readonly permitCounts = new NumberLimits<'permit_count'>();
}

function numbers<Name extends PropertyNumberColumn>(name: Name) {
  return numberFilters((asked: AskedProperties) => asked.limits, 'property', name, name);
}

/** Box, point, radius and polygon are one area. */
function lookInArea(asked: AskedProperties, _: unknown, query: PropertyFilters): void {
  asked.area ??= areaOf(query);
}

const as = kept<AskedProperties>();

const table: FilterTable<PropertyFilters, AskedProperties> = {
  geo_id: as('places'),
  bbox: lookInArea,
  near: lookInArea,
  radius_m: lookInArea,
  within: lookInArea,
  legal_owner: as('owners'),
  permit_tags: as('tags'),
  permit_status: as('statuses'),
  permit_from: as('from'),
  permit_to: as('to'),
  permit_tags_unfinaled: as('unfinaledTags'),
  property_type: as('types'),
  ...numbers('market_value'),
  ...numbers('lot_size'),
  ...numbers('building_area'),
  ...numbers('unit_count'),
  ...numbers('year_built'),
  ...numberFilters(
    (asked: AskedProperties) => asked.permitCounts,
    'property',
    'permit_count',
    'permit_count',
  ),
};

export const askedProperties = (query: PropertyFilters) => applyFilters(table, query, new AskedProperties());
