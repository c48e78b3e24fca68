/**
 * Sums the permits of a place over a year that the roll-ups do not hold, by reading the rows of the year in
 * the place's list. The cost grows with the permits of that year.
 */
import { permitStatuses, propertyTypes, tagIds } from '@lintel/contract/plain';
import type { RowRange } from '../format/column/row-dates.js';
import {
  allFacet,
  highTagsMask,
  kindOf,
  searchedPlace,
  statusFacet,
  statusOf,
  tagFacet,
  termOf,
  typeFacet,
  typeOf,
} from '../format/filters/terms.js';
import type { RowCursor } from '../format/postings/rows-cursor.js';
import type { CurrentSums } from '../format/roll-ups/cell-series.js';
import { cellNumber, countsInCell } from '../format/roll-ups/cells.js';
import type { CurrentDates } from '../format/roll-ups/current-dates.js';
import { factWords, packFacts } from '../format/roll-ups/permit-facts.js';
import { FacetFilter } from './facet-filter.js';
import { visitRows } from './intersect.js';
import type { Filters } from './open-filters.js';
import { rowsOfTerm } from './place-plan.js';
import { PermitSum } from './sum-facts.js';
import type { MetricsQuery } from './wire-rows.js';

/** The sums of the year's permits, and of all permits now active or in review; null if the year has none. */
export function sumYear(
  filters: Filters,
  geoId: string,
  { tag, propertyType }: MetricsQuery,
  { after, upTo }: CurrentDates,
): CurrentSums | null {
  const place = searchedPlace(geoId);
  const number = place.kind === 'listed' ? filters.placeNumber(place.key) : -1;
  if (number < 0) return null;
  const facets = new FacetFilter({
    tags: tag === 'all' ? [] : [tag],
    types: propertyType === 'all' ? [] : [propertyType],
  });
  const isInCell = (row: number) => facets.test(filters.facets.at(row), filters.facets.at(row, 1));
  const list = (facet: number) => rowsOfTerm(filters, termOf(number, facet));
  const year = filters.dates.between(after + 1, upTo);
  const sums = new PermitSum();
  const cell = cellNumber(tag, propertyType);
  visit(list(cellFacet(tag, propertyType)), year, isInCell, (row) => {
    const facts = factsOf(filters, row);
    if (countsInCell(cell, facts, 0)) sums.add(facts, 0);
  });
  if (sums.permits === 0) return null;
  const all = { from: 0, to: filters.counts.permits };
  const count = (status: (typeof permitStatuses)[number]) => {
    let permits = 0;
    const rows = list(statusFacet(permitStatuses.indexOf(status) + 1));
    visit(rows, all, isInCell, () => {
      permits += 1;
    });
    return permits;
  };
  return { sums: sums.sums, active: count('active'), inReview: count('in_review') };
}

/** The list of the place that includes the cell with the fewest other rows. */
function cellFacet(tag: string, propertyType: string): number {
  if (tag !== 'all') return tagFacet((tagIds as readonly string[]).indexOf(tag));
  if (propertyType === 'all') return allFacet;
  return typeFacet((propertyTypes as readonly string[]).indexOf(propertyType) + 1);
}

function visit(
  list: RowCursor | null,
  range: RowRange,
  test: (row: number) => boolean,
  add: (row: number) => void,
): void {
  if (list === null) return;
  visitRows({ ranges: [range], cursors: [list], tests: [test] }, 0, (row) => {
    add(row);
    return true;
  });
}

const facts = new Uint32Array(factWords);

/** What metrics read of the permit in a row; valid until the next call. */
function factsOf({ dates, facets, contractor, numbers }: Filters, row: number): Uint32Array {
  const packed = facets.at(row, 1);
  packFacts(facts, 0, {
    start: dates.of(row),
    status: statusOf(packed),
    propertyType: typeOf(packed),
    recordKind: kindOf(packed),
    tagsLow: facets.at(row),
    tagsHigh: packed & highTagsMask,
    jobValue: numbers.job_value.at(row),
    construction: numbers.construction_duration.at(row),
    approval: numbers.approval_duration.at(row),
    inspection: numbers.inspection_pr.at(row),
    contractor: contractor.at(row) - 1,
  });
  return facts;
}
