/**
 * The place that the user names: a geo_id, state or ZIP code as it is, else an address or a name that is looked up. A
 * name is taken only if one place has it; otherwise the candidates are listed, and nothing is guessed.
 */
import type { Lintel } from '@lintel/client';
import { type GeoIdKind, geoIdKind } from '@lintel/contract/plain';
import { type Candidate, named, onlyCandidate } from '../work/place-candidates.js';

export interface FoundPlace {
  readonly geoId: string;
  readonly kind: GeoIdKind;
  /** Its name where it was looked up; else the text itself. */
  readonly name: string;
  /** Whether it was looked up. */
  readonly isSearched: boolean;
}

const hint =
  'Give a state such as TX, a ZIP code, a city with its state ("Austin, TX"), a county ("Travis County, TX"), what an office issued ("issued by Austin, TX"), an address, or a geo_id.';

/** Candidates that are looked at, and paid for, at most. */
const maxCandidates = 5;

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
  const candidates = await search(client, text);
  const only = onlyCandidate(text, candidates, hint);
  return { geoId: only.geo_id, kind: only.kind, name: only.name, isSearched: true };
}

/** What may be meant: an office that issues permits, an address, a county, or a city or state. */
async function search(client: Lintel, q: string): Promise<Candidate[]> {
  const office = /^issued by (.+)/i.exec(q)?.[1];
  if (office !== undefined) {
    const { items } = await client.jurisdictions.search({ q: office, size: maxCandidates }).page();
    return named(office, 'jurisdiction', items);
  }
  const query = { q, size: maxCandidates };
  if (/^\d/.test(q)) {
    const { items } = await client.addresses.search(query).page();
    return items.map((item) => ({ ...item, kind: 'address', isCertain: item.match === 'exact' }));
  }
  if (/\bcounty\b/i.test(q)) return named(q, 'county', (await client.counties.search(query).page()).items);
  const cities = named(q, 'city', (await client.cities.search(query).page()).items);
  if (q.includes(',')) return cities;
  const states = named(q, 'state', (await client.states.search({ q, size: 1 }).page()).items);
  return [...states.filter(({ isCertain }) => isCertain), ...cities];
}
