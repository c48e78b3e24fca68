/** Places: what a geo_id is (C9), and the requests of each kind. */
import type { Lintel } from '@lintel/client';
import type { Filters } from '../explorer/filters';
import type { NamedArea } from './areas';
import type { Where } from './summary-queries';

export const placeKinds = ['state', 'county', 'city', 'jurisdiction', 'zip'] as const;
export type PlaceKind = (typeof placeKinds)[number];

export const kindNames: Readonly<Record<PlaceKind | 'address', string>> = {
  state: 'State',
  county: 'County',
  city: 'City',
  jurisdiction: 'Jurisdiction',
  zip: 'ZIP code',
  address: 'Address',
};

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The kind of place that a geo_id names; null if it has none of their forms. */
export function kindOf(geoId: string): PlaceKind | 'address' | null {
  if (/^[A-Z]{2}$/.test(geoId)) return 'state';
  if (/^\d{5}(-\d{4})?$/.test(geoId)) return 'zip';
  if (!/^[\w-]{11}$/.test(geoId)) return null;
  return (
    (['address', 'city', 'jurisdiction', 'county'] as const)[base64url.indexOf(geoId.charAt(0)) >> 4] ?? null
  );
}

export function isPlaceKind(text: string): text is PlaceKind {
  return (placeKinds as readonly string[]).includes(text);
}

/** A place with the places around it, in one shape for every kind. */
export interface Place {
  readonly geoId: string;
  readonly kind: PlaceKind | 'address' | 'area';
  readonly name: string;
  /** Empty of an area. */
  readonly state: string;
  /** Places that it lies in or holds, by kind. */
  readonly near: readonly { readonly kind: PlaceKind; readonly places: readonly PlaceLink[] }[];
}

/** An area of the operator as a place; its id in place of a geo_id. */
export const placeOfArea = ({ id, name }: NamedArea): Place => ({
  geoId: id,
  kind: 'area',
  name,
  state: '',
  near: [],
});

type Named = Pick<Place, 'kind' | 'geoId'>;

/** Where the permits of a place are, as requests ask for them. */
export const locationOf = ({ kind, geoId }: Named): Where =>
  kind === 'area' ? { area: [geoId] } : { geo_id: geoId };

/** The same as the address of a page. */
export const filtersOf = ({ kind, geoId }: Named): Filters =>
  kind === 'area' ? { area: [geoId] } : { in: geoId };

interface PlaceLink {
  readonly geoId: string;
  readonly name: string;
}

/** The name and the neighbours of a place. Costs nothing but for an address (a credit). */
export async function readPlace(lintel: Lintel, geoId: string, signal: AbortSignal): Promise<Place> {
  const kind = kindOf(geoId);
  const options = { signal };
  if (kind === null) throw new Error(`${geoId} is not the id of a place.`);
  if (kind === 'address') {
    const [property] = await lintel.properties.get([geoId], {}, options);
    const name = property
      ? [[property.street_no, property.street].filter(Boolean).join(' '), property.city, property.state]
          .filter(Boolean)
          .join(', ')
      : 'This address';
    return { geoId, kind, name, state: property?.state ?? '', near: [] };
  }
  if (kind === 'zip') {
    const { name, state, counties } = await lintel.zipcodes.get(geoId, options);
    return { geoId, kind, name, state: state ?? '', near: [{ kind: 'county', places: linksOf(counties) }] };
  }
  const details =
    kind === 'state'
      ? await lintel.states.get(geoId, options)
      : kind === 'county'
        ? await lintel.counties.get(geoId, options)
        : kind === 'city'
          ? await lintel.cities.get(geoId, options)
          : await lintel.jurisdictions.get(geoId, options);
  const fields = details as Partial<Record<'cities' | 'counties' | 'jurisdictions', PlaceMap | null>>;
  return {
    geoId,
    kind,
    name: details.name,
    state: details.state,
    near: [
      { kind: 'county', places: linksOf(fields.counties) },
      { kind: 'jurisdiction', places: linksOf(fields.jurisdictions) },
      { kind: 'city', places: linksOf(fields.cities) },
    ],
  };
}

type PlaceMap = Readonly<Record<string, string>>;

function linksOf(map: PlaceMap | null | undefined): PlaceLink[] {
  return Object.entries(map ?? {}).map(([name, geoId]) => ({ name, geoId }));
}
