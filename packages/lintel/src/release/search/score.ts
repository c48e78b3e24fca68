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
import type { HouseNumber } from './house-number.js';
import { maxNearest, maxNearestGroups, maxPrefixStreets, maxReadStreets, maxResults } from './limits.js';

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

/** Addresses with exactly this number. */
export function scoreExactNumbers(
  tables: AddressTables,
  streets: readonly StreetMatch[],
  house: HouseNumber,
): Match[] {
  const suffix = tables.suffixNumbers.get(house.suffix) ?? -1;
  const found: Match[] = [];
  let read = 0;
  for (const street of streets) {
    if (house.value < street.lowest || house.value > street.highest) continue;
    if (++read > maxReadStreets || found.length >= maxResults) break;
    const numbers = tables.houseNumbers(street.first, street.count);
    const from = lowerBound(numbers, house.value);
    const to = lowerBound(numbers, house.value + 1);
    if (from === to) continue;
    const suffixes = tables.houseSuffixes(street.first + from, to - from);
    tables.houseRows(street.first + from, to - from).forEach((row, i) => {
      const other = suffixes[i] !== suffix;
      found.push({ row, cost: street.cost + (other ? costs.otherHouseSuffix : 0) });
    });
  }
  return found;
}

/** Addresses whose number begins with this one and has more digits. */
export function scoreLongerNumbers(
  tables: AddressTables,
  streets: readonly StreetMatch[],
  house: HouseNumber,
): Match[] {
  const found: Match[] = [];
  for (const street of streets.slice(0, maxPrefixStreets)) {
    const numbers = tables.houseNumbers(street.first, street.count);
    for (const [digits, [low, high]] of longerNumbers(house.value).entries()) {
      const from = lowerBound(numbers, low);
      const to = Math.min(lowerBound(numbers, high + 1), from + maxResults);
      const cost = street.cost + costs.longerHouseNumber + digits;
      for (const row of tables.houseRows(street.first + from, to - from)) found.push({ row, cost });
    }
  }
  return found;
}

/** Ranges of the numbers that continue a number by one digit, by two, … up to nine digits in all. */
export function longerNumbers(value: number): [number, number][] {
  const ranges: [number, number][] = [];
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
    const middle = lowerBound(numbers, value);
    const from = Math.max(0, middle - maxNearest);
    const to = Math.min(numbers.length, middle + maxNearest);
    tables.houseRows(street.first + from, to - from).forEach((row, i) => {
      const number = numbers[from + i] ?? noNumber;
      if (number !== noNumber) near.push({ row, distance: Math.abs(number - value), cost: street.cost });
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

/** Position of the first number that is at least `value`. */
export function lowerBound(numbers: Uint32Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
