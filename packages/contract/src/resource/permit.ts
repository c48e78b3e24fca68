/** The permit resource (interface 2.2, C6 to C8). */

import { areaIdPattern } from '../id.js';
import {
  Cents,
  Count,
  DateString,
  Days,
  GeoId,
  LatLng,
  Nullable,
  Percent,
  SquareFeet,
  type Static,
  Text,
  Type,
} from '../schema.js';
import {
  ClassificationName,
  PermitRecordKindName,
  PermitStatusName,
  PropertyTypeName,
  TagName,
} from './vocabulary.js';

/** Where a building is: what all permits of one address have in common. */
export const BuildingAddress = Type.Object(
  {
    street_no: Text('House number.'),
    street: Text('Street in upper-case USPS notation.'),
    city: Text('City in upper case.'),
    county: Text('County in upper case.'),
    zip_code: Text('Five-digit ZIP code.'),
    zip_code_ext: Text('ZIP+4 extension, four digits.'),
    state: Text('Two-letter state abbreviation.'),
    jurisdiction: Text('Permitting authority in upper case.'),
    latlng: Nullable(LatLng()),
  },
  { title: 'BuildingAddress', description: 'The address, in its parts.' },
);

/** Where a permit's work is. What says where in the building it is follows the building's own address. */
export const PermitAddress = Type.Object(
  {
    ...BuildingAddress.properties,
    unit: Text('Apartment, suite or floor within the building, in USPS notation.'),
  },
  { title: 'PermitAddress', description: 'Where the work is.' },
);

export const PermitGeoIds = Type.Object(
  {
    address_id: Nullable(GeoId('geo_id of the address.')),
    city_id: Nullable(GeoId('geo_id of the city.')),
    county_id: Nullable(GeoId('geo_id of the county.')),
    jurisdiction_id: Nullable(GeoId('geo_id of the jurisdiction.')),
  },
  { title: 'PermitGeoIds', description: 'The places it is in, by their geo_ids.' },
);

/** A further address of a permit, with its geo_ids. */
export const OtherAddress = Type.Object(
  { ...PermitAddress.properties, ...PermitGeoIds.properties },
  { title: 'OtherAddress' },
);

/** A contractor of a permit besides the main one (C79). */
export const OtherContractor = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9A-Za-z]{10}$', description: 'The contractor.' }),
    name: Text('Its name as the row of the permit has it.'),
    role: Nullable(ClassificationName),
  },
  { title: 'OtherContractor', description: 'A further contractor, and what it does on the permit.' },
);

/** What states a fact of a permit's property that its own row does not (C50): another permit, or a row of an assessor. */
export const FactGiver = Type.Object(
  {
    permit_id: Text('The permit that states a joined value.'),
    source_id: Text('The source whose row states a joined value.'),
    row_key: Text('Key of that row in its source.'),
  },
  { title: 'FactGiver' },
);

/** A status of a permit, and since when it was seen (C102). */
export const StatusSeen = Type.Object(
  {
    status: Nullable(PermitStatusName),
    status_text: Text("The source's own word for it."),
    seen: Nullable(
      DateString(
        'The day on which the source was first read with it. Null for the first one, which the permit had when it was first read.',
      ),
    ),
  },
  { title: 'StatusSeen', description: 'A status of a permit, and since when it was seen.' },
);

/** An area of the operator (C85). */
export const AreaId = Type.String({
  pattern: areaIdPattern.source,
  description: 'Set and key of an area, for example `council-districts:5`.',
});

/**
 * A permit. Keys are in this order on the wire. Absent when unknown: the four optional ones of C6 and the two of C51;
 * `job_value_outlier` unless it is true (C58); `source_url` (C103), `status_history` (C102), `other_contractors` (C79), `areas` (C85),
 * `property_facts_joined` and `other_addresses` if there are none.
 */
export const Permit = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Permit identifier.' }),
    number: Text('Permit number as the jurisdiction writes it.'),
    description: Text('Free-text description as the source gives it.'),
    description_derived: Text('Short description derived from type and text.'),
    jurisdiction: Text('Jurisdiction name.'),
    source_id: Type.String({
      description:
        'Source of the record. `GET /v2/meta/release` lists its name, license and attribution under this id.',
    }),
    source_url: Type.Optional(
      Type.String({ description: "The permit's own page at its source. Absent where it is not known." }),
    ),
    job_value: Nullable(Cents('Declared value of the work.')),
    type: Text('Permit type text.'),
    subtype: Text('Permit subtype text.'),
    record_kind: Type.Optional(PermitRecordKindName),
    parent_number: Type.Optional(
      Type.String({
        description:
          'Number of the permit or job that this one belongs to or continues, as the jurisdiction writes it. Absent when the source does not state it.',
      }),
    ),
    fees: Nullable(Cents('Fees of the permit.')),
    status: Nullable(PermitStatusName),
    status_history: Type.Optional(
      Type.Array(StatusSeen, {
        minItems: 2,
        description:
          'What the status was and is, in the order in which it was seen, where a later reading of the source has changed it. Absent when none has.',
      }),
    ),
    file_date: Nullable(DateString('Date of filing.')),
    issue_date: Type.Optional(DateString('Date of issue. Absent when unknown.')),
    final_date: Type.Optional(DateString('Date of completion. Absent when unknown.')),
    start_date: Nullable(DateString('Earliest of the file, issue and final dates that are known.')),
    end_date: Nullable(DateString('Latest of the file, issue and final dates that are known.')),
    total_duration: Nullable(Days('From start_date to end_date.')),
    construction_duration: Nullable(Days('From issue_date to final_date.')),
    approval_duration: Nullable(Days('From file_date to issue_date.')),
    inspection_pass_rate: Type.Optional(Percent('Inspections passed. Absent when unknown.')),
    contractor_id: Type.Optional(
      Type.String({ pattern: '^[0-9A-Za-z]{10}$', description: 'The main contractor. Absent when unknown.' }),
    ),
    other_contractors: Type.Optional(
      Type.Array(OtherContractor, {
        minItems: 1,
        description:
          'Further contractors that the source names, in its order. The permit is among the permits of each, and is counted for the main one. Absent when there are none.',
      }),
    ),
    job_value_outlier: Type.Optional(
      Type.Boolean({
        description:
          'True where `job_value` is far beyond what permits of this type are worth in this jurisdiction, often a typing error at the source. Otherwise absent.',
      }),
    ),
    tags: Type.Array(TagName, { description: 'Tags, parents included, sorted.' }),
    parcel_number: Text('Number of the parcel (APN) as the source gives it.'),
    address: PermitAddress,
    geo_ids: PermitGeoIds,
    areas: Type.Optional(
      Type.Array(AreaId, {
        minItems: 1,
        description:
          "The operator's own areas that the point of `address` lies in, such as council districts. Absent when there are none.",
      }),
    ),
    property_census_tract: Text('Census tract GEOID.'),
    property_congressional_district: Text('Congressional district.'),
    property_type: Nullable(PropertyTypeName),
    property_type_detail: Text('Kind of building, snake_case, for example single_family_home.'),
    property_legal_owner: Text('Owner of record.'),
    property_owner_type: Text('Kind of owner, snake_case, for example private_owner.'),
    property_lot_size: Nullable(SquareFeet('Lot size.')),
    property_building_area: Nullable(SquareFeet('Floor area of the building.')),
    property_story_count: Nullable(Count('Stories.')),
    property_unit_count: Nullable(Count('Dwelling or business units.')),
    property_year_built: Nullable(Type.Integer({ description: 'Year in which the building was built.' })),
    property_assess_market_value: Nullable(Cents('Assessed market value.')),
    property_facts_joined: Type.Optional(
      Type.Record(Type.String(), FactGiver, {
        description:
          'The facts of the property (fields `property_…`) that the row of the permit does not state, each with what states it: another permit of the building, or a row of an assessor. Absent when all are its own.',
      }),
    ),
    other_addresses: Type.Optional(
      Type.Array(OtherAddress, {
        minItems: 1,
        description:
          'Further addresses of the permit, by street and house number. Each finds the permit, which counts once. Absent when there are none.',
      }),
    ),
  },
  { title: 'Permit' },
);

export type Permit = Static<typeof Permit>;
export type StatusSeen = Static<typeof StatusSeen>;
export type FactGiver = Static<typeof FactGiver>;
export type BuildingAddress = Static<typeof BuildingAddress>;
export type PermitAddress = Static<typeof PermitAddress>;
export type OtherContractor = Static<typeof OtherContractor>;
export type OtherAddress = Static<typeof OtherAddress>;
export type PermitGeoIds = Static<typeof PermitGeoIds>;
