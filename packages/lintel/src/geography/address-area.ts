/**
 * The area within which a house number and street identify one house, whatever city name is written with
 * them.
 *
 * A ZIP code has one preferred place name, so names that the Postal Service merely accepts, neighbourhoods
 * and unincorporated places fold into it. A larger town without its own post office keeps its name: it names
 * its own streets, although its mail goes through a neighbour. A ZIP code far from the city is ignored.
 */
import { kilometres } from './distance.js';
import type { City, ZipCode } from './geography.js';
import { foldName } from './name.js';

/** Minimum inhabitants for a town without a post office to count as having its own street names. */
const ownStreetsFrom = 5_000;
/** Maximum distance between a city and a ZIP code with another name. */
const nearKm = 40;

export class AddressAreas {
  readonly #zips: ReadonlyMap<string, ZipCode>;
  readonly #cityOf: (zip: ZipCode) => City | null;
  readonly #byZip = new Map<ZipCode, string>();
  /** Cities with a post office. Found at the first question. */
  #offices: ReadonlySet<City> | null = null;

  constructor(zips: ReadonlyMap<string, ZipCode>, cityOf: (zip: ZipCode) => City | null) {
    this.#zips = zips;
    this.#cityOf = cityOf;
  }

  /**
   * The area of a city (for an unknown one: null and its name) and five-digit ZIP code; null if neither is
   * known.
   */
  find(city: City | null, name: string | null, zip: string | null): string | null {
    const known = zip === null ? undefined : this.#zips.get(zip);
    if (city === null) return known === undefined ? (name ?? zip) : this.#ofZip(known);
    if (city.population >= ownStreetsFrom && city.zipCodes.length === 1 && !this.#hasOffice(city))
      return city.uspsName;
    if (known !== undefined && isNear(city, known)) return this.#ofZip(known);
    const [borrowed = '', more] = city.zipCodes;
    const own = more === undefined && !this.#hasOffice(city) ? this.#zips.get(borrowed) : undefined;
    return own === undefined ? city.uspsName : this.#ofZip(own);
  }

  #ofZip(zip: ZipCode): string {
    let area = this.#byZip.get(zip);
    if (area === undefined) {
      area = this.#cityOf(zip)?.uspsName ?? foldName(zip.placeName);
      this.#byZip.set(zip, area);
    }
    return area;
  }

  #hasOffice(city: City): boolean {
    this.#offices ??= new Set([...this.#zips.values()].flatMap((zip) => this.#cityOf(zip) ?? []));
    return this.#offices.has(city);
  }
}

function isNear(city: City, zip: ZipCode): boolean {
  return (
    city.zipCodes.includes(zip.code) ||
    city.countyGeoids.includes(zip.countyGeoid) ||
    kilometres(city, zip) < nearKm
  );
}
