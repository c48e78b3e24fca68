/**
 * Finds the city that a misspelt name means (`HUSTON`, `LOS ANGLES`), among the cities of a state by edit
 * distance.
 *
 * Other evidence must confirm the city: its ZIP code or county. Without it, only a long name close to that of
 * a single large city is accepted. Null if the name stays ambiguous.
 */
import { editDistance } from '@lintel/contract/plain';
import type { HintTables } from './city-index.js';
import { kilometres } from './distance.js';
import type { City, CityHint } from './geography.js';
import { matchKey } from './name.js';

/** Letters from which on a name is compared at all, and from which on two errors are allowed. */
const shortest = 5;
const twoSlipsFrom = 8;
/** Inhabitants of a city that is believed without further evidence, and letters of its misspelt name. */
const largeCity = 20_000;
const longName = 6;
/** Maximum distance of a city from the ZIP code that confirms it. */
const nearKm = 40;

/** A city whose name is a few errors from a misspelt one. */
export interface NearCity {
  readonly city: City;
  /** Slips of letters. */
  readonly distance: number;
}

/** The cities that a name which no city bears may mean, the likeliest first. */
export function citiesNear(name: string, cities: readonly City[]): NearCity[] {
  const key = matchKey(name);
  if (key.length < shortest || /\d/.test(key)) return [];
  const allowed = key.length >= twoSlipsFrom ? 2 : 1;
  const near: NearCity[] = [];
  for (const city of cities) {
    const own = keyOf(city);
    if (Math.abs(own.length - key.length) > allowed) continue;
    if (own[0] !== key[0] && own.at(-1) !== key.at(-1)) continue;
    const distance = editDistance(key, own);
    if (distance <= allowed && own.length > distance * 3) near.push({ city, distance });
  }
  return near.sort((a, b) => a.distance - b.distance || b.city.population - a.city.population);
}

/** Which of the cities near a misspelt name (`citiesNear`) is meant; null where that stays doubtful. */
export function respelledCity(
  name: string,
  near: readonly NearCity[],
  hint: CityHint,
  tables: HintTables,
): City | null {
  const confirmed = near.find(({ city }) => isConfirmed(city, hint, tables));
  if (confirmed !== undefined) return confirmed.city;
  if (hint.zip || hint.countyGeoid) return null;
  const [first, second] = near;
  const key = matchKey(name);
  if (first === undefined || key.length < longName || first.city.population < largeCity) return null;
  // `Salt Springs` is a place of its own that the table lacks, and not Palm Springs.
  if (first.distance > 1 && keyOf(first.city)[0] !== key[0]) return null;
  return second !== undefined &&
    second.distance === first.distance &&
    second.city.population * 20 > first.city.population
    ? null
    : first.city;
}

/** Names of cities as they are compared, made once: every misspelt name is compared with all cities of a state. */
const keys = new WeakMap<City, string>();

function keyOf(city: City): string {
  let key = keys.get(city);
  if (key === undefined) {
    key = matchKey(city.uspsName);
    keys.set(city, key);
  }
  return key;
}

/** Whether ZIP code or county say that the place is this city. */
function isConfirmed(city: City, hint: CityHint, tables: HintTables): boolean {
  const zip = hint.zip ? tables.zip(hint.zip) : null;
  if (zip !== null) return city.zipCodes.includes(zip.code) || kilometres(city, zip) < nearKm;
  return hint.countyGeoid ? city.countyGeoids.includes(hint.countyGeoid) : false;
}
