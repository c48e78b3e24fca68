/**
 * Assessors' files of a few places: one row per parcel that existed before the permits, with size, age, value
 * and owner, so that permits without these facts get them by their address.
 */
import { isoDate } from './calendar.js';
import { ownerOf, type PropertyClass } from './properties.js';
import type { SampleRow } from './shapes/shape.js';
import type { Office, World } from './world.js';

/** Assessors that publish a file, by source id; `office` is the source of the place's permits. */
export const assessorFiles = [
  { id: 'sample-assessor-nashville-tn', office: 'sample-nashville-tn' },
  { id: 'sample-assessor-raleigh-nc', office: 'sample-raleigh-nc' },
];

const useWords: Readonly<Record<PropertyClass, string>> = {
  house: 'SINGLE FAMILY',
  townhouse: 'TOWNHOUSE',
  condo: 'CONDOMINIUM',
  apartments: 'APARTMENT',
  retail: 'RETAIL STORE',
  restaurant: 'RESTAURANT',
  hotel: 'HOTEL',
  office: 'OFFICE BUILDING',
  warehouse: 'WAREHOUSE',
  farm: 'FARM',
  civic: 'EXEMPT',
  land: 'VACANT LAND',
};

/** An assessor's data is this many days older than the world's last day. */
const assessedBefore = 180;

/** How many rows an assessor's file has. */
export function parcelCount(office: Office): number {
  return office.parcels.existing;
}

/** The rows of an assessor's file, by parcel. */
export function* parcelRows(world: World, office: Office): Generator<SampleRow> {
  const assessed = isoDate(world.today - assessedBefore);
  for (let index = 0; index < parcelCount(office); index++) {
    const parcel = office.properties.existing(index);
    const { street } = parcel;
    const owner = ownerOf(parcel, office.place, office.seed);
    yield {
      PARCEL_ID: String(index).padStart(9, '0'),
      SITUS_NUMBER: parcel.streetNo,
      SITUS_STREET: [street.pre, street.name, street.suffixLong, street.post]
        .filter(Boolean)
        .join(' ')
        .toUpperCase(),
      SITUS_CITY: street.locality.city.toUpperCase(),
      SITUS_ZIP: street.locality.zip,
      USE_DESC: useWords[parcel.class],
      OWNER: owner.name,
      OWNER_TYPE: owner.kind,
      LAND_SQFT: parcel.lotArea,
      BUILDING_SQFT: parcel.buildingArea,
      STORIES: parcel.stories,
      UNITS: parcel.units,
      YEAR_BUILT: parcel.yearBuilt === 0 ? null : parcel.yearBuilt,
      TOTAL_VALUE: parcel.marketValue,
      ASSESSED_ON: assessed,
    };
  }
}
