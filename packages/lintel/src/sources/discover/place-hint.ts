/**
 * Where a dataset is from, as far as its catalog entry says: its extent, its portal (which publishes other sources of
 * the catalog), and the names of states, counties and cities in publisher, title and host. Rows decide later.
 */
import type { City, County, Geography } from '../../geography/geography.js';
import type { CatalogSource } from '../source/catalog-source.js';
import type { FoundDataset } from './found-dataset.js';

export interface PlaceHint {
  /** Two-letter code; null if nothing says it. */
  readonly state: string | null;
  readonly county: County | null;
  readonly city: City | null;
  /** Census GEOID of the city, where a source of the catalog says it. */
  readonly geoid: string | null;
}

/** A city whose name alone says where it is has so many inhabitants. */
const wellKnown = 100_000;
/** A county of a common name is meant if it is so many times larger than the next. */
const timesLarger = 5;
/** Hosts of many publishers say nothing about the place. */
const sharedHost = /(?:^|\.)(?:arcgis\.com|arcgisonline\.com|opendatasoft\.com|socrata\.com|amazonaws\.com)$/;

export class PlaceHints {
  readonly #geography: Geography;
  /** Host → the state of all sources there. */
  readonly #hosts = new Map<string, string | null>();
  /** Squashed name and state of a city → its GEOID. */
  readonly #geoids = new Map<string, string>();
  /** Squashed names of large cities → the largest of that name. */
  readonly #large = new Map<string, City>();

  constructor(geography: Geography, sources: readonly CatalogSource[]) {
    this.#geography = geography;
    for (const { fetch, definition } of sources) {
      const { geoid, name, state } = definition.jurisdiction;
      if (geoid.length === 7) this.#geoids.set(`${squashed(name)} ${state}`, geoid);
      if (fetch === null) continue;
      const { host } = new URL(fetch.base_url);
      if (sharedHost.test(host)) continue;
      this.#hosts.set(host, (this.#hosts.get(host) ?? state) === state ? state : null);
    }
    for (const city of geography.cities) {
      if (city.population < wellKnown) continue;
      const known = this.#large.get(squashed(city.name));
      if (known === undefined || known.population < city.population)
        this.#large.set(squashed(city.name), city);
    }
  }

  of(dataset: FoundDataset): PlaceHint {
    const { host } = new URL(dataset.fetch.base_url);
    const texts = [dataset.publisher ?? '', dataset.title].map((text) => text.replaceAll('_', ' '));
    const ofExtent =
      dataset.middle === null ? null : this.#geography.countyAt(dataset.middle.lat, dataset.middle.lng);
    const large = sharedHost.test(host) ? null : this.#cityOfHost(host);
    const state =
      this.#hosts.get(host) ??
      texts.map((text) => this.#stateIn(text)).find((found) => found !== null) ??
      this.#stateIn(sharedHost.test(host) ? '' : host.replace(/[.-]/g, ' ')) ??
      ofExtent?.state ??
      first(texts, (text) => this.#stateOfCounty(text)) ??
      large?.state ??
      texts.map((text) => this.#large.get(squashed(cityIn(text) ?? ''))).find((city) => city !== undefined)
        ?.state ??
      null;
    if (state === null) return { state, county: null, city: null, geoid: null };
    const county = first(texts, (text) => this.#countyIn(text, state));
    const named = first(texts, (text) => {
      const name = cityIn(text);
      return name === null ? null : this.#geography.city(name, state);
    });
    const city = county === null ? (named ?? (large?.state === state ? large : null)) : null;
    const geoid = city === null ? null : (this.#geoids.get(`${squashed(city.name)} ${state}`) ?? null);
    return { state, county, city, geoid };
  }

  /** `Texas`, `austintexas.gov`, `Round Rock, TX`, `ci.elm.tx.us`. */
  #stateIn(text: string): string | null {
    const [, code] =
      /(?:,\s*|\b)([A-Z]{2})\b(?=\s*$|[\s,)]+\d{5})/.exec(text) ?? /\b([a-z]{2}) us$/.exec(text) ?? [];
    const byCode = code === undefined ? null : this.#geography.state(code);
    if (byCode !== null) return byCode.code;
    const low = text.toLowerCase();
    // A longer name may contain a shorter one: West Virginia.
    const named = this.#geography.states
      .filter(({ name }) => low.includes(name.toLowerCase()) || low.includes(squashed(name)))
      .sort((a, b) => b.name.length - a.name.length);
    return (
      named.find(({ name }) => !/^(?:Washington|New York)$/.test(name) || !/\bcity\b|\bd\.?c\b/.test(low))
        ?.code ?? null
    );
  }

  /** Of a county whose name is that of no other one nearly as large. */
  #stateOfCounty(text: string): string | null {
    const counties = this.#geography.states
      .flatMap(({ code }) => this.#countyIn(text, code) ?? [])
      .sort((a, b) => b.population - a.population);
    const [largest, next] = counties;
    const isAlone = largest !== undefined && largest.population > timesLarger * (next?.population ?? 0);
    return isAlone ? largest.state : null;
  }

  #countyIn(text: string, state: string): County | null {
    for (const [, before = ''] of text.matchAll(/((?:[A-Z][\w.']*\s+){1,3})(?:County|Parish|Borough)\b/g)) {
      const words = before.trim().split(/\s+/);
      for (let start = 0; start < words.length; start += 1) {
        const county = this.#geography.county(words.slice(start).join(' '), state);
        if (county !== null) return county;
      }
    }
    return null;
  }

  /** `data.cityofchicago.org`, `data.seattle.gov`. */
  #cityOfHost(host: string): City | null {
    for (const label of host.split('.').slice(0, -1)) {
      const name = label.replace(/^(?:opendata|data|gis|maps?)-?/, '').replace(/^(?:city-?of|cityof)-?/, '');
      const city = this.#large.get(squashed(name));
      if (city !== undefined) return city;
    }
    return null;
  }
}

/** `City of Round Rock, TX` → `Round Rock`. */
function cityIn(text: string): string | null {
  const [, name] = /\b(?:City|Town|Village|Township) of ((?:[A-Z][\w.'-]*\s?){1,4})/.exec(text) ?? [];
  return (
    name?.replace(/\b(?:GIS|Open|Data|Department|Planning|Building|Permits?|IT)\b.*$/, '').trim() || null
  );
}

function squashed(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function first<T, R>(items: readonly T[], find: (item: T) => R | null): R | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
