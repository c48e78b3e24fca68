/** The conditions on the contractor of a permit: which contractors may match, and whether one does. */

import { at } from '../base/memory/at.js';
import {
  contractorWorkWords,
  foldContractorName,
  foldLicense,
  foldWebsite,
} from '../format/filters/layout.js';
import { classificationBits } from '../format/filters/terms.js';
import { unwanted, wanted } from './facet-filter.js';
import { visitRows } from './intersect.js';
import type { Filters } from './open-filters.js';
import type { AskedPermits } from './permit-filters.js';

/** Contractors with a name are collected up to this count; above it the name of each candidate is tested. */
const maxNamed = 4096;
/** Permits of the matching contractors are collected into one list up to this count. */
const maxListed = 1 << 16;

export interface ContractorFilter {
  /** Whether the contractor in this row matches. */
  test(contractor: number): boolean;
  /** All permits of the contractors that match, ascending; null if they are too many. */
  readonly permits: Uint32Array | null;
}

/** The filter, or null if nothing is asked of contractors. */
export function contractorFilter(filters: Filters, asked: AskedPermits): ContractorFilter | null {
  const tests = factTests(filters, asked);
  const named = namedContractors(filters, asked);
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

function factTests(filters: Filters, asked: AskedPermits): ((contractor: number) => boolean)[] {
  const { classifications: classes } = asked;
  const tests: ((contractor: number) => boolean)[] = [];
  if (classes.length > 0) {
    const [all, none] = [classificationBits(wanted(classes)), classificationBits(unwanted(classes))];
    tests.push((contractor) => {
      const own = filters.contractorFacts.classifications(contractor);
      return (own & all) === all && (own & none) === 0;
    });
  }
  for (const { column, least, most } of asked.contractorLimits) {
    const fact = filters.contractorFacts[column];
    // An unknown number is NaN, for which every comparison is false.
    tests.push((contractor) => {
      const value = fact(contractor);
      return value >= least && value <= most;
    });
  }
  return tests;
}

interface Named {
  /** The contractors with the licence, web site or name; null if they are too many. */
  readonly rows: readonly number[] | null;
  /** Whether a contractor has the name, if `rows` does not say so. */
  test(contractor: number): boolean;
}

/** The contractors that match licence, web site and name; null if the query has none of the three. */
function namedContractors(filters: Filters, asked: AskedPermits): Named | null {
  const { license, website, contractorName: name } = asked;
  const lists: number[][] = [];
  if (license !== null) lists.push([...filters.licenses.numbersOf(foldLicense(license))]);
  if (website !== null) lists.push([...filters.websites.numbersOf(foldWebsite(website))]);
  const search = name === null ? null : filters.names.search(foldContractorName(name));
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
    for (let i = 0; i < work.length; i += contractorWorkWords)
      rows[filled++] = at(work, i, 'the permits of a contractor');
  }
  return rows.sort();
}
