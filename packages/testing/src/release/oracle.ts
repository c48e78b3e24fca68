/**
 * Compares a built release with plain scans over its records, for tests: every cell of the metrics of every
 * place, contractors' metrics, coverage of periods, and searches for decisions. Throws an assertion error
 * that names the first difference.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Decision, endpoints, filtersOf, type GeoIdKind, type Permit } from '@lintel/contract';
import { propertyTypes, tagIds } from '@lintel/contract/plain';
import { recordsFile, type SegmentKind } from 'lintel/dist/format/layout.js';
import type { RecordBytes } from 'lintel/dist/format/record.js';
import type { DecisionQuery } from 'lintel/dist/query/questions.js';
import type { Release } from 'lintel/dist/releases/release.js';
import {
  naiveContractor,
  naiveCoverage,
  naiveCurrent,
  naiveDecisions,
  naiveMonthly,
  placesOfPermit,
} from './naive-queries.js';
import { RandomQueries } from './random-queries.js';
import { useConflict } from './synthetic-facts.js';

const allMonths = { from: 0, to: 12 * 9999 };
const rolledKinds = ['city', 'county', 'jurisdiction', 'state', 'zip'] as const;

/** The records of a kind, as a client would read them. */
export function recordsOf<T>(directory: string, kind: SegmentKind): T[] {
  const text = readFileSync(join(directory, recordsFile(kind)), 'utf8');
  return text === ''
    ? []
    : text
        .slice(0, -1)
        .split('\n')
        .map((line) => JSON.parse(line) as T);
}

const parsed = (rows: readonly RecordBytes[] | null) =>
  rows?.map((row) => JSON.parse(row.toString()) as unknown);

function grouped<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}

/**
 * Compares the metrics of all places in all cells, or in those chosen by `isChosen`, current and by month;
 * returns the number of rows.
 */
export function checkPlaceMetrics(
  release: Release,
  permits: readonly Permit[],
  isChosen: () => boolean = () => true,
): number {
  let rows = 0;
  for (const kind of rolledKinds) {
    for (const [geoId, own] of grouped(permits, (permit) => placesOfPermit(permit, kind))) {
      for (const tag of ['all', ...tagIds]) {
        for (const propertyType of ['all', ...propertyTypes]) {
          if (isChosen()) rows += checkCell(release, kind, geoId, own, { tag, propertyType });
        }
      }
    }
  }
  return rows;
}

function checkCell(
  release: Release,
  kind: GeoIdKind,
  geoId: string,
  permits: readonly Permit[],
  query: { readonly tag: string; readonly propertyType: string },
): number {
  const where = `${kind} ${geoId} ${query.tag} ${query.propertyType}`;
  const { released_at: releasedAt } = release.info;
  const current = naiveCurrent(permits, geoId, query, releasedAt);
  assert.deepEqual(parsed(release.currentMetrics(kind, geoId, query, null)), current, where);
  const asOf = permits.findLast(({ start_date: date }) => date !== null)?.start_date ?? releasedAt;
  for (const date of [asOf, releasedAt]) {
    const ofYear = naiveCurrent(permits, geoId, query, date);
    assert.deepEqual(parsed(release.currentMetrics(kind, geoId, query, date)), ofYear, `${where} ${date}`);
  }
  const months = naiveMonthly(permits, geoId, query, allMonths);
  assert.deepEqual(parsed(release.monthlyMetrics(kind, geoId, query, allMonths)), months, where);
  return current.length + months.length;
}

/**
 * Checks that the property type and the tags of every permit agree on one use (C36), and that the metrics of
 * every place count the same homes whether filtered by type, or by type and tag; returns the number of
 * places.
 */
export function checkOneUse(release: Release, permits: readonly Permit[]): number {
  for (const permit of permits) assert.equal(useConflict(permit), null, permit.id);
  let places = 0;
  const query = { tag: 'all', propertyType: 'residential' };
  for (const kind of rolledKinds) {
    for (const geoId of grouped(permits, (permit) => placesOfPermit(permit, kind)).keys()) {
      const tagged = parsed(release.currentMetrics(kind, geoId, { ...query, tag: 'residential' }, null));
      const all = parsed(release.currentMetrics(kind, geoId, query, null));
      const untagged = (rows: typeof all) => rows?.map((row) => ({ ...(row as object), tag: null }));
      assert.deepEqual(untagged(tagged), untagged(all), geoId);
      places += 1;
    }
  }
  return places;
}

/** Compares the metrics of some contractors and addresses, by a few tags and types. */
export function checkSmallMetrics(release: Release, permits: readonly Permit[], everyOther: number): number {
  const queries = ['all', 'roofing', 'solar', 'residential'].flatMap((tag) =>
    ['all', 'residential', 'commercial'].map((propertyType) => ({ tag, propertyType })),
  );
  let rows = 0;
  const some = <T>(groups: Map<string, T[]>) => [...groups].filter((_, i) => i % everyOther === 0);
  for (const [id, own] of some(grouped(permits, ({ contractor_id: id }) => (id === undefined ? [] : [id])))) {
    for (const query of queries) {
      const expected = naiveContractor(own, query, allMonths);
      assert.deepEqual(parsed(release.contractorMetrics(id, query, allMonths)), expected, id);
      rows += expected.length;
    }
  }
  for (const [id, own] of some(grouped(permits, (permit) => placesOfPermit(permit, 'address')))) {
    for (const query of queries) rows += checkCell(release, 'address', id, own, query);
  }
  return rows;
}

/** Compares the coverage of every place in periods with any first and last day. */
export function checkCoverage(release: Release, permits: readonly Permit[], chance: () => number): void {
  const dates = permits.flatMap(({ start_date: date }) => date ?? []).sort();
  const anyDate = () => dates[Math.floor(chance() * dates.length)] ?? '2026-01-01';
  for (const kind of rolledKinds) {
    for (const [geoId, own] of grouped(permits, (permit) => placesOfPermit(permit, kind))) {
      const periods = [
        ['1850-01-01', '2099-12-31'],
        [anyDate(), anyDate()].sort(),
        [anyDate(), anyDate()].sort(),
      ];
      for (const [from = '', to = ''] of periods) {
        const expected = naiveCoverage(own, from, to);
        assert.deepEqual(release.coverage(kind, geoId, from, to), expected, `${geoId} ${from} ${to}`);
      }
    }
  }
}

/** Compares searches for decisions with random filters, walked in pages; returns how many were found. */
export function checkDecisions(
  release: Release,
  decisions: readonly Decision[],
  searches: number,
  chance: () => number,
  words: readonly string[],
  stem: (word: string) => string,
): number {
  const queries = new RandomQueries({ releasedAt: '', permits: [], contractors: [], properties: [] }, chance);
  const names = filtersOf(endpoints.decision_search);
  const foundBy = (query: DecisionQuery) => naiveDecisions(decisions, query, stem).map(({ id }) => id);
  const isOneUndated = decisions.some(({ decision_date: date }) => date === null);
  const unchanged = new Set<string>(names.filter((name) => name !== 'include_undated' || isOneUndated));
  let found = 0;
  for (let i = 0; i < searches; i++) {
    // Each filter alone, a few times, and then many at once.
    const alone = i < 16 * names.length ? names[i % names.length] : undefined;
    const query = queries.decisions(decisions, words, alone === undefined ? null : [alone]);
    if (alone !== undefined) {
      const without = { ...query, [alone]: queries.decisions(decisions, words, [])[alone] };
      if (foundBy(query).join() !== foundBy(without).join()) unchanged.delete(alone);
    }
    const expected = foundBy(query);
    const walked: string[] = [];
    for (let next: number | null = 0; next !== null; ) {
      const page = release.searchDecisions(query, next, 1 + Math.floor(chance() * 40));
      walked.push(...page.items.map((item) => (JSON.parse(item.toString()) as Decision).id));
      next = page.next;
    }
    assert.deepEqual(walked, expected, JSON.stringify(query));
    assert.deepEqual(release.countDecisions(query, 10_000), { value: expected.length, relation: 'eq' });
    found += expected.length;
  }
  assert.deepEqual([...unchanged], [], 'filters that changed nothing');
  return found;
}
