/**
 * What a decision can be filtered by, as words of a full-text index: its places and its closed and open
 * vocabularies. A word starts with a letter for its kind and ends with one that no stemmer removes.
 */
import { createHash } from 'node:crypto';
import type { Decision } from '@lintel/contract';
import { assetClasses, decisionCategories, geoIdKind, propertyTypes } from '@lintel/contract/plain';

const end = 'q';

/** The word of a place. geo_ids are case-sensitive, a full-text index is not: hence hexadecimal. */
export function placeWord(geoId: string): string {
  const isState = geoIdKind(geoId) === 'state';
  return `g${isState ? geoId.toLowerCase() : Buffer.from(geoId, 'base64url').toString('hex')}${end}`;
}

const listed = (letter: string, values: readonly string[], value: string) =>
  `${letter}${values.indexOf(value)}${end}`;

export const assetClassWord = (value: string) => listed('a', assetClasses, value);
export const categoryWord = (value: string) => listed('c', decisionCategories, value);
export const propertyTypeWord = (value: string) => listed('p', propertyTypes, value);

/** Subcategories are an open set. */
export function subcategoryWord(value: string): string {
  return `u${createHash('sha256').update(value).digest('hex').slice(0, 16)}${end}`;
}

/** All words of a decision, separated by spaces. */
export function facetsOf(decision: Decision): string {
  const { address_id, city_id, county_id, jurisdiction_id, state } = decision;
  const places = [address_id, city_id, county_id, jurisdiction_id, state].filter((place) => place !== null);
  return [
    ...places.map(placeWord),
    ...(decision.asset_class === null ? [] : [assetClassWord(decision.asset_class)]),
    ...(decision.category === null ? [] : [categoryWord(decision.category)]),
    ...(decision.property_type === null ? [] : [propertyTypeWord(decision.property_type)]),
    ...(decision.subcategory === null ? [] : [subcategoryWord(decision.subcategory)]),
  ].join(' ');
}
