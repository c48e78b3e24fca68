/**
 * Where an address is: where its permits say, or between the nearest house numbers of its street that have permits. So
 * an address without any permit has a place too.
 */
import type { Address, Lintel, Property } from '@lintel/client';
import { queryOptions } from '@tanstack/react-query';
import { cityLine, streetLine, title } from '../words/format';
import { nearestNumber } from './nearest-number';

/** Latitude and longitude. */
export type Point = readonly [number, number];

export interface Located {
  /** Number and street, and the city, as they are written. */
  readonly street: string;
  readonly city: string;
  /** The id of the property; null where no permit is known. */
  readonly id: string | null;
  /** Null where nothing near is known well enough. */
  readonly place: Estimate | null;
  /** What a permit near by says of county, city and authority. */
  readonly around: Pick<Property, 'address' | 'geo_ids'>;
}

/** A point that is known, or lies between neighbours. */
export interface Estimate {
  readonly point: Point;
  /** The house numbers that it was estimated from; none if it is known. */
  readonly between: readonly string[];
  /** How far it may be off, in metres. */
  readonly within: number;
}

/** Addresses of a street that are asked for. */
const neighbours = 10;
/** House numbers that are this far from the only neighbour say little about where they are. */
const farNumber = 100;

/** Where the address of a text is; null if its street is not known. A credit for each neighbour on its street. */
export const locateQuery = (lintel: Lintel, text: string) =>
  queryOptions({
    queryKey: ['locate', text],
    queryFn: async ({ signal }): Promise<Located | null> => {
      const wanted = text.trim();
      const page = await lintel.addresses.search({ q: wanted, size: neighbours }, { signal }).page();
      // Those of another street, such as 1200 S Lake Shore Dr for 1200 W Lake St, have the number alone.
      const items = page.items.filter(({ matched_fields: matched }) => matched.includes('street'));
      const [best] = items;
      if (best === undefined) return null;
      const isSame = best.matched_fields.includes('street_no') && best.match !== 'partial';
      const typed = isSame ? null : nearestNumber(wanted, items);
      const first = typed?.near ?? best;
      const number = isSame ? best.street_no : (typed?.number ?? null);
      const ofStreet = items.filter(({ street, city }) => street === first.street && city === first.city);
      const [around] = await lintel.properties.get([first.geo_id], {}, { signal });
      if (around === undefined) return null;
      return {
        street: streetLine({ street_no: number, street: first.street }) ?? wanted,
        city: cityLine({
          ...first,
          zip_code: ofStreet.every((one) => one.zip_code === first.zip_code) ? first.zip_code : null,
        }),
        id: isSame ? first.geo_id : null,
        place: number === null ? null : estimate(number, ofStreet),
        around,
      };
    },
  });

type Numbered = Pick<Address, 'street_no' | 'lat' | 'long'>;

/** Where a house number is among others of its street; null if nothing near is known. */
export function estimate(number: string, others: readonly Numbered[]): Estimate | null {
  const wanted = Number.parseInt(number, 10);
  const known = others.flatMap(({ street_no, lat, long }) => {
    const at = Number.parseInt(street_no ?? '', 10);
    return lat === null || long === null || Number.isNaN(at)
      ? []
      : [{ name: title(street_no ?? ''), at, point: [lat, long] as const }];
  });
  const same = known.find(({ name }) => name.toUpperCase() === number.toUpperCase());
  if (same) return { point: same.point, between: [], within: 0 };
  const below = nearest(
    known.filter(({ at }) => at <= wanted),
    wanted,
  );
  const above = nearest(
    known.filter(({ at }) => at >= wanted),
    wanted,
  );
  if (below && above && below !== above) {
    const share = above.at === below.at ? 0.5 : (wanted - below.at) / (above.at - below.at);
    const [south, west] = below.point;
    const [north, east] = above.point;
    return {
      point: [south + share * (north - south), west + share * (east - west)],
      between: [below.name, above.name],
      within: Math.round(metresBetween(below.point, above.point) / 2),
    };
  }
  const only = below ?? above;
  if (only === undefined || Math.abs(only.at - wanted) > farNumber) return null;
  return { point: only.point, between: [only.name], within: Math.max(20, Math.abs(only.at - wanted)) };
}

function nearest<T extends { readonly at: number }>(some: readonly T[], wanted: number): T | undefined {
  return [...some].sort((one, other) => Math.abs(one.at - wanted) - Math.abs(other.at - wanted))[0];
}

/** Metres between two points, on a sphere. */
export function metresBetween([lat, lng]: Point, [otherLat, otherLng]: Point): number {
  const radians = Math.PI / 180;
  const height = Math.sin(((otherLat - lat) * radians) / 2) ** 2;
  const width = Math.sin(((otherLng - lng) * radians) / 2) ** 2;
  const chord = height + Math.cos(lat * radians) * Math.cos(otherLat * radians) * width;
  return 2 * 6_371_009 * Math.asin(Math.sqrt(chord));
}
