/**
 * Counties by name in a state, and GEOIDs that the Census retired.
 *
 * Full names come first (`BALTIMORE CITY`, `BALTIMORE COUNTY`); a bare name means the county rather than the
 * independent city of that name.
 */
import type { County } from './geography.js';
import { bareCountyName, foldName, matchKey } from './name.js';

/** Retired GEOIDs whose land went to one county. */
export const retiredGeoids: Readonly<Record<string, string>> = {
  '02270': '02158', // Wade Hampton, now Kusilvak
  '12025': '12086', // Dade, now Miami-Dade
  '46113': '46102', // Shannon, now Oglala Lakota
  '51515': '51019', // Bedford city, now in Bedford County
  '51560': '51005', // Clifton Forge, now in Alleghany County
  '51780': '51083', // South Boston, now in Halifax County
};

/** Names in wide use that no rule derives, by state, as match keys: of a bare name. */
const aliases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DC: { DC: 'DISTRICTOFCOLUMBIA', WASHINGTON: 'DISTRICTOFCOLUMBIA', WASHINGTONDC: 'DISTRICTOFCOLUMBIA' },
  FL: { DADE: 'MIAMIDADE' },
  NY: { BROOKLYN: 'KINGS', MANHATTAN: 'NEWYORK', STATENISLAND: 'RICHMOND', THEBRONX: 'BRONX' },
  SD: { SHANNON: 'OGLALALAKOTA' },
};

export class CountyIndex {
  readonly #state: string;
  readonly #byFullName = new Map<string, County>();
  readonly #byBareName = new Map<string, County>();

  constructor(state: string) {
    this.#state = state;
  }

  /** Adds a county under its names. All must be added before the first look-up. */
  add(county: County): void {
    this.#byFullName.set(matchKey(county.name), county);
    const bare = bareCountyName(county.uspsName)
      .replace(/ CITY$/, '')
      .replaceAll(' ', '');
    if (!this.#byBareName.has(bare) || !isIndependentCity(county)) this.#byBareName.set(bare, county);
  }

  /** The county of the name, or null. */
  find(name: string): County | null {
    const folded = foldName(name);
    const full = this.#byFullName.get(folded.replaceAll(' ', ''));
    if (full) return full;
    const cityOf = folded.match(/^CITY OF (.+)$/)?.[1];
    const city = cityOf === undefined ? undefined : this.#byFullName.get(`${cityOf.replaceAll(' ', '')}CITY`);
    if (city) return city;
    const bare = bareCountyName(folded).replaceAll(' ', '');
    const known = this.#byBareName.get(aliases[this.#state]?.[bare] ?? bare);
    if (known) return known;
    return this.#byBareName.get(bare.replace(/CITY$/, '')) ?? null;
  }
}

function isIndependentCity(county: County): boolean {
  return county.name.endsWith(' city');
}
