/**
 * Finds the city that a misspelt name means (`HUSTON`, `LOS ANGLES`), among the cities of a state by few slips of letters.
 *
 * What is known beside the name must confirm the city: it lies at the ZIP code or in the county. Without such evidence
 * only a long name near a single large city is believed. Null where the name stays doubtful.
 */
import { slips } from '@lintel/contract';
import type { HintTables } from './city-index.js';
import { kilometres } from './distance.js';
import type { City, CityHint } from './geography.js';
import { matchKey } from './name.js';

/** Letters from which on a name is compared at all, and from which on two slips are allowed. */
const shortest = 5;
const twoSlipsFrom = 8;
/** Inhabitants of a city that is believed without further evidence, and letters of its misspelt name. */
const largeCity = 20_000;
const longName = 6;
/** How far a city may lie from the ZIP code that confirms it. */
const nearKm = 40;

/** The city meant by a name that no city bears. */
export function respelledCity(
  name: string,
  cities: readonly City[],
  hint: CityHint,
  tables: HintTables,
): City | null {
  const key = matchKey(name);
  if (key.length < shortest || /\d/.test(key)) return null;
  const allowed = key.length >= twoSlipsFrom ? 2 : 1;
  const near = cities.flatMap((city) => {
    const own = keyOf(city);
    const difference = Math.abs(own.length - key.length);
    if (difference > allowed || (own[0] !== key[0] && own.at(-1) !== key.at(-1))) return [];
    const distance = slips(key, own);
    return distance <= allowed && own.length > distance * 3 ? [{ city, distance }] : [];
  });
  near.sort((a, b) => a.distance - b.distance || b.city.population - a.city.population);
  const confirmed = near.find(({ city }) => isConfirmed(city, hint, tables));
  if (confirmed !== undefined) return confirmed.city;
  if (hint.zip || hint.countyGeoid) return null;
  const [first, second] = near;
  if (first === undefined || key.length < longName || first.city.population < largeCity) return null;
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
