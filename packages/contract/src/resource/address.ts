/** An address as the address search returns it (interface 2.5). */
import { GeoId, Nullable, type Static, Text, Type } from '../schema.js';

export const Address = Type.Object(
  {
    geo_id: GeoId('geo_id of the address.'),
    name: Type.String({ description: 'Formatted address text in USPS notation.' }),
    street_no: Text('House number.'),
    street: Text('Street.'),
    city: Text('City.'),
    county: Text('County.'),
    zip_code: Text('Five-digit ZIP code.'),
    zip_code_ext: Text('ZIP+4 extension.'),
    state: Text('Two-letter state abbreviation.'),
    jurisdiction: Text('Permitting authority.'),
    lat: Nullable(Type.Number({ description: 'Latitude in degrees (WGS 84).' })),
    long: Nullable(Type.Number({ description: 'Longitude in degrees (WGS 84).' })),
  },
  { title: 'Address' },
);

export type Address = Static<typeof Address>;
