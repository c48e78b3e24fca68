/**
 * Where a dataset is from, as far as its catalog entry says: its extent, its portal (which publishes other sources of
 * the catalog), and the names of states, counties and cities in publisher, title and host. Rows decide later.
 */
import type { City, County, Geography, State } from '../../geography/geography.js';
import type { CatalogSource } from '../source/catalog-source.js';
import type { FoundDataset } from './found-dataset.js';

export interface PlaceHint {
  /** Null if nothing says it. */
  readonly state: State | null;
  readonly county: County | null;
  readonly city: City | null;
  /** Census GEOID of the city, where a source of the catalog says it. */
  readonly geoid: string | null;
  /** Whether the state itself publishes it. */
  readonly isStatewide: boolean;
}

/** A city whose name alone says where it is has so many inhabitants. */
const wellKnown = 100_000;
/** A county of a common name is meant if it is so many times larger than the next. */
const timesLarger = 5;
/** `data.wa.gov`. */
const stateHost = /^(?:www|data|opendata|gis|geo)\.[a-z]{2}\.gov$/;
const ofState = /\b(?:state|commonwealth) of\b/i;
/** `Round Rock, TX`, `ci.elm.tx.us` and `data.wa.gov` with blanks for dots. */
const stateCodes = [/,\s*([A-Z]{2})\b/, /\b([A-Z]{2})$/, /\b([a-z]{2}) (?:us|gov)$/];
/** Hosts of many publishers say nothing about the place. */
const sharedHost = /(?:^|\.)(?:arcgis\.com|arcgisonline\.com|opendatasoft\.com|socrata\.com|amazonaws\.com)$/;

export class PlaceHints {
  readonly #geography: Geography;
  /** Host → the state of all sources there. */
  readonly #hosts = new Map<string, string | null>();
  /** Hosts of sources of a whole state. */
  readonly #stateHosts = new Set<string>();
  /** Squashed name and state of a city → its GEOID. */
  readonly #geoids = new Map<string, string>();
  /** Squashed names of large cities → the largest of that name. */
  readonly #large = new Map<string, City>();
  /** Squashed name of a city or county and the code of its state, as hosts have them → the state. */
  readonly #labels = new Map<string, string>();
  /** Names of states, the longest first: West Virginia contains another. */
  readonly #names: readonly { readonly code: string; readonly pattern: RegExp }[];

  constructor(geography: Geography, sources: readonly CatalogSource[]) {
    this.#geography = geography;
    for (const { fetch, definition } of sources) {
      const { geoid, name, state } = definition.jurisdiction;
      if (geoid.length === 7) this.#geoids.set(`${squashed(name)} ${state}`, geoid);
      if (fetch === null) continue;
      const { host } = new URL(fetch.base_url);
      if (sharedHost.test(host)) continue;
      if (definition.jurisdiction.county_geoid === null) this.#stateHosts.add(host);
      this.#hosts.set(host, (this.#hosts.get(host) ?? state) === state ? state : null);
    }
    this.#names = [...geography.states]
      .sort((a, b) => b.name.length - a.name.length)
      .map(({ code, name }) => ({ code, pattern: patternOfState(name) }));
    for (const { name, state } of [...geography.cities, ...geography.counties]) {
      this.#labels.set(`${squashed(name)}${state.toLowerCase()}`, state);
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
      (sharedHost.test(host) ? null : this.#stateOfHost(host)) ??
      ofExtent?.state ??
      first(texts, (text) => this.#stateOfCounty(text)) ??
      large?.state ??
      texts.map((text) => this.#large.get(squashed(cityIn(text) ?? ''))).find((city) => city !== undefined)
        ?.state ??
      null;
    const known = state === null ? null : this.#geography.state(state);
    if (state === null || known === null) {
      return { state: null, county: null, city: null, geoid: null, isStatewide: false };
    }
    const county = first(texts, (text) => this.#countyIn(text, state));
    const named = first(texts, (text) => {
      const name = cityIn(text);
      return name === null ? null : this.#geography.city(name, state);
    });
    const city = county === null ? (named ?? (large?.state === state ? large : null)) : null;
    const geoid = city === null ? null : (this.#geoids.get(`${squashed(city.name)} ${state}`) ?? null);
    const isOfState =
      this.#stateHosts.has(host) || stateHost.test(host) || ofState.test(dataset.publisher ?? '');
    return { state: known, county, city, geoid, isStatewide: isOfState && county === null && city === null };
  }

  /** `Texas`, `austintexas.gov`, `Round Rock, TX`, `ci.elm.tx.us`. */
  #stateIn(text: string): string | null {
    const [, code] = stateCodes.map((pattern) => pattern.exec(text)).find((match) => match !== null) ?? [];
    const byCode = code === undefined ? null : this.#geography.state(code);
    if (byCode !== null) return byCode.code;
    const low = text.toLowerCase();
    const named = this.#names.filter(({ pattern }) => pattern.test(low));
    return named[0]?.code ?? null;
  }

  /** `data.framinghamma.gov`, `montgomerycountymd.gov`. */
  #stateOfHost(host: string): string | null {
    const found = host.split('.').map((label) => this.#labels.get(bare(label)));
    return found.find((state) => state !== undefined) ?? this.#stateIn(host.replace(/[.-]/g, ' '));
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
      const city = this.#large.get(bare(label));
      if (city !== undefined) return city;
    }
    return null;
  }
}

/** `City of Round Rock, TX`, `Round Rock, TX` → `Round Rock`. */
function cityIn(text: string): string | null {
  const [, name] =
    /\b(?:City|Town|Village|Township) of ((?:[A-Z][\w.'-]*\s?){1,4})/.exec(text) ??
    /^((?:[A-Z][\w.'-]*\s?){1,3}),\s*[A-Z]{2}\b/.exec(text) ??
    [];
  return (
    name?.replace(/\b(?:GIS|Open|Data|Department|Planning|Building|Permits?|IT)\b.*$/, '').trim() || null
  );
}

/** A state's name in a text or squashed in a host; as the name of a county or city it means another one. */
function patternOfState(name: string): RegExp {
  const words = name.toLowerCase();
  if (words === 'washington') return /washington state|state of washington/;
  return new RegExp(`(?:\\b${words}\\b|${squashed(name)})(?! ?county${words === 'kansas' ? '| ?city' : ''})`);
}

/** The name in a part of a host: `cityofchicago` → `chicago`. */
function bare(label: string): string {
  return squashed(
    label.replace(/^(?:opendata|data|gis|maps?)-?/, '').replace(/^(?:city|town|county)-?of-?/, ''),
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
