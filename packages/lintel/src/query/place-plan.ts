/** The part of a plan for place, tags, status and property type: the lists of rows that cover them. */
import { tagIds } from '@lintel/contract/plain';
import { at } from '../base/memory/at.js';
import { propertyWorkWords } from '../format/filters/layout.js';
import {
  allFacet,
  pairTerm,
  placeColumns,
  searchedPlace,
  statusFacet,
  tagFacet,
  termOf,
  typeFacet,
} from '../format/filters/terms.js';
import { type BitmapSource, PostingsList, type RowCursor } from '../format/postings/rows-cursor.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import type { FacetFilter } from './facet-filter.js';
import type { Filters } from './open-filters.js';

export type RowTest = (row: number) => boolean;

/** A list of rows that may be intersected, and the condition that it covers. */
export interface CandidateList {
  readonly cursor: RowCursor;
  readonly condition: 'place' | 'facet' | 'contractor' | 'number' | 'text';
  /** What the list holds, in words. */
  readonly name: string;
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
  /** Whether a row is in the place. */
  readonly test: RowTest;
  /** The list of the place, or those of its facets, each of which holds rows of the place only. */
  readonly lists: readonly CandidateList[];
  /** How many of the lists cover facets. */
  readonly facetLists: number;
  /** Whether together they cover all facet conditions. */
  readonly isExact: boolean;
}

/** The plan for a place; null if it has no such permit. */
export function planPlace(filters: Filters, geoId: string, facets: FacetFilter): PlacePlan | null {
  const place = searchedPlace(geoId);
  if (place.kind === 'listed') return planListed(filters, place, facets);
  const rows =
    place.kind === 'zipExt'
      ? rowsOfZipExt(filters, filters.zipExtNumber(place.key))
      : rowsOfProperty(filters, filters.propertyRow(geoId));
  if (rows === null) return null;
  const known = new PostingsList(rows);
  return {
    others: null,
    column: null,
    value: 0,
    test: (row) => known.has(row),
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
): PlacePlan | null {
  const number = filters.placeNumber(key);
  if (number < 0) return null;
  const others = filters.byOtherPlace?.list(termOf(number, allFacet)) ?? null;
  const listsOfFacet = (facet: number) => listsOf(filters, termOf(number, facet), others !== null);
  const all = union(listsOfFacet(allFacet));
  if (all === null) return null;
  const tags = facets.tags.map((tag) => (tagIds as readonly string[]).indexOf(tag));
  const ofTags =
    column === 'state' && tags.length > 1 && others === null
      ? pairLists(filters, key.low, tags)
      : tags.map((tag): NamedList => [`tag ${tagIds[tag]}`, union(listsOfFacet(tagFacet(tag)))]);
  const alternatives: NamedList[] = (
    [
      ['status', facets.statuses.map(statusFacet)],
      ['property type', facets.types.map(typeFacet)],
    ] as const
  )
    .filter(([, anyOf]) => anyOf.length > 0)
    .map(([name, anyOf]) => [name, union(anyOf.flatMap(listsOfFacet))]);
  const lists: CandidateList[] = [];
  for (const [name, cursor] of [...ofTags, ...alternatives]) {
    if (cursor === null) return null;
    lists.push({ cursor, condition: 'facet', name: `${name} in the ${column}` });
  }
  const facetLists = lists.length;
  if (facetLists === 0) lists.push({ cursor: all, condition: 'place', name: `the ${column}` });
  const index = placeColumns.indexOf(column);
  const isThere: RowTest = (row) => filters.places[index]?.at(row) === number + 1;
  return {
    others,
    column: index,
    value: number + 1,
    test: others === null ? isThere : (row) => isThere(row) || others.has(row),
    lists,
    facetLists,
    isExact: facets.excludedTags.length === 0,
  };
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
