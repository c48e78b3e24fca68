/**
 * The property search (C32): addresses filtered by facts of the building and by the presence or absence of
 * permits, the one with the most recent permit first.
 *
 * A permit is present when it is in the period and has one of the requested statuses; it is absent only when
 * there is none of any status in the period, and only where the records of the jurisdiction would show it.
 */
import type { Absence, PropertySort, TotalCount } from '@lintel/contract';
import { permitStatuses, tagIds } from '@lintel/contract/plain';
import { u32At } from '../base/memory/at.js';
import { zoneRows } from '../format/column/column-file.js';
import { foldOwner, propertyWorkWords } from '../format/filters/layout.js';
import {
  allFacet,
  highTagsMask,
  searchedPlace,
  statusOf,
  tagFacet,
  termOf,
  typeFacet,
  zipExtText,
} from '../format/filters/terms.js';
import {
  type BitmapSource,
  PostingsList,
  type RowCursor,
  ZoneMapCursor,
} from '../format/postings/rows-cursor.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import { type ShownAbsence, showAbsence } from './absence.js';
import { rowsInArea } from './area-rows.js';
import { FacetFilter, tagWords } from './facet-filter.js';
import { type CountLimit, countList, countRows, type Intersection, visitRows } from './intersect.js';
import type { Filters } from './open-filters.js';
import type { RowPage } from './permit-search.js';
import { type AskedProperties, askedProperties } from './property-filters.js';
import type { PropertyFilters, PropertyQuery } from './questions.js';
import { checkSortable, rankRows } from './sorted-search.js';

export interface PropertyPage extends RowPage {
  readonly absence: Absence | null;
}

/** The number that each order puts the greatest of first; null is the order of the release. */
const orders: Readonly<Record<PropertySort, ((filters: Filters) => (property: number) => number) | null>> = {
  date: null,
  permit_count:
    ({ propertyWork }) =>
    (property) =>
      propertyWork.count(property),
};

export function searchProperties(
  filters: Filters,
  releasedAt: string,
  query: PropertyQuery,
  from: number,
  size: number,
): PropertyPage {
  const rows: number[] = [];
  let next: number | null = null;
  const { search, absence } = planProperties(filters, releasedAt, query);
  const order = orders[query.sort];
  if (search !== null && order !== null) {
    checkSortable(search);
    visitRows(search, 0, (row) => {
      rows.push(row);
      return true;
    });
    return { ...rankRows(rows, order(filters), from, size), absence };
  }
  if (search !== null) {
    visitRows(search, from, (row) => {
      if (rows.length === size) next = row;
      else rows.push(row);
      return next === null;
    });
  }
  return { rows, next, absence };
}

/** How many properties there are (C1); null when counting took too long. */
export function countProperties(
  filters: Filters,
  releasedAt: string,
  query: PropertyQuery,
  limit: CountLimit,
): TotalCount | null {
  const { search } = planProperties(filters, releasedAt, query);
  if (search === null) return { value: 0, relation: 'eq' };
  return countList(search, limit) ?? countRows(search, limit);
}

type RowTest = (property: number) => boolean;

/**
 * Above this number of jurisdictions, properties are tested one by one instead of taking the union of their
 * lists.
 */
const maxCoveredLists = 32;

interface PropertyPlan {
  readonly search: Intersection | null;
  readonly absence: Absence | null;
}

function planProperties(filters: Filters, releasedAt: string, query: PropertyFilters): PropertyPlan {
  const asked = askedProperties(query);
  // The statuses are of permits, not of the property.
  const facets = new FacetFilter({ tags: asked.tags, types: asked.types });
  const { absence, shown } = absenceOf(filters, asked, facets.excludedTags, releasedAt) ?? {
    absence: null,
    shown: null,
  };
  const where = whereOf(filters, asked, facets);
  if (where === null) return { search: null, absence };
  const { cursors } = where;
  const tests: RowTest[] = [...where.tests];
  const { propertyFacets, propertyJurisdiction, propertyNumbers } = filters;
  if (facets.tags.length + facets.types.length > 0) {
    const all = new FacetFilter({ tags: facets.tags, types: asked.types });
    tests.push((row) => all.test(propertyFacets.at(row), propertyFacets.at(row, 1)));
  }
  for (const { column, least, most } of asked.limits) {
    tests.push((row) => {
      const value = propertyNumbers[column].at(row);
      return value >= least && value <= most;
    });
  }
  for (const { least, most } of asked.permitCounts) {
    tests.push((row) => {
      const permits = filters.propertyWork.count(row);
      return permits >= least && permits <= most;
    });
  }
  if (shown !== null) {
    const covered = shown.map(({ place }) => place);
    if (covered.length === 0) return { search: null, absence };
    if (covered.length <= maxCoveredLists) {
      cursors.push(coveredList(filters, covered));
    } else {
      const numbers = new Set(covered.map((place) => place + 1));
      tests.push((row) => numbers.has(propertyJurisdiction.at(row)));
    }
  }
  const permits = permitTest(filters, asked, facets);
  if (permits !== null) tests.push(permits);
  const zones = [...asked.limits]
    .filter(({ least }) => least > 0)
    .map(({ column, least }) => new ZoneMapCursor(propertyNumbers[column].zones(), least, zoneRows));
  const range = { from: 0, to: filters.counts.properties };
  return { search: { ranges: [range], cursors: [...cursors, ...zones], tests }, absence };
}

/** The properties of jurisdictions whose records can show an absence. */
function coveredList({ propertiesByPlace }: Filters, places: readonly number[]): RowCursor {
  const lists = places.map((place) => propertiesByPlace.list(termOf(place, allFacet)));
  return new UnionCursor(lists.filter((list) => list !== null));
}

/** The lists of properties of places, area and owner, the shortest first, and what they do not cover. */
interface Where {
  readonly cursors: RowCursor[];
  readonly tests: readonly RowTest[];
}

/** Null if one of the lists is empty. */
function whereOf(filters: Filters, asked: AskedProperties, facets: FacetFilter): Where | null {
  const cursors: RowCursor[] = [];
  const tests: RowTest[] = [];
  const { owners, area } = asked;
  const places = [...new Set(asked.places)];
  if (owners.length > 0) {
    const rows = owners.flatMap((owner) => [...filters.owners.numbersOf(foldOwner(owner))]);
    cursors.push(new PostingsList(Uint32Array.from(new Set(rows)).sort()));
  }
  if (places.length > 0) {
    const lists = listsOfPlaces(filters, places, facets);
    if (lists === null) return null;
    cursors.push(...lists);
  }
  if (area !== null) {
    const rows = rowsInArea(filters.propertyPoints, area);
    if (rows === null) return null;
    cursors.push(rows.cursor);
    if (!rows.isExact) tests.push(rows.test);
  }
  return { cursors: cursors.sort((a, b) => a.count - b.count), tests };
}

/** Null if no property is in any of the places. */
function listsOfPlaces(
  filters: Filters,
  places: readonly string[],
  facets: FacetFilter,
): BitmapSource[] | null {
  const [only] = places;
  if (only !== undefined && places.length === 1) return listsOfPlace(filters, only, facets);
  const lists = places.flatMap((place) => listsOfPlace(filters, place, new FacetFilter({})) ?? []);
  return lists.length === 0 ? null : [new UnionCursor(lists, true)];
}

function listsOfPlace(filters: Filters, geoId: string, facets: FacetFilter): BitmapSource[] | null {
  const place = searchedPlace(geoId);
  if (place.kind === 'address') {
    const property = filters.propertyRow(geoId);
    return property === null ? null : [new PostingsList(Uint32Array.of(property))];
  }
  if (place.kind === 'zipExt') {
    const list = filters.byZipExt.list(filters.zipExtNumber(place.key));
    const rows = new Set(filters.otherZipExtProperties?.numbersOf(zipExtText(place.key.low)));
    for (const row of list?.rows ?? []) {
      const property = filters.property.at(row) - 1;
      // The newest permit decides where a property is.
      if (property >= 0 && filters.propertyWork.records(property, 0, 1)[0] === row) rows.add(property);
    }
    if (rows.size === 0) return null;
    return [new PostingsList(Uint32Array.from(rows).sort())];
  }
  const number = filters.placeNumber(place.key);
  const list = (facet: number) => (number < 0 ? null : filters.propertiesByPlace.list(termOf(number, facet)));
  const lists: BitmapSource[] = [];
  for (const tag of facets.tags) {
    const rows = list(tagFacet((tagIds as readonly string[]).indexOf(tag)));
    if (rows === null) return null;
    lists.push(rows);
  }
  const ofTypes = facets.listedTypes.map((type) => list(typeFacet(type))).filter((rows) => rows !== null);
  if (facets.listedTypes.length > 0 && ofTypes.length === 0) return null;
  if (ofTypes.length > 0) lists.push(new UnionCursor(ofTypes));
  if (lists.length > 0) return lists;
  const all = list(allFacet);
  return all === null ? null : [all];
}

const unfinaled = (['active', 'in_review', 'inactive'] as const).map((s) => permitStatuses.indexOf(s) + 1);

/** Whether the permits of a property match; null if its facets alone decide that. */
function permitTest(filters: Filters, asked: AskedProperties, facets: FacetFilter): RowTest | null {
  const { from, to } = asked;
  const { statuses } = new FacetFilter({ statuses: asked.statuses });
  const openTags = tagWords(asked.unfinaledTags);
  const hasOpen = asked.unfinaledTags.length > 0;
  const hasPeriod = from !== null || to !== null;
  const isPlain = !hasPeriod && statuses.length === 0 && !hasOpen;
  const none = tagWords(facets.excludedTags);
  if (isPlain) {
    if (facets.excludedTags.length === 0) return null;
    const { propertyFacets } = filters;
    return (row) =>
      (propertyFacets.at(row) & none.low) === 0 && (propertyFacets.at(row, 1) & none.high) === 0;
  }
  const all = tagWords(facets.tags);
  // A period alone requires a permit in it, unless the query asks for absent permits.
  const needsOne =
    statuses.length > 0 || (facets.tags.length === 0 && facets.excludedTags.length === 0 && !hasOpen);
  const rows = hasPeriod ? filters.dates.period(from, to) : { from: 0, to: Number.POSITIVE_INFINITY };
  return (property) => {
    const work = filters.propertyWork.records(property);
    let [low, high, openLow, openHigh, hasOne] = [0, 0, 0, 0, false];
    for (let at = 0; at < work.length && u32At(work, at) < rows.to; at += propertyWorkWords) {
      if (u32At(work, at) < rows.from) continue;
      const tagsLow = u32At(work, at + 1);
      const packed = u32At(work, at + 2);
      const tagsHigh = packed & highTagsMask;
      if ((tagsLow & none.low) !== 0 || (tagsHigh & none.high) !== 0) return false;
      const own = statusOf(packed);
      if (unfinaled.includes(own)) {
        openLow |= tagsLow;
        openHigh |= tagsHigh;
      }
      if (statuses.length > 0 && !statuses.includes(own)) continue;
      hasOne = true;
      low |= tagsLow;
      high |= tagsHigh;
    }
    if (needsOne && !hasOne) return false;
    if ((low & all.low) >>> 0 !== all.low || (high & all.high) >>> 0 !== all.high) return false;
    return (
      (openLow & openTags.low) >>> 0 === openTags.low && (openHigh & openTags.high) >>> 0 === openTags.high
    );
  };
}

/** What the jurisdictions of the search can show of absent permits; null if no tag is excluded. */
function absenceOf(
  filters: Filters,
  asked: AskedProperties,
  excluded: readonly string[],
  releasedAt: string,
): ShownAbsence | null {
  if (excluded.length === 0) return null;
  const looked = jurisdictionsIn(filters, asked);
  const searched = filters.coverage.filter(({ place }) => looked.has(place));
  return showAbsence(searched, excluded, asked, releasedAt);
}

/** The numbers of the jurisdictions of properties that match the query's place and owner. */
function jurisdictionsIn(filters: Filters, asked: AskedProperties): ReadonlySet<number> {
  const searched = asked.places.map(searchedPlace);
  const hasPlacesOnly = asked.owners.length === 0 && asked.area === null;
  if (hasPlacesOnly && searched.every(({ kind }) => kind === 'listed')) {
    const keys = searched.flatMap((place) => (place.kind === 'listed' ? place.key : []));
    return new Set(keys.flatMap((key) => filters.jurisdictions.of(filters.placeNumber(key))));
  }
  const found = new Set<number>();
  const { cursors, tests } = whereOf(filters, asked, new FacetFilter({})) ?? { cursors: [], tests: [] };
  const range = { from: 0, to: cursors.length === 0 ? 0 : filters.counts.properties };
  visitRows({ ranges: [range], cursors, tests }, 0, (row) => {
    found.add(filters.propertyJurisdiction.at(row) - 1);
    return true;
  });
  return found;
}
