/** The conditions on the contractor of a permit: which contractors can fulfil them, and whether one does. */

import { contractorWorkWords, foldLicense, foldWebsite } from '../format/filters/layout.js';
import { classificationBits } from '../format/filters/terms.js';
import { unwanted, wanted } from './facet-filter.js';
import { visitRows } from './intersect.js';
import type { Filters } from './open-filters.js';
import type { SharedQuery } from './questions.js';

/** Contractors of a name that are told one by one; of more frequent names each candidate is looked at. */
const maxNamed = 4096;
/** Permits of contractors that are put into one list. */
const maxListed = 1 << 16;

export interface ContractorFilter {
  /** Whether the contractor (its row) fulfils all conditions. */
  test(contractor: number): boolean;
  /** All permits of those that do, ascending; null when they are too many to be told beforehand. */
  readonly permits: Uint32Array | null;
}

/** The filter, or null when the query asks nothing of contractors. */
export function contractorFilter(filters: Filters, query: SharedQuery): ContractorFilter | null {
  const tests = factTests(filters, query);
  const named = namedContractors(filters, query);
  if (tests.length === 0 && named === null) return null;
  const known = named?.rows === undefined || named.rows === null ? null : new Set(named.rows);
  const memo = new Map<number, boolean>();
  const decide = (contractor: number) =>
    (known === null || known.has(contractor)) &&
    (named?.test(contractor) ?? true) &&
    tests.every((test) => test(contractor));
  const test = (contractor: number) => {
    let passes = memo.get(contractor);
    if (passes === undefined) {
      passes = decide(contractor);
      memo.set(contractor, passes);
    }
    return passes;
  };
  return { test, permits: known === null ? null : permitsOf(filters, [...known].filter(test)) };
}

function factTests(filters: Filters, query: SharedQuery): ((contractor: number) => boolean)[] {
  const {
    contractor_classification_derived: classes,
    contractor_min_total_job_value: value,
    contractor_min_total_permits_count: permits,
    contractor_min_inspection_pr: inspection,
  } = query;
  const tests: ((contractor: number) => boolean)[] = [];
  const {
    classifications,
    totalJobValue,
    permits: permitCount,
    inspection: passRate,
  } = filters.contractorFacts;
  if (classes !== null && classes.length > 0) {
    const [all, none] = [classificationBits(wanted(classes)), classificationBits(unwanted(classes))];
    tests.push((contractor) => {
      const own = classifications(contractor);
      return (own & all) === all && (own & none) === 0;
    });
  }
  // An unknown number is NaN, which no comparison lets through.
  if (value !== null) tests.push((contractor) => totalJobValue(contractor) >= value);
  if (permits !== null) tests.push((contractor) => permitCount(contractor) >= permits);
  if (inspection !== null) tests.push((contractor) => passRate(contractor) >= inspection);
  return tests;
}

interface Named {
  /** The contractors of the licence, web site or name; null when they are too many. */
  readonly rows: readonly number[] | null;
  /** Whether a contractor has the name, where `rows` does not tell. */
  test(contractor: number): boolean;
}

/** The contractors that licence, web site and name leave; null when none of the three is asked for. */
function namedContractors(filters: Filters, query: SharedQuery): Named | null {
  const { contractor_license: license, contractor_website: website, contractor_name: name } = query;
  const lists: number[][] = [];
  if (license !== null) lists.push([...filters.licenses.numbersOf(foldLicense(license))]);
  if (website !== null) lists.push([...filters.websites.numbersOf(foldWebsite(website))]);
  const search = name === null ? null : filters.names.search(name);
  const [first, second] = lists;
  if (first !== undefined) {
    const rows = second === undefined ? first : first.filter((row) => second.includes(row));
    return { rows: search === null ? rows : rows.filter((row) => search.has(row)), test: () => true };
  }
  if (search === null) return null;
  const candidates = Math.min(...search.lists.map(({ count }) => count));
  if (candidates <= maxNamed) {
    const rows: number[] = [];
    const range = { from: 0, to: filters.counts.contractors };
    const tests = search.isExact ? [] : [(row: number) => search.has(row)];
    visitRows({ ranges: [range], cursors: search.lists, tests }, 0, (row) => rows.push(row) > 0);
    return { rows, test: () => true };
  }
  return { rows: null, test: (contractor) => search.has(contractor) };
}

function permitsOf(filters: Filters, contractors: readonly number[]): Uint32Array | null {
  const counts = contractors.map((contractor) => filters.contractorWork.count(contractor));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > maxListed) return null;
  const rows = new Uint32Array(total);
  let filled = 0;
  for (const contractor of contractors) {
    const work = filters.contractorWork.records(contractor);
    for (let at = 0; at < work.length; at += contractorWorkWords) rows[filled++] = work[at] ?? 0;
  }
  return rows.sort();
}
