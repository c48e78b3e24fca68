/**
 * Fifth step: the addresses of candidate streets, with the cost of each.
 *
 * House numbers are never fuzzy: the exact one first; numbers that begin with it while it may still be typed; and when no
 * candidate street has it, the nearest numbers of each street.
 */
import { noNumber } from './address-sort.js';
import type { AddressTables } from './address-tables.js';
import type { StreetMatch } from './candidates.js';
import * as costs from './costs.js';
import { firstAtLeast } from './first-at-least.js';
import type { HouseNumber } from './house-number.js';
import { maxNearest, maxNearestGroups, maxReadStreets, maxResults } from './limits.js';
import type { NumberedMatch, NumberRange } from './numbered.js';

export interface Match {
  readonly row: number;
  readonly cost: number;
}

/** Addresses of the streets when the query has no house number: those of the best streets, most important first. */
export function scoreStreets(tables: AddressTables, streets: readonly StreetMatch[]): Match[] {
  const found: Match[] = [];
  for (const [i, street] of streets.slice(0, maxReadStreets / 4).entries()) {
    if (found.length >= maxResults && street.cost > (streets[i - 1]?.cost ?? 0)) break;
    for (const row of tables.houseRows(street.first, street.count).subarray(0, maxResults)) {
      found.push({ row, cost: street.cost });
    }
  }
  return found;
}

/** Addresses of the streets, best first, with numbers in the ranges. */
export function numbersOfStreets(
  tables: AddressTables,
  streets: readonly StreetMatch[],
  ranges: readonly NumberRange[],
): NumberedMatch[] {
  const found: NumberedMatch[] = [];
  let read = 0;
  for (const street of streets) {
    const able = ranges.some(([low, high]) => low <= street.highest && high >= street.lowest);
    if (!able) continue;
    if (++read > maxReadStreets || found.length >= maxResults) break;
    const { cost, placeNamed } = street;
    for (const [range, [low, high]] of ranges.entries()) {
      for (const row of rowsBetween(tables, street, low, high)) found.push({ row, range, cost, placeNamed });
    }
  }
  return found;
}

/** The matches, at a cost where the house number has another suffix. */
export function withSuffixes(
  tables: AddressTables,
  matches: readonly NumberedMatch[],
  house: HouseNumber,
): Match[] {
  const wanted = tables.suffixNumbers.get(house.suffix) ?? -1;
  const found: Match[] = [];
  for (const { row, cost } of matches) {
    const suffix = tables.suffixOf(row);
    if (suffix === wanted) found.push({ row, cost });
    else if (!house.isStrict)
      found.push({ row, cost: cost + (suffix === 0 ? costs.noHouseSuffix : costs.otherHouseSuffix) });
  }
  return found;
}

/** The matches, at a cost for the digits that their numbers have more. */
export function withLonger(matches: readonly NumberedMatch[]): Match[] {
  return matches.map(({ row, cost, range }) => ({ row, cost: cost + costs.longerHouseNumber + range }));
}

function rowsBetween(tables: AddressTables, street: StreetMatch, low: number, high: number): Uint32Array {
  if (high < street.lowest || low > street.highest) return new Uint32Array(0);
  const numbers = tables.houseNumbers(street.first, street.count);
  const from = firstAtLeast(numbers, low);
  const to = Math.min(firstAtLeast(numbers, high + 1), from + maxResults);
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

/** The nearest numbers of the best streets; parts of one street in several ZIP codes count as one street. */
export function scoreNearestNumbers(
  tables: AddressTables,
  streets: readonly StreetMatch[],
  house: HouseNumber,
): Match[] {
  const groups = new Map<string, StreetMatch[]>();
  for (const street of streets) {
    if (!street.isSame) continue;
    const key = `${street.name} ${tables.placeCities[street.place]}`;
    const group = groups.get(key);
    if (group) group.push(street);
    else if (groups.size < maxNearestGroups) groups.set(key, [street]);
  }
  return [...groups.values()].flatMap((group) => nearestOfGroup(tables, group, house.value));
}

function nearestOfGroup(tables: AddressTables, group: readonly StreetMatch[], value: number): Match[] {
  const near: { row: number; distance: number; cost: number }[] = [];
  for (const street of group) {
    const numbers = tables.houseNumbers(street.first, street.count);
    const middle = firstAtLeast(numbers, value);
    const from = Math.max(0, middle - maxNearest);
    const to = Math.min(numbers.length, middle + maxNearest);
    tables.houseRows(street.first + from, to - from).forEach((row, i) => {
      const number = numbers[from + i] ?? noNumber;
      if (number === noNumber) return;
      const half = tables.suffixOf(row) === 0 ? 0 : 0.5;
      near.push({ row, distance: Math.abs(number - value) + half, cost: street.cost });
    });
  }
  return near
    .sort((a, b) => a.distance - b.distance || a.row - b.row)
    .slice(0, maxNearest)
    .map(({ row, cost }, rank) => ({
      row,
      cost: cost + costs.nearestHouseNumber + rank * costs.nearestStep,
    }));
}
