/** The zoning and land-use decision resource (interface 2.4, C7, C24). */
import { Cents, DateString, GeoId, Nullable, SquareFeet, type Static, Text, Type } from '../schema.js';
import { AssetClassName, DecisionCategoryName, PropertyTypeName } from './vocabulary.js';

/** A decision. Keys are in this order on the wire; all are present, null when unknown (C6). */
export const Decision = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Decision identifier (UUID version 5).' }),
    address_id: Nullable(GeoId('geo_id of the address.')),
    city_id: Nullable(GeoId('geo_id of the city.')),
    county_id: Nullable(GeoId('geo_id of the county.')),
    jurisdiction_id: Nullable(GeoId('geo_id of the jurisdiction.')),
    street: Text('House number and street in upper-case USPS notation.'),
    city: Text('City in upper case.'),
    state: Text('Two-letter state abbreviation.'),
    latitude: Nullable(Type.Number({ description: 'Degrees (WGS 84).' })),
    longitude: Nullable(Type.Number({ description: 'Degrees (WGS 84).' })),
    title: Text('Title.'),
    decision_date: Nullable(DateString('Date of the decision.')),
    description: Text('What was decided.'),
    source_url: Text('Public page of the record.'),
    asset_class: Nullable(AssetClassName),
    category: Nullable(DecisionCategoryName),
    subcategory: Text('Finer kind, snake_case.'),
    property_type: Nullable(PropertyTypeName),
    why_it_matters: Text("One factual sentence made from the record's own facts."),
    applicant_name: Text('Applicant.'),
    owner_name: Text('Owner.'),
    representative_name: Text('Representative of the applicant.'),
    developer_name: Text('Developer.'),
    zoning_previous: Text('Zoning before.'),
    zoning_new: Text('Zoning after.'),
    allowed_uses: Text('Uses allowed after.'),
    project_value: Nullable(Cents('Value of the project.')),
    lot_size: Nullable(SquareFeet('Lot size.')),
  },
  { title: 'Decision' },
);

export type Decision = Static<typeof Decision>;
