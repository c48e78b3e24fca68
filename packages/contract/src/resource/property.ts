/**
 * The property resource (C32, beta): an address with what is known of its building and of all its permits.
 */
import { Cents, Count, DateString, Nullable, type Static, Text, Type } from '../schema.js';
import { flatAddressParts, propertyFactNames } from '../vocabulary/property.js';
import { BuildingAddress, Permit, PermitGeoIds } from './permit.js';
import { PermitStatusName, TagName } from './vocabulary.js';

/** What is known of a property, in the wire form of a permit's fields. */
export type PropertyFacts = Pick<Permit, (typeof propertyFactNames)[number]>;

/** The facts of its property that a permit states. */
export function propertyFactsOf(permit: PropertyFacts): PropertyFacts {
  return Object.fromEntries(propertyFactNames.map((name) => [name, permit[name]])) as PropertyFacts;
}

const facts = Type.Pick(Permit, propertyFactNames);

function Tally(description: string) {
  return Type.Record(Type.String(), Count('Permits.'), { description });
}

/**
 * A property. Its facts are the newest from any of its permits or an assessor. Keys are in this order; from
 * `street_no` on they are the flat names of C42, whose values are also in the nested objects.
 */
export const Property = Type.Object(
  {
    id: Type.String({
      pattern: '^[A-Za-z0-9_-]{11}$',
      description: 'geo_id of the address, which is the identifier of the property.',
    }),
    address: BuildingAddress,
    geo_ids: PermitGeoIds,
    ...facts.properties,
    permit_count: Count('Permits at the address.'),
    first_permit_date: Nullable(DateString('Earliest start_date of a permit.')),
    last_permit_date: Nullable(DateString('Latest start_date of a permit.')),
    status_tally: Tally('Permits by status; permits of unknown status count as `unknown`.'),
    tag_tally: Tally('Permits by tag.'),
    ...Type.Pick(BuildingAddress, flatAddressParts).properties,
    year_built: facts.properties.property_year_built,
    lot_size: facts.properties.property_lot_size,
    building_area: facts.properties.property_building_area,
    unit_count: facts.properties.property_unit_count,
    story_count: facts.properties.property_story_count,
    assess_market_value: facts.properties.property_assess_market_value,
    legal_owner: facts.properties.property_legal_owner,
    owner_type: facts.properties.property_owner_type,
    contractor_count: Count('Contractors of its permits.'),
    total_job_value: Nullable(Cents('Values of its permits together; null when none is known.')),
    tags: Type.Array(TagName, { description: 'Tags of its permits, sorted.' }),
    statuses: Type.Array(PermitStatusName, { description: 'Statuses of its permits, sorted.' }),
    last_date_by_tag: Type.Record(Type.String(), DateString('Latest start_date of a permit with the tag.'), {
      description: 'Latest start_date by tag. A tag without a dated permit is left out.',
    }),
  },
  { title: 'Property' },
);
export type Property = Static<typeof Property>;

/** The flat names of what is known of a property otherwise (C42). */
export function flatFactsOf(address: BuildingAddress, facts: PropertyFacts) {
  const { street_no, street, city, state, zip_code } = address;
  return {
    street_no,
    street,
    city,
    state,
    zip_code,
    year_built: facts.property_year_built,
    lot_size: facts.property_lot_size,
    building_area: facts.property_building_area,
    unit_count: facts.property_unit_count,
    story_count: facts.property_story_count,
    assess_market_value: facts.property_assess_market_value,
    legal_owner: facts.property_legal_owner,
    owner_type: facts.property_owner_type,
  };
}

/**
 * What a reader needs to trust that a permit is absent: which jurisdictions have the data, and which were
 * left out.
 */
export const Absence = Type.Object(
  {
    tags: Type.Array(Type.String(), { description: 'The tags of which no permit was found.' }),
    from: Nullable(DateString('First day of the period; null: since the records begin.')),
    to: DateString('Last day of the period, the date of the release at the latest.'),
    jurisdictions_left_out: Type.Array(
      Type.Object({
        jurisdiction_id: Type.String({ description: 'geo_id of the jurisdiction.' }),
        reason: Type.String({ description: 'Why its records cannot show that a permit is absent.' }),
      }),
      {
        description:
          'Jurisdictions whose records do not cover the period or never show such permits. Their properties are left out, since nothing found there is no sign that nothing was done.',
      },
    ),
    hint: Text(
      'Which period to ask for instead, when no jurisdiction here has records of the one asked for and one has of another.',
    ),
  },
  {
    title: 'Absence',
    description: 'How far the records can show that a property lacks a permit; null if that was not asked.',
  },
);
export type Absence = Static<typeof Absence>;
