/** The part of a plan for places, area, tags, status and property type: the lists of rows that cover them. */
import { stateCodes, tagIds } from '@lintel/contract/plain';
import { at } from '../base/memory/at.js';
import { cellStatesZoom, propertyWorkWords } from '../format/filters/layout.js';
import {
  allFacet,
  pairTerm,
  placeColumns,
  searchedPlace,
  stateKey,
  statusFacet,
  tagFacet,
  termOf,
  typeFacet,
} from '../format/filters/terms.js';
import { cellOf } from '../format/points/mercator.js';
import { type BitmapSource, PostingsList, type RowCursor } from '../format/postings/rows-cursor.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import type { Area } from './area.js';
import { type AreaRows, rowsInArea } from './area-rows.js';
import { FacetFilter } from './facet-filter.js';
import type { Filters } from './open-filters.js';

export type RowTest = (row: number) => boolean;

/** A list of rows that may be intersected, and the condition that it covers. */
export interface CandidateList {
  readonly cursor: RowCursor;
  readonly condition: 'place' | 'area' | 'facet' | 'stated' | 'contractor' | 'number' | 'parcel' | 'text';
  /** What the list holds, in words. */
  readonly name: string;
}

/** A list of a place or an area, which can be put together with others. */
interface PlaceList extends CandidateList {
  readonly cursor: BitmapSource;
}

export interface PlacePlan {
  /** The rows of permits with only a further address in the place; null without any. */
  readonly others: PostingsList | null;
  /**
   * Index among `placeColumns` and the value of that column; null for an address or a ZIP code with
   * extension.
   */
  readonly column: number | null;
  readonly value: number;
  /** Whether a row is in one of the places and in the area. */
  readonly test: RowTest;
  /** Whether a row is in one of the places; null where the query names none. */
  readonly placeTest: RowTest | null;
  /** The rows in the area; null where the query names none. */
  readonly area: AreaRows | null;
  /**
   * The list of the places, or those of their facets, each of which holds rows of the places only; and that
   * of the area.
   */
  readonly lists: readonly PlaceList[];
  /** How many of the lists cover facets. */
  readonly facetLists: number;
  /** Whether together they cover all facet conditions. */
  readonly isExact: boolean;
}

/** The plan for places, of which any will do, and an area; null if there is no such permit. */
export function planPlaces(
  filters: Filters,
  geoIds: readonly string[],
  facets: FacetFilter,
  area: Area | null,
): PlacePlan | null {
  const places = [...new Set(geoIds)];
  const inArea = area === null ? null : rowsInArea(filters.points, area);
  if (area !== null && inArea === null) return null;
  const plan = places.length === 0 ? planAnywhere(filters, facets, area) : planAny(filters, places, facets);
  if (plan === null || inArea === null) return plan;
  const { placeTest } = plan;
  return {
    ...plan,
    others: null,
    column: null,
    test: placeTest === null ? inArea.test : (row) => placeTest(row) && inArea.test(row),
    area: inArea,
    lists: [...plan.lists, { cursor: inArea.cursor, condition: 'area', name: 'the area' }],
  };
}

/** The plan for any of several places; null if none has such a permit. */
function planAny(filters: Filters, places: readonly string[], facets: FacetFilter): PlacePlan | null {
  const isSingle = places.length === 1;
  const plans = places
    .map((place) => planPlace(filters, place, facets, isSingle))
    .filter((plan) => plan !== null);
  const [first] = plans;
  if (first === undefined || plans.length === 1) return first ?? null;
  const tests = plans.flatMap(({ placeTest }) => placeTest ?? []);
  const test: RowTest = (row) => tests.some((each) => each(row));
  // Plans have a list for each condition on facets, unless one of them is of an address or a ZIP code with extension.
  const isListed = plans.every(({ facetLists }) => facetLists === first.facetLists);
  const united = isListed ? plans : places.map((place) => planPlace(filters, place, noFacets, false));
  const lists = first.lists.slice(0, isListed ? undefined : 1).map((list, i): PlaceList => {
    const parts = united.flatMap((plan) => plan?.lists[i]?.cursor ?? []);
    return { ...list, cursor: new UnionCursor(parts, true), condition: isListed ? list.condition : 'place' };
  });
  return {
    others: null,
    column: null,
    value: 0,
    test,
    placeTest: test,
    area: null,
    lists,
    facetLists: isListed ? first.facetLists : 0,
    isExact: isListed && plans.every(({ isExact }) => isExact),
  };
}

/** The plan for an area alone, or for all places: facets are looked up in the states of the area. */
function planAnywhere(filters: Filters, facets: FacetFilter, area: Area | null): PlacePlan | null {
  const conditions = conditionsOf(facets);
  const states =
    conditions.length === 0 ? null : area === null ? allStates(filters) : statesOf(filters, area);
  const lists: PlaceList[] = [];
  for (const { name, facetsOf } of states === null ? [] : conditions) {
    const cursor = union(
      (states ?? []).flatMap((state) =>
        facetsOf.flatMap((facet) => listsOf(filters, termOf(state, facet), false)),
      ),
    );
    if (cursor === null) return null;
    lists.push({
      cursor,
      condition: 'facet',
      name: `${name} in the states ${area === null ? 'of all permits' : 'of the area'}`,
    });
  }
  return {
    others: null,
    column: null,
    value: 0,
    test: () => true,
    placeTest: null,
    area: null,
    lists,
    facetLists: lists.length,
    isExact: states !== null && !facets.hasUnlisted,
  };
}

/** The numbers of the states of the permits around an area; null if some there are in none. */
function statesOf({ cellStates }: Filters, area: Area): number[] | null {
  const found = new Set<number>();
  const cell = (step: number) => cellOf(step, cellStatesZoom);
  for (const { west, east, north, south } of area.boxes) {
    for (let row = cell(north); row <= cell(south); row++) {
      const start = row * 2 ** cellStatesZoom;
      for (const state of cellStates.between(start + cell(west), start + cell(east))) found.add(state - 1);
    }
  }
  return found.has(-1) ? null : [...found];
}

/** The numbers of all states with permits; null if some permits are in none. */
function allStates(filters: Filters): number[] | null {
  const found = stateCodes.map((code) => filters.placeNumber(stateKey(code))).filter((number) => number >= 0);
  const inStates = found.reduce(
    (sum, state) => sum + (filters.byPlace.list(termOf(state, allFacet))?.count ?? 0),
    0,
  );
  return inStates === filters.counts.permits ? found : null;
}

/** The plan for a place; null if it has no such permit. Lists of tag pairs are used for a single place. */
function planPlace(
  filters: Filters,
  geoId: string,
  facets: FacetFilter,
  isSingle: boolean,
): PlacePlan | null {
  const place = searchedPlace(geoId);
  if (place.kind === 'listed') return planListed(filters, place, facets, isSingle);
  const rows =
    place.kind === 'zipExt'
      ? rowsOfZipExt(filters, filters.zipExtNumber(place.key))
      : rowsOfProperty(filters, filters.propertyRow(geoId));
  if (rows === null) return null;
  const known = new PostingsList(rows);
  const test: RowTest = (row) => known.has(row);
  return {
    others: null,
    column: null,
    value: 0,
    test,
    placeTest: test,
    area: null,
    lists: [{ cursor: new PostingsList(rows), condition: 'place', name: 'place' }],
    facetLists: 0,
    isExact: false,
  };
}

/** The permits of a ZIP code with extension, also by a further address; null if there are none. */
function rowsOfZipExt({ byZipExt, byOtherZipExt }: Filters, number: number): Uint32Array | null {
  const rows = byZipExt.list(number)?.rows ?? null;
  const others = byOtherZipExt?.list(number)?.rows ?? null;
  if (rows === null || others === null) return rows ?? others;
  return Uint32Array.from([...rows, ...others]).sort();
}

function rowsOfProperty({ propertyWork }: Filters, property: number | null): Uint32Array | null {
  if (property === null) return null;
  const work = propertyWork.records(property);
  return Uint32Array.from({ length: work.length / propertyWorkWords }, (_, i) =>
    at(work, i * propertyWorkWords, 'the permits of a property'),
  );
}

function planListed(
  filters: Filters,
  { column, key }: Extract<ReturnType<typeof searchedPlace>, { kind: 'listed' }>,
  facets: FacetFilter,
  isSingle: boolean,
): PlacePlan | null {
  const number = filters.placeNumber(key);
  if (number < 0) return null;
  const others = filters.byOtherPlace?.list(termOf(number, allFacet)) ?? null;
  const listsOfFacet = (facet: number) => listsOf(filters, termOf(number, facet), others !== null);
  const all = union(listsOfFacet(allFacet));
  if (all === null) return null;
  const conditions = conditionsOf(facets);
  const tags = facets.tags.map(numberOfTag);
  const hasPairs = isSingle && column === 'state' && tags.length > 1 && others === null;
  const named: NamedList[] = [
    ...(hasPairs ? pairLists(filters, key.low, tags) : []),
    ...conditions
      .filter(({ isTag }) => !(hasPairs && isTag))
      .map(({ name, facetsOf }): NamedList => [name, union(facetsOf.flatMap(listsOfFacet))]),
  ];
  const lists: PlaceList[] = [];
  for (const [name, cursor] of named) {
    if (cursor === null) return null;
    lists.push({ cursor, condition: 'facet', name: `${name} in the ${column}` });
  }
  const facetLists = lists.length;
  if (facetLists === 0) lists.push({ cursor: all, condition: 'place', name: `the ${column}` });
  const index = placeColumns.indexOf(column);
  const isThere: RowTest = (row) => filters.places[index]?.at(row) === number + 1;
  const test: RowTest = others === null ? isThere : (row) => isThere(row) || others.has(row);
  return {
    others,
    column: index,
    value: number + 1,
    test,
    placeTest: test,
    area: null,
    lists,
    facetLists,
    isExact: !facets.hasUnlisted,
  };
}

const numberOfTag = (tag: string) => (tagIds as readonly string[]).indexOf(tag);
const noFacets = new FacetFilter({});

/** A condition on facets: any of them will do. */
interface FacetCondition {
  readonly name: string;
  readonly isTag: boolean;
  readonly facetsOf: readonly number[];
}

/** A condition for each wanted tag, then those on status and property type. */
function conditionsOf({ tags, listedStatuses: statuses, listedTypes: types }: FacetFilter): FacetCondition[] {
  const ofTags = tags.map((tag) => ({
    name: `tag ${tag}`,
    isTag: true,
    facetsOf: [tagFacet(numberOfTag(tag))],
  }));
  const alternatives = [
    { name: 'status', isTag: false, facetsOf: statuses.map(statusFacet) },
    { name: 'property type', isTag: false, facetsOf: types.map(typeFacet) },
  ];
  return [...ofTags, ...alternatives.filter(({ facetsOf }) => facetsOf.length > 0)];
}

/** A list with its name; null if no row is on it. */
type NamedList = readonly [string, BitmapSource | null];

/** The rows of a term, including those with only a further address in the place; null without any. */
export function rowsOfTerm(filters: Filters, term: number): RowCursor | null {
  return union(listsOf(filters, term, true));
}

/** The list of a term, and that of the permits with only a further address in its place. */
function listsOf({ byPlace, byOtherPlace }: Filters, term: number, hasOthers: boolean): PostingsList[] {
  const others = hasOthers ? (byOtherPlace?.list(term) ?? null) : null;
  return [byPlace.list(term), others].filter((list) => list !== null);
}

/** The rows of any of the lists; null without a list. */
function union(lists: readonly PostingsList[]): BitmapSource | null {
  const [only] = lists;
  if (only === undefined) return null;
  return lists.length === 1 ? only : new UnionCursor(lists);
}

/**
 * Few lists of tag pairs that cover all the tags, chosen shortest first; a null list means that no permit has
 * the pair.
 */
function pairLists(filters: Filters, state: number, tags: readonly number[]): NamedList[] {
  const pairs = tags.flatMap((one, i) =>
    tags
      .slice(i + 1)
      .map((other) => ({ tags: [one, other], list: filters.byPair.list(pairTerm(state, one, other)) })),
  );
  pairs.sort((a, b) => (a.list?.count ?? 0) - (b.list?.count ?? 0));
  const held = new Set<number>();
  return pairs
    .filter(({ tags: two }) => two.some((tag) => !held.has(tag)) && two.every((tag) => held.add(tag)))
    .map(({ tags: two, list }) => [`tags ${two.map((tag) => tagIds[tag]).join(' and ')}`, list]);
}
