/**
 * What the search box suggests while someone types: places, addresses, contractors by name and permits by number, the
 * last two in the place that is looked at if there is one. Each kind is one request of a few records; the text decides
 * which kinds are asked.
 */
import type { Address, Lintel } from '@lintel/client';
import { type NamedArea, viewOf } from '../api/areas';
import type { PlaceKind } from '../api/places';
import { nearestNumber } from '../near/nearest-number';
import { cityLine, contractorName, counted, sentence, streetLine, title } from '../words/format';
import { everywhere } from './filters';

export interface Suggestion {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly target:
    | { readonly to: 'place'; readonly geoId: string }
    | { readonly to: 'property'; readonly id: string }
    | { readonly to: 'address'; readonly q: string }
    | { readonly to: 'here' }
    | { readonly to: 'area'; readonly id: string; readonly map: string }
    | { readonly to: 'permit'; readonly id: string }
    | { readonly to: 'contractor'; readonly id: string };
}

export interface SuggestionGroup {
  readonly name: string;
  readonly items: readonly Suggestion[];
}

const placesName = 'Places';

/** Records that a group asks for at most. */
const perGroup = 4;

/**
 * Groups for a text of two and more characters, the most likely kinds first: places whose names only contain it
 * ("Burr Oak, St. Joseph County" for "oak st") come last.
 */
export async function suggest(
  lintel: Lintel,
  text: string,
  around: { readonly geoId: string | null; readonly to: string },
  signal: AbortSignal,
  areas: readonly NamedArea[] = [],
): Promise<SuggestionGroup[]> {
  const q = text.trim();
  const hasLetters = /\p{L}{2}/u.test(q);
  const isZip = /^\d{3,5}$/.test(q);
  const isAddress = /^\d+\s+\S/.test(q);
  const isNumber = /\d{3}/.test(q) && !isAddress;
  const options = { signal };
  const asked: (SuggestionGroup | Promise<SuggestionGroup>)[] = [areasGroup(areas, q)];
  if (hasLetters && !isAddress) {
    asked.push(placesGroup(lintel, q, options));
  }
  if (isZip) asked.push(zipGroup(lintel, q, options));
  if (hasLetters && !isAddress && q.length >= 3) asked.push(contractorsGroup(lintel, q, around, options));
  if (isNumber) asked.push(permitsGroup(lintel, q, around.geoId, options));
  if (isAddress || (hasLetters && q.length >= 4)) asked.push(addressesGroup(lintel, q, options));
  const groups = (await Promise.all(asked)).filter(({ items }) => items.length > 0);
  return groups.sort((one, other) => Number(isLate(one, q)) - Number(isLate(other, q)));
}

/** Places of the name, or ZIP codes that begin with the digits. */
export async function suggestPlaces(
  lintel: Lintel,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const ask = /^\d+$/.test(text) ? zipGroup : placesGroup;
  return (await ask(lintel, text, { signal })).items;
}

function isLate({ name, items }: SuggestionGroup, q: string): boolean {
  return name === placesName && items.every(({ title }) => nearness(title, q) === 2);
}

/** A state comes first as soon as its name begins so, whatever is called `Cal` exactly. */
function rank({ title, note }: Suggestion, q: string): number {
  const near = nearness(title, q);
  return note === 'State' && near === 1 ? 0 : near;
}

/** How near a place's name is to the text: 0 that name, 1 it begins so, 2 it only contains its words. */
function nearness(name: string, text: string): 0 | 1 | 2 {
  const rest = name.toLowerCase().split(text.toLowerCase(), 2);
  if (rest[0] !== '') return 2;
  return /^(?:,| county\b|$)/.test(rest[1] ?? '') ? 0 : 1;
}

interface Options {
  readonly signal: AbortSignal;
}

async function placesGroup(lintel: Lintel, q: string, options: Options): Promise<SuggestionGroup> {
  const size = 3;
  const pages = await Promise.all([
    lintel.states.search({ q, size: 2 }, options).page(),
    lintel.cities.search({ q, size }, options).page(),
    lintel.counties.search({ q, size }, options).page(),
    lintel.jurisdictions.search({ q, size: 2 }, options).page(),
  ]);
  const names: readonly PlaceKind[] = ['state', 'city', 'county', 'jurisdiction'];
  const notes = {
    state: 'State',
    city: 'City',
    county: 'County',
    jurisdiction: 'Permit authority',
    zip: 'ZIP code',
  };
  return {
    name: placesName,
    items: pages
      .flatMap(({ items }, at) =>
        items.map(({ geo_id, name }) => ({
          id: `place ${geo_id}`,
          title: name,
          note: notes[names[at] ?? 'city'],
          target: { to: 'place', geoId: geo_id } as const,
        })),
      )
      .sort((one, other) => rank(one, q) - rank(other, q)),
  };
}

/** The operator's areas whose name, or id, has the text. */
function areasGroup(areas: readonly NamedArea[], q: string): SuggestionGroup {
  const text = q.toLowerCase();
  return {
    name: 'Areas',
    items: areas
      .filter(({ id, name }) => id === text || name.toLowerCase().includes(text))
      .slice(0, perGroup)
      .map((area) => ({
        id: `area ${area.id}`,
        title: area.name,
        note: sentence(area.id.slice(0, area.id.indexOf(':')).replaceAll('-', ' ')),
        target: { to: 'area', id: area.id, map: viewOf(area) },
      })),
  };
}

async function zipGroup(lintel: Lintel, q: string, options: Options): Promise<SuggestionGroup> {
  const { items } = await lintel.zipcodes.search({ q, size: perGroup }, options).page();
  return {
    name: 'ZIP codes',
    items: items.map(({ geo_id, name }) => ({
      id: `zip ${geo_id}`,
      title: name,
      note: 'ZIP code',
      target: { to: 'place', geoId: geo_id },
    })),
  };
}

async function addressesGroup(lintel: Lintel, q: string, options: Options): Promise<SuggestionGroup> {
  const page = await lintel.addresses.search({ q, size: perGroup }, options).page();
  // Who types a city does not look for any house in it.
  const items = page.items.filter(({ matched_fields: matched }) => matched.includes('street'));
  const known = items.map(
    (address): Suggestion => ({
      id: `address ${address.geo_id}`,
      title: streetLine(address) ?? address.name,
      note: cityLine(address),
      target: { to: 'property', id: address.geo_id },
    }),
  );
  return { name: 'Addresses', items: [...withoutPermit(q, items), ...known].slice(0, perGroup) };
}

/** The address that was typed, where its street is known and no permit has its number. */
function withoutPermit(q: string, items: readonly Address[]): Suggestion[] {
  const found = nearestNumber(q, items);
  if (!found || items[0]?.matched_fields.includes('street_no')) return [];
  const { number, near } = found;
  const { street, ...around } = near;
  const typed = streetLine({ street_no: number, street }) ?? q;
  const city = cityLine({ ...around, zip_code: null });
  return [
    {
      id: 'address as typed',
      title: typed,
      note: `${city}. No permit there; what is built around it`,
      target: { to: 'address', q: `${typed}, ${city}` },
    },
  ];
}

async function permitsGroup(
  lintel: Lintel,
  number: string,
  geoId: string | null,
  options: Options,
): Promise<SuggestionGroup> {
  const { items } = await lintel.permits
    .search(
      {
        geo_id: geoId ?? everywhere,
        permit_number: number,
        size: perGroup,
        fields: ['number', 'type', 'address', 'start_date'],
      },
      options,
    )
    .page();
  return {
    name: 'Permits by number',
    items: items.map((permit) => ({
      id: `permit ${permit.id}`,
      title: permit.number ?? permit.id,
      note: [permit.type, streetLine(permit.address)].filter(Boolean).join(', '),
      target: { to: 'permit', id: permit.id },
    })),
  };
}

async function contractorsGroup(
  lintel: Lintel,
  name: string,
  { geoId, to }: { readonly geoId: string | null; readonly to: string },
  options: Options,
): Promise<SuggestionGroup> {
  const { items } = await lintel.contractors
    .search(
      {
        geo_id: geoId ?? everywhere,
        permit_from: '1990-01-01',
        permit_to: to,
        contractor_name: name,
        include_tallies: false,
        size: perGroup,
        fields: ['name', 'business_name', 'address', 'permit_count'],
      },
      options,
    )
    .page();
  return {
    name: 'Contractors',
    items: items.map((contractor) => ({
      id: `contractor ${contractor.id}`,
      title: contractorName(contractor),
      note: [
        contractor.address?.city ? title(contractor.address.city) : null,
        counted(contractor.permit_count, 'permit'),
      ]
        .filter(Boolean)
        .join(', '),
      target: { to: 'contractor', id: contractor.id },
    })),
  };
}
