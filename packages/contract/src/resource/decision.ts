/** The zoning and land-use decision resource (interface 2.4, C7, C24). */
import { DateString, Nullable, OneOf, type Static, Type } from '../schema.js';
import { assetClasses, decisionCategories } from '../vocabulary/decision.js';
import { propertyTypes } from '../vocabulary/property.js';

const Text = (description: string) => Nullable(Type.String({ description }));

/** A decision. Keys stand in this order on the wire; all are present, null when unknown (C6). */
export const Decision = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Decision identifier (UUID version 5).' }),
    address_id: Text('geo_id of the address.'),
    city_id: Text('geo_id of the city.'),
    county_id: Text('geo_id of the county.'),
    jurisdiction_id: Text('geo_id of the jurisdiction.'),
    street: Text('House number and street in upper-case USPS notation.'),
    city: Text('City in upper case.'),
    state: Text('Two-letter state abbreviation.'),
    latitude: Nullable(Type.Number()),
    longitude: Nullable(Type.Number()),
    title: Text('Title.'),
    decision_date: Nullable(DateString),
    description: Text('What was decided.'),
    source_url: Text('Public page of the record.'),
    asset_class: Nullable(OneOf(assetClasses, 'What the decision is about.')),
    category: Nullable(OneOf(decisionCategories, 'Kind of decision.')),
    subcategory: Text('Finer kind, snake_case.'),
    property_type: Nullable(OneOf(propertyTypes, 'What the property is used for.')),
    why_it_matters: Text("One factual sentence made from the record's own facts."),
    applicant_name: Text('Applicant.'),
    owner_name: Text('Owner.'),
    representative_name: Text('Representative of the applicant.'),
    developer_name: Text('Developer.'),
    zoning_previous: Text('Zoning before.'),
    zoning_new: Text('Zoning after.'),
    allowed_uses: Text('Uses allowed after.'),
    project_value: Nullable(Type.Number({ description: 'US cents.' })),
    lot_size: Nullable(Type.Number({ description: 'Square feet.' })),
  },
  { title: 'Decision', additionalProperties: false },
);

export type Decision = Static<typeof Decision>;
