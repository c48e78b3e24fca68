/** An address (interface 2.5), and how well it answers the text of a search. */
import { GeoId, Nullable, OneOf, type Static, Text, Type } from '../schema.js';

/**
 * How the words of a text matched an address, from best to worst; the worst of what had to be forgiven
 * counts. Words are compared after USPS normalisation: `Street` is `ST`, `First` is `1ST`, `One` as a house
 * number is `1`.
 */
export const addressMatches = ['exact', 'prefix', 'corrected', 'partial'] as const;
export type AddressMatch = (typeof addressMatches)[number];

/** Fields of an address that words of a text can match. */
export const addressFields = ['street_no', 'street', 'city', 'state', 'zip_code'] as const;
export type AddressField = (typeof addressFields)[number];

/** An address as a release stores it. */
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
  { title: 'ExportedAddress' },
);

export type Address = Static<typeof Address>;

/** An address as the address search returns it. */
export const FoundAddress = Type.Object(
  {
    ...Address.properties,
    match: OneOf(
      addressMatches,
      "`exact`: every word of the text is the address's, in any USPS spelling; `prefix`: some are beginnings of its words or of its house number; `corrected`: some were misspelt; `partial`: some are not the address's, such as another house number.",
    ),
    matched_fields: Type.Array(OneOf(addressFields, 'Field of the address.'), {
      description:
        'Fields that the text names and names rightly. A house number, direction, suffix or ZIP code that is not the one asked for takes its field off.',
    }),
  },
  { title: 'Address' },
);

export type FoundAddress = Static<typeof FoundAddress>;
