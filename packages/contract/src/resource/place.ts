/** Cities, counties and jurisdictions (interface 2.7, names as C10). */
import { Nullable, type Static, Type } from '../schema.js';

const GeoId = Type.String({ pattern: '^[A-Za-z0-9_-]{11}$' });
const State = Type.String({ pattern: '^[A-Z]{2}$', description: 'Two-letter state abbreviation.' });
const NameMap = Type.Record(Type.String(), GeoId, { description: 'Name to geo_id.' });
const ZipCodes = Type.Array(Type.String({ pattern: '^[0-9]{5}$' }));

export const JurisdictionDetails = Type.Object(
  {
    geo_id: GeoId,
    name: Type.String({ description: '`Jurisdiction, ST`.' }),
    state: State,
    cities: Type.Optional(Nullable(Type.Record(Type.String(), Nullable(GeoId)))),
    counties: Type.Optional(Nullable(Type.Record(Type.String(), Nullable(GeoId)))),
    zipcodes: Type.Optional(Nullable(ZipCodes)),
  },
  { title: 'JurisdictionDetails', additionalProperties: false },
);

export const CountyDetails = Type.Object(
  {
    geo_id: GeoId,
    name: Type.String({ description: '`County name, ST`.' }),
    state: State,
    cities: NameMap,
    jurisdictions: NameMap,
    zipcodes: ZipCodes,
  },
  { title: 'CountyDetails', additionalProperties: false },
);

export const CityDetails = Type.Object(
  {
    geo_id: GeoId,
    name: Type.String({ description: '`City, County, ST`.' }),
    state: State,
    counties: NameMap,
    jurisdictions: NameMap,
    zipcodes: ZipCodes,
  },
  { title: 'CityDetails', additionalProperties: false },
);

export const CitySearchItem = Type.Object(
  { geo_id: GeoId, name: Type.String({ description: '`City, County, ST`.' }), state: State },
  { title: 'CitySearchItem', additionalProperties: false },
);

export type JurisdictionDetails = Static<typeof JurisdictionDetails>;
export type CountyDetails = Static<typeof CountyDetails>;
export type CityDetails = Static<typeof CityDetails>;
export type CitySearchItem = Static<typeof CitySearchItem>;
