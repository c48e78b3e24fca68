/**
 * How permits are described to the filters: facets as small numbers, places as 64-bit keys.
 *
 * A term is a place and, optionally, one facet: a tag, a status or a property type. The rows of every term
 * are stored in result order, so that the most common filters are answered from one list.
 */
import {
  contractorClassifications,
  geoIdKind,
  permitRecordKinds,
  permitStatuses,
  propertyTypes,
  tagIds,
} from '@lintel/contract/plain';

/** Terms of one place: the place itself, then its facets. */
export const allFacet = 0;
export const tagFacet = (tag: number) => 1 + tag;
/** The tag of a facet; negative when it is of another kind. */
export const facetTag = (facet: number) => (facet > tagIds.length ? -1 : facet - 1);
/** `status` and `type` as a prepared permit numbers them: from 1, 0 when unknown. */
export const statusFacet = (status: number) => tagIds.length + status;
export const typeFacet = (type: number) => tagIds.length + permitStatuses.length + type;
const facetCount = 1 + tagIds.length + permitStatuses.length + propertyTypes.length;

export const termOf = (place: number, facet: number) => place * facetCount + facet;

/** The facets of a permit or property: the one shared by all, then the tags. */
export function facetsOf(tagsLow: number, tagsHigh: number, status: number, type: number): number[] {
  const facets = [allFacet];
  for (let word = tagsLow; word !== 0; word &= word - 1) {
    facets.push(tagFacet(31 - Math.clz32(word & -word)));
  }
  for (let word = tagsHigh; word !== 0; word &= word - 1) {
    facets.push(tagFacet(32 + 31 - Math.clz32(word & -word)));
  }
  if (status > 0) facets.push(statusFacet(status));
  if (type > 0) facets.push(typeFacet(type));
  return facets;
}

/** Pairs of tags. */
const pairCount = (tagIds.length * (tagIds.length - 1)) / 2;
const letterA = 65;
const letters = 26;

/** Term of two different tags in a state, given by its two letters as a permit entry holds them. */
export function pairTerm(state: number, one: number, other: number): number {
  const [low, high] = one < other ? [one, other] : [other, one];
  const place = ((state & 255) - letterA) * letters + (state >>> 8) - letterA;
  return place * pairCount + (high * (high - 1)) / 2 + low;
}

/** Bits of the second word of a permit's facets: the tags from the 33rd on, its status, its property type, its kind of record. */
export const highTagsMask = 0xffff;
const statusShift = 16;
const typeShift = 20;
const kindShift = 24;
const outlierShift = 28;
const nibble = 15;

if (
  tagIds.length > 32 + 16 ||
  permitStatuses.length > nibble ||
  propertyTypes.length > nibble ||
  permitRecordKinds.length > nibble
)
  throw new Error('the vocabulary has outgrown the bits of a facets column');

export function packFacets(
  tagsHigh: number,
  status: number,
  type: number,
  kind = 0,
  isOutlier = false,
): number {
  const words = (status << statusShift) | (type << typeShift) | (kind << kindShift);
  return ((tagsHigh & highTagsMask) | words | (Number(isOutlier) << outlierShift)) >>> 0;
}
export const statusOf = (packed: number) => (packed >>> statusShift) & nibble;
export const typeOf = (packed: number) => (packed >>> typeShift) & nibble;
/** Whether the declared value is far beyond the usual. */
export const isOutlier = (packed: number) => ((packed >>> outlierShift) & 1) === 1;
/** 1 + index in `permitRecordKinds`, 0 when unknown. */
export const kindOf = (packed: number) => (packed >>> kindShift) & nibble;

/** Classifications of contractors as bits, in the order of the vocabulary. */
export function classificationBits(names: readonly string[]): number {
  let bits = 0;
  for (const [bit, name] of contractorClassifications.entries()) if (names.includes(name)) bits |= 1 << bit;
  return bits;
}

/** The kinds of place that have lists of rows, in the order of their columns. */
export const placeColumns = ['state', 'county', 'city', 'jurisdiction', 'zip'] as const;
export type PlaceColumn = (typeof placeColumns)[number];

/** A place as the two words of its key. The top bits of a key distinguish the kinds of geo_id (C9). */
export interface PlaceKey {
  readonly high: number;
  readonly low: number;
}

/** High word of the keys of ZIP codes. */
export const zipHigh = 1;

/** Key of a state, by its two letters as a permit entry holds them. */
const stateKeyOf = (letters: number): PlaceKey => ({ high: 0, low: letters });
/** Key of a state, by its code. */
export const stateKey = (code: string) => stateKeyOf(code.charCodeAt(0) + code.charCodeAt(1) * 256);
/** Key of a ZIP code, as a prepared permit holds it: plus one. */
const zipKey = (zip: number): PlaceKey => ({ high: zipHigh, low: zip });

/**
 * The text by which a ZIP code with extension is looked up, as a prepared permit holds it: the nine digits
 * plus one.
 */
export const zipExtText = (zipExt: number) => String(zipExt - 1).padStart(9, '0');

/** The place that a geo_id in a search refers to. */
type SearchedPlace =
  | { readonly kind: 'listed'; readonly column: PlaceColumn; readonly key: PlaceKey }
  | { readonly kind: 'zipExt'; readonly key: PlaceKey }
  | { readonly kind: 'address' };

/** The place of a well-formed geo_id. */
export function searchedPlace(geoId: string): SearchedPlace {
  const kind = geoIdKind(geoId);
  if (kind === null) throw new Error(`not a geo_id: ${geoId}`);
  if (kind === 'address') return { kind };
  if (kind === 'state') {
    return {
      kind: 'listed',
      column: 'state',
      key: stateKey(geoId),
    };
  }
  if (kind === 'zip') {
    const key = zipKey(Number(geoId.replace('-', '')) + 1);
    return geoId.length > 5 ? { kind: 'zipExt', key } : { kind: 'listed', column: 'zip', key };
  }
  const bytes = Buffer.from(geoId, 'base64url');
  return { kind: 'listed', column: kind, key: { high: bytes.readUInt32BE(), low: bytes.readUInt32BE(4) } };
}

/** The geo_id of a place by its key; of a ZIP code five digits. */
export function geoIdOf(column: PlaceColumn, { high, low }: PlaceKey): string {
  if (column === 'state') return String.fromCharCode(low & 255, low >>> 8);
  if (column === 'zip') return String(low - 1).padStart(5, '0');
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeUInt32BE(high, 0);
  bytes.writeUInt32BE(low, 4);
  return bytes.toString('base64url');
}
