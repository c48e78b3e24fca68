/**
 * The filters of decisions: what each asks of the full-text index (`decision-search.ts`), which answers for releases
 * in files and in PostgreSQL alike.
 */
import {
  assetClassWord,
  categoryWord,
  placeWord,
  propertyTypeWord,
  subcategoryWord,
} from '../format/decision-facets.js';
import { applyFilters, type DecisionQuery, type FilterTable, kept } from './questions.js';

/** What is asked of decisions. */
export class AskedDecisions {
  /** Words of the index: of each group a decision has one. */
  readonly words: (readonly string[])[] = [];
  /** Words of title and description, all of them; null asks for none. */
  text: string | null = null;
  /** First and last date, YYYY-MM-DD. */
  from = '';
  to = '';
  /** Whether decisions without a date are wanted too, after all others (C40). */
  includeUndated = false;
  /** Cents; null is open. */
  least: number | null = null;
  most: number | null = null;
}

const as = kept<AskedDecisions>();

function anyOf<Value extends string>(wordOf: (value: Value) => string) {
  return (asked: AskedDecisions, values: readonly Value[]) => {
    asked.words.push(values.map(wordOf));
  };
}

const table: FilterTable<DecisionQuery, AskedDecisions> = {
  geo_id: anyOf(placeWord),
  decision_from: as('from'),
  decision_to: as('to'),
  include_undated: as('includeUndated'),
  asset_class: anyOf(assetClassWord),
  category: anyOf(categoryWord),
  subcategory: anyOf(subcategoryWord),
  property_type: anyOf(propertyTypeWord),
  min_project_value: as('least'),
  max_project_value: as('most'),
  decision_q: as('text'),
};

export const askedDecisions = (query: DecisionQuery) => applyFilters(table, query, new AskedDecisions());
