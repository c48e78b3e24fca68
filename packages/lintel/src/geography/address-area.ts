/**
 * The area within which a house number and street name one house, whatever city name stands beside them.
 *
 * A ZIP code has one preferred place name, so names that the Postal Service merely accepts, neighbourhoods and
 * unincorporated places fold into it. A larger town without a post office of its own keeps its name, for its streets
 * are its own although its mail is its neighbour's. A ZIP code far from the city is not believed.
 */
import { kilometres } from './distance.js';
import type { City, ZipCode } from './geography.js';
import { foldName } from './name.js';

/** Inhabitants from which on a town without a post office is taken to have street names of its own. */
const ownStreetsFrom = 5_000;
/** How far apart a city and a ZIP code of another name may lie. */
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

  /** The area of a city (null and its name where it is in no table) and five-digit ZIP code; null where neither is known. */
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
