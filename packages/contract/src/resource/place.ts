/** Cities, counties, jurisdictions, states and ZIP codes (interface 2.7, C30, names as C10). */
import { GeoId, Nullable, type Static, Type } from '../schema.js';

const State = Type.String({ pattern: '^[A-Z]{2}$', description: 'Two-letter state abbreviation.' });

function ZipCodes() {
  return Type.Array(Type.String({ pattern: '^[0-9]{5}$' }), { description: 'Five-digit ZIP codes.' });
}

function PlacesByName(noun: string) {
  return Type.Record(Type.String(), GeoId('geo_id.'), { description: `Name to geo_id of the ${noun}.` });
}

function UnsurePlacesByName(noun: string) {
  const places = Type.Record(Type.String(), Nullable(GeoId('geo_id, null when unknown.')), {
    description: `Name to geo_id of the ${noun}.`,
  });
  return Type.Optional(Nullable(places));
}

export const JurisdictionDetails = Type.Object(
  {
    geo_id: GeoId('geo_id of the jurisdiction.'),
    name: Type.String({ description: '`Jurisdiction, ST`.' }),
    state: State,
    cities: UnsurePlacesByName('cities'),
    counties: UnsurePlacesByName('counties'),
    zipcodes: Type.Optional(Nullable(ZipCodes())),
  },
  { title: 'JurisdictionDetails' },
);

export const CountyDetails = Type.Object(
  {
    geo_id: GeoId('geo_id of the county.'),
    name: Type.String({ description: '`County name, ST`.' }),
    state: State,
    cities: PlacesByName('cities'),
    jurisdictions: PlacesByName('jurisdictions'),
    zipcodes: ZipCodes(),
  },
  { title: 'CountyDetails' },
);

export const CityDetails = Type.Object(
  {
    geo_id: GeoId('geo_id of the city.'),
    name: Type.String({ description: '`City, County, ST`.' }),
    state: State,
    counties: PlacesByName('counties'),
    jurisdictions: PlacesByName('jurisdictions'),
    zipcodes: ZipCodes(),
  },
  { title: 'CityDetails' },
);

export const CitySearchItem = Type.Object(
  {
    geo_id: GeoId('geo_id of the city.'),
    name: Type.String({ description: '`City, County, ST`.' }),
    state: State,
  },
  { title: 'CitySearchItem' },
);

export const StateDetails = Type.Object(
  {
    geo_id: State,
    name: Type.String({ description: 'Name of the state.' }),
    state: State,
    counties: PlacesByName('counties'),
    jurisdictions: PlacesByName('jurisdictions'),
  },
  { title: 'StateDetails' },
);

const ZipCode = Type.String({ pattern: '^[0-9]{5}$', description: 'Five-digit ZIP code.' });

export const ZipCodeDetails = Type.Object(
  {
    geo_id: ZipCode,
    name: Type.String({ description: '`City, ST 12345`.' }),
    state: Nullable(State),
    zip_code: ZipCode,
    cities: PlacesByName('cities'),
    counties: PlacesByName('counties'),
    jurisdictions: PlacesByName('jurisdictions'),
  },
  { title: 'ZipCodeDetails' },
);

/** What searches and lists show of a county, jurisdiction or state. */
export const PlaceItem = Type.Object(
  {
    geo_id: Type.String({ description: 'geo_id; of a state its code.' }),
    name: Type.String({ description: '`County name, ST`, `Jurisdiction, ST` or name of the state.' }),
    state: Nullable(State),
  },
  { title: 'PlaceItem' },
);

/** What searches and lists show of a ZIP code. */
export const ZipCodeItem = Type.Object(
  {
    geo_id: ZipCode,
    name: Type.String({ description: '`City, ST 12345`; its digits where the city is not known.' }),
    state: Nullable(State),
    zip_code: ZipCode,
  },
  { title: 'ZipCodeItem' },
);

export type JurisdictionDetails = Static<typeof JurisdictionDetails>;
export type CountyDetails = Static<typeof CountyDetails>;
export type CityDetails = Static<typeof CityDetails>;
export type CitySearchItem = Static<typeof CitySearchItem>;
export type StateDetails = Static<typeof StateDetails>;
export type ZipCodeDetails = Static<typeof ZipCodeDetails>;
export type ZipCodeItem = Static<typeof ZipCodeItem>;
export type PlaceItem = Static<typeof PlaceItem>;
