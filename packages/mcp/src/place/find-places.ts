/**
 * Places and addresses by text. Each result costs a credit, so the kind is taken from the look of the text where the
 * caller names none: one search is asked, and others only when it finds nothing.
 */
import { isStateCode } from '@lintel/contract';
import type { Call } from '../protocol/call.js';

export const placeKinds = ['address', 'city', 'county', 'jurisdiction', 'state', 'zipcode'] as const;
export type PlaceKind = (typeof placeKinds)[number];

export interface FoundPlace {
  readonly kind: PlaceKind;
  readonly geo_id: string;
  readonly name: string;
  /** How well an address answers the text. */
  readonly match?: string;
  /** Of an address: `latitude,longitude` in degrees, as the searches take it. */
  readonly near?: string;
}

interface FoundPlaces {
  readonly places: readonly FoundPlace[];
  /** Whether others are like the text too. */
  readonly has_more: boolean;
}

/** Places of the kind; null for the kind that the text looks like. */
export async function findPlaces(
  text: string,
  kind: PlaceKind | null,
  size: number,
  call: Call,
): Promise<FoundPlaces> {
  if (kind !== null) return search(kind, text, size, call);
  for (const step of stepsFor(text)) {
    const found: FoundPlaces[] = [];
    for (const { kind: each, most } of step) {
      found.push(await search(each, text, Math.min(most, size), call));
    }
    const places = found.flatMap(({ places: some }) => some);
    if (places.length > 0) return { places, has_more: found.some(({ has_more }) => has_more) };
  }
  return { places: [], has_more: false };
}

interface Search {
  readonly kind: PlaceKind;
  readonly most: number;
}

/** The searches for a text: those of a step together, the next step only if nothing was found. */
function stepsFor(text: string): readonly (readonly Search[])[] {
  const trimmed = text.trim();
  const of = (kind: PlaceKind, most = 100): Search => ({ kind, most });
  if (isStateCode(trimmed.toUpperCase())) return [[of('state', 1)]];
  if (/^\d{3,5}(?:-\d{4})?(?:,? *[A-Za-z]{2})?$/.test(trimmed)) return [[of('zipcode')], [of('address')]];
  if (/^\d/.test(trimmed)) return [[of('address')]];
  if (/\b(?:county|parish|borough|census area)\b/i.test(trimmed)) return [[of('county')], [of('city')]];
  // A state may have the name of a city; its search finds nothing, at no cost, for most texts.
  const named = trimmed.includes(',') ? [of('city')] : [of('state', 1), of('city')];
  return [named, [of('county')], [of('jurisdiction')], [of('address')]];
}

async function search(
  kind: PlaceKind,
  q: string,
  size: number,
  { lintel, request }: Call,
): Promise<FoundPlaces> {
  const query = { q, size, fields: ['name'] } as const;
  switch (kind) {
    case 'address': {
      const fields = ['name', 'match', 'lat', 'long'] as const;
      return foundIn(kind, await lintel.addresses.search({ q, size, fields }, request).page());
    }
    case 'city':
      return foundIn(kind, await lintel.cities.search(query, request).page());
    case 'county':
      return foundIn(kind, await lintel.counties.search(query, request).page());
    case 'jurisdiction':
      return foundIn(kind, await lintel.jurisdictions.search(query, request).page());
    case 'state':
      return foundIn(kind, await lintel.states.search(query, request).page());
    case 'zipcode':
      return foundIn(kind, await lintel.zipcodes.search(query, request).page());
  }
}

interface Found {
  readonly geo_id: string;
  readonly name: string;
  readonly match?: string;
  readonly lat?: number | null;
  readonly long?: number | null;
}
interface Page {
  readonly items: readonly Found[];
  /** Absent of pages with numbers: a full one may not be the last. */
  readonly next_cursor?: string | null;
  readonly size: number;
}

function foundIn(kind: PlaceKind, { items, next_cursor, size }: Page): FoundPlaces {
  const places = items.map(({ geo_id, name, match, lat, long }) => ({
    ...{ kind, geo_id, name },
    ...(match === undefined ? {} : { match }),
    ...(typeof lat === 'number' && typeof long === 'number' ? { near: `${lat},${long}` } : {}),
  }));
  return { places, has_more: next_cursor === undefined ? items.length === size : next_cursor !== null };
}

/** Names whose geo_ids an error suggests, and places for each. */
const maxNames = 2;
const maxSuggested = 2;

/** For names that came in place of geo_ids: what they probably mean, a sentence each. They cost what they find. */
export async function suggestPlaces(names: readonly string[], call: Call): Promise<string[]> {
  const sentences: string[] = [];
  for (const name of names.filter((text) => /[a-z0-9]{2}/i.test(text)).slice(0, maxNames)) {
    const { places } = await findPlaces(name.slice(0, 200), null, maxSuggested, call).catch(() => ({
      places: [],
    }));
    const meant = places.map((place) => `${place.geo_id} (${place.kind} ${place.name})`).join(' or ');
    if (meant !== '') sentences.push(`Did you mean geo_id ${meant}?`);
  }
  return sentences;
}
