"""Types and resources of the interface.

Generated from the contract by `npm run clients`; do not edit: a test fails when it differs.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Sequence, TypedDict, Union, overload

from ._records import Export, NumberedRecords, Records
from ._resource import Ids, Resource, part

if TYPE_CHECKING:
    from typing_extensions import NotRequired

    from ._transport import Transport

Date = Union[str, datetime.date]


TagIdFilter = Literal[
    "accessory_structure",
    "addition",
    "adu",
    "bath_remodel",
    "bathroom",
    "battery",
    "commercial",
    "demolition",
    "electric_meter",
    "electrical",
    "ev_charger",
    "fire_sprinkler",
    "gas",
    "generator",
    "grading",
    "heat_pump",
    "hvac",
    "kitchen",
    "kitchen_remodel",
    "new_adu",
    "new_construction",
    "new_dwelling",
    "plumbing",
    "pool_and_hot_tub",
    "pool_spa",
    "remodel",
    "reroof",
    "residential",
    "roofing",
    "room_addition",
    "sitework",
    "solar",
    "solar_battery_storage",
    "telecom",
    "utilities",
    "water_heater",
    "window_door",
    "-accessory_structure",
    "-addition",
    "-adu",
    "-bath_remodel",
    "-bathroom",
    "-battery",
    "-commercial",
    "-demolition",
    "-electric_meter",
    "-electrical",
    "-ev_charger",
    "-fire_sprinkler",
    "-gas",
    "-generator",
    "-grading",
    "-heat_pump",
    "-hvac",
    "-kitchen",
    "-kitchen_remodel",
    "-new_adu",
    "-new_construction",
    "-new_dwelling",
    "-plumbing",
    "-pool_and_hot_tub",
    "-pool_spa",
    "-remodel",
    "-reroof",
    "-residential",
    "-roofing",
    "-room_addition",
    "-sitework",
    "-solar",
    "-solar_battery_storage",
    "-telecom",
    "-utilities",
    "-water_heater",
    "-window_door",
]


ContractorClassificationFilter = Literal[
    "concrete_and_paving",
    "demolition_and_excavation",
    "electrical",
    "fencing_and_glazing",
    "framing_and_carpentry",
    "general_building_contractor",
    "general_engineering_contractor",
    "hvac",
    "landscaping_and_outdoor_work",
    "other",
    "plumbing",
    "roofing",
    "specialty_trades",
    "-concrete_and_paving",
    "-demolition_and_excavation",
    "-electrical",
    "-fencing_and_glazing",
    "-framing_and_carpentry",
    "-general_building_contractor",
    "-general_engineering_contractor",
    "-hvac",
    "-landscaping_and_outdoor_work",
    "-other",
    "-plumbing",
    "-roofing",
    "-specialty_trades",
]


class AbsenceJurisdictionsLeftOutItem(TypedDict):
    #  geo_id of the jurisdiction.
    jurisdiction_id: str
    #  Why its records cannot show that a permit is absent.
    reason: str


Absence = TypedDict(
    "Absence",
    {
        #  The tags of which no permit was found.
        "tags": "List[str]",
        #  First day of the period; null: since the records begin. YYYY-MM-DD.
        "from": "str | None",
        #  Last day of the period, the date of the release at the latest. YYYY-MM-DD.
        "to": "str",
        #  Jurisdictions whose records do not cover the period or never show such permits. Their properties are
        #  left out, since nothing found there is no sign that nothing was done.
        "jurisdictions_left_out": "List[AbsenceJurisdictionsLeftOutItem]",
        #  Which period to ask for instead, when no jurisdiction here has records of the one asked for and one has
        #  of another.
        "hint": "str | None",
    },
)


class Address(TypedDict):
    #  geo_id of the address.
    geo_id: str
    #  Formatted address text in USPS notation.
    name: str
    #  House number.
    street_no: str | None
    #  Street.
    street: str | None
    #  City.
    city: str | None
    #  County.
    county: str | None
    #  Five-digit ZIP code.
    zip_code: str | None
    #  ZIP+4 extension.
    zip_code_ext: str | None
    #  Two-letter state abbreviation.
    state: str | None
    #  Permitting authority.
    jurisdiction: str | None
    #  Latitude in degrees (WGS 84).
    lat: float | None
    #  Longitude in degrees (WGS 84).
    long: float | None
    #  `exact`: every word of the text is the address's, in any USPS spelling; `prefix`: some are beginnings
    #  of its words or of its house number; `corrected`: some were misspelt; `partial`: some are not the
    #  address's, such as another house number.
    match: Literal["exact", "prefix", "corrected", "partial"]
    #  Fields that the text names and names rightly. A house number, direction, suffix or ZIP code that is not
    #  the one asked for takes its field off.
    matched_fields: List[Literal["street_no", "street", "city", "state", "zip_code"]]


class AreaMetrics(TypedDict):
    #  Name of the place.
    name: str
    #  Census code by which outlines of states and counties are found: two digits, or five.
    fips: str
    #  geo_id of the place; of a state its code, of a ZIP code its digits.
    geo_id: str
    #  Permits whose start_date lies in the 365 days up to the release date.
    permit_count: int
    #  Contractors of these permits.
    contractor_count: int
    #  Mean time from issue to completion. Whole days.
    avg_construction_duration: int | None
    #  Mean time from filing to issue. Whole days.
    avg_approval_duration: int | None
    #  Sum of the declared values. US cents.
    total_job_value: int | None
    #  Mean share of inspections passed. Whole percent.
    avg_inspection_pass_rate: int | None
    #  All permits that are now active.
    permit_active_count: int
    #  All permits that are now in review.
    permit_in_review_count: int


#  What a decision is about.
AssetClass = Literal[
    "commercial",
    "detached_housing",
    "land",
    "mixed_use",
    "multifamily",
    "specialized_housing",
]


class BuildingAddress(TypedDict):
    #  House number.
    street_no: str | None
    #  Street in upper-case USPS notation.
    street: str | None
    #  City in upper case.
    city: str | None
    #  County in upper case.
    county: str | None
    #  Five-digit ZIP code.
    zip_code: str | None
    #  ZIP+4 extension, four digits.
    zip_code_ext: str | None
    #  Two-letter state abbreviation.
    state: str | None
    #  Permitting authority in upper case.
    jurisdiction: str | None
    #  Latitude and longitude in degrees (WGS 84).
    latlng: List[float] | None


class Change(TypedDict):
    #  ID of the record.
    id: str
    kind: ChangedKind
    change: ChangeType
    #  ID in the earlier release of a `rekeyed` record; null for all others.
    previous_id: str | None
    #  The fields that differ, in the order of the record; of `changed` and `rekeyed` records.
    changes: List[FieldChange]
    record: Permit | Contractor | Decision | Property | None


class ChangeCount(TypedDict):
    kind: ChangedKind
    #  Records that only the current release has.
    new: int
    #  Records whose fields differ.
    changed: int
    #  The same records under a new id.
    rekeyed: int
    #  Records that only the earlier release has.
    vanished: int


#  `new`: only the current release has it. `changed`: its fields differ. `rekeyed`: the same record under a
#  new id. `vanished`: only the earlier release has it.
ChangeType = Literal[
    "changed",
    "new",
    "rekeyed",
    "vanished",
]


#  Kind of record.
ChangedKind = Literal[
    "permits",
    "contractors",
    "decisions",
    "properties",
]


class CityDetails(TypedDict):
    #  geo_id of the city.
    geo_id: str
    #  `City, County, ST`.
    name: str
    #  Two-letter state abbreviation.
    state: str
    #  Name to geo_id of the counties.
    counties: Dict[str, str]
    #  Name to geo_id of the jurisdictions.
    jurisdictions: Dict[str, str]
    #  Five-digit ZIP codes.
    zipcodes: List[str]


class CitySearchItem(TypedDict):
    #  geo_id of the city.
    geo_id: str
    #  `City, County, ST`.
    name: str
    #  Two-letter state abbreviation.
    state: str


class ComparedReleases(TypedDict):
    #  The current release.
    release_id: str
    #  Releases since which changes are known, the newest first.
    earlier: List[EarlierRelease]


class Contractor(TypedDict):
    #  Contractor identifier.
    id: str
    #  Licence number.
    license: str | None
    #  Name of the licensee or the person in charge.
    name: str | None
    #  Name of the business.
    business_name: str | None
    #  Legal form of the business.
    business_type: str | None
    #  Licence classification code.
    classification: str | None
    #  What the contractor does, sorted.
    classification_derived: List[ContractorClassification]
    #  Date on which the licence was issued. YYYY-MM-DD.
    license_issue_date: str | None
    #  Date on which the licence expires. YYYY-MM-DD.
    license_exp_date: str | None
    #  Date on which the licence became active. YYYY-MM-DD.
    license_act_date: str | None
    #  Date on which the licence became inactive. YYYY-MM-DD.
    license_inact_date: str | None
    #  Earliest start_date of a permit of the contractor. YYYY-MM-DD.
    first_seen_date: str | None
    #  Most frequent phone number.
    primary_phone: str | None
    #  Most frequent e-mail address.
    primary_email: str | None
    #  Comma-separated phone numbers, most frequent first.
    phone: str | None
    #  Comma-separated e-mail addresses, most frequent first.
    email: str | None
    #  Web site.
    website: str | None
    #  Doing-business-as name.
    dba: str | None
    #  SIC code.
    sic: str | None
    #  NAICS code.
    naics: str | None
    #  LinkedIn page.
    linkedin_url: str | None
    #  Revenue range.
    revenue: str | None
    #  Employee-count range.
    employee_count: str | None
    #  Primary industry.
    primary_industry: str | None
    #  Reviews.
    review_count: int | None
    #  Mean rating of the reviews.
    rating: float | None
    #  Permits by status; permits of unknown status count as `unknown`.
    status_tally: Dict[str, int]
    #  Permits by tag.
    tag_tally: Dict[str, int]
    #  Permits of the contractor.
    permit_count: int
    #  Mean declared value of the permits. US cents.
    avg_job_value: int | None
    #  Sum of the declared values of the permits. US cents.
    total_job_value: int | None
    #  Mean time from issue to completion. Whole days.
    avg_construction_duration: int | None
    #  Mean share of inspections passed. Whole percent.
    avg_inspection_pass_rate: int | None
    address: ContractorAddress


class ContractorAddress(TypedDict):
    #  House number.
    street_no: str | None
    #  Street in upper-case USPS notation.
    street: str | None
    #  City in upper case.
    city: str | None
    #  County in upper case.
    county: str | None
    #  Five-digit ZIP code.
    zip_code: str | None
    #  ZIP+4 extension.
    zip_code_ext: str | None
    #  Two-letter state abbreviation.
    state: str | None
    #  Jurisdiction in upper case.
    jurisdiction: str | None
    #  geo_id of the address.
    address_id: str | None
    #  Latitude and longitude in degrees (WGS 84).
    latlng: List[float] | None


#  What a contractor does, derived from licence classes and work done.
ContractorClassification = Literal[
    "concrete_and_paving",
    "demolition_and_excavation",
    "electrical",
    "fencing_and_glazing",
    "framing_and_carpentry",
    "general_building_contractor",
    "general_engineering_contractor",
    "hvac",
    "landscaping_and_outdoor_work",
    "other",
    "plumbing",
    "roofing",
    "specialty_trades",
]


class ContractorMetrics(TypedDict):
    #  First day of the month in which the permits start. YYYY-MM-DD.
    date: str
    tag: MetricsTag
    property_type: MetricsPropertyType
    #  Permits of the contractor.
    permit_count: int
    #  Mean declared value. US cents.
    avg_job_value: int | None
    #  Sum of the declared values. US cents.
    total_job_value: int | None
    #  Mean time from issue to completion. Whole days.
    avg_construction_duration: int | None
    #  Mean share of inspections passed. Whole percent.
    avg_inspection_pass_rate: int | None


class ContractorSpelling(TypedDict):
    #  Name of the person.
    name: str | None
    #  Name of the business.
    business_name: str | None
    #  Name that it does business as.
    dba: str | None
    #  Licence number.
    license: str | None
    #  Telephone number.
    phone: str | None
    #  E-mail address.
    email: str | None
    #  Records that write it so.
    records: int
    #  Date of the newest of them. YYYY-MM-DD.
    latest: str | None
    #  What it has in common with another of the spellings; empty if rules over names in one city, or
    #  spellings that are not kept, linked it.
    shared: List[Literal["license", "phone", "email", "name", "similar_name"]]


class ContractorSpellings(TypedDict):
    #  Contractor identifier.
    id: str
    #  The most frequent first; empty in a release that was built before they were kept.
    spellings: List[ContractorSpelling]


class CountyDetails(TypedDict):
    #  geo_id of the county.
    geo_id: str
    #  `County name, ST`.
    name: str
    #  Two-letter state abbreviation.
    state: str
    #  Name to geo_id of the cities.
    cities: Dict[str, str]
    #  Name to geo_id of the jurisdictions.
    jurisdictions: Dict[str, str]
    #  Five-digit ZIP codes.
    zipcodes: List[str]


class Coverage(TypedDict):
    items: List[CoverageRow]
    #  Fields in this response. A field that 80 % or more of the permits tell is left out.
    size: int
    #  There is one page.
    next_cursor: None


class CoverageRow(TypedDict):
    #  Field of the permits; `owner_name` is `property_legal_owner`.
    field: Literal["fees", "job_value", "description", "contractor_id", "owner_name", "property_type", "property_year_built", "property_building_area", "issue_date", "file_date"]
    #  `missing`: fewer than 10 % of the permits tell it; `partial`: fewer than 80 %.
    tier: Literal["missing", "partial"]
    #  Percent of the permits that tell it, rounded down to one decimal.
    fill_pct: float
    #  Permits of the place that start in the period.
    permits_total: int


class CurrentMetrics(TypedDict):
    #  geo_id of the place; of a state its code, of a ZIP code its digits.
    geo_id: str
    tag: MetricsTag
    property_type: MetricsPropertyType
    #  Permits whose start_date lies in the 365 days up to the release date.
    permit_count: int
    #  Contractors of these permits.
    contractor_count: int
    #  Mean time from issue to completion. Whole days.
    avg_construction_duration: int | None
    #  Mean time from filing to issue. Whole days.
    avg_approval_duration: int | None
    #  Sum of the declared values. US cents.
    total_job_value: int | None
    #  Mean share of inspections passed. Whole percent.
    avg_inspection_pass_rate: int | None
    #  All permits that are now active.
    permit_active_count: int
    #  All permits that are now in review.
    permit_in_review_count: int


class DailyUsage(TypedDict):
    #  Day (UTC) on which the credits were used. YYYY-MM-DD.
    date: str
    #  Credits used on that day that still count.
    credits: int
    #  Day (UTC) on which the last of them stops counting. YYYY-MM-DD.
    expires: str


class Decision(TypedDict):
    #  Decision identifier (UUID version 5).
    id: str
    #  geo_id of the address.
    address_id: str | None
    #  geo_id of the city.
    city_id: str | None
    #  geo_id of the county.
    county_id: str | None
    #  geo_id of the jurisdiction.
    jurisdiction_id: str | None
    #  House number and street in upper-case USPS notation.
    street: str | None
    #  City in upper case.
    city: str | None
    #  Two-letter state abbreviation.
    state: str | None
    #  Degrees (WGS 84).
    latitude: float | None
    #  Degrees (WGS 84).
    longitude: float | None
    #  Title.
    title: str | None
    #  Date of the decision. YYYY-MM-DD.
    decision_date: str | None
    #  What was decided.
    description: str | None
    #  Public page of the record.
    source_url: str | None
    asset_class: AssetClass | None
    category: DecisionCategory | None
    #  Finer kind, snake_case.
    subcategory: str | None
    property_type: PropertyType | None
    #  One factual sentence made from the record's own facts.
    why_it_matters: str | None
    #  Applicant.
    applicant_name: str | None
    #  Owner.
    owner_name: str | None
    #  Representative of the applicant.
    representative_name: str | None
    #  Developer.
    developer_name: str | None
    #  Zoning before.
    zoning_previous: str | None
    #  Zoning after.
    zoning_new: str | None
    #  Uses allowed after.
    allowed_uses: str | None
    #  Value of the project. US cents.
    project_value: int | None
    #  Lot size. Whole square feet.
    lot_size: int | None


#  Kind of decision.
DecisionCategory = Literal[
    "affordable_housing",
    "annexation",
    "area_rezoning",
    "city_properties",
    "contract",
    "economic_development_incentives",
    "final_plat",
    "infrastructure_development",
    "land_use_planning",
    "project_amendments",
    "spot_rezoning",
    "zoning_code_modification",
]


class DurationQuartiles(TypedDict):
    #  Permits with both dates that were looked at.
    permits: int
    #  A quarter of them took at most so long. Whole days.
    p25: int
    #  Half of them took at most so long. Whole days.
    median: int
    #  Three quarters of them took at most so long. Whole days.
    p75: int


class EarlierRelease(TypedDict):
    #  The earlier release: `from` of GET /v2/meta/changes.
    release_id: str
    #  What became of its records until the current one.
    changes: List[ChangeCount]


class EndpointUsage(TypedDict):
    #  Operation id of the endpoint.
    endpoint: str
    #  Charged requests.
    requests: int
    #  Credits that they cost.
    credits: int


class Estimate(TypedDict):
    #  The number, or its estimate.
    value: int
    #  There are hardly fewer. The value where it is exact.
    low: int
    #  There are hardly more. The value where it is exact.
    high: int


class ExportedAddress(TypedDict):
    #  geo_id of the address.
    geo_id: str
    #  Formatted address text in USPS notation.
    name: str
    #  House number.
    street_no: str | None
    #  Street.
    street: str | None
    #  City.
    city: str | None
    #  County.
    county: str | None
    #  Five-digit ZIP code.
    zip_code: str | None
    #  ZIP+4 extension.
    zip_code_ext: str | None
    #  Two-letter state abbreviation.
    state: str | None
    #  Permitting authority.
    jurisdiction: str | None
    #  Latitude in degrees (WGS 84).
    lat: float | None
    #  Longitude in degrees (WGS 84).
    long: float | None


class FactGiver(TypedDict):
    #  The permit that states a joined value.
    permit_id: str | None
    #  The source whose row states a joined value.
    source_id: str | None
    #  Key of that row in its source.
    row_key: str | None


class FieldChange(TypedDict):
    #  Name of the field; a dot leads into an object: `address.zip_code`.
    field: str
    #  Value in the earlier release; null if it had none.
    old: Any
    #  Value in the current release; null if it has none.
    new: Any


class FieldFill(TypedDict):
    #  Field of the permits.
    field: str
    #  Records that have it.
    records: int
    #  Their share of all records of the source.
    share: float
    #  Whether the source states it; otherwise values come from elsewhere.
    is_stated: bool


class FieldProvenance(TypedDict):
    #  Field of the permit. Fields that are not known are left out.
    field: str
    #  `mapped`: the value of the columns, cleaned. `derived`: computed from the columns by `rule`. `linked`:
    #  found by linking rows that mean the same. `joined`: given by another permit of the address, or by an
    #  assessor. `source`: the same for every row of the source.
    derivation: Literal["mapped", "derived", "linked", "joined", "source"]
    #  Columns of the source's row that the value may be made from, in the order of its definition; empty if
    #  the definition is not known here.
    columns: List[str]
    #  What is done with them, for people.
    rule: str
    #  What states a joined value; null for all others.
    given_by: FactGiver | None


class JurisdictionDetails(TypedDict):
    #  geo_id of the jurisdiction.
    geo_id: str
    #  `Jurisdiction, ST`.
    name: str
    #  Two-letter state abbreviation.
    state: str
    #  Name to geo_id of the cities.
    cities: NotRequired[Dict[str, str | None] | None]
    #  Name to geo_id of the counties.
    counties: NotRequired[Dict[str, str | None] | None]
    #  Five-digit ZIP codes.
    zipcodes: NotRequired[List[str] | None]


class KeyUsage(TypedDict):
    #  Names the key without revealing it.
    key_id: str
    #  Charged requests.
    requests: int
    #  Credits that they cost.
    credits: int


class Liveness(TypedDict):
    status: Literal["ok"]


MetricsByArea = TypedDict(
    "MetricsByArea",
    {
        #  First day of the 365 days up to the release date. YYYY-MM-DD.
        "from": "str",
        #  Last day: the release date. YYYY-MM-DD.
        "to": "str",
        "tag": "MetricsTag",
        "property_type": "MetricsPropertyType",
        #  Places with such permits, by `fips`.
        "areas": "List[AreaMetrics]",
    },
)


#  Property type, or `all`.
MetricsPropertyType = Literal[
    "all",
    "residential",
    "commercial",
    "industrial",
    "agricultural",
    "vacant land",
    "exempt",
    "miscellaneous",
    "office",
    "recreational",
]


#  Tag id, or `all`.
MetricsTag = Literal[
    "all",
    "accessory_structure",
    "addition",
    "adu",
    "bath_remodel",
    "bathroom",
    "battery",
    "commercial",
    "demolition",
    "electric_meter",
    "electrical",
    "ev_charger",
    "fire_sprinkler",
    "gas",
    "generator",
    "grading",
    "heat_pump",
    "hvac",
    "kitchen",
    "kitchen_remodel",
    "new_adu",
    "new_construction",
    "new_dwelling",
    "plumbing",
    "pool_and_hot_tub",
    "pool_spa",
    "remodel",
    "reroof",
    "residential",
    "roofing",
    "room_addition",
    "sitework",
    "solar",
    "solar_battery_storage",
    "telecom",
    "utilities",
    "water_heater",
    "window_door",
]


class MonthDurations(TypedDict):
    #  First day of the month in which the permits start. YYYY-MM-DD.
    date: str
    approval: DurationQuartiles | None
    construction: DurationQuartiles | None


class MonthlyMetrics(TypedDict):
    #  geo_id of the place; of a state its code, of a ZIP code its digits.
    geo_id: str
    tag: MetricsTag
    property_type: MetricsPropertyType
    #  First day of the month in which the permits start. YYYY-MM-DD.
    date: str
    #  Permits.
    permit_count: int
    #  Contractors of these permits.
    contractor_count: int
    #  Mean time from issue to completion. Whole days.
    avg_construction_duration: int | None
    #  Mean time from filing to issue. Whole days.
    avg_approval_duration: int | None
    #  Sum of the declared values. US cents.
    total_job_value: int | None
    #  Mean share of inspections passed. Whole percent.
    avg_inspection_pass_rate: int | None


OpenApiDocument = Dict[str, Any]


class OtherAddress(TypedDict):
    #  House number.
    street_no: str | None
    #  Street in upper-case USPS notation.
    street: str | None
    #  City in upper case.
    city: str | None
    #  County in upper case.
    county: str | None
    #  Five-digit ZIP code.
    zip_code: str | None
    #  ZIP+4 extension, four digits.
    zip_code_ext: str | None
    #  Two-letter state abbreviation.
    state: str | None
    #  Permitting authority in upper case.
    jurisdiction: str | None
    #  Latitude and longitude in degrees (WGS 84).
    latlng: List[float] | None
    #  Apartment, suite or floor within the building, in USPS notation.
    unit: str | None
    #  geo_id of the address.
    address_id: str | None
    #  geo_id of the city.
    city_id: str | None
    #  geo_id of the county.
    county_id: str | None
    #  geo_id of the jurisdiction.
    jurisdiction_id: str | None


class Permit(TypedDict):
    #  Permit identifier.
    id: str
    #  Permit number as the jurisdiction writes it.
    number: str | None
    #  Free-text description as the source gives it.
    description: str | None
    #  Short description derived from type and text.
    description_derived: str | None
    #  Jurisdiction name.
    jurisdiction: str | None
    #  Source of the record. `GET /v2/meta/release` lists its name, licence and attribution under this id.
    source_id: str
    #  Declared value of the work. US cents.
    job_value: int | None
    #  Permit type text.
    type: str | None
    #  Permit subtype text.
    subtype: str | None
    #  Fees of the permit. US cents.
    fees: int | None
    status: PermitStatus | None
    #  Date of filing. YYYY-MM-DD.
    file_date: str | None
    #  Date of issue. Absent when unknown. YYYY-MM-DD.
    issue_date: NotRequired[str]
    #  Date of completion. Absent when unknown. YYYY-MM-DD.
    final_date: NotRequired[str]
    #  Earliest of the file, issue and final dates that are known. YYYY-MM-DD.
    start_date: str | None
    #  Latest of the file, issue and final dates that are known. YYYY-MM-DD.
    end_date: str | None
    #  From start_date to end_date. Whole days.
    total_duration: int | None
    #  From issue_date to final_date. Whole days.
    construction_duration: int | None
    #  From file_date to issue_date. Whole days.
    approval_duration: int | None
    #  Inspections passed. Absent when unknown. Whole percent.
    inspection_pass_rate: NotRequired[int]
    #  The contractor. Absent when unknown.
    contractor_id: NotRequired[str]
    #  Tags, parents included, sorted.
    tags: List[TagId]
    #  Number of the parcel (APN) as the source gives it.
    parcel_number: str | None
    address: PermitAddress
    geo_ids: PermitGeoIds
    #  Census tract GEOID.
    property_census_tract: str | None
    #  Congressional district.
    property_congressional_district: str | None
    property_type: PropertyType | None
    #  Finer property type, snake_case, for example single_family_home.
    property_type_detail: str | None
    #  Owner of record.
    property_legal_owner: str | None
    #  Kind of owner, snake_case, for example private_owner.
    property_owner_type: str | None
    #  Lot size. Whole square feet.
    property_lot_size: int | None
    #  Floor area of the building. Whole square feet.
    property_building_area: int | None
    #  Storeys.
    property_story_count: int | None
    #  Dwelling or business units.
    property_unit_count: int | None
    #  Year in which the building was built.
    property_year_built: int | None
    #  Assessed market value. US cents.
    property_assess_market_value: int | None
    #  The facts of the property (fields `property_…`) that the row of the permit does not state, each with
    #  what states it: another permit of the building, or a row of an assessor. Absent when all are its own.
    property_facts_joined: NotRequired[Dict[str, FactGiver]]
    #  Further addresses of the permit, by street and house number. Each finds the permit, which counts once.
    #  Absent when there are none.
    other_addresses: NotRequired[List[OtherAddress]]


class PermitAddress(TypedDict):
    #  House number.
    street_no: str | None
    #  Street in upper-case USPS notation.
    street: str | None
    #  City in upper case.
    city: str | None
    #  County in upper case.
    county: str | None
    #  Five-digit ZIP code.
    zip_code: str | None
    #  ZIP+4 extension, four digits.
    zip_code_ext: str | None
    #  Two-letter state abbreviation.
    state: str | None
    #  Permitting authority in upper case.
    jurisdiction: str | None
    #  Latitude and longitude in degrees (WGS 84).
    latlng: List[float] | None
    #  Apartment, suite or floor within the building, in USPS notation.
    unit: str | None


#  The permits of a cell; `latlng` is the mean of their points.
class PermitBin(TypedDict):
    #  The cell, as zoom, column and row of a tile in Web Mercator.
    tile: str
    #  Latitude and longitude in degrees (WGS 84).
    latlng: List[float]
    #  Permits in the cell.
    permit_count: int
    #  Sum of their declared values. US cents.
    total_job_value: int | None


class PermitBins(TypedDict):
    #  Cells with permits.
    bins: List[PermitBin]
    #  Zoom of the cells.
    zoom: int
    permit_count: Estimate
    #  Share of the permits that were counted. 1: all, every number is exact. Less: numbers are multiplied
    #  accordingly, and a cell with few permits may be missing.
    sampled_share: float


#  Days from filing to issue (`approval`) and from issue to completion (`construction`); null where no permit
#  has both dates. Quartiles are durations of permits: the least that so many do not exceed.
class PermitDurations(TypedDict):
    approval: DurationQuartiles | None
    construction: DurationQuartiles | None
    permit_count: Estimate
    #  Share of the permits that were looked at. 1: all, every number is exact.
    sampled_share: float
    #  With `by_month`: the same for each month with a known duration, in order of time; at most the newest
    #  600.
    months: List[MonthDurations] | None


class PermitGeoIds(TypedDict):
    #  geo_id of the address.
    address_id: str | None
    #  geo_id of the city.
    city_id: str | None
    #  geo_id of the county.
    county_id: str | None
    #  geo_id of the jurisdiction.
    jurisdiction_id: str | None


#  `in_review`: filed or approved but not issued. `active`: issued, work may go on. `final`: completed.
#  `inactive`: expired, void, withdrawn, denied, revoked or stalled.
PermitStatus = Literal[
    "active",
    "final",
    "in_review",
    "inactive",
]


class PlaceItem(TypedDict):
    #  geo_id; of a state its code.
    geo_id: str
    #  `County name, ST`, `Jurisdiction, ST` or name of the state.
    name: str
    #  Two-letter state abbreviation.
    state: str | None


class Property(TypedDict):
    #  geo_id of the address, which is the identifier of the property.
    id: str
    address: BuildingAddress
    geo_ids: PermitGeoIds
    #  Census tract GEOID.
    property_census_tract: str | None
    #  Congressional district.
    property_congressional_district: str | None
    property_type: PropertyType | None
    #  Finer property type, snake_case, for example single_family_home.
    property_type_detail: str | None
    #  Owner of record.
    property_legal_owner: str | None
    #  Kind of owner, snake_case, for example private_owner.
    property_owner_type: str | None
    #  Lot size. Whole square feet.
    property_lot_size: int | None
    #  Floor area of the building. Whole square feet.
    property_building_area: int | None
    #  Storeys.
    property_story_count: int | None
    #  Dwelling or business units.
    property_unit_count: int | None
    #  Year in which the building was built.
    property_year_built: int | None
    #  Assessed market value. US cents.
    property_assess_market_value: int | None
    #  Permits at the address.
    permit_count: int
    #  Earliest start_date of a permit. YYYY-MM-DD.
    first_permit_date: str | None
    #  Latest start_date of a permit. YYYY-MM-DD.
    last_permit_date: str | None
    #  Permits by status; permits of unknown status count as `unknown`.
    status_tally: Dict[str, int]
    #  Permits by tag.
    tag_tally: Dict[str, int]
    #  House number.
    street_no: str | None
    #  Street in upper-case USPS notation.
    street: str | None
    #  City in upper case.
    city: str | None
    #  Five-digit ZIP code.
    zip_code: str | None
    #  Two-letter state abbreviation.
    state: str | None
    #  Year in which the building was built.
    year_built: int | None
    #  Lot size. Whole square feet.
    lot_size: int | None
    #  Floor area of the building. Whole square feet.
    building_area: int | None
    #  Dwelling or business units.
    unit_count: int | None
    #  Storeys.
    story_count: int | None
    #  Assessed market value. US cents.
    assess_market_value: int | None
    #  Owner of record.
    legal_owner: str | None
    #  Kind of owner, snake_case, for example private_owner.
    owner_type: str | None
    #  Contractors of its permits.
    contractor_count: int
    #  Values of its permits together; null when none is known. US cents.
    total_job_value: int | None
    #  Tags of its permits, sorted.
    tags: List[TagId]
    #  Statuses of its permits, sorted.
    statuses: List[PermitStatus]
    #  Latest start_date by tag. A tag without a dated permit is left out.
    last_date_by_tag: Dict[str, str]


#  What the property is used for.
PropertyType = Literal[
    "residential",
    "commercial",
    "industrial",
    "agricultural",
    "vacant land",
    "exempt",
    "miscellaneous",
    "office",
    "recreational",
]


class ProvenanceSource(TypedDict):
    #  Identifier of the source.
    id: str
    #  Name of the source.
    name: str
    #  Licence of the data.
    license: str | None
    #  Whom the licence asks to name.
    attribution: str | None
    #  Public page of the data set.
    homepage: str | None
    #  Date on which the source was last read. YYYY-MM-DD.
    as_of: str | None


class Provenance(TypedDict):
    #  Permit identifier.
    id: str
    #  The release that the permit is in.
    release_id: str
    source: ProvenanceSource
    #  Key of the row in the source; several columns are joined by `|`.
    row_key: str
    #  Keys of the further rows of the permit, where a source has a row for each address.
    other_row_keys: List[str]
    #  In the order of the fields of a permit.
    fields: List[FieldProvenance]
    #  The tags of the permit; empty if `field` asks for others only.
    tags: List[TagProvenance]


class Readiness(TypedDict):
    status: Literal["ready"]
    #  The published release.
    release_id: str


class RefusalReason(TypedDict):
    #  Why the rows were refused.
    reason: str
    #  How many.
    rows: int


class ReleaseCounts(TypedDict):
    #  Permits.
    permits: int
    #  Contractors.
    contractors: int
    #  Zoning and land-use decisions.
    decisions: int
    #  Addresses.
    addresses: int
    #  Cities.
    cities: int
    #  Counties.
    counties: int
    #  Jurisdictions.
    jurisdictions: int


ReleaseInfoDateRange = TypedDict(
    "ReleaseInfoDateRange",
    {
        #  Earliest start_date of a permit. YYYY-MM-DD.
        "from": "str | None",
        #  Latest start_date of a permit. YYYY-MM-DD.
        "to": "str | None",
    },
)


class ReleaseInfo(TypedDict):
    #  Date of the release. YYYY-MM-DD.
    released_at: str
    #  Identifier of the release.
    release_id: str
    #  Version of this interface.
    schema_version: str
    #  When the release was built.
    built_at: str
    counts: ReleaseCounts
    #  Earliest and latest start_date of a permit.
    date_range: ReleaseInfoDateRange
    sources: List[ReleaseSource]
    #  The release before this one.
    previous_release: str | None


class ReleaseQuality(TypedDict):
    #  Identifier of the release.
    release_id: str
    #  Rows read over all runs: records, merged and quarantined ones together.
    rows_read: int
    #  Permits, decisions or, of a licence list, contractors that they became.
    records: int
    #  Rows that repeat or update another row.
    rows_merged: int
    #  Rows that could not be read, or are no record.
    rows_quarantined: int
    #  The same over all sources.
    refusals: List[RefusalReason]
    sources: List[SourceQuality]


class ReleaseSource(TypedDict):
    #  Identifier of the source.
    id: str
    #  Name of the source.
    name: str
    #  Licence of the data.
    license: str | None
    #  Whom the licence asks to name.
    attribution: str | None
    #  Date on which the source was last read. YYYY-MM-DD.
    as_of: str | None
    #  Rows read from it.
    rows: int


class SourceDefect(TypedDict):
    #  Name of the defect.
    name: str
    #  Field that it concerns.
    field: str
    #  Rows that have it.
    rows: int
    #  What it means, for people.
    meaning: str


class SourceQuality(TypedDict):
    #  Identifier of the source.
    id: str
    #  Name of the source.
    name: str
    #  What its rows are.
    kind: ChangedKind
    #  Rows read over all runs: records, merged and quarantined ones together.
    rows_read: int
    #  Permits, decisions or, of a licence list, contractors that they became.
    records: int
    #  Rows that repeat or update another row.
    rows_merged: int
    #  Rows that could not be read, or are no record.
    rows_quarantined: int
    #  Rows that were refined.
    rows_refined: int
    #  Refined rows with a defect.
    rows_defective: int
    #  Rows that the source no longer has; they are published all the same.
    rows_vanished: int
    #  Key fields; only of permits.
    fill: List[FieldFill]
    #  The most frequent first.
    defects: List[SourceDefect]
    #  Why the build refused rows, the most frequent reason first. Other rows in quarantine could not be read.
    refusals: List[RefusalReason]


#  Code of a state.
StateCode = Literal[
    "AK",
    "AL",
    "AR",
    "AS",
    "AZ",
    "CA",
    "CO",
    "CT",
    "DC",
    "DE",
    "FL",
    "GA",
    "GU",
    "HI",
    "IA",
    "ID",
    "IL",
    "IN",
    "KS",
    "KY",
    "LA",
    "MA",
    "MD",
    "ME",
    "MI",
    "MN",
    "MO",
    "MP",
    "MS",
    "MT",
    "NC",
    "ND",
    "NE",
    "NH",
    "NJ",
    "NM",
    "NV",
    "NY",
    "OH",
    "OK",
    "OR",
    "PA",
    "PR",
    "RI",
    "SC",
    "SD",
    "TN",
    "TX",
    "UT",
    "VA",
    "VI",
    "VT",
    "WA",
    "WI",
    "WV",
    "WY",
]


class StateDetails(TypedDict):
    #  Two-letter state abbreviation.
    geo_id: str
    #  Name of the state.
    name: str
    #  Two-letter state abbreviation.
    state: str
    #  Name to geo_id of the counties.
    counties: Dict[str, str]
    #  Name to geo_id of the jurisdictions.
    jurisdictions: Dict[str, str]


class Tag(TypedDict):
    id: TagId
    #  Which permits carry the tag.
    description: str


#  Tag id. `GET /v2/list/tags` describes each.
TagId = Literal[
    "accessory_structure",
    "addition",
    "adu",
    "bath_remodel",
    "bathroom",
    "battery",
    "commercial",
    "demolition",
    "electric_meter",
    "electrical",
    "ev_charger",
    "fire_sprinkler",
    "gas",
    "generator",
    "grading",
    "heat_pump",
    "hvac",
    "kitchen",
    "kitchen_remodel",
    "new_adu",
    "new_construction",
    "new_dwelling",
    "plumbing",
    "pool_and_hot_tub",
    "pool_spa",
    "remodel",
    "reroof",
    "residential",
    "roofing",
    "room_addition",
    "sitework",
    "solar",
    "solar_battery_storage",
    "telecom",
    "utilities",
    "water_heater",
    "window_door",
]


class TagProvenanceWordsItem(TypedDict):
    #  Text of the permit that has the words.
    field: Literal["type", "subtype", "description"]
    #  Where they begin, in UTF-16 code units.
    start: int
    #  Where they end.
    end: int


#  By the rules of the running version, over the published texts.
class TagProvenance(TypedDict):
    #  Tag of the permit.
    tag: str
    #  `words`: words of the published texts. `narrower_tag`: it includes another tag of the permit.
    #  `property_type`: the type of the property. `unpublished`: texts of the row that are not published.
    basis: Literal["words", "narrower_tag", "property_type", "unpublished"]
    #  Where the words are; empty unless `basis` is `words`.
    words: List[TagProvenanceWordsItem]
    #  The tags that it includes; empty unless `basis` is `narrower_tag`.
    includes: List[str]


class TileJsonVectorLayersItem(TypedDict):
    id: str
    description: str
    fields: Dict[str, str]


#  TileJSON 3.0.0.
class TileJson(TypedDict):
    tilejson: Literal["3.0.0"]
    name: str
    description: str
    #  Sources with their licences.
    attribution: str
    #  Address of the tiles, with the filters asked for.
    tiles: List[str]
    minzoom: int
    maxzoom: int
    bounds: List[float]
    vector_layers: List[TileJsonVectorLayersItem]


class Usage(TypedDict):
    #  Credits used in the rolling 30 days.
    credits_used: int
    #  Credits that the plan allows in 30 days; null when it is unlimited.
    credit_limit: int | None
    #  Whether the limit is reached, so that no further record is served.
    is_over_limit: bool
    #  Day (UTC) on which the next credit returns; null when none is used or the plan is unlimited.
    #  YYYY-MM-DD.
    available_at: str | None
    #  Days with credits that still count, oldest first.
    daily_usage: List[DailyUsage]
    #  Charged requests of the last 30 days (UTC, today included) by key.
    usage_by_key: List[KeyUsage]
    #  The same by endpoint.
    usage_by_endpoint: List[EndpointUsage]


class Fault(TypedDict):
    #  Kind of fault, for example `missing` or `less_than_equal`.
    type: str
    #  Where: `query`, `path`, `header` or `body`, then the name, then an index in a list.
    loc: List[str | int]
    #  What is wrong, for people.
    msg: str
    #  What came; null when nothing did.
    input: NotRequired[Any]
    #  The numbers and names behind `msg`.
    ctx: NotRequired[Dict[str, Any]]


class ZipCodeDetails(TypedDict):
    #  Five-digit ZIP code.
    geo_id: str
    #  `City, ST 12345`.
    name: str
    #  Two-letter state abbreviation.
    state: str | None
    #  Five-digit ZIP code.
    zip_code: str
    #  Name to geo_id of the cities.
    cities: Dict[str, str]
    #  Name to geo_id of the counties.
    counties: Dict[str, str]
    #  Name to geo_id of the jurisdictions.
    jurisdictions: Dict[str, str]


class ZipCodeItem(TypedDict):
    #  Five-digit ZIP code.
    geo_id: str
    #  `City, ST 12345`; its digits where the city is not known.
    name: str
    #  Two-letter state abbreviation.
    state: str | None
    #  Five-digit ZIP code.
    zip_code: str


DATE_FIELDS = frozenset(
    {
        "as_of",
        "available_at",
        "date",
        "decision_date",
        "end_date",
        "expires",
        "file_date",
        "final_date",
        "first_permit_date",
        "first_seen_date",
        "from",
        "issue_date",
        "last_permit_date",
        "latest",
        "license_act_date",
        "license_exp_date",
        "license_inact_date",
        "license_issue_date",
        "released_at",
        "start_date",
        "to",
    }
)


# Fields that records leave out when they are unknown, by type.
OPTIONAL_FIELDS = {
    "Permit": ("issue_date", "final_date", "inspection_pass_rate", "contractor_id", "property_facts_joined", "other_addresses",),
}


class Addresses(Resource):
    def search(
        self,
        *,
        q: str,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[Address]:
        """Addresses that match a text, best first. Words may be beginnings of words, in any order, and may be
        misspelt. `match` and `matched_fields` say how well each answers; one with another house number than
        the one asked for follows all that have it. `GET /v2/addresses/search`

        q: Text to match against street number, street, city, state and ZIP code.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list("/v2/addresses/search", {"q": q, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "Address")

    def current_metrics(
        self,
        geo_id: str,
        *,
        tag: MetricsTag,
        as_of: Date | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[CurrentMetrics]:
        """Counts and averages over the permits of the address whose start_date lies in the 365 days up to the
        release date, or to `as_of`. The two status counts are of all permits now in that state. Without such
        permits: an empty page. `GET /v2/addresses/{geo_id}/metrics/current`

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        as_of: Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/addresses/{part(geo_id)}/metrics/current", {"tag": tag, "as_of": as_of, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "CurrentMetrics")

    def monthly_metrics(
        self,
        geo_id: str,
        *,
        tag: MetricsTag,
        metric_from: Date,
        metric_to: Date,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[MonthlyMetrics]:
        """Counts and averages over the permits of the address by the month of their start_date, the oldest
        first; a month without permits is left out. metric_from and metric_to name months: each is given
        whole. `GET /v2/addresses/{geo_id}/metrics/monthly`

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        metric_from: A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        metric_to: A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/addresses/{part(geo_id)}/metrics/monthly", {"tag": tag, "metric_from": metric_from, "metric_to": metric_to, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "MonthlyMetrics")

    def export(
        self,
        *,
        cursor: str | None = None,
        offset: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Export[ExportedAddress]:
        """All addresses of the release, in one stream without a limit on their number. A record costs what it
        costs on a page; it is charged before it is sent, and what was not handed over is refunded. A stream
        that ends early is broken, never ended properly: resume it with `cursor` (the header
        `X-Export-Cursor`) and `offset` (the records you have); within a day what was paid is not charged
        again. `GET /v2/export/addresses`

        cursor: `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new
        export of the published release.

        offset: Records to leave out at the beginning: how many of the export you have whole. With filters at
        most those that it has paid for within a day, or 10000.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._export("/v2/export/addresses", {"cursor": cursor, "offset": offset, "fields": fields}, "ExportedAddress")


class Cities(Resource):
    def get(
        self,
        geo_id: str,
    ) -> CityDetails:
        """A city with its counties, jurisdictions and ZIP codes. `GET /v2/cities`"""
        body: CityDetails = self._object("/v2/cities", {"geo_id": geo_id})
        return body

    def search(
        self,
        *,
        q: str,
        page: int | None = None,
        size: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> NumberedRecords[CitySearchItem]:
        """Cities whose name matches a text, best first. The text may carry the state ("Austin, TX"). `GET
        /v2/cities/search`

        q: Name to search for.

        page: Page number, from 1.

        size: Records on a page, 1 to 100.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._numbered_list("/v2/cities/search", {"q": q, "page": page, "size": size, "fields": fields}, "CitySearchItem")

    def current_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        as_of: Date | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[CurrentMetrics]:
        """Counts and averages over the permits of the city whose start_date lies in the 365 days up to the
        release date, or to `as_of`. The two status counts are of all permits now in that state. Without such
        permits: an empty page. `GET /v2/cities/{geo_id}/metrics/current`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        as_of: Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/cities/{part(geo_id)}/metrics/current", {"property_type": property_type, "tag": tag, "as_of": as_of, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "CurrentMetrics")

    def monthly_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        metric_from: Date,
        metric_to: Date,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[MonthlyMetrics]:
        """Counts and averages over the permits of the city by the month of their start_date, the oldest first; a
        month without permits is left out. metric_from and metric_to name months: each is given whole. `GET
        /v2/cities/{geo_id}/metrics/monthly`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        metric_from: A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        metric_to: A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/cities/{part(geo_id)}/metrics/monthly", {"property_type": property_type, "tag": tag, "metric_from": metric_from, "metric_to": metric_to, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "MonthlyMetrics")


class Contractors(Resource):
    @overload
    def get(self, ids: str, *, fields: str | Sequence[str] | None = None) -> Contractor: ...

    @overload
    def get(self, ids: Ids, *, fields: str | Sequence[str] | None = None) -> List[Contractor]: ...

    def get(self, ids: str | Ids, *, fields: str | Sequence[str] | None = None) -> Contractor | List[Contractor]:
        """Of one id: One contractor. Costs one credit. `GET /v2/contractors/{id}`

        Of a list of ids: The contractors of any number of IDs, 50 a request, in the order asked for, each
        once. `GET /v2/contractors`
        """
        if isinstance(ids, str):
            record: Contractor = self._object(f"/v2/contractors/{part(ids)}", {"fields": fields})
            return record
        return self._by_ids("/v2/contractors", ids, {"fields": fields})

    def search(
        self,
        *,
        geo_id: str | Sequence[str] | None = None,
        bbox: float | Sequence[float] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        include_undated: bool | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_q: str | None = None,
        permit_number: str | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_min_approval_duration: int | None = None,
        permit_max_approval_duration: int | None = None,
        permit_min_construction_duration: int | None = None,
        permit_max_construction_duration: int | None = None,
        permit_min_inspection_pr: int | None = None,
        permit_max_inspection_pr: int | None = None,
        permit_min_job_value: int | None = None,
        permit_max_job_value: int | None = None,
        permit_min_fees: int | None = None,
        permit_max_fees: int | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_story_count: int | None = None,
        property_max_story_count: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        contractor_classification_derived: ContractorClassificationFilter | Sequence[ContractorClassificationFilter] | None = None,
        contractor_name: str | None = None,
        contractor_website: str | None = None,
        contractor_license: str | None = None,
        contractor_min_total_job_value: int | None = None,
        contractor_max_total_job_value: int | None = None,
        contractor_min_total_permits_count: int | None = None,
        contractor_max_total_permits_count: int | None = None,
        contractor_min_inspection_pr: int | None = None,
        contractor_max_inspection_pr: int | None = None,
        include_tallies: bool | None = None,
        sort: Literal["date", "permit_count", "total_job_value", "avg_inspection_pass_rate"] | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[Contractor]:
        """Contractors with a permit that the filters let through, the one with the most recent such permit
        first. At least one of `geo_id`, `bbox` and `near` is required. The tallies count permits in the
        place, the area, the period and with the tags asked for; all other sums are over all permits of the
        contractor. `GET /v2/contractors/search`

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a
        state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do.

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        permit_from: First `start_date`, inclusive. Required unless permit_number is given or every geo_id is
        an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        permit_to: Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an
        address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        include_undated: `true` adds, after all others, the records that have no date; every other filter
        still holds.

        permit_tags: Tags that a permit must all carry; with `-` before it, must not carry.

        permit_q: Text that the description contains, in upper or lower case.

        permit_number: Permit number, whole or its beginning; only letters and digits count, in upper or lower
        case.

        permit_status: Statuses, any of which will do.

        permit_min_approval_duration: Least days from filing to issue. Records of which it is not known are
        left out.

        permit_max_approval_duration: Greatest days from filing to issue. Records of which it is not known are
        left out.

        permit_min_construction_duration: Least days from issue to completion. Records of which it is not
        known are left out.

        permit_max_construction_duration: Greatest days from issue to completion. Records of which it is not
        known are left out.

        permit_min_inspection_pr: Least percent of inspections passed. Records of which it is not known are
        left out.

        permit_max_inspection_pr: Greatest percent of inspections passed. Records of which it is not known are
        left out.

        permit_min_job_value: Least declared value in cents. Records of which it is not known are left out.

        permit_max_job_value: Greatest declared value in cents. Records of which it is not known are left out.

        permit_min_fees: Least fees in cents. Records of which it is not known are left out.

        permit_max_fees: Greatest fees in cents. Records of which it is not known are left out.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_story_count: Least number of storeys. Records of which it is not known are left out.

        property_max_story_count: Greatest number of storeys. Records of which it is not known are left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        contractor_classification_derived: What the contractor must all do; with `-` before it, must not do.

        contractor_name: Text that the name or business name of the contractor contains, in upper or lower
        case.

        contractor_website: Web site of the contractor, with or without `https://` and `www.`.

        contractor_license: Licence number of the contractor; only letters and digits count.

        contractor_min_total_job_value: Least sum of the declared values of all the contractor's permits, in
        cents. Records of which it is not known are left out.

        contractor_max_total_job_value: Greatest sum of the declared values of all the contractor's permits,
        in cents. Records of which it is not known are left out.

        contractor_min_total_permits_count: Least number of permits of the contractor. Records of which it is
        not known are left out.

        contractor_max_total_permits_count: Greatest number of permits of the contractor. Records of which it
        is not known are left out.

        contractor_min_inspection_pr: Least mean percent of inspections that the contractor passed. Records of
        which it is not known are left out.

        contractor_max_inspection_pr: Greatest mean percent of inspections that the contractor passed. Records
        of which it is not known are left out.

        include_tallies: Whether `status_tally` and `tag_tally` count the permits in the place, the dates and
        with the tags asked for; `false` leaves them empty.

        sort: Order of the contractors, whose sums are over all of their permits. Other orders than `date` are
        refused where more than a million permits would have to be read.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._list("/v2/contractors/search", {"geo_id": geo_id, "bbox": bbox, "near": near, "radius_m": radius_m, "permit_from": permit_from, "permit_to": permit_to, "include_undated": include_undated, "permit_tags": permit_tags, "permit_q": permit_q, "permit_number": permit_number, "permit_status": permit_status, "permit_min_approval_duration": permit_min_approval_duration, "permit_max_approval_duration": permit_max_approval_duration, "permit_min_construction_duration": permit_min_construction_duration, "permit_max_construction_duration": permit_max_construction_duration, "permit_min_inspection_pr": permit_min_inspection_pr, "permit_max_inspection_pr": permit_max_inspection_pr, "permit_min_job_value": permit_min_job_value, "permit_max_job_value": permit_max_job_value, "permit_min_fees": permit_min_fees, "permit_max_fees": permit_max_fees, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_story_count": property_min_story_count, "property_max_story_count": property_max_story_count, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "contractor_classification_derived": contractor_classification_derived, "contractor_name": contractor_name, "contractor_website": contractor_website, "contractor_license": contractor_license, "contractor_min_total_job_value": contractor_min_total_job_value, "contractor_max_total_job_value": contractor_max_total_job_value, "contractor_min_total_permits_count": contractor_min_total_permits_count, "contractor_max_total_permits_count": contractor_max_total_permits_count, "contractor_min_inspection_pr": contractor_min_inspection_pr, "contractor_max_inspection_pr": contractor_max_inspection_pr, "include_tallies": include_tallies, "sort": sort, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "Contractor")

    def permits(
        self,
        id: str,
        *,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[Permit]:
        """All permits of a contractor, grouped by address: the address with the most recent permit first, at
        each address the newest permit first, permits without an address last. `GET
        /v2/contractors/{id}/permits`

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._list(f"/v2/contractors/{part(id)}/permits", {"size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "Permit")

    def spellings(
        self,
        id: str,
        *,
        size: int | None = None,
    ) -> ContractorSpellings:
        """How the sources write a contractor: names, licences and contact data, and what makes the spellings one
        contractor. Costs as much as the contractor. `GET /v2/contractors/{id}/spellings`

        size: Spellings at most, 1 to 100. A release keeps 50 of a contractor.
        """
        body: ContractorSpellings = self._object(f"/v2/contractors/{part(id)}/spellings", {"size": size})
        return body

    def metrics(
        self,
        id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        metric_from: Date,
        metric_to: Date,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[ContractorMetrics]:
        """Counts and averages over the permits of the contractor by the month of their start_date, the oldest
        first; a month without permits is left out. metric_from and metric_to name months: each is given
        whole. `GET /v2/contractors/{id}/metrics`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        metric_from: A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        metric_to: A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `date` always stays. Absent: all
        fields.
        """
        return self._list(f"/v2/contractors/{part(id)}/metrics", {"property_type": property_type, "tag": tag, "metric_from": metric_from, "metric_to": metric_to, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "ContractorMetrics")

    def export(
        self,
        *,
        geo_id: str | Sequence[str] | None = None,
        bbox: float | Sequence[float] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        include_undated: bool | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_q: str | None = None,
        permit_number: str | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_min_approval_duration: int | None = None,
        permit_max_approval_duration: int | None = None,
        permit_min_construction_duration: int | None = None,
        permit_max_construction_duration: int | None = None,
        permit_min_inspection_pr: int | None = None,
        permit_max_inspection_pr: int | None = None,
        permit_min_job_value: int | None = None,
        permit_max_job_value: int | None = None,
        permit_min_fees: int | None = None,
        permit_max_fees: int | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_story_count: int | None = None,
        property_max_story_count: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        contractor_classification_derived: ContractorClassificationFilter | Sequence[ContractorClassificationFilter] | None = None,
        contractor_name: str | None = None,
        contractor_website: str | None = None,
        contractor_license: str | None = None,
        contractor_min_total_job_value: int | None = None,
        contractor_max_total_job_value: int | None = None,
        contractor_min_total_permits_count: int | None = None,
        contractor_max_total_permits_count: int | None = None,
        contractor_min_inspection_pr: int | None = None,
        contractor_max_inspection_pr: int | None = None,
        cursor: str | None = None,
        offset: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Export[Contractor]:
        """All contractors of the release, or all that the filters of their search find, in one stream without a
        limit on their number. A record costs what it costs on a page; it is charged before it is sent, and
        what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume
        it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what
        was paid is not charged again. `GET /v2/export/contractors`

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a
        state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do.

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        permit_from: First `start_date`, inclusive. Absent: no bound. YYYY-MM-DD.

        permit_to: Last `start_date`, inclusive. Absent: no bound. YYYY-MM-DD.

        include_undated: Whether records without a date come too, after all others. Absent: they do unless a
        period is given.

        permit_tags: Tags that a permit must all carry; with `-` before it, must not carry.

        permit_q: Text that the description contains, in upper or lower case.

        permit_number: Permit number, whole or its beginning; only letters and digits count, in upper or lower
        case.

        permit_status: Statuses, any of which will do.

        permit_min_approval_duration: Least days from filing to issue. Records of which it is not known are
        left out.

        permit_max_approval_duration: Greatest days from filing to issue. Records of which it is not known are
        left out.

        permit_min_construction_duration: Least days from issue to completion. Records of which it is not
        known are left out.

        permit_max_construction_duration: Greatest days from issue to completion. Records of which it is not
        known are left out.

        permit_min_inspection_pr: Least percent of inspections passed. Records of which it is not known are
        left out.

        permit_max_inspection_pr: Greatest percent of inspections passed. Records of which it is not known are
        left out.

        permit_min_job_value: Least declared value in cents. Records of which it is not known are left out.

        permit_max_job_value: Greatest declared value in cents. Records of which it is not known are left out.

        permit_min_fees: Least fees in cents. Records of which it is not known are left out.

        permit_max_fees: Greatest fees in cents. Records of which it is not known are left out.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_story_count: Least number of storeys. Records of which it is not known are left out.

        property_max_story_count: Greatest number of storeys. Records of which it is not known are left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        contractor_classification_derived: What the contractor must all do; with `-` before it, must not do.

        contractor_name: Text that the name or business name of the contractor contains, in upper or lower
        case.

        contractor_website: Web site of the contractor, with or without `https://` and `www.`.

        contractor_license: Licence number of the contractor; only letters and digits count.

        contractor_min_total_job_value: Least sum of the declared values of all the contractor's permits, in
        cents. Records of which it is not known are left out.

        contractor_max_total_job_value: Greatest sum of the declared values of all the contractor's permits,
        in cents. Records of which it is not known are left out.

        contractor_min_total_permits_count: Least number of permits of the contractor. Records of which it is
        not known are left out.

        contractor_max_total_permits_count: Greatest number of permits of the contractor. Records of which it
        is not known are left out.

        contractor_min_inspection_pr: Least mean percent of inspections that the contractor passed. Records of
        which it is not known are left out.

        contractor_max_inspection_pr: Greatest mean percent of inspections that the contractor passed. Records
        of which it is not known are left out.

        cursor: `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new
        export of the published release.

        offset: Records to leave out at the beginning: how many of the export you have whole. With filters at
        most those that it has paid for within a day, or 10000.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._export("/v2/export/contractors", {"geo_id": geo_id, "bbox": bbox, "near": near, "radius_m": radius_m, "permit_from": permit_from, "permit_to": permit_to, "include_undated": include_undated, "permit_tags": permit_tags, "permit_q": permit_q, "permit_number": permit_number, "permit_status": permit_status, "permit_min_approval_duration": permit_min_approval_duration, "permit_max_approval_duration": permit_max_approval_duration, "permit_min_construction_duration": permit_min_construction_duration, "permit_max_construction_duration": permit_max_construction_duration, "permit_min_inspection_pr": permit_min_inspection_pr, "permit_max_inspection_pr": permit_max_inspection_pr, "permit_min_job_value": permit_min_job_value, "permit_max_job_value": permit_max_job_value, "permit_min_fees": permit_min_fees, "permit_max_fees": permit_max_fees, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_story_count": property_min_story_count, "property_max_story_count": property_max_story_count, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "contractor_classification_derived": contractor_classification_derived, "contractor_name": contractor_name, "contractor_website": contractor_website, "contractor_license": contractor_license, "contractor_min_total_job_value": contractor_min_total_job_value, "contractor_max_total_job_value": contractor_max_total_job_value, "contractor_min_total_permits_count": contractor_min_total_permits_count, "contractor_max_total_permits_count": contractor_max_total_permits_count, "contractor_min_inspection_pr": contractor_min_inspection_pr, "contractor_max_inspection_pr": contractor_max_inspection_pr, "cursor": cursor, "offset": offset, "fields": fields}, "Contractor")


class Counties(Resource):
    def get(
        self,
        geo_id: str,
    ) -> CountyDetails:
        """A county with its cities, jurisdictions and ZIP codes. `GET /v2/counties`"""
        body: CountyDetails = self._object("/v2/counties", {"geo_id": geo_id})
        return body

    def search(
        self,
        *,
        q: str,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[PlaceItem]:
        """Counties whose name matches a text, best first. The text may carry the state ("Travis, TX") and be
        misspelt. `GET /v2/counties/search`

        q: Text to search for.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list("/v2/counties/search", {"q": q, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "PlaceItem")

    def current_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        as_of: Date | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[CurrentMetrics]:
        """Counts and averages over the permits of the county whose start_date lies in the 365 days up to the
        release date, or to `as_of`. The two status counts are of all permits now in that state. Without such
        permits: an empty page. `GET /v2/counties/{geo_id}/metrics/current`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        as_of: Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/counties/{part(geo_id)}/metrics/current", {"property_type": property_type, "tag": tag, "as_of": as_of, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "CurrentMetrics")

    def monthly_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        metric_from: Date,
        metric_to: Date,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[MonthlyMetrics]:
        """Counts and averages over the permits of the county by the month of their start_date, the oldest first;
        a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET
        /v2/counties/{geo_id}/metrics/monthly`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        metric_from: A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        metric_to: A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/counties/{part(geo_id)}/metrics/monthly", {"property_type": property_type, "tag": tag, "metric_from": metric_from, "metric_to": metric_to, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "MonthlyMetrics")


class Decisions(Resource):
    @overload
    def get(self, ids: str, *, fields: str | Sequence[str] | None = None) -> Decision: ...

    @overload
    def get(self, ids: Ids, *, fields: str | Sequence[str] | None = None) -> List[Decision]: ...

    def get(self, ids: str | Ids, *, fields: str | Sequence[str] | None = None) -> Decision | List[Decision]:
        """Of one id: One zoning or land-use decision. Costs one credit. `GET /v2/decisions/{id}`

        Of a list of ids: The zoning and land-use decisions of any number of IDs, 50 a request, in the order
        asked for, each once. `GET /v2/decisions`
        """
        if isinstance(ids, str):
            record: Decision = self._object(f"/v2/decisions/{part(ids)}", {"fields": fields})
            return record
        return self._by_ids("/v2/decisions", ids, {"fields": fields})

    def search(
        self,
        *,
        geo_id: str,
        decision_from: Date,
        decision_to: Date,
        include_undated: bool | None = None,
        asset_class: AssetClass | Sequence[AssetClass] | None = None,
        category: DecisionCategory | Sequence[DecisionCategory] | None = None,
        subcategory: str | Sequence[str] | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        min_project_value: int | None = None,
        max_project_value: int | None = None,
        decision_q: str | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[Decision]:
        """Zoning and land-use decisions in a place and a period, the newest first, then by ID. Values of one
        filter are alternatives; all filters must hold. `GET /v2/decisions/search`

        geo_id: geo_id of an address, city, county, jurisdiction or state (`CA`); decisions are not known by
        ZIP code. Find it with GET /v2/{addresses|cities|counties|jurisdictions|states}/search.

        decision_from: First `decision_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        decision_to: Last `decision_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        include_undated: `true` adds, after all others, the records that have no date; every other filter
        still holds.

        asset_class: What the decisions are about. Any of the values will do.

        category: Kinds of decisions. Any of the values will do.

        subcategory: Finer kinds, an open set. Any of the values will do.

        property_type: Types of the properties. Any of the values will do.

        min_project_value: Least value of the project in cents; unknown values do not match.

        max_project_value: Greatest value of the project in cents; unknown values do not match.

        decision_q: English words that title and description have, all of them, in any form (`rezone` finds
        `rezoning`).

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._list("/v2/decisions/search", {"geo_id": geo_id, "decision_from": decision_from, "decision_to": decision_to, "include_undated": include_undated, "asset_class": asset_class, "category": category, "subcategory": subcategory, "property_type": property_type, "min_project_value": min_project_value, "max_project_value": max_project_value, "decision_q": decision_q, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "Decision")

    def export(
        self,
        *,
        geo_id: str | None = None,
        decision_from: Date | None = None,
        decision_to: Date | None = None,
        include_undated: bool | None = None,
        asset_class: AssetClass | Sequence[AssetClass] | None = None,
        category: DecisionCategory | Sequence[DecisionCategory] | None = None,
        subcategory: str | Sequence[str] | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        min_project_value: int | None = None,
        max_project_value: int | None = None,
        decision_q: str | None = None,
        cursor: str | None = None,
        offset: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Export[Decision]:
        """All decisions of the release, or all that the filters of their search find, in one stream without a
        limit on their number. A record costs what it costs on a page; it is charged before it is sent, and
        what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume
        it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what
        was paid is not charged again. `GET /v2/export/decisions`

        geo_id: geo_id of an address, city, county, jurisdiction or state (`CA`); decisions are not known by
        ZIP code. Find it with GET /v2/{addresses|cities|counties|jurisdictions|states}/search. Without any
        filter: all records of the release.

        decision_from: First `decision_date`, inclusive. Absent: no bound. YYYY-MM-DD.

        decision_to: Last `decision_date`, inclusive. Absent: no bound. YYYY-MM-DD.

        include_undated: Whether records without a date come too, after all others. Absent: they do unless a
        period is given.

        asset_class: What the decisions are about. Any of the values will do.

        category: Kinds of decisions. Any of the values will do.

        subcategory: Finer kinds, an open set. Any of the values will do.

        property_type: Types of the properties. Any of the values will do.

        min_project_value: Least value of the project in cents; unknown values do not match.

        max_project_value: Greatest value of the project in cents; unknown values do not match.

        decision_q: English words that title and description have, all of them, in any form (`rezone` finds
        `rezoning`).

        cursor: `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new
        export of the published release.

        offset: Records to leave out at the beginning: how many of the export you have whole. With filters at
        most those that it has paid for within a day, or 10000.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._export("/v2/export/decisions", {"geo_id": geo_id, "decision_from": decision_from, "decision_to": decision_to, "include_undated": include_undated, "asset_class": asset_class, "category": category, "subcategory": subcategory, "property_type": property_type, "min_project_value": min_project_value, "max_project_value": max_project_value, "decision_q": decision_q, "cursor": cursor, "offset": offset, "fields": fields}, "Decision")


class Jurisdictions(Resource):
    def get(
        self,
        geo_id: str,
    ) -> JurisdictionDetails:
        """A permitting authority with its cities, counties and ZIP codes. `GET /v2/jurisdictions`"""
        body: JurisdictionDetails = self._object("/v2/jurisdictions", {"geo_id": geo_id})
        return body

    def search(
        self,
        *,
        q: str,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[PlaceItem]:
        """Permitting authorities whose name matches a text, best first. The text may carry the state and be
        misspelt. `GET /v2/jurisdictions/search`

        q: Text to search for.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list("/v2/jurisdictions/search", {"q": q, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "PlaceItem")

    def current_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        as_of: Date | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[CurrentMetrics]:
        """Counts and averages over the permits of the jurisdiction whose start_date lies in the 365 days up to
        the release date, or to `as_of`. The two status counts are of all permits now in that state. Without
        such permits: an empty page. `GET /v2/jurisdictions/{geo_id}/metrics/current`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        as_of: Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/jurisdictions/{part(geo_id)}/metrics/current", {"property_type": property_type, "tag": tag, "as_of": as_of, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "CurrentMetrics")

    def monthly_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        metric_from: Date,
        metric_to: Date,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[MonthlyMetrics]:
        """Counts and averages over the permits of the jurisdiction by the month of their start_date, the oldest
        first; a month without permits is left out. metric_from and metric_to name months: each is given
        whole. `GET /v2/jurisdictions/{geo_id}/metrics/monthly`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        metric_from: A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        metric_to: A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/jurisdictions/{part(geo_id)}/metrics/monthly", {"property_type": property_type, "tag": tag, "metric_from": metric_from, "metric_to": metric_to, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "MonthlyMetrics")


class Metrics(Resource):
    def areas(
        self,
        *,
        kind: Literal["state", "county"],
        state: StateCode | None = None,
        tag: MetricsTag | None = None,
        property_type: MetricsPropertyType | None = None,
    ) -> MetricsByArea:
        """The current metrics of all states, or of all counties of a state or the nation, for a map. An answer
        costs as much as one row of metrics, an empty one nothing. `GET /v2/metrics/areas`

        kind: Kind of the places.

        state: Only counties of this state.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.
        """
        body: MetricsByArea = self._object("/v2/metrics/areas", {"kind": kind, "state": state, "tag": tag, "property_type": property_type})
        return body


class Permits(Resource):
    @overload
    def get(self, ids: str, *, fields: str | Sequence[str] | None = None) -> Permit: ...

    @overload
    def get(self, ids: Ids, *, fields: str | Sequence[str] | None = None) -> List[Permit]: ...

    def get(self, ids: str | Ids, *, fields: str | Sequence[str] | None = None) -> Permit | List[Permit]:
        """Of one id: One permit. Costs one credit. `GET /v2/permits/{id}`

        Of a list of ids: The permits of any number of IDs, 50 a request, in the order asked for, each once.
        `GET /v2/permits`
        """
        if isinstance(ids, str):
            record: Permit = self._object(f"/v2/permits/{part(ids)}", {"fields": fields})
            return record
        return self._by_ids("/v2/permits", ids, {"fields": fields})

    def search(
        self,
        *,
        geo_id: str | Sequence[str] | None = None,
        bbox: float | Sequence[float] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        include_undated: bool | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_q: str | None = None,
        permit_number: str | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_min_approval_duration: int | None = None,
        permit_max_approval_duration: int | None = None,
        permit_min_construction_duration: int | None = None,
        permit_max_construction_duration: int | None = None,
        permit_min_inspection_pr: int | None = None,
        permit_max_inspection_pr: int | None = None,
        permit_min_job_value: int | None = None,
        permit_max_job_value: int | None = None,
        permit_min_fees: int | None = None,
        permit_max_fees: int | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_story_count: int | None = None,
        property_max_story_count: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        contractor_classification_derived: ContractorClassificationFilter | Sequence[ContractorClassificationFilter] | None = None,
        contractor_name: str | None = None,
        contractor_website: str | None = None,
        contractor_license: str | None = None,
        contractor_min_total_job_value: int | None = None,
        contractor_max_total_job_value: int | None = None,
        contractor_min_total_permits_count: int | None = None,
        contractor_max_total_permits_count: int | None = None,
        contractor_min_inspection_pr: int | None = None,
        contractor_max_inspection_pr: int | None = None,
        permit_has_contractor: bool | None = None,
        sort: Literal["date", "job_value"] | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[Permit]:
        """Permits in a place or an area and a period, newest `start_date` first, then by id. At least one of
        `geo_id`, `bbox` and `near` is required. Filters narrow each other; a permit without a `start_date` is
        in no period, and left out also where none is given; `include_undated` adds those. `GET
        /v2/permits/search`

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a
        state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do.

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        permit_from: First `start_date`, inclusive. Required unless permit_number is given or every geo_id is
        an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        permit_to: Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an
        address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        include_undated: `true` adds, after all others, the records that have no date; every other filter
        still holds.

        permit_tags: Tags that a permit must all carry; with `-` before it, must not carry.

        permit_q: Text that the description contains, in upper or lower case.

        permit_number: Permit number, whole or its beginning; only letters and digits count, in upper or lower
        case.

        permit_status: Statuses, any of which will do.

        permit_min_approval_duration: Least days from filing to issue. Records of which it is not known are
        left out.

        permit_max_approval_duration: Greatest days from filing to issue. Records of which it is not known are
        left out.

        permit_min_construction_duration: Least days from issue to completion. Records of which it is not
        known are left out.

        permit_max_construction_duration: Greatest days from issue to completion. Records of which it is not
        known are left out.

        permit_min_inspection_pr: Least percent of inspections passed. Records of which it is not known are
        left out.

        permit_max_inspection_pr: Greatest percent of inspections passed. Records of which it is not known are
        left out.

        permit_min_job_value: Least declared value in cents. Records of which it is not known are left out.

        permit_max_job_value: Greatest declared value in cents. Records of which it is not known are left out.

        permit_min_fees: Least fees in cents. Records of which it is not known are left out.

        permit_max_fees: Greatest fees in cents. Records of which it is not known are left out.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_story_count: Least number of storeys. Records of which it is not known are left out.

        property_max_story_count: Greatest number of storeys. Records of which it is not known are left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        contractor_classification_derived: What the contractor must all do; with `-` before it, must not do.

        contractor_name: Text that the name or business name of the contractor contains, in upper or lower
        case.

        contractor_website: Web site of the contractor, with or without `https://` and `www.`.

        contractor_license: Licence number of the contractor; only letters and digits count.

        contractor_min_total_job_value: Least sum of the declared values of all the contractor's permits, in
        cents. Records of which it is not known are left out.

        contractor_max_total_job_value: Greatest sum of the declared values of all the contractor's permits,
        in cents. Records of which it is not known are left out.

        contractor_min_total_permits_count: Least number of permits of the contractor. Records of which it is
        not known are left out.

        contractor_max_total_permits_count: Greatest number of permits of the contractor. Records of which it
        is not known are left out.

        contractor_min_inspection_pr: Least mean percent of inspections that the contractor passed. Records of
        which it is not known are left out.

        contractor_max_inspection_pr: Greatest mean percent of inspections that the contractor passed. Records
        of which it is not known are left out.

        permit_has_contractor: `true`: only permits that name a contractor; `false`: only those that do not.

        sort: Order of the permits. Equal ones are in the order of `date`.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._list("/v2/permits/search", {"geo_id": geo_id, "bbox": bbox, "near": near, "radius_m": radius_m, "permit_from": permit_from, "permit_to": permit_to, "include_undated": include_undated, "permit_tags": permit_tags, "permit_q": permit_q, "permit_number": permit_number, "permit_status": permit_status, "permit_min_approval_duration": permit_min_approval_duration, "permit_max_approval_duration": permit_max_approval_duration, "permit_min_construction_duration": permit_min_construction_duration, "permit_max_construction_duration": permit_max_construction_duration, "permit_min_inspection_pr": permit_min_inspection_pr, "permit_max_inspection_pr": permit_max_inspection_pr, "permit_min_job_value": permit_min_job_value, "permit_max_job_value": permit_max_job_value, "permit_min_fees": permit_min_fees, "permit_max_fees": permit_max_fees, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_story_count": property_min_story_count, "property_max_story_count": property_max_story_count, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "contractor_classification_derived": contractor_classification_derived, "contractor_name": contractor_name, "contractor_website": contractor_website, "contractor_license": contractor_license, "contractor_min_total_job_value": contractor_min_total_job_value, "contractor_max_total_job_value": contractor_max_total_job_value, "contractor_min_total_permits_count": contractor_min_total_permits_count, "contractor_max_total_permits_count": contractor_max_total_permits_count, "contractor_min_inspection_pr": contractor_min_inspection_pr, "contractor_max_inspection_pr": contractor_max_inspection_pr, "permit_has_contractor": permit_has_contractor, "sort": sort, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "Permit")

    def provenance(
        self,
        id: str,
        *,
        field: Literal["id", "number", "description", "description_derived", "jurisdiction", "source_id", "job_value", "type", "subtype", "fees", "status", "file_date", "issue_date", "final_date", "start_date", "end_date", "total_duration", "construction_duration", "approval_duration", "inspection_pass_rate", "contractor_id", "tags", "parcel_number", "address", "geo_ids", "property_census_tract", "property_congressional_district", "property_type", "property_type_detail", "property_legal_owner", "property_owner_type", "property_lot_size", "property_building_area", "property_story_count", "property_unit_count", "property_year_built", "property_assess_market_value", "property_facts_joined", "other_addresses"] | Sequence[Literal["id", "number", "description", "description_derived", "jurisdiction", "source_id", "job_value", "type", "subtype", "fees", "status", "file_date", "issue_date", "final_date", "start_date", "end_date", "total_duration", "construction_duration", "approval_duration", "inspection_pass_rate", "contractor_id", "tags", "parcel_number", "address", "geo_ids", "property_census_tract", "property_congressional_district", "property_type", "property_type_detail", "property_legal_owner", "property_owner_type", "property_lot_size", "property_building_area", "property_story_count", "property_unit_count", "property_year_built", "property_assess_market_value", "property_facts_joined", "other_addresses"]] | None = None,
    ) -> Provenance:
        """Where each value of a permit comes from: the source, the row and its columns, the rule, or the other
        record that states it. Values of the row are not repeated. Costs nothing. `GET
        /v2/permits/{id}/provenance`

        field: Fields of the permit to explain, as repeated keys or with commas between them. Absent: all that
        are known of it.
        """
        body: Provenance = self._object(f"/v2/permits/{part(id)}/provenance", {"field": field})
        return body

    def bins(
        self,
        *,
        bbox: float | Sequence[float],
        zoom: int,
        geo_id: str | Sequence[str] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        include_undated: bool | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_q: str | None = None,
        permit_number: str | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_min_approval_duration: int | None = None,
        permit_max_approval_duration: int | None = None,
        permit_min_construction_duration: int | None = None,
        permit_max_construction_duration: int | None = None,
        permit_min_inspection_pr: int | None = None,
        permit_max_inspection_pr: int | None = None,
        permit_min_job_value: int | None = None,
        permit_max_job_value: int | None = None,
        permit_min_fees: int | None = None,
        permit_max_fees: int | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_story_count: int | None = None,
        property_max_story_count: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        contractor_classification_derived: ContractorClassificationFilter | Sequence[ContractorClassificationFilter] | None = None,
        contractor_name: str | None = None,
        contractor_website: str | None = None,
        contractor_license: str | None = None,
        contractor_min_total_job_value: int | None = None,
        contractor_max_total_job_value: int | None = None,
        contractor_min_total_permits_count: int | None = None,
        contractor_max_total_permits_count: int | None = None,
        contractor_min_inspection_pr: int | None = None,
        contractor_max_inspection_pr: int | None = None,
        permit_has_contractor: bool | None = None,
    ) -> PermitBins:
        """Permits of a map's view, counted by cell of a grid: up to 2,000 cells, 16 to a tile's side at the zoom
        asked for, larger ones for a wide box. Filters as in the permit search; without dates, permits of any
        date. An answer costs as much as one permit, an empty one nothing. `GET /v2/permits/bins`

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        zoom: Zoom of the map.

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a
        state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        permit_from: First `start_date`, inclusive. Required unless permit_number is given or every geo_id is
        an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        permit_to: Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an
        address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        include_undated: `true` adds, after all others, the records that have no date; every other filter
        still holds.

        permit_tags: Tags that a permit must all carry; with `-` before it, must not carry.

        permit_q: Text that the description contains, in upper or lower case.

        permit_number: Permit number, whole or its beginning; only letters and digits count, in upper or lower
        case.

        permit_status: Statuses, any of which will do.

        permit_min_approval_duration: Least days from filing to issue. Records of which it is not known are
        left out.

        permit_max_approval_duration: Greatest days from filing to issue. Records of which it is not known are
        left out.

        permit_min_construction_duration: Least days from issue to completion. Records of which it is not
        known are left out.

        permit_max_construction_duration: Greatest days from issue to completion. Records of which it is not
        known are left out.

        permit_min_inspection_pr: Least percent of inspections passed. Records of which it is not known are
        left out.

        permit_max_inspection_pr: Greatest percent of inspections passed. Records of which it is not known are
        left out.

        permit_min_job_value: Least declared value in cents. Records of which it is not known are left out.

        permit_max_job_value: Greatest declared value in cents. Records of which it is not known are left out.

        permit_min_fees: Least fees in cents. Records of which it is not known are left out.

        permit_max_fees: Greatest fees in cents. Records of which it is not known are left out.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_story_count: Least number of storeys. Records of which it is not known are left out.

        property_max_story_count: Greatest number of storeys. Records of which it is not known are left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        contractor_classification_derived: What the contractor must all do; with `-` before it, must not do.

        contractor_name: Text that the name or business name of the contractor contains, in upper or lower
        case.

        contractor_website: Web site of the contractor, with or without `https://` and `www.`.

        contractor_license: Licence number of the contractor; only letters and digits count.

        contractor_min_total_job_value: Least sum of the declared values of all the contractor's permits, in
        cents. Records of which it is not known are left out.

        contractor_max_total_job_value: Greatest sum of the declared values of all the contractor's permits,
        in cents. Records of which it is not known are left out.

        contractor_min_total_permits_count: Least number of permits of the contractor. Records of which it is
        not known are left out.

        contractor_max_total_permits_count: Greatest number of permits of the contractor. Records of which it
        is not known are left out.

        contractor_min_inspection_pr: Least mean percent of inspections that the contractor passed. Records of
        which it is not known are left out.

        contractor_max_inspection_pr: Greatest mean percent of inspections that the contractor passed. Records
        of which it is not known are left out.

        permit_has_contractor: `true`: only permits that name a contractor; `false`: only those that do not.
        """
        body: PermitBins = self._object("/v2/permits/bins", {"bbox": bbox, "zoom": zoom, "geo_id": geo_id, "near": near, "radius_m": radius_m, "permit_from": permit_from, "permit_to": permit_to, "include_undated": include_undated, "permit_tags": permit_tags, "permit_q": permit_q, "permit_number": permit_number, "permit_status": permit_status, "permit_min_approval_duration": permit_min_approval_duration, "permit_max_approval_duration": permit_max_approval_duration, "permit_min_construction_duration": permit_min_construction_duration, "permit_max_construction_duration": permit_max_construction_duration, "permit_min_inspection_pr": permit_min_inspection_pr, "permit_max_inspection_pr": permit_max_inspection_pr, "permit_min_job_value": permit_min_job_value, "permit_max_job_value": permit_max_job_value, "permit_min_fees": permit_min_fees, "permit_max_fees": permit_max_fees, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_story_count": property_min_story_count, "property_max_story_count": property_max_story_count, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "contractor_classification_derived": contractor_classification_derived, "contractor_name": contractor_name, "contractor_website": contractor_website, "contractor_license": contractor_license, "contractor_min_total_job_value": contractor_min_total_job_value, "contractor_max_total_job_value": contractor_max_total_job_value, "contractor_min_total_permits_count": contractor_min_total_permits_count, "contractor_max_total_permits_count": contractor_max_total_permits_count, "contractor_min_inspection_pr": contractor_min_inspection_pr, "contractor_max_inspection_pr": contractor_max_inspection_pr, "permit_has_contractor": permit_has_contractor})
        return body

    def durations(
        self,
        *,
        by_month: bool | None = None,
        bbox: float | Sequence[float] | None = None,
        geo_id: str | Sequence[str] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        include_undated: bool | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_q: str | None = None,
        permit_number: str | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_min_approval_duration: int | None = None,
        permit_max_approval_duration: int | None = None,
        permit_min_construction_duration: int | None = None,
        permit_max_construction_duration: int | None = None,
        permit_min_inspection_pr: int | None = None,
        permit_max_inspection_pr: int | None = None,
        permit_min_job_value: int | None = None,
        permit_max_job_value: int | None = None,
        permit_min_fees: int | None = None,
        permit_max_fees: int | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_story_count: int | None = None,
        property_max_story_count: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        contractor_classification_derived: ContractorClassificationFilter | Sequence[ContractorClassificationFilter] | None = None,
        contractor_name: str | None = None,
        contractor_website: str | None = None,
        contractor_license: str | None = None,
        contractor_min_total_job_value: int | None = None,
        contractor_max_total_job_value: int | None = None,
        contractor_min_total_permits_count: int | None = None,
        contractor_max_total_permits_count: int | None = None,
        contractor_min_inspection_pr: int | None = None,
        contractor_max_inspection_pr: int | None = None,
        permit_has_contractor: bool | None = None,
    ) -> PermitDurations:
        """Quartiles of the days to approve and to build. Filters as in the permit search; without dates, permits
        of any date. Of more than about 50,000 permits a sample is looked at. An answer costs as much as one
        permit, one without permits nothing. `GET /v2/permits/durations`

        by_month: Whether `months` has the same for each month in which permits start.

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a
        state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        permit_from: First `start_date`, inclusive. Required unless permit_number is given or every geo_id is
        an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        permit_to: Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an
        address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        include_undated: `true` adds, after all others, the records that have no date; every other filter
        still holds.

        permit_tags: Tags that a permit must all carry; with `-` before it, must not carry.

        permit_q: Text that the description contains, in upper or lower case.

        permit_number: Permit number, whole or its beginning; only letters and digits count, in upper or lower
        case.

        permit_status: Statuses, any of which will do.

        permit_min_approval_duration: Least days from filing to issue. Records of which it is not known are
        left out.

        permit_max_approval_duration: Greatest days from filing to issue. Records of which it is not known are
        left out.

        permit_min_construction_duration: Least days from issue to completion. Records of which it is not
        known are left out.

        permit_max_construction_duration: Greatest days from issue to completion. Records of which it is not
        known are left out.

        permit_min_inspection_pr: Least percent of inspections passed. Records of which it is not known are
        left out.

        permit_max_inspection_pr: Greatest percent of inspections passed. Records of which it is not known are
        left out.

        permit_min_job_value: Least declared value in cents. Records of which it is not known are left out.

        permit_max_job_value: Greatest declared value in cents. Records of which it is not known are left out.

        permit_min_fees: Least fees in cents. Records of which it is not known are left out.

        permit_max_fees: Greatest fees in cents. Records of which it is not known are left out.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_story_count: Least number of storeys. Records of which it is not known are left out.

        property_max_story_count: Greatest number of storeys. Records of which it is not known are left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        contractor_classification_derived: What the contractor must all do; with `-` before it, must not do.

        contractor_name: Text that the name or business name of the contractor contains, in upper or lower
        case.

        contractor_website: Web site of the contractor, with or without `https://` and `www.`.

        contractor_license: Licence number of the contractor; only letters and digits count.

        contractor_min_total_job_value: Least sum of the declared values of all the contractor's permits, in
        cents. Records of which it is not known are left out.

        contractor_max_total_job_value: Greatest sum of the declared values of all the contractor's permits,
        in cents. Records of which it is not known are left out.

        contractor_min_total_permits_count: Least number of permits of the contractor. Records of which it is
        not known are left out.

        contractor_max_total_permits_count: Greatest number of permits of the contractor. Records of which it
        is not known are left out.

        contractor_min_inspection_pr: Least mean percent of inspections that the contractor passed. Records of
        which it is not known are left out.

        contractor_max_inspection_pr: Greatest mean percent of inspections that the contractor passed. Records
        of which it is not known are left out.

        permit_has_contractor: `true`: only permits that name a contractor; `false`: only those that do not.
        """
        body: PermitDurations = self._object("/v2/permits/durations", {"by_month": by_month, "bbox": bbox, "geo_id": geo_id, "near": near, "radius_m": radius_m, "permit_from": permit_from, "permit_to": permit_to, "include_undated": include_undated, "permit_tags": permit_tags, "permit_q": permit_q, "permit_number": permit_number, "permit_status": permit_status, "permit_min_approval_duration": permit_min_approval_duration, "permit_max_approval_duration": permit_max_approval_duration, "permit_min_construction_duration": permit_min_construction_duration, "permit_max_construction_duration": permit_max_construction_duration, "permit_min_inspection_pr": permit_min_inspection_pr, "permit_max_inspection_pr": permit_max_inspection_pr, "permit_min_job_value": permit_min_job_value, "permit_max_job_value": permit_max_job_value, "permit_min_fees": permit_min_fees, "permit_max_fees": permit_max_fees, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_story_count": property_min_story_count, "property_max_story_count": property_max_story_count, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "contractor_classification_derived": contractor_classification_derived, "contractor_name": contractor_name, "contractor_website": contractor_website, "contractor_license": contractor_license, "contractor_min_total_job_value": contractor_min_total_job_value, "contractor_max_total_job_value": contractor_max_total_job_value, "contractor_min_total_permits_count": contractor_min_total_permits_count, "contractor_max_total_permits_count": contractor_max_total_permits_count, "contractor_min_inspection_pr": contractor_min_inspection_pr, "contractor_max_inspection_pr": contractor_max_inspection_pr, "permit_has_contractor": permit_has_contractor})
        return body

    def tiles(
        self,
        *,
        bbox: float | Sequence[float] | None = None,
        geo_id: str | Sequence[str] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        include_undated: bool | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_q: str | None = None,
        permit_number: str | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_min_approval_duration: int | None = None,
        permit_max_approval_duration: int | None = None,
        permit_min_construction_duration: int | None = None,
        permit_max_construction_duration: int | None = None,
        permit_min_inspection_pr: int | None = None,
        permit_max_inspection_pr: int | None = None,
        permit_min_job_value: int | None = None,
        permit_max_job_value: int | None = None,
        permit_min_fees: int | None = None,
        permit_max_fees: int | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_story_count: int | None = None,
        property_max_story_count: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        contractor_classification_derived: ContractorClassificationFilter | Sequence[ContractorClassificationFilter] | None = None,
        contractor_name: str | None = None,
        contractor_website: str | None = None,
        contractor_license: str | None = None,
        contractor_min_total_job_value: int | None = None,
        contractor_max_total_job_value: int | None = None,
        contractor_min_total_permits_count: int | None = None,
        contractor_max_total_permits_count: int | None = None,
        contractor_min_inspection_pr: int | None = None,
        contractor_max_inspection_pr: int | None = None,
        permit_has_contractor: bool | None = None,
    ) -> TileJson:
        """Description of the vector tiles (TileJSON), with the filters given here in the address of the tiles.
        Free. `GET /v2/permits/tiles`

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a
        state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        permit_from: First `start_date`, inclusive. Required unless permit_number is given or every geo_id is
        an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        permit_to: Last `start_date`, inclusive. Required unless permit_number is given or every geo_id is an
        address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        include_undated: `true` adds, after all others, the records that have no date; every other filter
        still holds.

        permit_tags: Tags that a permit must all carry; with `-` before it, must not carry.

        permit_q: Text that the description contains, in upper or lower case.

        permit_number: Permit number, whole or its beginning; only letters and digits count, in upper or lower
        case.

        permit_status: Statuses, any of which will do.

        permit_min_approval_duration: Least days from filing to issue. Records of which it is not known are
        left out.

        permit_max_approval_duration: Greatest days from filing to issue. Records of which it is not known are
        left out.

        permit_min_construction_duration: Least days from issue to completion. Records of which it is not
        known are left out.

        permit_max_construction_duration: Greatest days from issue to completion. Records of which it is not
        known are left out.

        permit_min_inspection_pr: Least percent of inspections passed. Records of which it is not known are
        left out.

        permit_max_inspection_pr: Greatest percent of inspections passed. Records of which it is not known are
        left out.

        permit_min_job_value: Least declared value in cents. Records of which it is not known are left out.

        permit_max_job_value: Greatest declared value in cents. Records of which it is not known are left out.

        permit_min_fees: Least fees in cents. Records of which it is not known are left out.

        permit_max_fees: Greatest fees in cents. Records of which it is not known are left out.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_story_count: Least number of storeys. Records of which it is not known are left out.

        property_max_story_count: Greatest number of storeys. Records of which it is not known are left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        contractor_classification_derived: What the contractor must all do; with `-` before it, must not do.

        contractor_name: Text that the name or business name of the contractor contains, in upper or lower
        case.

        contractor_website: Web site of the contractor, with or without `https://` and `www.`.

        contractor_license: Licence number of the contractor; only letters and digits count.

        contractor_min_total_job_value: Least sum of the declared values of all the contractor's permits, in
        cents. Records of which it is not known are left out.

        contractor_max_total_job_value: Greatest sum of the declared values of all the contractor's permits,
        in cents. Records of which it is not known are left out.

        contractor_min_total_permits_count: Least number of permits of the contractor. Records of which it is
        not known are left out.

        contractor_max_total_permits_count: Greatest number of permits of the contractor. Records of which it
        is not known are left out.

        contractor_min_inspection_pr: Least mean percent of inspections that the contractor passed. Records of
        which it is not known are left out.

        contractor_max_inspection_pr: Greatest mean percent of inspections that the contractor passed. Records
        of which it is not known are left out.

        permit_has_contractor: `true`: only permits that name a contractor; `false`: only those that do not.
        """
        body: TileJson = self._object("/v2/permits/tiles", {"bbox": bbox, "geo_id": geo_id, "near": near, "radius_m": radius_m, "permit_from": permit_from, "permit_to": permit_to, "include_undated": include_undated, "permit_tags": permit_tags, "permit_q": permit_q, "permit_number": permit_number, "permit_status": permit_status, "permit_min_approval_duration": permit_min_approval_duration, "permit_max_approval_duration": permit_max_approval_duration, "permit_min_construction_duration": permit_min_construction_duration, "permit_max_construction_duration": permit_max_construction_duration, "permit_min_inspection_pr": permit_min_inspection_pr, "permit_max_inspection_pr": permit_max_inspection_pr, "permit_min_job_value": permit_min_job_value, "permit_max_job_value": permit_max_job_value, "permit_min_fees": permit_min_fees, "permit_max_fees": permit_max_fees, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_story_count": property_min_story_count, "property_max_story_count": property_max_story_count, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "contractor_classification_derived": contractor_classification_derived, "contractor_name": contractor_name, "contractor_website": contractor_website, "contractor_license": contractor_license, "contractor_min_total_job_value": contractor_min_total_job_value, "contractor_max_total_job_value": contractor_max_total_job_value, "contractor_min_total_permits_count": contractor_min_total_permits_count, "contractor_max_total_permits_count": contractor_max_total_permits_count, "contractor_min_inspection_pr": contractor_min_inspection_pr, "contractor_max_inspection_pr": contractor_max_inspection_pr, "permit_has_contractor": permit_has_contractor})
        return body

    def export(
        self,
        *,
        geo_id: str | Sequence[str] | None = None,
        bbox: float | Sequence[float] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        include_undated: bool | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_q: str | None = None,
        permit_number: str | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_min_approval_duration: int | None = None,
        permit_max_approval_duration: int | None = None,
        permit_min_construction_duration: int | None = None,
        permit_max_construction_duration: int | None = None,
        permit_min_inspection_pr: int | None = None,
        permit_max_inspection_pr: int | None = None,
        permit_min_job_value: int | None = None,
        permit_max_job_value: int | None = None,
        permit_min_fees: int | None = None,
        permit_max_fees: int | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_story_count: int | None = None,
        property_max_story_count: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        contractor_classification_derived: ContractorClassificationFilter | Sequence[ContractorClassificationFilter] | None = None,
        contractor_name: str | None = None,
        contractor_website: str | None = None,
        contractor_license: str | None = None,
        contractor_min_total_job_value: int | None = None,
        contractor_max_total_job_value: int | None = None,
        contractor_min_total_permits_count: int | None = None,
        contractor_max_total_permits_count: int | None = None,
        contractor_min_inspection_pr: int | None = None,
        contractor_max_inspection_pr: int | None = None,
        permit_has_contractor: bool | None = None,
        cursor: str | None = None,
        offset: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Export[Permit]:
        """All permits of the release, or all that the filters of their search find, in one stream without a
        limit on their number. A record costs what it costs on a page; it is charged before it is sent, and
        what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume
        it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what
        was paid is not charged again. `GET /v2/export/permits`

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a
        state is its two capital letters, a ZIP code its digits. Up to 50, any of which will do.

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        permit_from: First `start_date`, inclusive. Absent: no bound. YYYY-MM-DD.

        permit_to: Last `start_date`, inclusive. Absent: no bound. YYYY-MM-DD.

        include_undated: Whether records without a date come too, after all others. Absent: they do unless a
        period is given.

        permit_tags: Tags that a permit must all carry; with `-` before it, must not carry.

        permit_q: Text that the description contains, in upper or lower case.

        permit_number: Permit number, whole or its beginning; only letters and digits count, in upper or lower
        case.

        permit_status: Statuses, any of which will do.

        permit_min_approval_duration: Least days from filing to issue. Records of which it is not known are
        left out.

        permit_max_approval_duration: Greatest days from filing to issue. Records of which it is not known are
        left out.

        permit_min_construction_duration: Least days from issue to completion. Records of which it is not
        known are left out.

        permit_max_construction_duration: Greatest days from issue to completion. Records of which it is not
        known are left out.

        permit_min_inspection_pr: Least percent of inspections passed. Records of which it is not known are
        left out.

        permit_max_inspection_pr: Greatest percent of inspections passed. Records of which it is not known are
        left out.

        permit_min_job_value: Least declared value in cents. Records of which it is not known are left out.

        permit_max_job_value: Greatest declared value in cents. Records of which it is not known are left out.

        permit_min_fees: Least fees in cents. Records of which it is not known are left out.

        permit_max_fees: Greatest fees in cents. Records of which it is not known are left out.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_story_count: Least number of storeys. Records of which it is not known are left out.

        property_max_story_count: Greatest number of storeys. Records of which it is not known are left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        contractor_classification_derived: What the contractor must all do; with `-` before it, must not do.

        contractor_name: Text that the name or business name of the contractor contains, in upper or lower
        case.

        contractor_website: Web site of the contractor, with or without `https://` and `www.`.

        contractor_license: Licence number of the contractor; only letters and digits count.

        contractor_min_total_job_value: Least sum of the declared values of all the contractor's permits, in
        cents. Records of which it is not known are left out.

        contractor_max_total_job_value: Greatest sum of the declared values of all the contractor's permits,
        in cents. Records of which it is not known are left out.

        contractor_min_total_permits_count: Least number of permits of the contractor. Records of which it is
        not known are left out.

        contractor_max_total_permits_count: Greatest number of permits of the contractor. Records of which it
        is not known are left out.

        contractor_min_inspection_pr: Least mean percent of inspections that the contractor passed. Records of
        which it is not known are left out.

        contractor_max_inspection_pr: Greatest mean percent of inspections that the contractor passed. Records
        of which it is not known are left out.

        permit_has_contractor: `true`: only permits that name a contractor; `false`: only those that do not.

        cursor: `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new
        export of the published release.

        offset: Records to leave out at the beginning: how many of the export you have whole. With filters at
        most those that it has paid for within a day, or 10000.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._export("/v2/export/permits", {"geo_id": geo_id, "bbox": bbox, "near": near, "radius_m": radius_m, "permit_from": permit_from, "permit_to": permit_to, "include_undated": include_undated, "permit_tags": permit_tags, "permit_q": permit_q, "permit_number": permit_number, "permit_status": permit_status, "permit_min_approval_duration": permit_min_approval_duration, "permit_max_approval_duration": permit_max_approval_duration, "permit_min_construction_duration": permit_min_construction_duration, "permit_max_construction_duration": permit_max_construction_duration, "permit_min_inspection_pr": permit_min_inspection_pr, "permit_max_inspection_pr": permit_max_inspection_pr, "permit_min_job_value": permit_min_job_value, "permit_max_job_value": permit_max_job_value, "permit_min_fees": permit_min_fees, "permit_max_fees": permit_max_fees, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_story_count": property_min_story_count, "property_max_story_count": property_max_story_count, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "contractor_classification_derived": contractor_classification_derived, "contractor_name": contractor_name, "contractor_website": contractor_website, "contractor_license": contractor_license, "contractor_min_total_job_value": contractor_min_total_job_value, "contractor_max_total_job_value": contractor_max_total_job_value, "contractor_min_total_permits_count": contractor_min_total_permits_count, "contractor_max_total_permits_count": contractor_max_total_permits_count, "contractor_min_inspection_pr": contractor_min_inspection_pr, "contractor_max_inspection_pr": contractor_max_inspection_pr, "permit_has_contractor": permit_has_contractor, "cursor": cursor, "offset": offset, "fields": fields}, "Permit")


class Properties(Resource):
    def get(self, ids: Ids, *, fields: str | Sequence[str] | None = None) -> List[Property]:
        """The properties of any number of IDs, 50 a request, in the order asked for, each once. The ID of a
        property is the geo_id of its address. Beta: the shape may change. `GET /v2/properties`"""
        return self._by_ids("/v2/properties", ids, {"fields": fields})

    def search(
        self,
        *,
        geo_id: str | Sequence[str] | None = None,
        bbox: float | Sequence[float] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        legal_owner: str | Sequence[str] | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        permit_tags_unfinaled: TagId | Sequence[TagId] | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        property_min_year_built: int | None = None,
        property_max_year_built: int | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        include_total_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[Property]:
        """Addresses with at least one permit in the release, the one with the most recent permit first, by what
        is known of the building and by which permits there are and are not. At least one of `geo_id`,
        `legal_owner`, `bbox` and `near` is required. Beta: the shape may change. `GET /v2/properties/search`

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two
        capital letters, a ZIP code its digits. Up to 50, any of which will do.

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        legal_owner: Owners of record, any of which will do: the whole name, in upper or lower case.

        permit_tags: Tags of which the property must have a permit in the period, each one; with `-` before
        it, must have none. Properties whose jurisdiction cannot tell are left out (see `absence` of the
        answer).

        permit_status: Statuses of the permits that count as present, any of which will do.

        permit_from: First `start_date` of the period, inclusive. Absent: since the records begin. Without
        either date: all permits. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        permit_to: Last `start_date` of the period, inclusive. Absent: until the release date. YYYY-MM-DD,
        from 1800-01-01 to 2199-12-31.

        permit_tags_unfinaled: Tags of which the property must have a permit in the period that is known not
        to be final, each one.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        property_min_year_built: Least year built. Records of which it is not known are left out.

        property_max_year_built: Greatest year built. Records of which it is not known are left out.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        include_total_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._list("/v2/properties/search", {"geo_id": geo_id, "bbox": bbox, "near": near, "radius_m": radius_m, "legal_owner": legal_owner, "permit_tags": permit_tags, "permit_status": permit_status, "permit_from": permit_from, "permit_to": permit_to, "permit_tags_unfinaled": permit_tags_unfinaled, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "property_min_year_built": property_min_year_built, "property_max_year_built": property_max_year_built, "size": size, "cursor": cursor, "include_count": include_count, "include_total_count": include_total_count, "fields": fields}, "Property")

    def export(
        self,
        *,
        geo_id: str | Sequence[str] | None = None,
        bbox: float | Sequence[float] | None = None,
        near: float | Sequence[float] | None = None,
        radius_m: int | None = None,
        legal_owner: str | Sequence[str] | None = None,
        permit_tags: TagIdFilter | Sequence[TagIdFilter] | None = None,
        permit_status: PermitStatus | Sequence[PermitStatus] | None = None,
        permit_from: Date | None = None,
        permit_to: Date | None = None,
        permit_tags_unfinaled: TagId | Sequence[TagId] | None = None,
        property_type: PropertyType | Sequence[PropertyType] | None = None,
        property_min_market_value: int | None = None,
        property_max_market_value: int | None = None,
        property_min_lot_size: int | None = None,
        property_max_lot_size: int | None = None,
        property_min_building_area: int | None = None,
        property_max_building_area: int | None = None,
        property_min_unit_count: int | None = None,
        property_max_unit_count: int | None = None,
        property_min_year_built: int | None = None,
        property_max_year_built: int | None = None,
        cursor: str | None = None,
        offset: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Export[Property]:
        """All properties of the release, or all that the filters of their search find, in one stream without a
        limit on their number. A record costs what it costs on a page; it is charged before it is sent, and
        what was not handed over is refunded. A stream that ends early is broken, never ended properly: resume
        it with `cursor` (the header `X-Export-Cursor`) and `offset` (the records you have); within a day what
        was paid is not charged again. `GET /v2/export/properties`

        geo_id: Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a
        city, a county. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two
        capital letters, a ZIP code its digits. Up to 50, any of which will do.

        bbox: Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges
        included. West may be greater than east across the antimeridian. Records without a point are in no
        box.

        near: Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`.
        Records without a point are near none.

        radius_m: Greatest distance from `near` in metres, on a sphere.

        legal_owner: Owners of record, any of which will do: the whole name, in upper or lower case.

        permit_tags: Tags of which the property must have a permit in the period, each one; with `-` before
        it, must have none. Properties whose jurisdiction cannot tell are left out (see `absence` of the
        answer).

        permit_status: Statuses of the permits that count as present, any of which will do.

        permit_from: First `start_date` of the period, inclusive. Absent: since the records begin. Without
        either date: all permits. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        permit_to: Last `start_date` of the period, inclusive. Absent: until the release date. YYYY-MM-DD,
        from 1800-01-01 to 2199-12-31.

        permit_tags_unfinaled: Tags of which the property must have a permit in the period that is known not
        to be final, each one.

        property_type: Property types, any of which will do.

        property_min_market_value: Least assessed market value in cents. Records of which it is not known are
        left out.

        property_max_market_value: Greatest assessed market value in cents. Records of which it is not known
        are left out.

        property_min_lot_size: Least lot size in square feet. Records of which it is not known are left out.

        property_max_lot_size: Greatest lot size in square feet. Records of which it is not known are left
        out.

        property_min_building_area: Least floor area in square feet. Records of which it is not known are left
        out.

        property_max_building_area: Greatest floor area in square feet. Records of which it is not known are
        left out.

        property_min_unit_count: Least number of units. Records of which it is not known are left out.

        property_max_unit_count: Greatest number of units. Records of which it is not known are left out.

        property_min_year_built: Least year built. Records of which it is not known are left out.

        property_max_year_built: Greatest year built. Records of which it is not known are left out.

        cursor: `X-Export-Cursor` of the export to resume, with the same filters. Absent or empty: a new
        export of the published release.

        offset: Records to leave out at the beginning: how many of the export you have whole. With filters at
        most those that it has paid for within a day, or 10000.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._export("/v2/export/properties", {"geo_id": geo_id, "bbox": bbox, "near": near, "radius_m": radius_m, "legal_owner": legal_owner, "permit_tags": permit_tags, "permit_status": permit_status, "permit_from": permit_from, "permit_to": permit_to, "permit_tags_unfinaled": permit_tags_unfinaled, "property_type": property_type, "property_min_market_value": property_min_market_value, "property_max_market_value": property_max_market_value, "property_min_lot_size": property_min_lot_size, "property_max_lot_size": property_max_lot_size, "property_min_building_area": property_min_building_area, "property_max_building_area": property_max_building_area, "property_min_unit_count": property_min_unit_count, "property_max_unit_count": property_max_unit_count, "property_min_year_built": property_min_year_built, "property_max_year_built": property_max_year_built, "cursor": cursor, "offset": offset, "fields": fields}, "Property")


class States(Resource):
    def search(
        self,
        *,
        q: str,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[PlaceItem]:
        """States whose code is the text, or whose name it is, begins or misspells, best first. `GET
        /v2/states/search`

        q: Text to search for.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list("/v2/states/search", {"q": q, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "PlaceItem")

    def get(
        self,
        geo_id: str,
    ) -> StateDetails:
        """A state with its counties and jurisdictions. `GET /v2/states`"""
        body: StateDetails = self._object("/v2/states", {"geo_id": geo_id})
        return body

    def current_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        as_of: Date | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[CurrentMetrics]:
        """Counts and averages over the permits of the state whose start_date lies in the 365 days up to the
        release date, or to `as_of`. The two status counts are of all permits now in that state. Without such
        permits: an empty page. `GET /v2/states/{geo_id}/metrics/current`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        as_of: Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/states/{part(geo_id)}/metrics/current", {"property_type": property_type, "tag": tag, "as_of": as_of, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "CurrentMetrics")

    def monthly_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        metric_from: Date,
        metric_to: Date,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[MonthlyMetrics]:
        """Counts and averages over the permits of the state by the month of their start_date, the oldest first;
        a month without permits is left out. metric_from and metric_to name months: each is given whole. `GET
        /v2/states/{geo_id}/metrics/monthly`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        metric_from: A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        metric_to: A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/states/{part(geo_id)}/metrics/monthly", {"property_type": property_type, "tag": tag, "metric_from": metric_from, "metric_to": metric_to, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "MonthlyMetrics")


class Zipcodes(Resource):
    def search(
        self,
        *,
        q: str,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[ZipCodeItem]:
        """ZIP codes that begin with the digits, in ascending order. Of a ZIP+4 the first five digits count; a
        state may follow ("941, CA"). `GET /v2/zipcodes/search`

        q: Text to search for.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list("/v2/zipcodes/search", {"q": q, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "ZipCodeItem")

    def get(
        self,
        geo_id: str,
    ) -> ZipCodeDetails:
        """A ZIP code with its cities, counties and jurisdictions. `GET /v2/zipcodes`"""
        body: ZipCodeDetails = self._object("/v2/zipcodes", {"geo_id": geo_id})
        return body

    def list(
        self,
        *,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[ZipCodeItem]:
        """Every ZIP code that the release knows, in ascending order. `GET /v2/list/zip`

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list("/v2/list/zip", {"size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "ZipCodeItem")

    def current_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        as_of: Date | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[CurrentMetrics]:
        """Counts and averages over the permits of the ZIP code whose start_date lies in the 365 days up to the
        release date, or to `as_of`. The two status counts are of all permits now in that state. Without such
        permits: an empty page. `GET /v2/zipcodes/{geo_id}/metrics/current`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        as_of: Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/zipcodes/{part(geo_id)}/metrics/current", {"property_type": property_type, "tag": tag, "as_of": as_of, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "CurrentMetrics")

    def monthly_metrics(
        self,
        geo_id: str,
        *,
        property_type: MetricsPropertyType,
        tag: MetricsTag,
        metric_from: Date,
        metric_to: Date,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        page: int | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[MonthlyMetrics]:
        """Counts and averages over the permits of the ZIP code by the month of their start_date, the oldest
        first; a month without permits is left out. metric_from and metric_to name months: each is given
        whole. `GET /v2/zipcodes/{geo_id}/metrics/monthly`

        property_type: Property type, or `all` for the row over properties of every type and of unknown type.

        tag: Tag id, or `all` for the row over permits of every tag and of none.

        metric_from: A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        metric_to: A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        page: Page number, from 1. Used only when `cursor` is absent.

        fields: Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent:
        all fields.
        """
        return self._list(f"/v2/zipcodes/{part(geo_id)}/metrics/monthly", {"property_type": property_type, "tag": tag, "metric_from": metric_from, "metric_to": metric_to, "size": size, "cursor": cursor, "include_count": include_count, "page": page, "fields": fields}, "MonthlyMetrics")


class Api(Resource):
    """All resources, and what belongs to none."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.addresses = Addresses(transport)
        self.cities = Cities(transport)
        self.contractors = Contractors(transport)
        self.counties = Counties(transport)
        self.decisions = Decisions(transport)
        self.jurisdictions = Jurisdictions(transport)
        self.metrics = Metrics(transport)
        self.permits = Permits(transport)
        self.properties = Properties(transport)
        self.states = States(transport)
        self.zipcodes = Zipcodes(transport)

    def release(
        self,
    ) -> ReleaseInfo:
        """Which data release answers, when it was built, how many records it holds and from which sources they
        come. `GET /v2/meta/release`"""
        body: ReleaseInfo = self._object("/v2/meta/release", {})
        return body

    def quality(
        self,
    ) -> ReleaseQuality:
        """What became of the rows of each source, how many of its permits have each key field, and its defects
        with their meaning, as the build counted them. Costs nothing. `GET /v2/meta/quality`"""
        body: ReleaseQuality = self._object("/v2/meta/quality", {})
        return body

    def compared_releases(
        self,
    ) -> ComparedReleases:
        """The releases since which changes are known, with how many records of each kind are new, changed,
        rekeyed and vanished since. Costs nothing. `GET /v2/meta/releases`"""
        body: ComparedReleases = self._object("/v2/meta/releases", {})
        return body

    def changes(
        self,
        *,
        from_: str,
        kind: ChangedKind | Sequence[ChangedKind] | None = None,
        change: ChangeType | Sequence[ChangeType] | None = None,
        geo_id: str | None = None,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[Change]:
        """What became of permits, contractors, decisions and properties between an earlier release that is still
        kept and the current one, each with the record as it is now: kind by kind, and of each kind the
        changed, the new, the rekeyed and the vanished ones. A walk ends on the release on which it began. A
        change costs one credit. `GET /v2/meta/changes`

        from_: The earlier release: `release_id` of GET /v2/meta/release when you last asked. One that is not
        kept any more gives 422 with those that are.

        kind: Kinds of records, any of which will do. Absent: all.

        change: What became of them, any of which will do. Absent: all.

        geo_id: Only records that are or were in this place: geo_id of a state (`CA`), a ZIP code, an address,
        a city, a county or a jurisdiction. A contractor is where its own address is, of which only address,
        ZIP code and state are known.

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._list("/v2/meta/changes", {"from": from_, "kind": kind, "change": change, "geo_id": geo_id, "size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "Change")

    def coverage(
        self,
        *,
        geo_type: Literal["city", "county", "jurisdiction", "state", "zipcode"],
        geo_id: str,
        date_from: Date,
        date_to: Date,
    ) -> Coverage:
        """Which fields the permits of a place and a period tell too rarely to rely on. A field that 80 % or more
        of them tell is left out; without permits every field is missing. Costs nothing. `GET
        /v2/meta/coverage`

        geo_type: Kind of the place that `geo_id` names.

        geo_id: geo_id of the place. Find it with GET
        /v2/{cities|counties|jurisdictions|states|zipcodes}/search.

        date_from: First `start_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.

        date_to: Last `start_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31.
        """
        body: Coverage = self._object("/v2/meta/coverage", {"geo_type": geo_type, "geo_id": geo_id, "date_from": date_from, "date_to": date_to})
        return body

    def usage(
        self,
    ) -> Usage:
        """Credits used in the rolling 30 days. Costs nothing, and answers also when the limit is reached. `GET
        /v2/usage`"""
        body: Usage = self._object("/v2/usage", {})
        return body

    def tags(
        self,
        *,
        size: int | None = None,
        cursor: str | None = None,
        include_count: bool | None = None,
        fields: str | Sequence[str] | None = None,
    ) -> Records[Tag]:
        """Every tag that a permit can carry, by id. `GET /v2/list/tags`

        size: Records on a page, 1 to 100.

        cursor: `next_cursor` of the page before, with the same filters. Absent or empty: the first page.
        `size` may change between pages.

        include_count: Whether the first page carries `total_count`.

        fields: Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all
        fields.
        """
        return self._list("/v2/list/tags", {"size": size, "cursor": cursor, "include_count": include_count, "fields": fields}, "Tag")

    def openapi(
        self,
    ) -> OpenApiDocument:
        """The OpenAPI 3.1 description of the interface. Needs no key and costs nothing. `GET /v2/openapi.json`"""
        body: OpenApiDocument = self._object("/v2/openapi.json", {})
        return body

    def liveness(
        self,
    ) -> Liveness:
        """Answers 200 as long as the process can answer at all. Needs no key and costs nothing. `GET /healthz`"""
        body: Liveness = self._object("/healthz", {})
        return body

    def readiness(
        self,
    ) -> Readiness:
        """Answers 200 with the published release, 503 while there is none or the service is stopping. Needs no
        key and costs nothing. `GET /readyz`"""
        body: Readiness = self._object("/readyz", {})
        return body
