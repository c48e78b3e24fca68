/**
 * Cities by name in a state. A name gives the list of its cities, most populous first; other evidence (ZIP
 * code, county) chooses among them. An unknown name is tried in its variants.
 */

import { memoize } from '../base/memory/lru-cache.js';
import { citiesNear, type NearCity, respelledCity } from './city-respelling.js';
import { kilometres, type Point } from './distance.js';
import type { City, CityHint, County, ZipCode } from './geography.js';
import { cityVariants, matchKey } from './name.js';

/** Distinct spellings cached for a state. */
const maxNames = 20_000;
const none: readonly City[] = [];

/** What a state's index needs of the other tables. */
export interface HintTables {
  zip(code: string): ZipCode | null;
  county(geoid: string): County | null;
}

export class CityIndex {
  readonly #state: string;
  readonly #stateName: string;
  readonly #cities: readonly City[];
  /** Made at the first look-up: most runs touch few states. */
  #byKey: Map<string, City[]> | null = null;
  /** All cities that a name may mean, most populous first. Rows of a source repeat their few place names. */
  readonly named = memoize((name: string) => this.#find(name), { capacity: maxNames });
  /** The cities that a misspelt name may mean: finding them compares it with all names of the state. */
  readonly #near = memoize((name: string): readonly NearCity[] => citiesNear(name, this.#cities), {
    capacity: maxNames,
  });

  /** Indexes the cities of one state. */
  constructor(state: string, stateName: string, cities: readonly City[]) {
    this.#state = state;
    this.#stateName = stateName;
    this.#cities = cities;
  }

  /** The city of the name, or null. */
  find(name: string, hint: CityHint | undefined, tables: HintTables): City | null {
    const cities = this.named(name);
    if (cities.length <= 1 || hint === undefined) return cities[0] ?? null;
    return choose(cities, hint, tables);
  }

  /** The city that a misspelt name means, or null. */
  respell(name: string, hint: CityHint | undefined, tables: HintTables): City | null {
    const near = this.#near(name);
    return near.length === 0 ? null : respelledCity(name, near, hint ?? {}, tables);
  }

  #find(name: string): readonly City[] {
    const key = matchKey(name);
    if (key === '') return none;
    this.#byKey ??= citiesByKey(this.#cities);
    const byKey = this.#byKey;
    const own = byKey.get(key);
    if (own) return own;
    for (const step of cityVariants(name, this.#state, this.#stateName)) {
      const hits = step.flatMap((variant) => {
        const cities = byKey.get(variant);
        return cities ? [cities] : [];
      });
      if (hits.length === 1) return hits[0] ?? none;
      if (hits.length > 1) return none;
    }
    return none;
  }
}

/** Each name's cities, most populous first. */
function citiesByKey(cities: readonly City[]): Map<string, City[]> {
  const byKey = new Map<string, City[]>();
  for (const city of cities) {
    for (const key of new Set([matchKey(city.uspsName), matchKey(city.name)])) {
      const namesakes = byKey.get(key);
      if (namesakes) namesakes.push(city);
      else byKey.set(key, [city]);
    }
  }
  for (const namesakes of byKey.values()) namesakes.sort(byRank);
  return byKey;
}

/** Of one name: the city of the ZIP code, else of the county, else the nearest to either, else the first. */
function choose(cities: readonly City[], hint: CityHint, tables: HintTables): City | null {
  const zip = hint.zip ? tables.zip(hint.zip) : null;
  if (zip) {
    const holding = cities.find((city) => city.zipCodes.includes(zip.code));
    if (holding) return holding;
  }
  const geoid = hint.countyGeoid ?? zip?.countyGeoid;
  if (!geoid) return cities[0] ?? null;
  const touching = cities.find((city) => city.countyGeoids.includes(geoid));
  if (touching) return touching;
  return nearestCity(cities, zip ?? tables.county(geoid));
}

function nearestCity(cities: readonly City[], to: Point | null): City | null {
  if (to === null) return cities[0] ?? null;
  return [...cities].sort((a, b) => kilometres(to, a) - kilometres(to, b))[0] ?? null;
}

function byRank(a: City, b: City): number {
  return (
    b.population - a.population ||
    b.zipCodes.length - a.zipCodes.length ||
    (a.countyGeoid < b.countyGeoid ? -1 : 1)
  );
}
