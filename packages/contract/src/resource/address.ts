/** An address as the address search returns it (interface 2.5). */
import { Nullable, type Static, Type } from '../schema.js';

const Text = (description: string) => Nullable(Type.String({ description }));

export const Address = Type.Object(
  {
    geo_id: Type.String({ pattern: '^[A-Za-z0-9_-]{11}$' }),
    name: Type.String({ description: 'Formatted address text in USPS notation.' }),
    street_no: Text('House number.'),
    street: Text('Street.'),
    city: Text('City.'),
    county: Text('County.'),
    zip_code: Text('Five-digit ZIP code.'),
    zip_code_ext: Text('ZIP+4 extension.'),
    state: Text('Two-letter state abbreviation.'),
    jurisdiction: Text('Permitting authority.'),
    lat: Nullable(Type.Number()),
    long: Nullable(Type.Number()),
  },
  { title: 'Address', additionalProperties: false },
);

export type Address = Static<typeof Address>;
