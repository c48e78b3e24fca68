/**
 * Types, parameters and resources of the interface. Generated from the contract by `npm run clients`; do not edit: a
 * test fails when it differs.
 */
import type { Answered } from './answer.js';
import type { Export } from './export.js';
import type { List, NumberedPage, Page } from './list.js';
import { type Fields, part, Resource, type Selected } from './resource.js';
import type { RequestOptions, Transport } from './transport.js';

export interface Absence {
  /** The tags of which no permit was found. */
  tags: string[];
  /** First day of the period; null: since the records begin. YYYY-MM-DD. */
  from: string | null;
  /** Last day of the period, the date of the release at the latest. YYYY-MM-DD. */
  to: string;
  /** Jurisdictions whose records do not cover the period or never show such permits. Their properties are left out, since nothing found there is no sign that nothing was done. */
  jurisdictions_left_out: {
    /** geo_id of the jurisdiction. */
    jurisdiction_id: string;
    /** Why its records cannot show that a permit is absent. */
    reason: string;
  }[];
  /** Which period to ask for instead, when no jurisdiction here has records of the one asked for and one has of another. */
  hint: string | null;
}

export interface Address {
  /** geo_id of the address. */
  geo_id: string;
  /** Formatted address text in USPS notation. */
  name: string;
  /** House number. */
  street_no: string | null;
  /** Street. */
  street: string | null;
  /** City. */
  city: string | null;
  /** County. */
  county: string | null;
  /** Five-digit ZIP code. */
  zip_code: string | null;
  /** ZIP+4 extension. */
  zip_code_ext: string | null;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Permitting authority. */
  jurisdiction: string | null;
  /** Latitude in degrees (WGS 84). */
  lat: number | null;
  /** Longitude in degrees (WGS 84). */
  long: number | null;
  /** `exact`: every word of the text is the address's, in any USPS spelling; `prefix`: some are beginnings of its words or of its house number; `corrected`: some were misspelt; `partial`: some are not the address's, such as another house number. */
  match: 'exact' | 'prefix' | 'corrected' | 'partial';
  /** Fields that the text names and names rightly. A house number, direction, suffix or ZIP code that is not the one asked for takes its field off. */
  matched_fields: ('street_no' | 'street' | 'city' | 'state' | 'zip_code')[];
}

export interface AreaMetrics {
  /** Name of the place. */
  name: string;
  /** Census code by which outlines of states and counties are found: two digits, or five. */
  fips: string;
  /** geo_id of the place; of a state its code, of a ZIP code its digits. */
  geo_id: string;
  /** Permits whose start_date lies in the 365 days up to the release date. */
  permit_count: number;
  /** Contractors of these permits. */
  contractor_count: number;
  /** Mean time from issue to completion. Whole days. */
  avg_construction_duration: number | null;
  /** Mean time from filing to issue. Whole days. */
  avg_approval_duration: number | null;
  /** Sum of the declared values. US cents. */
  total_job_value: number | null;
  /** Mean share of inspections passed. Whole percent. */
  avg_inspection_pass_rate: number | null;
  /** All permits that are now active. */
  permit_active_count: number;
  /** All permits that are now in review. */
  permit_in_review_count: number;
}

/** What a decision is about. */
export type AssetClass = 'commercial' | 'detached_housing' | 'land' | 'mixed_use' | 'multifamily' | 'specialized_housing';

export interface BuildingAddress {
  /** House number. */
  street_no: string | null;
  /** Street in upper-case USPS notation. */
  street: string | null;
  /** City in upper case. */
  city: string | null;
  /** County in upper case. */
  county: string | null;
  /** Five-digit ZIP code. */
  zip_code: string | null;
  /** ZIP+4 extension, four digits. */
  zip_code_ext: string | null;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Permitting authority in upper case. */
  jurisdiction: string | null;
  /** Latitude and longitude in degrees (WGS 84). */
  latlng: number[] | null;
}

export interface Change {
  /** ID of the record. */
  id: string;
  kind: ChangedKind;
  change: ChangeType;
  /** ID in the earlier release of a `rekeyed` record; null for all others. */
  previous_id: string | null;
  /** The fields that differ, in the order of the record; of `changed` and `rekeyed` records. */
  changes: FieldChange[];
  record: Permit | Contractor | Decision | Property | null;
}

export interface ChangeCount {
  kind: ChangedKind;
  /** Records that only the current release has. */
  new: number;
  /** Records whose fields differ. */
  changed: number;
  /** The same records under a new id. */
  rekeyed: number;
  /** Records that only the earlier release has. */
  vanished: number;
}

/** `new`: only the current release has it. `changed`: its fields differ. `rekeyed`: the same record under a new id. `vanished`: only the earlier release has it. */
export type ChangeType = 'changed' | 'new' | 'rekeyed' | 'vanished';

/** Kind of record. */
export type ChangedKind = 'permits' | 'contractors' | 'decisions' | 'properties';

export interface CityDetails {
  /** geo_id of the city. */
  geo_id: string;
  /** `City, County, ST`. */
  name: string;
  /** Two-letter state abbreviation. */
  state: string;
  /** Name to geo_id of the counties. */
  counties: Record<string, string>;
  /** Name to geo_id of the jurisdictions. */
  jurisdictions: Record<string, string>;
  /** Five-digit ZIP codes. */
  zipcodes: string[];
}

export interface CitySearchItem {
  /** geo_id of the city. */
  geo_id: string;
  /** `City, County, ST`. */
  name: string;
  /** Two-letter state abbreviation. */
  state: string;
}

export interface ComparedReleases {
  /** The current release. */
  release_id: string;
  /** Releases since which changes are known, the newest first. */
  earlier: EarlierRelease[];
}

export interface Contractor {
  /** Contractor identifier. */
  id: string;
  /** Licence number. */
  license: string | null;
  /** Name of the licensee or the person in charge. */
  name: string | null;
  /** Name of the business. */
  business_name: string | null;
  /** Legal form of the business. */
  business_type: string | null;
  /** Licence classification code. */
  classification: string | null;
  /** What the contractor does, sorted. */
  classification_derived: ContractorClassification[];
  /** Date on which the licence was issued. YYYY-MM-DD. */
  license_issue_date: string | null;
  /** Date on which the licence expires. YYYY-MM-DD. */
  license_exp_date: string | null;
  /** Date on which the licence became active. YYYY-MM-DD. */
  license_act_date: string | null;
  /** Date on which the licence became inactive. YYYY-MM-DD. */
  license_inact_date: string | null;
  /** Earliest start_date of a permit of the contractor. YYYY-MM-DD. */
  first_seen_date: string | null;
  /** Most frequent phone number. */
  primary_phone: string | null;
  /** Most frequent e-mail address. */
  primary_email: string | null;
  /** Comma-separated phone numbers, most frequent first. */
  phone: string | null;
  /** Comma-separated e-mail addresses, most frequent first. */
  email: string | null;
  /** Web site. */
  website: string | null;
  /** Doing-business-as name. */
  dba: string | null;
  /** SIC code. */
  sic: string | null;
  /** NAICS code. */
  naics: string | null;
  /** LinkedIn page. */
  linkedin_url: string | null;
  /** Revenue range. */
  revenue: string | null;
  /** Employee-count range. */
  employee_count: string | null;
  /** Primary industry. */
  primary_industry: string | null;
  /** Reviews. */
  review_count: number | null;
  /** Mean rating of the reviews. */
  rating: number | null;
  /** Permits by status; permits of unknown status count as `unknown`. */
  status_tally: Record<string, number>;
  /** Permits by tag. */
  tag_tally: Record<string, number>;
  /** Permits of the contractor. */
  permit_count: number;
  /** Mean declared value of the permits. US cents. */
  avg_job_value: number | null;
  /** Sum of the declared values of the permits. US cents. */
  total_job_value: number | null;
  /** Mean time from issue to completion. Whole days. */
  avg_construction_duration: number | null;
  /** Mean share of inspections passed. Whole percent. */
  avg_inspection_pass_rate: number | null;
  address: ContractorAddress;
}

export interface ContractorAddress {
  /** House number. */
  street_no: string | null;
  /** Street in upper-case USPS notation. */
  street: string | null;
  /** City in upper case. */
  city: string | null;
  /** County in upper case. */
  county: string | null;
  /** Five-digit ZIP code. */
  zip_code: string | null;
  /** ZIP+4 extension. */
  zip_code_ext: string | null;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Jurisdiction in upper case. */
  jurisdiction: string | null;
  /** geo_id of the address. */
  address_id: string | null;
  /** Latitude and longitude in degrees (WGS 84). */
  latlng: number[] | null;
}

/** What a contractor does, derived from licence classes and work done. */
export type ContractorClassification = 'concrete_and_paving' | 'demolition_and_excavation' | 'electrical' | 'fencing_and_glazing' | 'framing_and_carpentry' | 'general_building_contractor' | 'general_engineering_contractor' | 'hvac' | 'landscaping_and_outdoor_work' | 'other' | 'plumbing' | 'roofing' | 'specialty_trades';

export interface ContractorMetrics {
  /** First day of the month in which the permits start. YYYY-MM-DD. */
  date: string;
  tag: MetricsTag;
  property_type: MetricsPropertyType;
  /** Permits of the contractor. */
  permit_count: number;
  /** Mean declared value. US cents. */
  avg_job_value: number | null;
  /** Sum of the declared values. US cents. */
  total_job_value: number | null;
  /** Mean time from issue to completion. Whole days. */
  avg_construction_duration: number | null;
  /** Mean share of inspections passed. Whole percent. */
  avg_inspection_pass_rate: number | null;
}

export interface ContractorSpelling {
  /** Name of the person. */
  name: string | null;
  /** Name of the business. */
  business_name: string | null;
  /** Name that it does business as. */
  dba: string | null;
  /** Licence number. */
  license: string | null;
  /** Telephone number. */
  phone: string | null;
  /** E-mail address. */
  email: string | null;
  /** Records that write it so. */
  records: number;
  /** Date of the newest of them. YYYY-MM-DD. */
  latest: string | null;
  /** What it has in common with another of the spellings; empty if rules over names in one city, or spellings that are not kept, linked it. */
  shared: ('license' | 'phone' | 'email' | 'name' | 'similar_name')[];
}

export interface ContractorSpellings {
  /** Contractor identifier. */
  id: string;
  /** The most frequent first; empty in a release that was built before they were kept. */
  spellings: ContractorSpelling[];
}

export interface CountyDetails {
  /** geo_id of the county. */
  geo_id: string;
  /** `County name, ST`. */
  name: string;
  /** Two-letter state abbreviation. */
  state: string;
  /** Name to geo_id of the cities. */
  cities: Record<string, string>;
  /** Name to geo_id of the jurisdictions. */
  jurisdictions: Record<string, string>;
  /** Five-digit ZIP codes. */
  zipcodes: string[];
}

export interface Coverage {
  items: CoverageRow[];
  /** Fields in this response. A field that 80 % or more of the permits tell is left out. */
  size: number;
  /** There is one page. */
  next_cursor: null;
}

export interface CoverageRow {
  /** Field of the permits; `owner_name` is `property_legal_owner`. */
  field: 'fees' | 'job_value' | 'description' | 'contractor_id' | 'owner_name' | 'property_type' | 'property_year_built' | 'property_building_area' | 'issue_date' | 'file_date';
  /** `missing`: fewer than 10 % of the permits tell it; `partial`: fewer than 80 %. */
  tier: 'missing' | 'partial';
  /** Percent of the permits that tell it, rounded down to one decimal. */
  fill_pct: number;
  /** Permits of the place that start in the period. */
  permits_total: number;
}

export interface CurrentMetrics {
  /** geo_id of the place; of a state its code, of a ZIP code its digits. */
  geo_id: string;
  tag: MetricsTag;
  property_type: MetricsPropertyType;
  /** Permits whose start_date lies in the 365 days up to the release date. */
  permit_count: number;
  /** Contractors of these permits. */
  contractor_count: number;
  /** Mean time from issue to completion. Whole days. */
  avg_construction_duration: number | null;
  /** Mean time from filing to issue. Whole days. */
  avg_approval_duration: number | null;
  /** Sum of the declared values. US cents. */
  total_job_value: number | null;
  /** Mean share of inspections passed. Whole percent. */
  avg_inspection_pass_rate: number | null;
  /** All permits that are now active. */
  permit_active_count: number;
  /** All permits that are now in review. */
  permit_in_review_count: number;
}

export interface DailyUsage {
  /** Day (UTC) on which the credits were used. YYYY-MM-DD. */
  date: string;
  /** Credits used on that day that still count. */
  credits: number;
  /** Day (UTC) on which the last of them stops counting. YYYY-MM-DD. */
  expires: string;
}

export interface Decision {
  /** Decision identifier (UUID version 5). */
  id: string;
  /** geo_id of the address. */
  address_id: string | null;
  /** geo_id of the city. */
  city_id: string | null;
  /** geo_id of the county. */
  county_id: string | null;
  /** geo_id of the jurisdiction. */
  jurisdiction_id: string | null;
  /** House number and street in upper-case USPS notation. */
  street: string | null;
  /** City in upper case. */
  city: string | null;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Degrees (WGS 84). */
  latitude: number | null;
  /** Degrees (WGS 84). */
  longitude: number | null;
  /** Title. */
  title: string | null;
  /** Date of the decision. YYYY-MM-DD. */
  decision_date: string | null;
  /** What was decided. */
  description: string | null;
  /** Public page of the record. */
  source_url: string | null;
  asset_class: AssetClass | null;
  category: DecisionCategory | null;
  /** Finer kind, snake_case. */
  subcategory: string | null;
  property_type: PropertyType | null;
  /** One factual sentence made from the record's own facts. */
  why_it_matters: string | null;
  /** Applicant. */
  applicant_name: string | null;
  /** Owner. */
  owner_name: string | null;
  /** Representative of the applicant. */
  representative_name: string | null;
  /** Developer. */
  developer_name: string | null;
  /** Zoning before. */
  zoning_previous: string | null;
  /** Zoning after. */
  zoning_new: string | null;
  /** Uses allowed after. */
  allowed_uses: string | null;
  /** Value of the project. US cents. */
  project_value: number | null;
  /** Lot size. Whole square feet. */
  lot_size: number | null;
}

/** Kind of decision. */
export type DecisionCategory = 'affordable_housing' | 'annexation' | 'area_rezoning' | 'city_properties' | 'contract' | 'economic_development_incentives' | 'final_plat' | 'infrastructure_development' | 'land_use_planning' | 'project_amendments' | 'spot_rezoning' | 'zoning_code_modification';

export interface DurationQuartiles {
  /** Permits with both dates that were looked at. */
  permits: number;
  /** A quarter of them took at most so long. Whole days. */
  p25: number;
  /** Half of them took at most so long. Whole days. */
  median: number;
  /** Three quarters of them took at most so long. Whole days. */
  p75: number;
}

export interface EarlierRelease {
  /** The earlier release: `from` of GET /v2/meta/changes. */
  release_id: string;
  /** What became of its records until the current one. */
  changes: ChangeCount[];
}

export interface EndpointUsage {
  /** Operation id of the endpoint. */
  endpoint: string;
  /** Charged requests. */
  requests: number;
  /** Credits that they cost. */
  credits: number;
}

export interface Estimate {
  /** The number, or its estimate. */
  value: number;
  /** There are hardly fewer. The value where it is exact. */
  low: number;
  /** There are hardly more. The value where it is exact. */
  high: number;
}

export interface ExportedAddress {
  /** geo_id of the address. */
  geo_id: string;
  /** Formatted address text in USPS notation. */
  name: string;
  /** House number. */
  street_no: string | null;
  /** Street. */
  street: string | null;
  /** City. */
  city: string | null;
  /** County. */
  county: string | null;
  /** Five-digit ZIP code. */
  zip_code: string | null;
  /** ZIP+4 extension. */
  zip_code_ext: string | null;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Permitting authority. */
  jurisdiction: string | null;
  /** Latitude in degrees (WGS 84). */
  lat: number | null;
  /** Longitude in degrees (WGS 84). */
  long: number | null;
}

export interface FactGiver {
  /** The permit that states a joined value. */
  permit_id: string | null;
  /** The source whose row states a joined value. */
  source_id: string | null;
  /** Key of that row in its source. */
  row_key: string | null;
}

export interface FieldChange {
  /** Name of the field; a dot leads into an object: `address.zip_code`. */
  field: string;
  /** Value in the earlier release; null if it had none. */
  old: unknown;
  /** Value in the current release; null if it has none. */
  new: unknown;
}

export interface FieldFill {
  /** Field of the permits. */
  field: string;
  /** Records that have it. */
  records: number;
  /** Their share of all records of the source. */
  share: number;
  /** Whether the source states it; otherwise values come from elsewhere. */
  is_stated: boolean;
}

export interface FieldProvenance {
  /** Field of the permit. Fields that are not known are left out. */
  field: string;
  /** `mapped`: the value of the columns, cleaned. `derived`: computed from the columns by `rule`. `linked`: found by linking rows that mean the same. `joined`: given by another permit of the address, or by an assessor. `source`: the same for every row of the source. */
  derivation: 'mapped' | 'derived' | 'linked' | 'joined' | 'source';
  /** Columns of the source's row that the value may be made from, in the order of its definition; empty if the definition is not known here. */
  columns: string[];
  /** What is done with them, for people. */
  rule: string;
  /** What states a joined value; null for all others. */
  given_by: FactGiver | null;
}

export interface JurisdictionDetails {
  /** geo_id of the jurisdiction. */
  geo_id: string;
  /** `Jurisdiction, ST`. */
  name: string;
  /** Two-letter state abbreviation. */
  state: string;
  /** Name to geo_id of the cities. */
  cities?: Record<string, string | null> | null;
  /** Name to geo_id of the counties. */
  counties?: Record<string, string | null> | null;
  /** Five-digit ZIP codes. */
  zipcodes?: string[] | null;
}

export interface KeyUsage {
  /** Names the key without revealing it. */
  key_id: string;
  /** Charged requests. */
  requests: number;
  /** Credits that they cost. */
  credits: number;
}

export interface Liveness {
  status: 'ok';
}

export interface MetricsByArea {
  /** First day of the 365 days up to the release date. YYYY-MM-DD. */
  from: string;
  /** Last day: the release date. YYYY-MM-DD. */
  to: string;
  tag: MetricsTag;
  property_type: MetricsPropertyType;
  /** Places with such permits, by `fips`. */
  areas: AreaMetrics[];
}

/** Property type, or `all`. */
export type MetricsPropertyType = 'all' | 'residential' | 'commercial' | 'industrial' | 'agricultural' | 'vacant land' | 'exempt' | 'miscellaneous' | 'office' | 'recreational';

/** Tag id, or `all`. */
export type MetricsTag = 'all' | 'accessory_structure' | 'addition' | 'adu' | 'bath_remodel' | 'bathroom' | 'battery' | 'commercial' | 'demolition' | 'electric_meter' | 'electrical' | 'ev_charger' | 'fire_sprinkler' | 'gas' | 'generator' | 'grading' | 'heat_pump' | 'hvac' | 'kitchen' | 'kitchen_remodel' | 'new_adu' | 'new_construction' | 'new_dwelling' | 'plumbing' | 'pool_and_hot_tub' | 'pool_spa' | 'remodel' | 'reroof' | 'residential' | 'roofing' | 'room_addition' | 'sitework' | 'solar' | 'solar_battery_storage' | 'telecom' | 'utilities' | 'water_heater' | 'window_door';

export interface MonthDurations {
  /** First day of the month in which the permits start. YYYY-MM-DD. */
  date: string;
  approval: DurationQuartiles | null;
  construction: DurationQuartiles | null;
}

export interface MonthlyMetrics {
  /** geo_id of the place; of a state its code, of a ZIP code its digits. */
  geo_id: string;
  tag: MetricsTag;
  property_type: MetricsPropertyType;
  /** First day of the month in which the permits start. YYYY-MM-DD. */
  date: string;
  /** Permits. */
  permit_count: number;
  /** Contractors of these permits. */
  contractor_count: number;
  /** Mean time from issue to completion. Whole days. */
  avg_construction_duration: number | null;
  /** Mean time from filing to issue. Whole days. */
  avg_approval_duration: number | null;
  /** Sum of the declared values. US cents. */
  total_job_value: number | null;
  /** Mean share of inspections passed. Whole percent. */
  avg_inspection_pass_rate: number | null;
}

export type OpenApiDocument = {
  openapi: string;
  info: {
    title: string;
    version: string;
  } & Record<string, unknown>;
  paths: Record<string, unknown>;
} & Record<string, unknown>;

export interface OtherAddress {
  /** House number. */
  street_no: string | null;
  /** Street in upper-case USPS notation. */
  street: string | null;
  /** City in upper case. */
  city: string | null;
  /** County in upper case. */
  county: string | null;
  /** Five-digit ZIP code. */
  zip_code: string | null;
  /** ZIP+4 extension, four digits. */
  zip_code_ext: string | null;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Permitting authority in upper case. */
  jurisdiction: string | null;
  /** Latitude and longitude in degrees (WGS 84). */
  latlng: number[] | null;
  /** Apartment, suite or floor within the building, in USPS notation. */
  unit: string | null;
  /** geo_id of the address. */
  address_id: string | null;
  /** geo_id of the city. */
  city_id: string | null;
  /** geo_id of the county. */
  county_id: string | null;
  /** geo_id of the jurisdiction. */
  jurisdiction_id: string | null;
}

export interface Permit {
  /** Permit identifier. */
  id: string;
  /** Permit number as the jurisdiction writes it. */
  number: string | null;
  /** Free-text description as the source gives it. */
  description: string | null;
  /** Short description derived from type and text. */
  description_derived: string | null;
  /** Jurisdiction name. */
  jurisdiction: string | null;
  /** Source of the record. `GET /v2/meta/release` lists its name, licence and attribution under this id. */
  source_id: string;
  /** Declared value of the work. US cents. */
  job_value: number | null;
  /** Permit type text. */
  type: string | null;
  /** Permit subtype text. */
  subtype: string | null;
  /** Fees of the permit. US cents. */
  fees: number | null;
  status: PermitStatus | null;
  /** Date of filing. YYYY-MM-DD. */
  file_date: string | null;
  /** Date of issue. Absent when unknown. YYYY-MM-DD. */
  issue_date?: string;
  /** Date of completion. Absent when unknown. YYYY-MM-DD. */
  final_date?: string;
  /** Earliest of the file, issue and final dates that are known. YYYY-MM-DD. */
  start_date: string | null;
  /** Latest of the file, issue and final dates that are known. YYYY-MM-DD. */
  end_date: string | null;
  /** From start_date to end_date. Whole days. */
  total_duration: number | null;
  /** From issue_date to final_date. Whole days. */
  construction_duration: number | null;
  /** From file_date to issue_date. Whole days. */
  approval_duration: number | null;
  /** Inspections passed. Absent when unknown. Whole percent. */
  inspection_pass_rate?: number;
  /** The contractor. Absent when unknown. */
  contractor_id?: string;
  /** Tags, parents included, sorted. */
  tags: TagId[];
  /** Number of the parcel (APN) as the source gives it. */
  parcel_number: string | null;
  address: PermitAddress;
  geo_ids: PermitGeoIds;
  /** Census tract GEOID. */
  property_census_tract: string | null;
  /** Congressional district. */
  property_congressional_district: string | null;
  property_type: PropertyType | null;
  /** Finer property type, snake_case, for example single_family_home. */
  property_type_detail: string | null;
  /** Owner of record. */
  property_legal_owner: string | null;
  /** Kind of owner, snake_case, for example private_owner. */
  property_owner_type: string | null;
  /** Lot size. Whole square feet. */
  property_lot_size: number | null;
  /** Floor area of the building. Whole square feet. */
  property_building_area: number | null;
  /** Storeys. */
  property_story_count: number | null;
  /** Dwelling or business units. */
  property_unit_count: number | null;
  /** Year in which the building was built. */
  property_year_built: number | null;
  /** Assessed market value. US cents. */
  property_assess_market_value: number | null;
  /** The facts of the property (fields `property_…`) that the row of the permit does not state, each with what states it: another permit of the building, or a row of an assessor. Absent when all are its own. */
  property_facts_joined?: Record<string, FactGiver>;
  /** Further addresses of the permit, by street and house number. Each finds the permit, which counts once. Absent when there are none. */
  other_addresses?: OtherAddress[];
}

export interface PermitAddress {
  /** House number. */
  street_no: string | null;
  /** Street in upper-case USPS notation. */
  street: string | null;
  /** City in upper case. */
  city: string | null;
  /** County in upper case. */
  county: string | null;
  /** Five-digit ZIP code. */
  zip_code: string | null;
  /** ZIP+4 extension, four digits. */
  zip_code_ext: string | null;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Permitting authority in upper case. */
  jurisdiction: string | null;
  /** Latitude and longitude in degrees (WGS 84). */
  latlng: number[] | null;
  /** Apartment, suite or floor within the building, in USPS notation. */
  unit: string | null;
}

/** The permits of a cell; `latlng` is the mean of their points. */
export interface PermitBin {
  /** The cell, as zoom, column and row of a tile in Web Mercator. */
  tile: string;
  /** Latitude and longitude in degrees (WGS 84). */
  latlng: number[];
  /** Permits in the cell. */
  permit_count: number;
  /** Sum of their declared values. US cents. */
  total_job_value: number | null;
}

export interface PermitBins {
  /** Cells with permits. */
  bins: PermitBin[];
  /** Zoom of the cells. */
  zoom: number;
  permit_count: Estimate;
  /** Share of the permits that were counted. 1: all, every number is exact. Less: numbers are multiplied accordingly, and a cell with few permits may be missing. */
  sampled_share: number;
}

/** Days from filing to issue (`approval`) and from issue to completion (`construction`); null where no permit has both dates. Quartiles are durations of permits: the least that so many do not exceed. */
export interface PermitDurations {
  approval: DurationQuartiles | null;
  construction: DurationQuartiles | null;
  permit_count: Estimate;
  /** Share of the permits that were looked at. 1: all, every number is exact. */
  sampled_share: number;
  /** With `by_month`: the same for each month with a known duration, in order of time; at most the newest 600. */
  months: MonthDurations[] | null;
}

export interface PermitGeoIds {
  /** geo_id of the address. */
  address_id: string | null;
  /** geo_id of the city. */
  city_id: string | null;
  /** geo_id of the county. */
  county_id: string | null;
  /** geo_id of the jurisdiction. */
  jurisdiction_id: string | null;
}

/** `in_review`: filed or approved but not issued. `active`: issued, work may go on. `final`: completed. `inactive`: expired, void, withdrawn, denied, revoked or stalled. */
export type PermitStatus = 'active' | 'final' | 'in_review' | 'inactive';

export interface PlaceItem {
  /** geo_id; of a state its code. */
  geo_id: string;
  /** `County name, ST`, `Jurisdiction, ST` or name of the state. */
  name: string;
  /** Two-letter state abbreviation. */
  state: string | null;
}

export interface Property {
  /** geo_id of the address, which is the identifier of the property. */
  id: string;
  address: BuildingAddress;
  geo_ids: PermitGeoIds;
  /** Census tract GEOID. */
  property_census_tract: string | null;
  /** Congressional district. */
  property_congressional_district: string | null;
  property_type: PropertyType | null;
  /** Finer property type, snake_case, for example single_family_home. */
  property_type_detail: string | null;
  /** Owner of record. */
  property_legal_owner: string | null;
  /** Kind of owner, snake_case, for example private_owner. */
  property_owner_type: string | null;
  /** Lot size. Whole square feet. */
  property_lot_size: number | null;
  /** Floor area of the building. Whole square feet. */
  property_building_area: number | null;
  /** Storeys. */
  property_story_count: number | null;
  /** Dwelling or business units. */
  property_unit_count: number | null;
  /** Year in which the building was built. */
  property_year_built: number | null;
  /** Assessed market value. US cents. */
  property_assess_market_value: number | null;
  /** Permits at the address. */
  permit_count: number;
  /** Earliest start_date of a permit. YYYY-MM-DD. */
  first_permit_date: string | null;
  /** Latest start_date of a permit. YYYY-MM-DD. */
  last_permit_date: string | null;
  /** Permits by status; permits of unknown status count as `unknown`. */
  status_tally: Record<string, number>;
  /** Permits by tag. */
  tag_tally: Record<string, number>;
  /** House number. */
  street_no: string | null;
  /** Street in upper-case USPS notation. */
  street: string | null;
  /** City in upper case. */
  city: string | null;
  /** Five-digit ZIP code. */
  zip_code: string | null;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Year in which the building was built. */
  year_built: number | null;
  /** Lot size. Whole square feet. */
  lot_size: number | null;
  /** Floor area of the building. Whole square feet. */
  building_area: number | null;
  /** Dwelling or business units. */
  unit_count: number | null;
  /** Storeys. */
  story_count: number | null;
  /** Assessed market value. US cents. */
  assess_market_value: number | null;
  /** Owner of record. */
  legal_owner: string | null;
  /** Kind of owner, snake_case, for example private_owner. */
  owner_type: string | null;
  /** Contractors of its permits. */
  contractor_count: number;
  /** Values of its permits together; null when none is known. US cents. */
  total_job_value: number | null;
  /** Tags of its permits, sorted. */
  tags: TagId[];
  /** Statuses of its permits, sorted. */
  statuses: PermitStatus[];
  /** Latest start_date by tag. A tag without a dated permit is left out. */
  last_date_by_tag: Record<string, string>;
}

/** What the property is used for. */
export type PropertyType = 'residential' | 'commercial' | 'industrial' | 'agricultural' | 'vacant land' | 'exempt' | 'miscellaneous' | 'office' | 'recreational';

export interface Provenance {
  /** Permit identifier. */
  id: string;
  /** The release that the permit is in. */
  release_id: string;
  source: {
    /** Identifier of the source. */
    id: string;
    /** Name of the source. */
    name: string;
    /** Licence of the data. */
    license: string | null;
    /** Whom the licence asks to name. */
    attribution: string | null;
    /** Public page of the data set. */
    homepage: string | null;
    /** Date on which the source was last read. YYYY-MM-DD. */
    as_of: string | null;
  };
  /** Key of the row in the source; several columns are joined by `|`. */
  row_key: string;
  /** Keys of the further rows of the permit, where a source has a row for each address. */
  other_row_keys: string[];
  /** In the order of the fields of a permit. */
  fields: FieldProvenance[];
  /** The tags of the permit; empty if `field` asks for others only. */
  tags: TagProvenance[];
}

export interface Readiness {
  status: 'ready';
  /** The published release. */
  release_id: string;
}

export interface RefusalReason {
  /** Why the rows were refused. */
  reason: string;
  /** How many. */
  rows: number;
}

export interface ReleaseCounts {
  /** Permits. */
  permits: number;
  /** Contractors. */
  contractors: number;
  /** Zoning and land-use decisions. */
  decisions: number;
  /** Addresses. */
  addresses: number;
  /** Cities. */
  cities: number;
  /** Counties. */
  counties: number;
  /** Jurisdictions. */
  jurisdictions: number;
}

export interface ReleaseInfo {
  /** Date of the release. YYYY-MM-DD. */
  released_at: string;
  /** Identifier of the release. */
  release_id: string;
  /** Version of this interface. */
  schema_version: string;
  /** When the release was built. */
  built_at: string;
  counts: ReleaseCounts;
  /** Earliest and latest start_date of a permit. */
  date_range: {
    /** Earliest start_date of a permit. YYYY-MM-DD. */
    from: string | null;
    /** Latest start_date of a permit. YYYY-MM-DD. */
    to: string | null;
  };
  sources: ReleaseSource[];
  /** The release before this one. */
  previous_release: string | null;
}

export interface ReleaseQuality {
  /** Identifier of the release. */
  release_id: string;
  /** Rows read over all runs: records, merged and quarantined ones together. */
  rows_read: number;
  /** Permits, decisions or, of a licence list, contractors that they became. */
  records: number;
  /** Rows that repeat or update another row. */
  rows_merged: number;
  /** Rows that could not be read, or are no record. */
  rows_quarantined: number;
  /** The same over all sources. */
  refusals: RefusalReason[];
  sources: SourceQuality[];
}

export interface ReleaseSource {
  /** Identifier of the source. */
  id: string;
  /** Name of the source. */
  name: string;
  /** Licence of the data. */
  license: string | null;
  /** Whom the licence asks to name. */
  attribution: string | null;
  /** Date on which the source was last read. YYYY-MM-DD. */
  as_of: string | null;
  /** Rows read from it. */
  rows: number;
}

export interface SourceDefect {
  /** Name of the defect. */
  name: string;
  /** Field that it concerns. */
  field: string;
  /** Rows that have it. */
  rows: number;
  /** What it means, for people. */
  meaning: string;
}

export interface SourceQuality {
  /** Identifier of the source. */
  id: string;
  /** Name of the source. */
  name: string;
  /** What its rows are. */
  kind: ChangedKind;
  /** Rows read over all runs: records, merged and quarantined ones together. */
  rows_read: number;
  /** Permits, decisions or, of a licence list, contractors that they became. */
  records: number;
  /** Rows that repeat or update another row. */
  rows_merged: number;
  /** Rows that could not be read, or are no record. */
  rows_quarantined: number;
  /** Rows that were refined. */
  rows_refined: number;
  /** Refined rows with a defect. */
  rows_defective: number;
  /** Rows that the source no longer has; they are published all the same. */
  rows_vanished: number;
  /** Key fields; only of permits. */
  fill: FieldFill[];
  /** The most frequent first. */
  defects: SourceDefect[];
  /** Why the build refused rows, the most frequent reason first. Other rows in quarantine could not be read. */
  refusals: RefusalReason[];
}

/** Code of a state. */
export type StateCode = 'AK' | 'AL' | 'AR' | 'AS' | 'AZ' | 'CA' | 'CO' | 'CT' | 'DC' | 'DE' | 'FL' | 'GA' | 'GU' | 'HI' | 'IA' | 'ID' | 'IL' | 'IN' | 'KS' | 'KY' | 'LA' | 'MA' | 'MD' | 'ME' | 'MI' | 'MN' | 'MO' | 'MP' | 'MS' | 'MT' | 'NC' | 'ND' | 'NE' | 'NH' | 'NJ' | 'NM' | 'NV' | 'NY' | 'OH' | 'OK' | 'OR' | 'PA' | 'PR' | 'RI' | 'SC' | 'SD' | 'TN' | 'TX' | 'UT' | 'VA' | 'VI' | 'VT' | 'WA' | 'WI' | 'WV' | 'WY';

export interface StateDetails {
  /** Two-letter state abbreviation. */
  geo_id: string;
  /** Name of the state. */
  name: string;
  /** Two-letter state abbreviation. */
  state: string;
  /** Name to geo_id of the counties. */
  counties: Record<string, string>;
  /** Name to geo_id of the jurisdictions. */
  jurisdictions: Record<string, string>;
}

export interface Tag {
  id: TagId;
  /** Which permits carry the tag. */
  description: string;
}

/** Tag id. `GET /v2/list/tags` describes each. */
export type TagId = 'accessory_structure' | 'addition' | 'adu' | 'bath_remodel' | 'bathroom' | 'battery' | 'commercial' | 'demolition' | 'electric_meter' | 'electrical' | 'ev_charger' | 'fire_sprinkler' | 'gas' | 'generator' | 'grading' | 'heat_pump' | 'hvac' | 'kitchen' | 'kitchen_remodel' | 'new_adu' | 'new_construction' | 'new_dwelling' | 'plumbing' | 'pool_and_hot_tub' | 'pool_spa' | 'remodel' | 'reroof' | 'residential' | 'roofing' | 'room_addition' | 'sitework' | 'solar' | 'solar_battery_storage' | 'telecom' | 'utilities' | 'water_heater' | 'window_door';

/** By the rules of the running version, over the published texts. */
export interface TagProvenance {
  /** Tag of the permit. */
  tag: string;
  /** `words`: words of the published texts. `narrower_tag`: it includes another tag of the permit. `property_type`: the type of the property. `unpublished`: texts of the row that are not published. */
  basis: 'words' | 'narrower_tag' | 'property_type' | 'unpublished';
  /** Where the words are; empty unless `basis` is `words`. */
  words: ({
    /** Text of the permit that has the words. */
    field: 'type' | 'subtype' | 'description';
    /** Where they begin, in UTF-16 code units. */
    start: number;
    /** Where they end. */
    end: number;
  })[];
  /** The tags that it includes; empty unless `basis` is `narrower_tag`. */
  includes: string[];
}

/** TileJSON 3.0.0. */
export interface TileJson {
  tilejson: '3.0.0';
  name: string;
  description: string;
  /** Sources with their licences. */
  attribution: string;
  /** Address of the tiles, with the filters asked for. */
  tiles: string[];
  minzoom: number;
  maxzoom: number;
  bounds: number[];
  vector_layers: {
    id: string;
    description: string;
    fields: Record<string, string>;
  }[];
}

export interface Usage {
  /** Credits used in the rolling 30 days. */
  credits_used: number;
  /** Credits that the plan allows in 30 days; null when it is unlimited. */
  credit_limit: number | null;
  /** Whether the limit is reached, so that no further record is served. */
  is_over_limit: boolean;
  /** Day (UTC) on which the next credit returns; null when none is used or the plan is unlimited. YYYY-MM-DD. */
  available_at: string | null;
  /** Days with credits that still count, oldest first. */
  daily_usage: DailyUsage[];
  /** Charged requests of the last 30 days (UTC, today included) by key. */
  usage_by_key: KeyUsage[];
  /** The same by endpoint. */
  usage_by_endpoint: EndpointUsage[];
}

export interface Fault {
  /** Kind of fault, for example `missing` or `less_than_equal`. */
  type: string;
  /** Where: `query`, `path`, `header` or `body`, then the name, then an index in a list. */
  loc: (string | number)[];
  /** What is wrong, for people. */
  msg: string;
  /** What came; null when nothing did. */
  input?: unknown;
  /** The numbers and names behind `msg`. */
  ctx?: Record<string, unknown>;
}

export interface ZipCodeDetails {
  /** Five-digit ZIP code. */
  geo_id: string;
  /** `City, ST 12345`. */
  name: string;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Five-digit ZIP code. */
  zip_code: string;
  /** Name to geo_id of the cities. */
  cities: Record<string, string>;
  /** Name to geo_id of the counties. */
  counties: Record<string, string>;
  /** Name to geo_id of the jurisdictions. */
  jurisdictions: Record<string, string>;
}

export interface ZipCodeItem {
  /** Five-digit ZIP code. */
  geo_id: string;
  /** `City, ST 12345`; its digits where the city is not known. */
  name: string;
  /** Two-letter state abbreviation. */
  state: string | null;
  /** Five-digit ZIP code. */
  zip_code: string;
}

/** Parameters of `GET /v2/meta/changes`. */
export interface ChangesParameters {
  /** The earlier release: `release_id` of GET /v2/meta/release when you last asked. One that is not kept any more gives 422 with those that are. */
  from: string;
  /** Kinds of records, any of which will do. Absent: all. */
  kind?: ChangedKind | readonly ChangedKind[] | null | undefined;
  /** What became of them, any of which will do. Absent: all. */
  change?: ChangeType | readonly ChangeType[] | null | undefined;
  /** Only records that are or were in this place: geo_id of a state (`CA`), a ZIP code, an address, a city, a county or a jurisdiction. A contractor is where its own address is, of which only address, ZIP code and state are known. */
  geo_id?: string | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/meta/coverage`. */
export interface CoverageParameters {
  /** Kind of the place that `geo_id` names. */
  geo_type: 'city' | 'county' | 'jurisdiction' | 'state' | 'zipcode';
  /** geo_id of the place. Find it with GET /v2/{cities|counties|jurisdictions|states|zipcodes}/search. */
  geo_id: string;
  /** First `start_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  date_from: string;
  /** Last `start_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  date_to: string;
}

/** Parameters of `GET /v2/list/tags`. */
export interface TagsParameters {
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/permits/search`. */
export interface PermitSearchParameters {
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox?: readonly number[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** First `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_from?: string | null | undefined;
  /** Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_to?: string | null | undefined;
  /** `true` adds, after all others, the records that have no date; every other filter still holds. */
  include_undated?: boolean | null | undefined;
  /** Tags that a permit must all carry; with `-` before it, must not carry. */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Text that the description contains, in upper or lower case. */
  permit_q?: string | null | undefined;
  /** Permit number, whole or its beginning; only letters and digits count, in upper or lower case. */
  permit_number?: string | null | undefined;
  /** Statuses, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** Least days from filing to issue. Records of which it is not known are left out. */
  permit_min_approval_duration?: number | null | undefined;
  /** Greatest days from filing to issue. Records of which it is not known are left out. */
  permit_max_approval_duration?: number | null | undefined;
  /** Least days from issue to completion. Records of which it is not known are left out. */
  permit_min_construction_duration?: number | null | undefined;
  /** Greatest days from issue to completion. Records of which it is not known are left out. */
  permit_max_construction_duration?: number | null | undefined;
  /** Least percent of inspections passed. Records of which it is not known are left out. */
  permit_min_inspection_pr?: number | null | undefined;
  /** Greatest percent of inspections passed. Records of which it is not known are left out. */
  permit_max_inspection_pr?: number | null | undefined;
  /** Least declared value in cents. Records of which it is not known are left out. */
  permit_min_job_value?: number | null | undefined;
  /** Greatest declared value in cents. Records of which it is not known are left out. */
  permit_max_job_value?: number | null | undefined;
  /** Least fees in cents. Records of which it is not known are left out. */
  permit_min_fees?: number | null | undefined;
  /** Greatest fees in cents. Records of which it is not known are left out. */
  permit_max_fees?: number | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least number of storeys. Records of which it is not known are left out. */
  property_min_story_count?: number | null | undefined;
  /** Greatest number of storeys. Records of which it is not known are left out. */
  property_max_story_count?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** What the contractor must all do; with `-` before it, must not do. */
  contractor_classification_derived?: ContractorClassification | `-${ContractorClassification}` | readonly (ContractorClassification | `-${ContractorClassification}`)[] | null | undefined;
  /** Text that the name or business name of the contractor contains, in upper or lower case. */
  contractor_name?: string | null | undefined;
  /** Web site of the contractor, with or without `https://` and `www.`. */
  contractor_website?: string | null | undefined;
  /** Licence number of the contractor; only letters and digits count. */
  contractor_license?: string | null | undefined;
  /** Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_min_total_job_value?: number | null | undefined;
  /** Greatest sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_max_total_job_value?: number | null | undefined;
  /** Least number of permits of the contractor. Records of which it is not known are left out. */
  contractor_min_total_permits_count?: number | null | undefined;
  /** Greatest number of permits of the contractor. Records of which it is not known are left out. */
  contractor_max_total_permits_count?: number | null | undefined;
  /** Least mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_min_inspection_pr?: number | null | undefined;
  /** Greatest mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_max_inspection_pr?: number | null | undefined;
  /** `true`: only permits that name a contractor; `false`: only those that do not. */
  permit_has_contractor?: boolean | null | undefined;
  /** Order of the permits. Equal ones are in the order of `date`. */
  sort?: 'date' | 'job_value' | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/permits/{id}/provenance`. */
export interface PermitProvenanceParameters {
  /** Fields of the permit to explain, as repeated keys or with commas between them. Absent: all that are known of it. */
  field?: 'id' | 'number' | 'description' | 'description_derived' | 'jurisdiction' | 'source_id' | 'job_value' | 'type' | 'subtype' | 'fees' | 'status' | 'file_date' | 'issue_date' | 'final_date' | 'start_date' | 'end_date' | 'total_duration' | 'construction_duration' | 'approval_duration' | 'inspection_pass_rate' | 'contractor_id' | 'tags' | 'parcel_number' | 'address' | 'geo_ids' | 'property_census_tract' | 'property_congressional_district' | 'property_type' | 'property_type_detail' | 'property_legal_owner' | 'property_owner_type' | 'property_lot_size' | 'property_building_area' | 'property_story_count' | 'property_unit_count' | 'property_year_built' | 'property_assess_market_value' | 'property_facts_joined' | 'other_addresses' | readonly ('id' | 'number' | 'description' | 'description_derived' | 'jurisdiction' | 'source_id' | 'job_value' | 'type' | 'subtype' | 'fees' | 'status' | 'file_date' | 'issue_date' | 'final_date' | 'start_date' | 'end_date' | 'total_duration' | 'construction_duration' | 'approval_duration' | 'inspection_pass_rate' | 'contractor_id' | 'tags' | 'parcel_number' | 'address' | 'geo_ids' | 'property_census_tract' | 'property_congressional_district' | 'property_type' | 'property_type_detail' | 'property_legal_owner' | 'property_owner_type' | 'property_lot_size' | 'property_building_area' | 'property_story_count' | 'property_unit_count' | 'property_year_built' | 'property_assess_market_value' | 'property_facts_joined' | 'other_addresses')[] | null | undefined;
}

/** Parameters of `GET /v2/permits/bins`. */
export interface PermitBinsParameters {
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox: readonly number[];
  /** Zoom of the map. */
  zoom: number;
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** First `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_from?: string | null | undefined;
  /** Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_to?: string | null | undefined;
  /** `true` adds, after all others, the records that have no date; every other filter still holds. */
  include_undated?: boolean | null | undefined;
  /** Tags that a permit must all carry; with `-` before it, must not carry. */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Text that the description contains, in upper or lower case. */
  permit_q?: string | null | undefined;
  /** Permit number, whole or its beginning; only letters and digits count, in upper or lower case. */
  permit_number?: string | null | undefined;
  /** Statuses, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** Least days from filing to issue. Records of which it is not known are left out. */
  permit_min_approval_duration?: number | null | undefined;
  /** Greatest days from filing to issue. Records of which it is not known are left out. */
  permit_max_approval_duration?: number | null | undefined;
  /** Least days from issue to completion. Records of which it is not known are left out. */
  permit_min_construction_duration?: number | null | undefined;
  /** Greatest days from issue to completion. Records of which it is not known are left out. */
  permit_max_construction_duration?: number | null | undefined;
  /** Least percent of inspections passed. Records of which it is not known are left out. */
  permit_min_inspection_pr?: number | null | undefined;
  /** Greatest percent of inspections passed. Records of which it is not known are left out. */
  permit_max_inspection_pr?: number | null | undefined;
  /** Least declared value in cents. Records of which it is not known are left out. */
  permit_min_job_value?: number | null | undefined;
  /** Greatest declared value in cents. Records of which it is not known are left out. */
  permit_max_job_value?: number | null | undefined;
  /** Least fees in cents. Records of which it is not known are left out. */
  permit_min_fees?: number | null | undefined;
  /** Greatest fees in cents. Records of which it is not known are left out. */
  permit_max_fees?: number | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least number of storeys. Records of which it is not known are left out. */
  property_min_story_count?: number | null | undefined;
  /** Greatest number of storeys. Records of which it is not known are left out. */
  property_max_story_count?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** What the contractor must all do; with `-` before it, must not do. */
  contractor_classification_derived?: ContractorClassification | `-${ContractorClassification}` | readonly (ContractorClassification | `-${ContractorClassification}`)[] | null | undefined;
  /** Text that the name or business name of the contractor contains, in upper or lower case. */
  contractor_name?: string | null | undefined;
  /** Web site of the contractor, with or without `https://` and `www.`. */
  contractor_website?: string | null | undefined;
  /** Licence number of the contractor; only letters and digits count. */
  contractor_license?: string | null | undefined;
  /** Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_min_total_job_value?: number | null | undefined;
  /** Greatest sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_max_total_job_value?: number | null | undefined;
  /** Least number of permits of the contractor. Records of which it is not known are left out. */
  contractor_min_total_permits_count?: number | null | undefined;
  /** Greatest number of permits of the contractor. Records of which it is not known are left out. */
  contractor_max_total_permits_count?: number | null | undefined;
  /** Least mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_min_inspection_pr?: number | null | undefined;
  /** Greatest mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_max_inspection_pr?: number | null | undefined;
  /** `true`: only permits that name a contractor; `false`: only those that do not. */
  permit_has_contractor?: boolean | null | undefined;
}

/** Parameters of `GET /v2/permits/durations`. */
export interface PermitDurationsParameters {
  /** Whether `months` has the same for each month in which permits start. */
  by_month?: boolean | null | undefined;
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox?: readonly number[] | null | undefined;
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** First `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_from?: string | null | undefined;
  /** Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_to?: string | null | undefined;
  /** `true` adds, after all others, the records that have no date; every other filter still holds. */
  include_undated?: boolean | null | undefined;
  /** Tags that a permit must all carry; with `-` before it, must not carry. */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Text that the description contains, in upper or lower case. */
  permit_q?: string | null | undefined;
  /** Permit number, whole or its beginning; only letters and digits count, in upper or lower case. */
  permit_number?: string | null | undefined;
  /** Statuses, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** Least days from filing to issue. Records of which it is not known are left out. */
  permit_min_approval_duration?: number | null | undefined;
  /** Greatest days from filing to issue. Records of which it is not known are left out. */
  permit_max_approval_duration?: number | null | undefined;
  /** Least days from issue to completion. Records of which it is not known are left out. */
  permit_min_construction_duration?: number | null | undefined;
  /** Greatest days from issue to completion. Records of which it is not known are left out. */
  permit_max_construction_duration?: number | null | undefined;
  /** Least percent of inspections passed. Records of which it is not known are left out. */
  permit_min_inspection_pr?: number | null | undefined;
  /** Greatest percent of inspections passed. Records of which it is not known are left out. */
  permit_max_inspection_pr?: number | null | undefined;
  /** Least declared value in cents. Records of which it is not known are left out. */
  permit_min_job_value?: number | null | undefined;
  /** Greatest declared value in cents. Records of which it is not known are left out. */
  permit_max_job_value?: number | null | undefined;
  /** Least fees in cents. Records of which it is not known are left out. */
  permit_min_fees?: number | null | undefined;
  /** Greatest fees in cents. Records of which it is not known are left out. */
  permit_max_fees?: number | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least number of storeys. Records of which it is not known are left out. */
  property_min_story_count?: number | null | undefined;
  /** Greatest number of storeys. Records of which it is not known are left out. */
  property_max_story_count?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** What the contractor must all do; with `-` before it, must not do. */
  contractor_classification_derived?: ContractorClassification | `-${ContractorClassification}` | readonly (ContractorClassification | `-${ContractorClassification}`)[] | null | undefined;
  /** Text that the name or business name of the contractor contains, in upper or lower case. */
  contractor_name?: string | null | undefined;
  /** Web site of the contractor, with or without `https://` and `www.`. */
  contractor_website?: string | null | undefined;
  /** Licence number of the contractor; only letters and digits count. */
  contractor_license?: string | null | undefined;
  /** Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_min_total_job_value?: number | null | undefined;
  /** Greatest sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_max_total_job_value?: number | null | undefined;
  /** Least number of permits of the contractor. Records of which it is not known are left out. */
  contractor_min_total_permits_count?: number | null | undefined;
  /** Greatest number of permits of the contractor. Records of which it is not known are left out. */
  contractor_max_total_permits_count?: number | null | undefined;
  /** Least mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_min_inspection_pr?: number | null | undefined;
  /** Greatest mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_max_inspection_pr?: number | null | undefined;
  /** `true`: only permits that name a contractor; `false`: only those that do not. */
  permit_has_contractor?: boolean | null | undefined;
}

/** Parameters of `GET /v2/permits/tiles`. */
export interface PermitTilesParameters {
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox?: readonly number[] | null | undefined;
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** First `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_from?: string | null | undefined;
  /** Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_to?: string | null | undefined;
  /** `true` adds, after all others, the records that have no date; every other filter still holds. */
  include_undated?: boolean | null | undefined;
  /** Tags that a permit must all carry; with `-` before it, must not carry. */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Text that the description contains, in upper or lower case. */
  permit_q?: string | null | undefined;
  /** Permit number, whole or its beginning; only letters and digits count, in upper or lower case. */
  permit_number?: string | null | undefined;
  /** Statuses, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** Least days from filing to issue. Records of which it is not known are left out. */
  permit_min_approval_duration?: number | null | undefined;
  /** Greatest days from filing to issue. Records of which it is not known are left out. */
  permit_max_approval_duration?: number | null | undefined;
  /** Least days from issue to completion. Records of which it is not known are left out. */
  permit_min_construction_duration?: number | null | undefined;
  /** Greatest days from issue to completion. Records of which it is not known are left out. */
  permit_max_construction_duration?: number | null | undefined;
  /** Least percent of inspections passed. Records of which it is not known are left out. */
  permit_min_inspection_pr?: number | null | undefined;
  /** Greatest percent of inspections passed. Records of which it is not known are left out. */
  permit_max_inspection_pr?: number | null | undefined;
  /** Least declared value in cents. Records of which it is not known are left out. */
  permit_min_job_value?: number | null | undefined;
  /** Greatest declared value in cents. Records of which it is not known are left out. */
  permit_max_job_value?: number | null | undefined;
  /** Least fees in cents. Records of which it is not known are left out. */
  permit_min_fees?: number | null | undefined;
  /** Greatest fees in cents. Records of which it is not known are left out. */
  permit_max_fees?: number | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least number of storeys. Records of which it is not known are left out. */
  property_min_story_count?: number | null | undefined;
  /** Greatest number of storeys. Records of which it is not known are left out. */
  property_max_story_count?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** What the contractor must all do; with `-` before it, must not do. */
  contractor_classification_derived?: ContractorClassification | `-${ContractorClassification}` | readonly (ContractorClassification | `-${ContractorClassification}`)[] | null | undefined;
  /** Text that the name or business name of the contractor contains, in upper or lower case. */
  contractor_name?: string | null | undefined;
  /** Web site of the contractor, with or without `https://` and `www.`. */
  contractor_website?: string | null | undefined;
  /** Licence number of the contractor; only letters and digits count. */
  contractor_license?: string | null | undefined;
  /** Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_min_total_job_value?: number | null | undefined;
  /** Greatest sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_max_total_job_value?: number | null | undefined;
  /** Least number of permits of the contractor. Records of which it is not known are left out. */
  contractor_min_total_permits_count?: number | null | undefined;
  /** Greatest number of permits of the contractor. Records of which it is not known are left out. */
  contractor_max_total_permits_count?: number | null | undefined;
  /** Least mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_min_inspection_pr?: number | null | undefined;
  /** Greatest mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_max_inspection_pr?: number | null | undefined;
  /** `true`: only permits that name a contractor; `false`: only those that do not. */
  permit_has_contractor?: boolean | null | undefined;
}

/** Parameters of `GET /v2/properties/search`. */
export interface PropertySearchParameters {
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox?: readonly number[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** Owners of record, any of which will do: the whole name, in upper or lower case. */
  legal_owner?: string | readonly string[] | null | undefined;
  /** Tags of which the property must have a permit in the period, each one; with `-` before it, must have none. Properties whose jurisdiction cannot tell are left out (see `absence` of the answer). */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Statuses of the permits that count as present, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** First `start_date` of the period, inclusive. Absent: since the records begin. Without either date: all permits. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_from?: string | null | undefined;
  /** Last `start_date` of the period, inclusive. Absent: until the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_to?: string | null | undefined;
  /** Tags of which the property must have a permit in the period that is known not to be final, each one. */
  permit_tags_unfinaled?: TagId | readonly TagId[] | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** Least year built. Records of which it is not known are left out. */
  property_min_year_built?: number | null | undefined;
  /** Greatest year built. Records of which it is not known are left out. */
  property_max_year_built?: number | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_total_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/decisions/search`. */
export interface DecisionSearchParameters {
  /** geo_id of an address, city, county, jurisdiction or state (`CA`); decisions are not known by ZIP code. Find it with GET /v2/{addresses|cities|counties|jurisdictions|states}/search. */
  geo_id: string;
  /** First `decision_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  decision_from: string;
  /** Last `decision_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  decision_to: string;
  /** `true` adds, after all others, the records that have no date; every other filter still holds. */
  include_undated?: boolean | null | undefined;
  /** What the decisions are about. Any of the values will do. */
  asset_class?: AssetClass | readonly AssetClass[] | null | undefined;
  /** Kinds of decisions. Any of the values will do. */
  category?: DecisionCategory | readonly DecisionCategory[] | null | undefined;
  /** Finer kinds, an open set. Any of the values will do. */
  subcategory?: string | readonly string[] | null | undefined;
  /** Types of the properties. Any of the values will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least value of the project in cents; unknown values do not match. */
  min_project_value?: number | null | undefined;
  /** Greatest value of the project in cents; unknown values do not match. */
  max_project_value?: number | null | undefined;
  /** English words that title and description have, all of them, in any form (`rezone` finds `rezoning`). */
  decision_q?: string | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/contractors/search`. */
export interface ContractorSearchParameters {
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox?: readonly number[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** First `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_from?: string | null | undefined;
  /** Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_to?: string | null | undefined;
  /** `true` adds, after all others, the records that have no date; every other filter still holds. */
  include_undated?: boolean | null | undefined;
  /** Tags that a permit must all carry; with `-` before it, must not carry. */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Text that the description contains, in upper or lower case. */
  permit_q?: string | null | undefined;
  /** Permit number, whole or its beginning; only letters and digits count, in upper or lower case. */
  permit_number?: string | null | undefined;
  /** Statuses, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** Least days from filing to issue. Records of which it is not known are left out. */
  permit_min_approval_duration?: number | null | undefined;
  /** Greatest days from filing to issue. Records of which it is not known are left out. */
  permit_max_approval_duration?: number | null | undefined;
  /** Least days from issue to completion. Records of which it is not known are left out. */
  permit_min_construction_duration?: number | null | undefined;
  /** Greatest days from issue to completion. Records of which it is not known are left out. */
  permit_max_construction_duration?: number | null | undefined;
  /** Least percent of inspections passed. Records of which it is not known are left out. */
  permit_min_inspection_pr?: number | null | undefined;
  /** Greatest percent of inspections passed. Records of which it is not known are left out. */
  permit_max_inspection_pr?: number | null | undefined;
  /** Least declared value in cents. Records of which it is not known are left out. */
  permit_min_job_value?: number | null | undefined;
  /** Greatest declared value in cents. Records of which it is not known are left out. */
  permit_max_job_value?: number | null | undefined;
  /** Least fees in cents. Records of which it is not known are left out. */
  permit_min_fees?: number | null | undefined;
  /** Greatest fees in cents. Records of which it is not known are left out. */
  permit_max_fees?: number | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least number of storeys. Records of which it is not known are left out. */
  property_min_story_count?: number | null | undefined;
  /** Greatest number of storeys. Records of which it is not known are left out. */
  property_max_story_count?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** What the contractor must all do; with `-` before it, must not do. */
  contractor_classification_derived?: ContractorClassification | `-${ContractorClassification}` | readonly (ContractorClassification | `-${ContractorClassification}`)[] | null | undefined;
  /** Text that the name or business name of the contractor contains, in upper or lower case. */
  contractor_name?: string | null | undefined;
  /** Web site of the contractor, with or without `https://` and `www.`. */
  contractor_website?: string | null | undefined;
  /** Licence number of the contractor; only letters and digits count. */
  contractor_license?: string | null | undefined;
  /** Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_min_total_job_value?: number | null | undefined;
  /** Greatest sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_max_total_job_value?: number | null | undefined;
  /** Least number of permits of the contractor. Records of which it is not known are left out. */
  contractor_min_total_permits_count?: number | null | undefined;
  /** Greatest number of permits of the contractor. Records of which it is not known are left out. */
  contractor_max_total_permits_count?: number | null | undefined;
  /** Least mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_min_inspection_pr?: number | null | undefined;
  /** Greatest mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_max_inspection_pr?: number | null | undefined;
  /** Whether `status_tally` and `tag_tally` count the permits in the place, the dates and with the tags asked for; `false` leaves them empty. */
  include_tallies?: boolean | null | undefined;
  /** Order of the contractors, whose sums are over all of their permits. Other orders than `date` are refused where more than a million permits would have to be read. */
  sort?: 'date' | 'permit_count' | 'total_job_value' | 'avg_inspection_pass_rate' | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/contractors/{id}/permits`. */
export interface ContractorPermitsParameters {
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/contractors/{id}/spellings`. */
export interface ContractorSpellingsParameters {
  /** Spellings at most, 1 to 100. A release keeps 50 of a contractor. */
  size?: number | null | undefined;
}

/** Parameters of `GET /v2/addresses/search`. */
export interface AddressSearchParameters {
  /** Text to match against street number, street, city, state and ZIP code. */
  q: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/cities/search`. */
export interface CitySearchParameters {
  /** Name to search for. */
  q: string;
  /** Page number, from 1. */
  page?: number | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
}

/** Parameters of `GET /v2/counties/search`. */
export interface CountySearchParameters {
  /** Text to search for. */
  q: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/jurisdictions/search`. */
export interface JurisdictionSearchParameters {
  /** Text to search for. */
  q: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/states/search`. */
export interface StateSearchParameters {
  /** Text to search for. */
  q: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/zipcodes/search`. */
export interface ZipcodeSearchParameters {
  /** Text to search for. */
  q: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/list/zip`. */
export interface ZipcodesParameters {
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
}

/** Parameters of `GET /v2/addresses/{geo_id}/metrics/current`. */
export interface AddressMetricsCurrentParameters {
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  as_of?: string | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/addresses/{geo_id}/metrics/monthly`. */
export interface AddressMetricsMonthlyParameters {
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_from: string;
  /** A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_to: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/cities/{geo_id}/metrics/current`. */
export interface CityMetricsCurrentParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  as_of?: string | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/cities/{geo_id}/metrics/monthly`. */
export interface CityMetricsMonthlyParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_from: string;
  /** A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_to: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/counties/{geo_id}/metrics/current`. */
export interface CountyMetricsCurrentParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  as_of?: string | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/counties/{geo_id}/metrics/monthly`. */
export interface CountyMetricsMonthlyParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_from: string;
  /** A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_to: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/jurisdictions/{geo_id}/metrics/current`. */
export interface JurisdictionMetricsCurrentParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  as_of?: string | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/jurisdictions/{geo_id}/metrics/monthly`. */
export interface JurisdictionMetricsMonthlyParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_from: string;
  /** A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_to: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/states/{geo_id}/metrics/current`. */
export interface StateMetricsCurrentParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  as_of?: string | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/states/{geo_id}/metrics/monthly`. */
export interface StateMetricsMonthlyParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_from: string;
  /** A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_to: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/zipcodes/{geo_id}/metrics/current`. */
export interface ZipcodeMetricsCurrentParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  as_of?: string | null | undefined;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/zipcodes/{geo_id}/metrics/monthly`. */
export interface ZipcodeMetricsMonthlyParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_from: string;
  /** A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_to: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/metrics/areas`. */
export interface MetricsByAreaParameters {
  /** Kind of the places. */
  kind: 'state' | 'county';
  /** Only counties of this state. */
  state?: StateCode | null | undefined;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag?: MetricsTag | null | undefined;
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type?: MetricsPropertyType | null | undefined;
}

/** Parameters of `GET /v2/contractors/{id}/metrics`. */
export interface ContractorMetricsParameters {
  /** Property type, or `all` for the row over properties of every type and of unknown type. */
  property_type: MetricsPropertyType;
  /** Tag id, or `all` for the row over permits of every tag and of none. */
  tag: MetricsTag;
  /** A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_from: string;
  /** A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  metric_to: string;
  /** Records on a page, 1 to 100. */
  size?: number | null | undefined;
  /** `next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages. */
  cursor?: string | null | undefined;
  /** Whether the first page carries `total_count`. */
  include_count?: boolean | null | undefined;
  /** Page number, from 1. Used only when `cursor` is absent. */
  page?: number | null | undefined;
}

/** Parameters of `GET /v2/export/permits`. */
export interface ExportPermitsParameters {
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox?: readonly number[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** First `start_date`, inclusive. Absent: no bound. YYYY-MM-DD. */
  permit_from?: string | null | undefined;
  /** Last `start_date`, inclusive. Absent: no bound. YYYY-MM-DD. */
  permit_to?: string | null | undefined;
  /** Whether records without a date come too, after all others. Absent: they do unless a period is given. */
  include_undated?: boolean | null | undefined;
  /** Tags that a permit must all carry; with `-` before it, must not carry. */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Text that the description contains, in upper or lower case. */
  permit_q?: string | null | undefined;
  /** Permit number, whole or its beginning; only letters and digits count, in upper or lower case. */
  permit_number?: string | null | undefined;
  /** Statuses, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** Least days from filing to issue. Records of which it is not known are left out. */
  permit_min_approval_duration?: number | null | undefined;
  /** Greatest days from filing to issue. Records of which it is not known are left out. */
  permit_max_approval_duration?: number | null | undefined;
  /** Least days from issue to completion. Records of which it is not known are left out. */
  permit_min_construction_duration?: number | null | undefined;
  /** Greatest days from issue to completion. Records of which it is not known are left out. */
  permit_max_construction_duration?: number | null | undefined;
  /** Least percent of inspections passed. Records of which it is not known are left out. */
  permit_min_inspection_pr?: number | null | undefined;
  /** Greatest percent of inspections passed. Records of which it is not known are left out. */
  permit_max_inspection_pr?: number | null | undefined;
  /** Least declared value in cents. Records of which it is not known are left out. */
  permit_min_job_value?: number | null | undefined;
  /** Greatest declared value in cents. Records of which it is not known are left out. */
  permit_max_job_value?: number | null | undefined;
  /** Least fees in cents. Records of which it is not known are left out. */
  permit_min_fees?: number | null | undefined;
  /** Greatest fees in cents. Records of which it is not known are left out. */
  permit_max_fees?: number | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least number of storeys. Records of which it is not known are left out. */
  property_min_story_count?: number | null | undefined;
  /** Greatest number of storeys. Records of which it is not known are left out. */
  property_max_story_count?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** What the contractor must all do; with `-` before it, must not do. */
  contractor_classification_derived?: ContractorClassification | `-${ContractorClassification}` | readonly (ContractorClassification | `-${ContractorClassification}`)[] | null | undefined;
  /** Text that the name or business name of the contractor contains, in upper or lower case. */
  contractor_name?: string | null | undefined;
  /** Web site of the contractor, with or without `https://` and `www.`. */
  contractor_website?: string | null | undefined;
  /** Licence number of the contractor; only letters and digits count. */
  contractor_license?: string | null | undefined;
  /** Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_min_total_job_value?: number | null | undefined;
  /** Greatest sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_max_total_job_value?: number | null | undefined;
  /** Least number of permits of the contractor. Records of which it is not known are left out. */
  contractor_min_total_permits_count?: number | null | undefined;
  /** Greatest number of permits of the contractor. Records of which it is not known are left out. */
  contractor_max_total_permits_count?: number | null | undefined;
  /** Least mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_min_inspection_pr?: number | null | undefined;
  /** Greatest mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_max_inspection_pr?: number | null | undefined;
  /** `true`: only permits that name a contractor; `false`: only those that do not. */
  permit_has_contractor?: boolean | null | undefined;
  /** `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new export of the published release. */
  cursor?: string | null | undefined;
  /** Records to leave out at the beginning: how many of the export you have whole. With filters at most those that it has paid for within a day, or 10000. */
  offset?: number | null | undefined;
}

/** Parameters of `GET /v2/export/contractors`. */
export interface ExportContractorsParameters {
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox?: readonly number[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** First `start_date`, inclusive. Absent: no bound. YYYY-MM-DD. */
  permit_from?: string | null | undefined;
  /** Last `start_date`, inclusive. Absent: no bound. YYYY-MM-DD. */
  permit_to?: string | null | undefined;
  /** Whether records without a date come too, after all others. Absent: they do unless a period is given. */
  include_undated?: boolean | null | undefined;
  /** Tags that a permit must all carry; with `-` before it, must not carry. */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Text that the description contains, in upper or lower case. */
  permit_q?: string | null | undefined;
  /** Permit number, whole or its beginning; only letters and digits count, in upper or lower case. */
  permit_number?: string | null | undefined;
  /** Statuses, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** Least days from filing to issue. Records of which it is not known are left out. */
  permit_min_approval_duration?: number | null | undefined;
  /** Greatest days from filing to issue. Records of which it is not known are left out. */
  permit_max_approval_duration?: number | null | undefined;
  /** Least days from issue to completion. Records of which it is not known are left out. */
  permit_min_construction_duration?: number | null | undefined;
  /** Greatest days from issue to completion. Records of which it is not known are left out. */
  permit_max_construction_duration?: number | null | undefined;
  /** Least percent of inspections passed. Records of which it is not known are left out. */
  permit_min_inspection_pr?: number | null | undefined;
  /** Greatest percent of inspections passed. Records of which it is not known are left out. */
  permit_max_inspection_pr?: number | null | undefined;
  /** Least declared value in cents. Records of which it is not known are left out. */
  permit_min_job_value?: number | null | undefined;
  /** Greatest declared value in cents. Records of which it is not known are left out. */
  permit_max_job_value?: number | null | undefined;
  /** Least fees in cents. Records of which it is not known are left out. */
  permit_min_fees?: number | null | undefined;
  /** Greatest fees in cents. Records of which it is not known are left out. */
  permit_max_fees?: number | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least number of storeys. Records of which it is not known are left out. */
  property_min_story_count?: number | null | undefined;
  /** Greatest number of storeys. Records of which it is not known are left out. */
  property_max_story_count?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** What the contractor must all do; with `-` before it, must not do. */
  contractor_classification_derived?: ContractorClassification | `-${ContractorClassification}` | readonly (ContractorClassification | `-${ContractorClassification}`)[] | null | undefined;
  /** Text that the name or business name of the contractor contains, in upper or lower case. */
  contractor_name?: string | null | undefined;
  /** Web site of the contractor, with or without `https://` and `www.`. */
  contractor_website?: string | null | undefined;
  /** Licence number of the contractor; only letters and digits count. */
  contractor_license?: string | null | undefined;
  /** Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_min_total_job_value?: number | null | undefined;
  /** Greatest sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out. */
  contractor_max_total_job_value?: number | null | undefined;
  /** Least number of permits of the contractor. Records of which it is not known are left out. */
  contractor_min_total_permits_count?: number | null | undefined;
  /** Greatest number of permits of the contractor. Records of which it is not known are left out. */
  contractor_max_total_permits_count?: number | null | undefined;
  /** Least mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_min_inspection_pr?: number | null | undefined;
  /** Greatest mean percent of inspections that the contractor passed. Records of which it is not known are left out. */
  contractor_max_inspection_pr?: number | null | undefined;
  /** `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new export of the published release. */
  cursor?: string | null | undefined;
  /** Records to leave out at the beginning: how many of the export you have whole. With filters at most those that it has paid for within a day, or 10000. */
  offset?: number | null | undefined;
}

/** Parameters of `GET /v2/export/properties`. */
export interface ExportPropertiesParameters {
  /** Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do. */
  geo_id?: string | readonly string[] | null | undefined;
  /** Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box. */
  bbox?: readonly number[] | null | undefined;
  /** Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none. */
  near?: readonly number[] | null | undefined;
  /** Greatest distance from `near` in metres, on a sphere. */
  radius_m?: number | null | undefined;
  /** Owners of record, any of which will do: the whole name, in upper or lower case. */
  legal_owner?: string | readonly string[] | null | undefined;
  /** Tags of which the property must have a permit in the period, each one; with `-` before it, must have none. Properties whose jurisdiction cannot tell are left out (see `absence` of the answer). */
  permit_tags?: TagId | `-${TagId}` | readonly (TagId | `-${TagId}`)[] | null | undefined;
  /** Statuses of the permits that count as present, any of which will do. */
  permit_status?: PermitStatus | readonly PermitStatus[] | null | undefined;
  /** First `start_date` of the period, inclusive. Absent: since the records begin. Without either date: all permits. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_from?: string | null | undefined;
  /** Last `start_date` of the period, inclusive. Absent: until the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31. */
  permit_to?: string | null | undefined;
  /** Tags of which the property must have a permit in the period that is known not to be final, each one. */
  permit_tags_unfinaled?: TagId | readonly TagId[] | null | undefined;
  /** Property types, any of which will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least assessed market value in cents. Records of which it is not known are left out. */
  property_min_market_value?: number | null | undefined;
  /** Greatest assessed market value in cents. Records of which it is not known are left out. */
  property_max_market_value?: number | null | undefined;
  /** Least lot size in square feet. Records of which it is not known are left out. */
  property_min_lot_size?: number | null | undefined;
  /** Greatest lot size in square feet. Records of which it is not known are left out. */
  property_max_lot_size?: number | null | undefined;
  /** Least floor area in square feet. Records of which it is not known are left out. */
  property_min_building_area?: number | null | undefined;
  /** Greatest floor area in square feet. Records of which it is not known are left out. */
  property_max_building_area?: number | null | undefined;
  /** Least number of units. Records of which it is not known are left out. */
  property_min_unit_count?: number | null | undefined;
  /** Greatest number of units. Records of which it is not known are left out. */
  property_max_unit_count?: number | null | undefined;
  /** Least year built. Records of which it is not known are left out. */
  property_min_year_built?: number | null | undefined;
  /** Greatest year built. Records of which it is not known are left out. */
  property_max_year_built?: number | null | undefined;
  /** `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new export of the published release. */
  cursor?: string | null | undefined;
  /** Records to leave out at the beginning: how many of the export you have whole. With filters at most those that it has paid for within a day, or 10000. */
  offset?: number | null | undefined;
}

/** Parameters of `GET /v2/export/decisions`. */
export interface ExportDecisionsParameters {
  /** geo_id of an address, city, county, jurisdiction or state (`CA`); decisions are not known by ZIP code. Find it with GET /v2/{addresses|cities|counties|jurisdictions|states}/search. Without any filter: all records of the release. */
  geo_id?: string | null | undefined;
  /** First `decision_date`, inclusive. Absent: no bound. YYYY-MM-DD. */
  decision_from?: string | null | undefined;
  /** Last `decision_date`, inclusive. Absent: no bound. YYYY-MM-DD. */
  decision_to?: string | null | undefined;
  /** Whether records without a date come too, after all others. Absent: they do unless a period is given. */
  include_undated?: boolean | null | undefined;
  /** What the decisions are about. Any of the values will do. */
  asset_class?: AssetClass | readonly AssetClass[] | null | undefined;
  /** Kinds of decisions. Any of the values will do. */
  category?: DecisionCategory | readonly DecisionCategory[] | null | undefined;
  /** Finer kinds, an open set. Any of the values will do. */
  subcategory?: string | readonly string[] | null | undefined;
  /** Types of the properties. Any of the values will do. */
  property_type?: PropertyType | readonly PropertyType[] | null | undefined;
  /** Least value of the project in cents; unknown values do not match. */
  min_project_value?: number | null | undefined;
  /** Greatest value of the project in cents; unknown values do not match. */
  max_project_value?: number | null | undefined;
  /** English words that title and description have, all of them, in any form (`rezone` finds `rezoning`). */
  decision_q?: string | null | undefined;
  /** `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new export of the published release. */
  cursor?: string | null | undefined;
  /** Records to leave out at the beginning: how many of the export you have whole. With filters at most those that it has paid for within a day, or 10000. */
  offset?: number | null | undefined;
}

/** Parameters of `GET /v2/export/addresses`. */
export interface ExportAddressesParameters {
  /** `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new export of the published release. */
  cursor?: string | null | undefined;
  /** Records to leave out at the beginning: how many of the export you have whole. With filters at most those that it has paid for within a day, or 10000. */
  offset?: number | null | undefined;
}

export class Addresses extends Resource {
  /** Addresses that match a text, best first. Words may be beginnings of words, in any order, and may be misspelt. `match` and `matched_fields` say how well each answers; one with another house number than the one asked for follows all that have it. `GET /v2/addresses/search` */
  search<F extends keyof Address = never>(
    parameters: AddressSearchParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<Address, 'geo_id', F>, Page<Selected<Address, 'geo_id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/addresses/search', parameters, options);
  }

  /** Counts and averages over the permits of the address whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page. `GET /v2/addresses/{geo_id}/metrics/current` */
  currentMetrics<F extends keyof CurrentMetrics = never>(
    geo_id: string,
    parameters: AddressMetricsCurrentParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<CurrentMetrics, 'geo_id', F>, Page<Selected<CurrentMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/addresses/${part(geo_id)}/metrics/current`, parameters, options);
  }

  /** Counts and averages over the permits of the address by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET /v2/addresses/{geo_id}/metrics/monthly` */
  monthlyMetrics<F extends keyof MonthlyMetrics = never>(
    geo_id: string,
    parameters: AddressMetricsMonthlyParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<MonthlyMetrics, 'geo_id', F>, Page<Selected<MonthlyMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/addresses/${part(geo_id)}/metrics/monthly`, parameters, options);
  }

  /** All addresses of the release, in one stream without a limit on their number. A record costs what it costs on a page; it is charged before it is sent, and what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what was paid is not charged again. `GET /v2/export/addresses` */
  export<F extends keyof ExportedAddress = never>(
    parameters: ExportAddressesParameters & Fields<F> = {},
    options?: RequestOptions,
  ): Export<Selected<ExportedAddress, 'geo_id', F>> {
    return this.askExport('/v2/export/addresses', parameters, options);
  }
}

export class Cities extends Resource {
  /** A city with its counties, jurisdictions and ZIP codes. `GET /v2/cities` */
  get(
    geo_id: string,
    options?: RequestOptions,
  ): Promise<Answered<CityDetails>> {
    return this.askObject('/v2/cities', { geo_id }, options);
  }

  /** Cities whose name matches a text, best first. The text may carry the state ("Austin, TX"). `GET /v2/cities/search` */
  search<F extends keyof CitySearchItem = never>(
    parameters: CitySearchParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<CitySearchItem, 'geo_id', F>, NumberedPage<Selected<CitySearchItem, 'geo_id', F>>> {
    return this.askNumberedList('/v2/cities/search', parameters, options);
  }

  /** Counts and averages over the permits of the city whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page. `GET /v2/cities/{geo_id}/metrics/current` */
  currentMetrics<F extends keyof CurrentMetrics = never>(
    geo_id: string,
    parameters: CityMetricsCurrentParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<CurrentMetrics, 'geo_id', F>, Page<Selected<CurrentMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/cities/${part(geo_id)}/metrics/current`, parameters, options);
  }

  /** Counts and averages over the permits of the city by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET /v2/cities/{geo_id}/metrics/monthly` */
  monthlyMetrics<F extends keyof MonthlyMetrics = never>(
    geo_id: string,
    parameters: CityMetricsMonthlyParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<MonthlyMetrics, 'geo_id', F>, Page<Selected<MonthlyMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/cities/${part(geo_id)}/metrics/monthly`, parameters, options);
  }
}

export class Contractors extends Resource {
  /** One contractor. Costs one credit. `GET /v2/contractors/{id}` */
  get<F extends keyof Contractor = never>(id: string, parameters?: Fields<F>, options?: RequestOptions): Promise<Answered<Selected<Contractor, 'id', F>>>;
  /** The contractors of any number of IDs, 50 a request, in the order asked for, each once. `GET /v2/contractors` */
  get<F extends keyof Contractor = never>(ids: readonly string[], parameters?: Fields<F>, options?: RequestOptions): Promise<Selected<Contractor, 'id', F>[]>;
  get<F extends keyof Contractor = never>(
    ids: string | readonly string[],
    parameters: Fields<F> = {}, options?: RequestOptions,
  ): Promise<Selected<Contractor, 'id', F> | Selected<Contractor, 'id', F>[]> {
    return typeof ids === 'string'
      ? this.askObject<Selected<Contractor, 'id', F>>(`/v2/contractors/${part(ids)}`, parameters, options)
      : this.askByIds<Selected<Contractor, 'id', F>>('/v2/contractors', ids, parameters, options);
  }

  /** Contractors with a permit that the filters let through, the one with the most recent such permit first. At least one of `geo_id`, `bbox` and `near` is required. The tallies count permits in the place, the area, the period and with the tags asked for; all other sums are over all permits of the contractor. `GET /v2/contractors/search` */
  search<F extends keyof Contractor = never>(
    parameters: ContractorSearchParameters & Fields<F> = {},
    options?: RequestOptions,
  ): List<Selected<Contractor, 'id', F>, Page<Selected<Contractor, 'id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/contractors/search', parameters, options);
  }

  /** All permits of a contractor, grouped by address: the address with the most recent permit first, at each address the newest permit first, permits without an address last. `GET /v2/contractors/{id}/permits` */
  permits<F extends keyof Permit = never>(
    id: string,
    parameters: ContractorPermitsParameters & Fields<F> = {},
    options?: RequestOptions,
  ): List<Selected<Permit, 'id', F>, Page<Selected<Permit, 'id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList(`/v2/contractors/${part(id)}/permits`, parameters, options);
  }

  /** How the sources write a contractor: names, licences and contact data, and what makes the spellings one contractor. Costs as much as the contractor. `GET /v2/contractors/{id}/spellings` */
  spellings(
    id: string,
    parameters: ContractorSpellingsParameters = {},
    options?: RequestOptions,
  ): Promise<Answered<ContractorSpellings>> {
    return this.askObject(`/v2/contractors/${part(id)}/spellings`, parameters, options);
  }

  /** Counts and averages over the permits of the contractor by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET /v2/contractors/{id}/metrics` */
  metrics<F extends keyof ContractorMetrics = never>(
    id: string,
    parameters: ContractorMetricsParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<ContractorMetrics, 'date', F>, Page<Selected<ContractorMetrics, 'date', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/contractors/${part(id)}/metrics`, parameters, options);
  }

  /** All contractors of the release, or all that the filters of their search find, in one stream without a limit on their number. A record costs what it costs on a page; it is charged before it is sent, and what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what was paid is not charged again. `GET /v2/export/contractors` */
  export<F extends keyof Contractor = never>(
    parameters: ExportContractorsParameters & Fields<F> = {},
    options?: RequestOptions,
  ): Export<Selected<Contractor, 'id', F>> {
    return this.askExport('/v2/export/contractors', parameters, options);
  }
}

export class Counties extends Resource {
  /** A county with its cities, jurisdictions and ZIP codes. `GET /v2/counties` */
  get(
    geo_id: string,
    options?: RequestOptions,
  ): Promise<Answered<CountyDetails>> {
    return this.askObject('/v2/counties', { geo_id }, options);
  }

  /** Counties whose name matches a text, best first. The text may carry the state ("Travis, TX") and be misspelt. `GET /v2/counties/search` */
  search<F extends keyof PlaceItem = never>(
    parameters: CountySearchParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<PlaceItem, 'geo_id', F>, Page<Selected<PlaceItem, 'geo_id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/counties/search', parameters, options);
  }

  /** Counts and averages over the permits of the county whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page. `GET /v2/counties/{geo_id}/metrics/current` */
  currentMetrics<F extends keyof CurrentMetrics = never>(
    geo_id: string,
    parameters: CountyMetricsCurrentParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<CurrentMetrics, 'geo_id', F>, Page<Selected<CurrentMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/counties/${part(geo_id)}/metrics/current`, parameters, options);
  }

  /** Counts and averages over the permits of the county by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET /v2/counties/{geo_id}/metrics/monthly` */
  monthlyMetrics<F extends keyof MonthlyMetrics = never>(
    geo_id: string,
    parameters: CountyMetricsMonthlyParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<MonthlyMetrics, 'geo_id', F>, Page<Selected<MonthlyMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/counties/${part(geo_id)}/metrics/monthly`, parameters, options);
  }
}

export class Decisions extends Resource {
  /** One zoning or land-use decision. Costs one credit. `GET /v2/decisions/{id}` */
  get<F extends keyof Decision = never>(id: string, parameters?: Fields<F>, options?: RequestOptions): Promise<Answered<Selected<Decision, 'id', F>>>;
  /** The zoning and land-use decisions of any number of IDs, 50 a request, in the order asked for, each once. `GET /v2/decisions` */
  get<F extends keyof Decision = never>(ids: readonly string[], parameters?: Fields<F>, options?: RequestOptions): Promise<Selected<Decision, 'id', F>[]>;
  get<F extends keyof Decision = never>(
    ids: string | readonly string[],
    parameters: Fields<F> = {}, options?: RequestOptions,
  ): Promise<Selected<Decision, 'id', F> | Selected<Decision, 'id', F>[]> {
    return typeof ids === 'string'
      ? this.askObject<Selected<Decision, 'id', F>>(`/v2/decisions/${part(ids)}`, parameters, options)
      : this.askByIds<Selected<Decision, 'id', F>>('/v2/decisions', ids, parameters, options);
  }

  /** Zoning and land-use decisions in a place and a period, the newest first, then by ID. Values of one filter are alternatives; all filters must hold. `GET /v2/decisions/search` */
  search<F extends keyof Decision = never>(
    parameters: DecisionSearchParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<Decision, 'id', F>, Page<Selected<Decision, 'id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/decisions/search', parameters, options);
  }

  /** All decisions of the release, or all that the filters of their search find, in one stream without a limit on their number. A record costs what it costs on a page; it is charged before it is sent, and what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what was paid is not charged again. `GET /v2/export/decisions` */
  export<F extends keyof Decision = never>(
    parameters: ExportDecisionsParameters & Fields<F> = {},
    options?: RequestOptions,
  ): Export<Selected<Decision, 'id', F>> {
    return this.askExport('/v2/export/decisions', parameters, options);
  }
}

export class Jurisdictions extends Resource {
  /** A permitting authority with its cities, counties and ZIP codes. `GET /v2/jurisdictions` */
  get(
    geo_id: string,
    options?: RequestOptions,
  ): Promise<Answered<JurisdictionDetails>> {
    return this.askObject('/v2/jurisdictions', { geo_id }, options);
  }

  /** Permitting authorities whose name matches a text, best first. The text may carry the state and be misspelt. `GET /v2/jurisdictions/search` */
  search<F extends keyof PlaceItem = never>(
    parameters: JurisdictionSearchParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<PlaceItem, 'geo_id', F>, Page<Selected<PlaceItem, 'geo_id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/jurisdictions/search', parameters, options);
  }

  /** Counts and averages over the permits of the jurisdiction whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page. `GET /v2/jurisdictions/{geo_id}/metrics/current` */
  currentMetrics<F extends keyof CurrentMetrics = never>(
    geo_id: string,
    parameters: JurisdictionMetricsCurrentParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<CurrentMetrics, 'geo_id', F>, Page<Selected<CurrentMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/jurisdictions/${part(geo_id)}/metrics/current`, parameters, options);
  }

  /** Counts and averages over the permits of the jurisdiction by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET /v2/jurisdictions/{geo_id}/metrics/monthly` */
  monthlyMetrics<F extends keyof MonthlyMetrics = never>(
    geo_id: string,
    parameters: JurisdictionMetricsMonthlyParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<MonthlyMetrics, 'geo_id', F>, Page<Selected<MonthlyMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/jurisdictions/${part(geo_id)}/metrics/monthly`, parameters, options);
  }
}

export class Metrics extends Resource {
  /** The current metrics of all states, or of all counties of a state or the nation, for a map. An answer costs as much as one row of metrics, an empty one nothing. `GET /v2/metrics/areas` */
  areas(
    parameters: MetricsByAreaParameters,
    options?: RequestOptions,
  ): Promise<Answered<MetricsByArea>> {
    return this.askObject('/v2/metrics/areas', parameters, options);
  }
}

export class Permits extends Resource {
  /** One permit. Costs one credit. `GET /v2/permits/{id}` */
  get<F extends keyof Permit = never>(id: string, parameters?: Fields<F>, options?: RequestOptions): Promise<Answered<Selected<Permit, 'id', F>>>;
  /** The permits of any number of IDs, 50 a request, in the order asked for, each once. `GET /v2/permits` */
  get<F extends keyof Permit = never>(ids: readonly string[], parameters?: Fields<F>, options?: RequestOptions): Promise<Selected<Permit, 'id', F>[]>;
  get<F extends keyof Permit = never>(
    ids: string | readonly string[],
    parameters: Fields<F> = {}, options?: RequestOptions,
  ): Promise<Selected<Permit, 'id', F> | Selected<Permit, 'id', F>[]> {
    return typeof ids === 'string'
      ? this.askObject<Selected<Permit, 'id', F>>(`/v2/permits/${part(ids)}`, parameters, options)
      : this.askByIds<Selected<Permit, 'id', F>>('/v2/permits', ids, parameters, options);
  }

  /** Permits in a place or an area and a period, newest `start_date` first, then by id. At least one of `geo_id`, `bbox` and `near` is required. Filters narrow each other; a permit without a `start_date` is in no period, and left out also where none is given; `include_undated` adds those. `GET /v2/permits/search` */
  search<F extends keyof Permit = never>(
    parameters: PermitSearchParameters & Fields<F> = {},
    options?: RequestOptions,
  ): List<Selected<Permit, 'id', F>, Page<Selected<Permit, 'id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/permits/search', parameters, options);
  }

  /** Where each value of a permit comes from: the source, the row and its columns, the rule, or the other record that states it. Values of the row are not repeated. Costs nothing. `GET /v2/permits/{id}/provenance` */
  provenance(
    id: string,
    parameters: PermitProvenanceParameters = {},
    options?: RequestOptions,
  ): Promise<Answered<Provenance>> {
    return this.askObject(`/v2/permits/${part(id)}/provenance`, parameters, options);
  }

  /** Permits of a map's view, counted by cell of a grid: up to 2,000 cells, 16 to a tile's side at the zoom asked for, larger ones for a wide box. Filters as in the permit search; without dates, permits of any date. An answer costs as much as one permit, an empty one nothing. `GET /v2/permits/bins` */
  bins(
    parameters: PermitBinsParameters,
    options?: RequestOptions,
  ): Promise<Answered<PermitBins>> {
    return this.askObject('/v2/permits/bins', parameters, options);
  }

  /** Quartiles of the days to approve and to build. Filters as in the permit search; without dates, permits of any date. Of more than about 50,000 permits a sample is looked at. An answer costs as much as one permit, one without permits nothing. `GET /v2/permits/durations` */
  durations(
    parameters: PermitDurationsParameters = {},
    options?: RequestOptions,
  ): Promise<Answered<PermitDurations>> {
    return this.askObject('/v2/permits/durations', parameters, options);
  }

  /** Description of the vector tiles (TileJSON), with the filters given here in the address of the tiles. Free. `GET /v2/permits/tiles` */
  tiles(
    parameters: PermitTilesParameters = {},
    options?: RequestOptions,
  ): Promise<Answered<TileJson>> {
    return this.askObject('/v2/permits/tiles', parameters, options);
  }

  /** All permits of the release, or all that the filters of their search find, in one stream without a limit on their number. A record costs what it costs on a page; it is charged before it is sent, and what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what was paid is not charged again. `GET /v2/export/permits` */
  export<F extends keyof Permit = never>(
    parameters: ExportPermitsParameters & Fields<F> = {},
    options?: RequestOptions,
  ): Export<Selected<Permit, 'id', F>> {
    return this.askExport('/v2/export/permits', parameters, options);
  }
}

export class Properties extends Resource {
  /** The properties of any number of IDs, 50 a request, in the order asked for, each once. The ID of a property is the geo_id of its address. Beta: the shape may change. `GET /v2/properties` */
  get<F extends keyof Property = never>(ids: readonly string[], parameters: Fields<F> = {}, options?: RequestOptions): Promise<Selected<Property, 'id', F>[]> {
    return this.askByIds<Selected<Property, 'id', F>>('/v2/properties', ids, parameters, options);
  }

  /** Addresses with at least one permit in the release, the one with the most recent permit first, by what is known of the building and by which permits there are and are not. At least one of `geo_id`, `legal_owner`, `bbox` and `near` is required. Beta: the shape may change. `GET /v2/properties/search` */
  search<F extends keyof Property = never>(
    parameters: PropertySearchParameters & Fields<F> = {},
    options?: RequestOptions,
  ): List<Selected<Property, 'id', F>, Page<Selected<Property, 'id', F>> & { readonly total_estimate: Estimate; readonly absence: Absence | null }> {
    return this.askList('/v2/properties/search', parameters, options);
  }

  /** All properties of the release, or all that the filters of their search find, in one stream without a limit on their number. A record costs what it costs on a page; it is charged before it is sent, and what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what was paid is not charged again. `GET /v2/export/properties` */
  export<F extends keyof Property = never>(
    parameters: ExportPropertiesParameters & Fields<F> = {},
    options?: RequestOptions,
  ): Export<Selected<Property, 'id', F>> {
    return this.askExport('/v2/export/properties', parameters, options);
  }
}

export class States extends Resource {
  /** States whose code is the text, or whose name it is, begins or misspells, best first. `GET /v2/states/search` */
  search<F extends keyof PlaceItem = never>(
    parameters: StateSearchParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<PlaceItem, 'geo_id', F>, Page<Selected<PlaceItem, 'geo_id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/states/search', parameters, options);
  }

  /** A state with its counties and jurisdictions. `GET /v2/states` */
  get(
    geo_id: string,
    options?: RequestOptions,
  ): Promise<Answered<StateDetails>> {
    return this.askObject('/v2/states', { geo_id }, options);
  }

  /** Counts and averages over the permits of the state whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page. `GET /v2/states/{geo_id}/metrics/current` */
  currentMetrics<F extends keyof CurrentMetrics = never>(
    geo_id: string,
    parameters: StateMetricsCurrentParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<CurrentMetrics, 'geo_id', F>, Page<Selected<CurrentMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/states/${part(geo_id)}/metrics/current`, parameters, options);
  }

  /** Counts and averages over the permits of the state by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET /v2/states/{geo_id}/metrics/monthly` */
  monthlyMetrics<F extends keyof MonthlyMetrics = never>(
    geo_id: string,
    parameters: StateMetricsMonthlyParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<MonthlyMetrics, 'geo_id', F>, Page<Selected<MonthlyMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/states/${part(geo_id)}/metrics/monthly`, parameters, options);
  }
}

export class Zipcodes extends Resource {
  /** ZIP codes that begin with the digits, in ascending order. Of a ZIP+4 the first five digits count; a state may follow ("941, CA"). `GET /v2/zipcodes/search` */
  search<F extends keyof ZipCodeItem = never>(
    parameters: ZipcodeSearchParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<ZipCodeItem, 'geo_id', F>, Page<Selected<ZipCodeItem, 'geo_id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/zipcodes/search', parameters, options);
  }

  /** A ZIP code with its cities, counties and jurisdictions. `GET /v2/zipcodes` */
  get(
    geo_id: string,
    options?: RequestOptions,
  ): Promise<Answered<ZipCodeDetails>> {
    return this.askObject('/v2/zipcodes', { geo_id }, options);
  }

  /** Every ZIP code that the release knows, in ascending order. `GET /v2/list/zip` */
  list<F extends keyof ZipCodeItem = never>(
    parameters: ZipcodesParameters & Fields<F> = {},
    options?: RequestOptions,
  ): List<Selected<ZipCodeItem, 'geo_id', F>, Page<Selected<ZipCodeItem, 'geo_id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/list/zip', parameters, options);
  }

  /** Counts and averages over the permits of the ZIP code whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page. `GET /v2/zipcodes/{geo_id}/metrics/current` */
  currentMetrics<F extends keyof CurrentMetrics = never>(
    geo_id: string,
    parameters: ZipcodeMetricsCurrentParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<CurrentMetrics, 'geo_id', F>, Page<Selected<CurrentMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/zipcodes/${part(geo_id)}/metrics/current`, parameters, options);
  }

  /** Counts and averages over the permits of the ZIP code by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET /v2/zipcodes/{geo_id}/metrics/monthly` */
  monthlyMetrics<F extends keyof MonthlyMetrics = never>(
    geo_id: string,
    parameters: ZipcodeMetricsMonthlyParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<MonthlyMetrics, 'geo_id', F>, Page<Selected<MonthlyMetrics, 'geo_id', F>> & { readonly total_estimate: Estimate; readonly pagination_type: 'cursor' | 'page' }> {
    return this.askList(`/v2/zipcodes/${part(geo_id)}/metrics/monthly`, parameters, options);
  }
}

/** All resources, and what belongs to none. */
export class Api extends Resource {
  readonly addresses: Addresses;
  readonly cities: Cities;
  readonly contractors: Contractors;
  readonly counties: Counties;
  readonly decisions: Decisions;
  readonly jurisdictions: Jurisdictions;
  readonly metrics: Metrics;
  readonly permits: Permits;
  readonly properties: Properties;
  readonly states: States;
  readonly zipcodes: Zipcodes;

  constructor(transport: Transport) {
    super(transport);
    this.addresses = new Addresses(transport);
    this.cities = new Cities(transport);
    this.contractors = new Contractors(transport);
    this.counties = new Counties(transport);
    this.decisions = new Decisions(transport);
    this.jurisdictions = new Jurisdictions(transport);
    this.metrics = new Metrics(transport);
    this.permits = new Permits(transport);
    this.properties = new Properties(transport);
    this.states = new States(transport);
    this.zipcodes = new Zipcodes(transport);
  }

  /** Which data release answers, when it was built, how many records it holds and from which sources they come. `GET /v2/meta/release` */
  release(
    options?: RequestOptions,
  ): Promise<Answered<ReleaseInfo>> {
    return this.askObject('/v2/meta/release', {}, options);
  }

  /** What became of the rows of each source, how many of its permits have each key field, and its defects with their meaning, as the build counted them. Costs nothing. `GET /v2/meta/quality` */
  quality(
    options?: RequestOptions,
  ): Promise<Answered<ReleaseQuality>> {
    return this.askObject('/v2/meta/quality', {}, options);
  }

  /** The releases since which changes are known, with how many records of each kind are new, changed, rekeyed and vanished since. Costs nothing. `GET /v2/meta/releases` */
  comparedReleases(
    options?: RequestOptions,
  ): Promise<Answered<ComparedReleases>> {
    return this.askObject('/v2/meta/releases', {}, options);
  }

  /** What became of permits, contractors, decisions and properties between an earlier release that is still kept and the current one, each with the record as it is now: kind by kind, and of each kind the changed, the new, the rekeyed and the vanished ones. A walk ends on the release on which it began. A change costs one credit. `GET /v2/meta/changes` */
  changes<F extends keyof Change = never>(
    parameters: ChangesParameters & Fields<F>,
    options?: RequestOptions,
  ): List<Selected<Change, 'id', F>, Page<Selected<Change, 'id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/meta/changes', parameters, options);
  }

  /** Which fields the permits of a place and a period tell too rarely to rely on. A field that 80 % or more of them tell is left out; without permits every field is missing. Costs nothing. `GET /v2/meta/coverage` */
  coverage(
    parameters: CoverageParameters,
    options?: RequestOptions,
  ): Promise<Answered<Coverage>> {
    return this.askObject('/v2/meta/coverage', parameters, options);
  }

  /** Credits used in the rolling 30 days. Costs nothing, and answers also when the limit is reached. `GET /v2/usage` */
  usage(
    options?: RequestOptions,
  ): Promise<Answered<Usage>> {
    return this.askObject('/v2/usage', {}, options);
  }

  /** Every tag that a permit can carry, by id. `GET /v2/list/tags` */
  tags<F extends keyof Tag = never>(
    parameters: TagsParameters & Fields<F> = {},
    options?: RequestOptions,
  ): List<Selected<Tag, 'id', F>, Page<Selected<Tag, 'id', F>> & { readonly total_estimate: Estimate }> {
    return this.askList('/v2/list/tags', parameters, options);
  }

  /** The OpenAPI 3.1 description of the interface. Needs no key and costs nothing. `GET /v2/openapi.json` */
  openapi(
    options?: RequestOptions,
  ): Promise<Answered<OpenApiDocument>> {
    return this.askObject('/v2/openapi.json', {}, options);
  }

  /** Answers 200 as long as the process can answer at all. Needs no key and costs nothing. `GET /healthz` */
  liveness(
    options?: RequestOptions,
  ): Promise<Answered<Liveness>> {
    return this.askObject('/healthz', {}, options);
  }

  /** Answers 200 with the published release, 503 while there is none or the service is stopping. Needs no key and costs nothing. `GET /readyz` */
  readiness(
    options?: RequestOptions,
  ): Promise<Answered<Readiness>> {
    return this.askObject('/readyz', {}, options);
  }
}
