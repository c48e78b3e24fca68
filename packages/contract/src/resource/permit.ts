/** The permit resource (interface 2.2, C6 to C8). */
import {
  Cents,
  DateString,
  Days,
  LatLng,
  Nullable,
  OneOf,
  Percent,
  SquareFeet,
  type Static,
  Type,
} from '../schema.js';
import { propertyTypes } from '../vocabulary/property.js';
import { permitStatuses } from '../vocabulary/status.js';
import { tagIds } from '../vocabulary/tag.js';

const Text = (description: string) => Nullable(Type.String({ description }));

export const PermitAddress = Type.Object(
  {
    street_no: Text('House number.'),
    street: Text('Street in upper-case USPS notation (C10).'),
    city: Text('City in upper case.'),
    county: Text('County in upper case.'),
    zip_code: Text('Five-digit ZIP code.'),
    zip_code_ext: Text('ZIP+4 extension, four digits.'),
    state: Text('Two-letter state abbreviation.'),
    jurisdiction: Text('Permitting authority in upper case.'),
    latlng: Nullable(LatLng),
  },
  { additionalProperties: false },
);

export const PermitGeoIds = Type.Object(
  {
    address_id: Text('geo_id of the address.'),
    city_id: Text('geo_id of the city.'),
    county_id: Text('geo_id of the county.'),
    jurisdiction_id: Text('geo_id of the jurisdiction.'),
  },
  { additionalProperties: false },
);

/** A permit. Keys stand in this order on the wire. Absent when unknown: the four optional ones of C6. */
export const Permit = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Permit identifier.' }),
    number: Text('Permit number as the jurisdiction writes it.'),
    description: Text('Free-text description as the source gives it.'),
    description_derived: Text('Short description derived from type and text.'),
    jurisdiction: Text('Jurisdiction name.'),
    job_value: Nullable(Cents),
    type: Text('Permit type text.'),
    subtype: Text('Permit subtype text.'),
    fees: Nullable(Cents),
    status: Nullable(OneOf(permitStatuses, 'Where the permit stands.')),
    file_date: Nullable(DateString),
    issue_date: Type.Optional(DateString),
    final_date: Type.Optional(DateString),
    start_date: Nullable(DateString),
    end_date: Nullable(DateString),
    total_duration: Nullable(Days),
    construction_duration: Nullable(Days),
    approval_duration: Nullable(Days),
    inspection_pass_rate: Type.Optional(Percent),
    contractor_id: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{10}$' })),
    tags: Type.Array(OneOf(tagIds, 'Tag id.'), { description: 'Tags, parents included, sorted.' }),
    address: PermitAddress,
    geo_ids: PermitGeoIds,
    property_census_tract: Text('Census tract GEOID.'),
    property_congressional_district: Text('Congressional district.'),
    property_type: Nullable(OneOf(propertyTypes, 'What the property is used for.')),
    property_type_detail: Text('Finer property type, snake_case, for example single_family_home.'),
    property_legal_owner: Text('Owner of record.'),
    property_owner_type: Text('Kind of owner, snake_case, for example private_owner.'),
    property_lot_size: Nullable(SquareFeet),
    property_building_area: Nullable(SquareFeet),
    property_story_count: Nullable(Type.Integer({ minimum: 0 })),
    property_unit_count: Nullable(Type.Integer({ minimum: 0 })),
    property_year_built: Nullable(Type.Integer()),
    property_assess_market_value: Nullable(Cents),
  },
  { title: 'Permit', additionalProperties: false },
);

export type Permit = Static<typeof Permit>;
export type PermitAddress = Static<typeof PermitAddress>;
export type PermitGeoIds = Static<typeof PermitGeoIds>;
