/**
 * The place that the user names: a geo_id, state or ZIP code as it is, else an address or a name that is looked up. A
 * name is taken only if one place has it; otherwise the candidates are listed, and nothing is guessed.
 */
import type { Lintel } from '@lintel/client';
import { type GeoIdKind, geoIdKind } from '@lintel/contract/plain';
import { UsageError } from '../../base/usage-error.js';

export interface FoundPlace {
  readonly geoId: string;
  readonly kind: GeoIdKind;
  /** Its name where it was looked up; else the text itself. */
  readonly name: string;
  /** Whether it was looked up. */
  readonly isSearched: boolean;
}

/** Candidates that are looked at, and paid for, at most. */
const maxCandidates = 5;

interface Candidate {
  readonly geo_id: string;
  readonly name: string;
}

/** The place that the user names; says what a name was taken for. */
export async function placeOf(
  { connection, say }: { readonly connection: { readonly client: Lintel }; say(message: string): void },
  text: string,
): Promise<FoundPlace> {
  const place = await findPlace(connection.client, text);
  if (place.isSearched) say(`${text} is ${place.name} (${place.geoId}).`);
  return place;
}

/** The place that `text` names. Ambiguous and unknown names are UsageErrors that list what they may mean. */
async function findPlace(client: Lintel, text: string): Promise<FoundPlace> {
  const code = /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text;
  const kind = geoIdKind(code);
  if (kind !== null) return { geoId: code, kind, name: code, isSearched: false };
  const { candidates, certain } = await search(client, text);
  const [only, ...more] = certain;
  if (only !== undefined && more.length === 0) {
    return { geoId: only.geo_id, kind: geoIdKind(only.geo_id) ?? 'city', name: only.name, isSearched: true };
  }
  throw ambiguous(text, certain.length > 0 ? certain : candidates);
}

function ambiguous(text: string, candidates: readonly Candidate[]): UsageError {
  if (candidates.length === 0) {
    return new UsageError(`No place is called "${text}".`, {
      hint: 'Give a state such as TX, a ZIP code, a city with its state ("Austin, TX"), a county ("Travis County, TX"), an address, or a geo_id.',
    });
  }
  const lines = candidates.map(({ geo_id, name }) => `${geo_id}  ${name}`);
  return new UsageError(`"${text}" may be one of these places; name one by its geo_id:`, {
    list: lines,
  });
}

interface Found {
  readonly candidates: readonly Candidate[];
  /** Those that the text names without doubt. */
  readonly certain: readonly Candidate[];
}

function search(client: Lintel, text: string): Promise<Found> {
  if (/^\d/.test(text)) return searchAddress(client, text);
  const query = { q: text, size: maxCandidates };
  if (/\bcounty\b/i.test(text)) return searchByName(text, client.counties.search(query).page());
  return searchByName(text, client.cities.search(query).page());
}

async function searchAddress(client: Lintel, q: string): Promise<Found> {
  const { items } = await client.addresses.search({ q, size: maxCandidates }).page();
  return { candidates: items, certain: items.filter(({ match }) => match === 'exact') };
}

/** Names are `City, County, ST` or `County name, ST`: the first part and the state must be those of the text. */
async function searchByName(
  text: string,
  page: Promise<{ readonly items: readonly Candidate[] }>,
): Promise<Found> {
  const { items } = await page;
  const wanted = partsOf(text);
  const certain = items.filter(({ name }) => {
    const { first, rest } = partsOf(name);
    return first === wanted.first && wanted.rest.every((part) => rest.includes(part));
  });
  return { candidates: items, certain };
}

function partsOf(name: string): { first: string; rest: string[] } {
  const [first = '', ...rest] = name.split(',').map((part) => part.trim().toLowerCase());
  return { first, rest };
}
