/**
 * Fifth step: the addresses of candidate streets, with the cost of each.
 *
 * House numbers are never fuzzy: the exact one first, with numbers that continue it while it may still be
 * typed; after all of them, as other houses, the same number with another suffix, the nearest numbers of a
 * street that lacks it, and numbers that continue one that is complete.
 */

import { lowerBound } from '../base/memory/lower-bound.js';
import type { AddressTables } from '../format/address-index/address-tables.js';
import type { HouseNumber } from '../format/address-index/house-number.js';
import { noNumber } from '../format/address-index/layout.js';
import { maxNearest, maxNearestGroups, maxReadStreets, maxResults } from '../format/address-index/limits.js';
import type { HouseNumberMatch, NumberRange } from './by-house-number.js';
import type { StreetMatch } from './candidates.js';
import * as costs from './costs.js';

/**
 * How the house number of an address matches: not requested, exact, a completion while typing, or another
 * number.
 */
type HouseFit = 'none' | 'same' | 'begun' | 'other';

/** An address that matches a question, and what of it matches. */
export interface Scored {
  readonly row: number;
  readonly cost: number;
  readonly house: HouseFit;
  /** Its street's name and its place, null where the question's words were not searched there. */
  readonly name: number | null;
  readonly place: number | null;
}

/**
 * Addresses of the streets when the query has no house number: those of the best streets, most important
 * first.
 */
export function scoreStreets(tables: AddressTables, streets: readonly StreetMatch[]): Scored[] {
  const found: Scored[] = [];
  for (const [i, street] of streets.slice(0, maxReadStreets / 4).entries()) {
    if (found.length >= maxResults && street.cost > (streets[i - 1]?.cost ?? 0)) break;
    const { cost, name, place } = street;
    for (const row of tables.houseRows(street.first, street.count).subarray(0, maxResults)) {
      found.push({ row, cost, house: 'none', name, place });
    }
  }
  return found;
}

/** Addresses of the streets, best first, with numbers in the ranges. */
export function numbersOfStreets(
  tables: AddressTables,
  streets: readonly StreetMatch[],
  ranges: readonly NumberRange[],
): HouseNumberMatch[] {
  const found: HouseNumberMatch[] = [];
  let read = 0;
  for (const street of streets) {
    const able = ranges.some(([low, high]) => low <= street.highest && high >= street.lowest);
    if (!able) continue;
    if (++read > maxReadStreets || found.length >= maxResults) break;
    const { name, place, cost, placeNamed } = street;
    for (const [range, [low, high]] of ranges.entries()) {
      for (const row of rowsBetween(tables, street, low, high))
        found.push({ row, range, name, place, cost, placeNamed });
    }
  }
  return found;
}

/** The matches, at a cost where the house number has another suffix. */
export function withSuffixes(
  tables: AddressTables,
  matches: readonly HouseNumberMatch[],
  house: HouseNumber,
): Scored[] {
  const wanted = tables.suffixNumbers.get(house.suffix) ?? -1;
  const found: Scored[] = [];
  for (const { row, cost, name, place } of matches) {
    const suffix = tables.suffixOf(row);
    if (suffix === wanted) found.push({ row, cost, house: 'same', name, place });
    else if (!house.isStrict) {
      const more = suffix === 0 ? costs.noHouseSuffix : costs.otherHouseSuffix;
      found.push({ row, cost: cost + more, house: 'other', name, place });
    }
  }
  return found;
}

/**
 * The matches, at a cost for the additional digits of their numbers; `typed` while such digits may follow.
 */
export function withLonger(matches: readonly HouseNumberMatch[], typed: boolean): Scored[] {
  const more = typed ? costs.longerHouseNumber : costs.continuedHouseNumber;
  const house = typed ? 'begun' : 'other';
  return matches.map(({ row, cost, range, name, place }) => ({
    row,
    cost: cost + more + range,
    house,
    name,
    place,
  }));
}

function rowsBetween(tables: AddressTables, street: StreetMatch, low: number, high: number): Uint32Array {
  if (high < street.lowest || low > street.highest) return new Uint32Array(0);
  const numbers = tables.houseNumbers(street.first, street.count);
  const from = lowerBound(numbers, low);
  const to = Math.min(lowerBound(numbers, high + 1), from + maxResults);
  return tables.houseRows(street.first + from, to - from);
}

/** Ranges of the numbers that continue a number by one digit, by two, … up to nine digits in all. */
export function longerNumbers(value: number): NumberRange[] {
  const ranges: NumberRange[] = [];
  if (value === 0) return ranges;
  for (let factor = 10; value * factor < 1_000_000_000; factor *= 10) {
    ranges.push([value * factor, value * factor + factor - 1]);
  }
  return ranges;
}

/**
 * The nearest numbers of the best streets that differ in at most this many suffixes and directions; parts of
 * one street in several ZIP codes count as one street.
 */
export function scoreNearestNumbers(
  tables: AddressTables,
  streets: readonly StreetMatch[],
  house: HouseNumber,
  maxWrongSoft: number,
): Scored[] {
  const groups = new Map<string, StreetMatch[]>();
  for (const street of streets) {
    if (street.wrongSoft > maxWrongSoft) continue;
    const key = `${street.name} ${tables.placeCities[street.place]}`;
    const group = groups.get(key);
    if (group) group.push(street);
    else if (groups.size < maxNearestGroups) groups.set(key, [street]);
  }
  return [...groups.values()].flatMap((group) => nearestOfGroup(tables, group, house.value));
}

function nearestOfGroup(tables: AddressTables, group: readonly StreetMatch[], value: number): Scored[] {
  const near: { row: number; distance: number; street: StreetMatch }[] = [];
  for (const street of group) {
    const numbers = tables.houseNumbers(street.first, street.count);
    const middle = lowerBound(numbers, value);
    const from = Math.max(0, middle - maxNearest);
    const to = Math.min(numbers.length, middle + maxNearest);
    tables.houseRows(street.first + from, to - from).forEach((row, i) => {
      const number = numbers[from + i] ?? noNumber;
      if (number === noNumber) return;
      const half = tables.suffixOf(row) === 0 ? 0 : 0.5;
      near.push({ row, distance: Math.abs(number - value) + half, street });
    });
  }
  return near
    .sort((a, b) => a.distance - b.distance || a.row - b.row)
    .slice(0, maxNearest)
    .map(({ row, street: { cost, name, place } }, rank) => ({
      row,
      cost: cost + costs.nearestHouseNumber + rank * costs.nearestStep,
      house: 'other',
      name,
      place,
    }));
}
