/** The rules between the filters of searches: what must come together, in order, or in place of one another. */
import type { Parameter, Rule } from './endpoint.js';
import { permitFilters, propertyFilters, unlessNarrow } from './filter.js';
import { areaIdPattern, geoIdKind } from './id.js';
import { maxStreetsBox } from './limits.js';
import { inOrder } from './parameter.js';
import { readPolygon } from './polygon.js';

/** `permit_from` must not be after `permit_to` (C25). */
export const datesInOrder = inOrder('permit_from', 'permit_to');

const areAddresses = (places: unknown) =>
  Array.isArray(places) &&
  places.length > 0 &&
  places.every((place) => geoIdKind(String(place)) === 'address');

/** A search over permits needs a period, unless it is of a permit number or an address (C40). */
const periodGiven: readonly Rule[] = ['permit_from', 'permit_to'].map((at) => ({
  at,
  // The place is read also where it is at fault, so that all faults are reported at once.
  reads: [at, 'permit_number'],
  missing: true,
  fault: ({ [at]: date, permit_number: number, geo_id: places }) => {
    const isNarrow = number !== null || areAddresses(places);
    return date !== null || isNarrow ? null : unlessNarrow;
  },
}));

/** Numbers of permits and names of contractors are compared by letters and digits (C40, C61): one must have some. */
const sign = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u;
const haveSigns = ['permit_number', 'contractor_name'].map(
  (at): Rule => ({
    at,
    reads: [at],
    fault: ({ [at]: text }) =>
      typeof text === 'string' && !sign.test(text) ? `${at} has no letter or digit to be compared.` : null,
  }),
);

/** Areas are written as `areas` of permits has them (C85); one that a release does not have is another matter. */
const areasAreIds: Rule = {
  at: 'area',
  reads: ['area'],
  fault: ({ area }) => {
    const wrong = Array.isArray(area) ? area.find((id) => !areaIdPattern.test(String(id))) : undefined;
    return wrong === undefined
      ? null
      : `${JSON.stringify(wrong)} is no area: one is SET:KEY in small letters, such as council-districts:5.`;
  },
};

/** Of each pair of a least and a greatest value, the least must not be greater. */
export function rangesInOrder(parameters: Readonly<Record<string, Parameter>>): Rule[] {
  return Object.keys(parameters)
    .filter((name) => name.includes('_min_'))
    .map((name) => inOrder(name, name.replace('_min_', '_max_')));
}

const isAbsent = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

/** A search over permits must say where. */
const whereGiven: Rule = {
  at: 'geo_id',
  reads: ['geo_id', 'bbox', 'near', 'within', 'area'],
  missing: true,
  fault: ({ geo_id: places, bbox, near, within, area }) =>
    [places, bbox, near, within, area].every(isAbsent) ? 'bbox, near, within or area is given' : null,
};

/** A property search must say where, or whose. */
const placeOrOwner: Rule = {
  at: 'geo_id',
  reads: ['geo_id', 'legal_owner', 'bbox', 'near', 'within'],
  fault: ({ geo_id: places, legal_owner: owners, bbox, near, within }) =>
    [places, owners, bbox, near, within].every(isAbsent)
      ? 'at least one of geo_id, legal_owner, bbox, near and within is required'
      : null,
};

const isLatitude = (degrees: number) => Math.abs(degrees) <= 90;
const isLongitude = (degrees: number) => Math.abs(degrees) <= 180;

/** What is wrong with a box. */
function boxFault([west = 0, south = 0, east = 0, north = 0]: readonly number[]): string | null {
  const order = 'bbox is west,south,east,north in degrees';
  if (![west, east].every(isLongitude) || ![south, north].every(isLatitude)) {
    const isSwapped = [south, north].every(isLongitude) && [west, east].every(isLatitude);
    return isSwapped
      ? `${order}: did you mean ${[south, west, north, east].join(',')}?`
      : `${order}: longitudes are -180 to 180 and latitudes -90 to 90.`;
  }
  if (south > north) return `${order}, and south (${south}) is north of north (${north}); swap them.`;
  // A box over the antimeridian is the part that is less than half of the world.
  if (west - east > 0 && west - east <= 180)
    return `${order}, and west (${west}) is east of east (${east}); swap them.`;
  return null;
}

/** What is wrong with a point. */
function pointFault([lat = 0, lng = 0]: readonly number[]): string | null {
  if (isLatitude(lat) && isLongitude(lng)) return null;
  const order = 'near is latitude,longitude in degrees';
  return isLatitude(lng) && isLongitude(lat)
    ? `${order}: did you mean ${lng},${lat}?`
    : `${order}: latitudes are -90 to 90 and longitudes -180 to 180.`;
}

function ifGiven(at: string, fault: (numbers: readonly number[]) => string | null): Rule {
  return {
    at,
    reads: [at],
    fault: ({ [at]: value }) => (Array.isArray(value) ? fault(value as readonly number[]) : null),
  };
}

export const areaRules: readonly Rule[] = [
  ifGiven('bbox', boxFault),
  ifGiven('near', pointFault),
  {
    at: 'within',
    reads: ['within'],
    fault({ within }) {
      if (typeof within !== 'string') return null;
      const read = readPolygon(within);
      return 'fault' in read ? read.fault : null;
    },
  },
  {
    at: 'radius_m',
    reads: ['near', 'radius_m'],
    missing: true,
    fault: ({ near, radius_m: radius }) => (near !== null && radius === null ? 'near is absent' : null),
  },
  {
    at: 'radius_m',
    reads: ['near', 'radius_m'],
    fault: ({ near, radius_m: radius }) =>
      near === null && radius !== null ? 'radius_m is the distance from near, which is absent.' : null,
  },
];

/** The rules between the filters of views over permits, which look everywhere and at any time by default. */
export const permitViewRules: readonly Rule[] = [
  datesInOrder,
  ...haveSigns,
  areasAreIds,
  ...areaRules,
  ...rangesInOrder(permitFilters),
];

/** The rules between the filters of the searches over permits and contractors. */
export const permitRules: readonly Rule[] = [whereGiven, ...periodGiven, ...permitViewRules];

/** The rules of a box of streets. */
export const streetBoxRules: readonly Rule[] = [
  ifGiven('bbox', boxFault),
  {
    at: 'bbox',
    reads: ['bbox'],
    fault: ({ bbox }) => {
      if (!Array.isArray(bbox)) return null;
      const [west = 0, south = 0, east = 0, north = 0] = bbox as readonly number[];
      const most = maxStreetsBox + 1e-9;
      return east - west <= most && east >= west && north - south <= most
        ? null
        : `bbox has at most ${maxStreetsBox} degrees to a side, and west is not beyond east`;
    },
  },
];

/** The rules between the filters of the property search. */
export const propertyRules: readonly Rule[] = [
  placeOrOwner,
  datesInOrder,
  ...areaRules,
  ...rangesInOrder(propertyFilters),
];
