/** The interface as the command line needs it. Generated from the contract by `npm run clients`; do not edit. */
import type { InterfaceFacts } from './facts.js';

export const facts: InterfaceFacts = {
 "endpoints": {
  "release": {
   "path": "/v2/meta/release",
   "summary": "Metadata about the data release",
   "description": "Which data release answers, when it was built, how many records it holds and from which sources they come.",
   "gives": "object",
   "resource": null,
   "item": null,
   "parameters": []
  },
  "coverage": {
   "path": "/v2/meta/coverage",
   "summary": "Coverage of the fields",
   "description": "Which fields the permits of a place and a period tell too rarely to rely on. A field that 80 % or more of them tell is left out; without permits every field is missing. Costs nothing.",
   "gives": "object",
   "resource": null,
   "item": null,
   "parameters": [
    {
     "name": "geo_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "geo_type",
     "geoKinds": null,
     "isPaging": false,
     "description": "Kind of the place that `geo_id` names."
    },
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "city",
      "county",
      "jurisdiction",
      "state",
      "zip"
     ],
     "isPaging": false,
     "description": "geo_id of the place. Find it with GET /v2/{cities|counties|jurisdictions|states|zipcodes}/search."
    },
    {
     "name": "date_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "First `start_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "date_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last `start_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    }
   ]
  },
  "usage": {
   "path": "/v2/usage",
   "summary": "Current credit usage",
   "description": "Credits used in the rolling 30 days. Costs nothing, and answers also when the limit is reached.",
   "gives": "object",
   "resource": null,
   "item": null,
   "parameters": []
  },
  "tags": {
   "path": "/v2/list/tags",
   "summary": "List all permit tags",
   "description": "Every tag that a permit can carry, by id.",
   "gives": "pages",
   "resource": "tags",
   "item": "Tag",
   "parameters": [
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "permits_by_id": {
   "path": "/v2/permits",
   "summary": "Permits by ID",
   "description": "The permits of up to 50 IDs, in the order asked for, each once.",
   "gives": "pages",
   "resource": "permits",
   "item": "Permit",
   "parameters": [
    {
     "name": "id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "IDs of the permits to return, 1 to 50, as repeated keys (`id=a&id=b`). Unknown IDs are left out of the answer."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "permit_search": {
   "path": "/v2/permits/search",
   "summary": "Permit search",
   "description": "Permits in a place and a period, newest `start_date` first, then by id. Filters narrow each other; a permit without a `start_date` is in no period, and left out also where none is given; `include_undated` adds those.",
   "gives": "pages",
   "resource": "permits",
   "item": "Permit",
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "state",
      "zip",
      "address",
      "city",
      "county",
      "jurisdiction"
     ],
     "isPaging": false,
     "description": "Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits."
    },
    {
     "name": "permit_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "First `start_date`, inclusive. Required unless permit_number is given or geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "permit_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last `start_date`, inclusive. Required unless permit_number is given or geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "include_undated",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "`true` adds, after all others, the records that have no date; every other filter still holds."
    },
    {
     "name": "permit_tags",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "permit_tags",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tags that a permit must all carry; with `-` before it, must not carry."
    },
    {
     "name": "permit_q",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text that the description contains, in upper or lower case."
    },
    {
     "name": "permit_number",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Permit number, whole or its beginning; only letters and digits count, in upper or lower case."
    },
    {
     "name": "permit_status",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "permit_status",
     "geoKinds": null,
     "isPaging": false,
     "description": "Statuses, any of which will do."
    },
    {
     "name": "permit_min_approval_duration",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least days from filing to issue. Records of which it is not known are left out."
    },
    {
     "name": "permit_min_construction_duration",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least days from issue to completion. Records of which it is not known are left out."
    },
    {
     "name": "permit_min_inspection_pr",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least percent of inspections passed. Records of which it is not known are left out."
    },
    {
     "name": "permit_min_job_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least declared value in cents. Records of which it is not known are left out."
    },
    {
     "name": "permit_min_fees",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least fees in cents. Records of which it is not known are left out."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "property_type",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property types, any of which will do."
    },
    {
     "name": "property_min_market_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least assessed market value in cents. Records of which it is not known are left out."
    },
    {
     "name": "property_min_building_area",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least floor area in square feet. Records of which it is not known are left out."
    },
    {
     "name": "property_min_lot_size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least lot size in square feet. Records of which it is not known are left out."
    },
    {
     "name": "property_min_story_count",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Fewest storeys. Records of which it is not known are left out."
    },
    {
     "name": "property_min_unit_count",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Fewest units. Records of which it is not known are left out."
    },
    {
     "name": "contractor_classification_derived",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "contractor_classification_derived",
     "geoKinds": null,
     "isPaging": false,
     "description": "What the contractor must all do; with `-` before it, must not do."
    },
    {
     "name": "contractor_name",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text that the name or business name of the contractor contains, in upper or lower case."
    },
    {
     "name": "contractor_website",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Web site of the contractor, with or without `https://` and `www.`."
    },
    {
     "name": "contractor_license",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Licence number of the contractor; only letters and digits count."
    },
    {
     "name": "contractor_min_total_job_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out."
    },
    {
     "name": "contractor_min_total_permits_count",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Fewest permits of the contractor."
    },
    {
     "name": "contractor_min_inspection_pr",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least mean percent of inspections that the contractor passed. Records of which it is not known are left out."
    },
    {
     "name": "permit_has_contractor",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "`true`: only permits that name a contractor; `false`: only those that do not."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "properties_by_id": {
   "path": "/v2/properties",
   "summary": "Properties by ID",
   "description": "The properties of up to 50 IDs, in the order asked for, each once. The ID of a property is the geo_id of its address. Beta: the shape may change.",
   "gives": "pages",
   "resource": "properties",
   "item": "Property",
   "parameters": [
    {
     "name": "id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "IDs of the properties to return, 1 to 50, as repeated keys (`id=a&id=b`). Unknown IDs are left out of the answer."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "property_search": {
   "path": "/v2/properties/search",
   "summary": "Property search",
   "description": "Addresses with at least one permit in the release, the one with the most recent permit first, by what is known of the building and by which permits there are and are not. At least one of `geo_id` and `legal_owner` is required. Beta: the shape may change.",
   "gives": "pages",
   "resource": "properties",
   "item": "Property",
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "state",
      "zip",
      "address",
      "city",
      "county"
     ],
     "isPaging": false,
     "description": "Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits."
    },
    {
     "name": "legal_owner",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Owners of record, any of which will do: the whole name, in upper or lower case."
    },
    {
     "name": "permit_tags",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "permit_tags",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tags of which the property must have a permit in the period, each one; with `-` before it, must have none. Properties whose jurisdiction cannot tell are left out (see `absence` of the answer)."
    },
    {
     "name": "permit_status",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "permit_status",
     "geoKinds": null,
     "isPaging": false,
     "description": "Statuses of the permits that count as present, any of which will do."
    },
    {
     "name": "permit_from",
     "in": "query",
     "isNeeded": false,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "First `start_date` of the period, inclusive. Absent: since the records begin. Without either date: all permits. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "permit_to",
     "in": "query",
     "isNeeded": false,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last `start_date` of the period, inclusive. Absent: until the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "permit_tags_unfinaled",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "permit_tags_unfinaled",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tags of which the property must have a permit in the period that is known not to be final, each one."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "property_type",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property types, any of which will do."
    },
    {
     "name": "property_min_market_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least assessed market value in cents. Records of which it is not known are left out."
    },
    {
     "name": "property_max_market_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Greatest assessed market value in cents. Records of which it is not known are left out."
    },
    {
     "name": "property_min_lot_size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least lot size in square feet. Records of which it is not known are left out."
    },
    {
     "name": "property_max_lot_size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Greatest lot size in square feet. Records of which it is not known are left out."
    },
    {
     "name": "property_min_building_area",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least floor area in square feet. Records of which it is not known are left out."
    },
    {
     "name": "property_max_building_area",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Greatest floor area in square feet. Records of which it is not known are left out."
    },
    {
     "name": "property_min_unit_count",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least number of units. Records of which it is not known are left out."
    },
    {
     "name": "property_max_unit_count",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Greatest number of units. Records of which it is not known are left out."
    },
    {
     "name": "property_min_year_built",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least year built. Records of which it is not known are left out."
    },
    {
     "name": "property_max_year_built",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Greatest year built. Records of which it is not known are left out."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "include_total_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "decisions_by_id": {
   "path": "/v2/decisions",
   "summary": "Decisions by ID",
   "description": "The zoning and land-use decisions of up to 50 IDs, in the order asked for, each once.",
   "gives": "pages",
   "resource": "decisions",
   "item": "Decision",
   "parameters": [
    {
     "name": "id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "IDs of the decisions to return, 1 to 50, as repeated keys (`id=a&id=b`). Unknown IDs are left out of the answer."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "decision_search": {
   "path": "/v2/decisions/search",
   "summary": "Decision search",
   "description": "Zoning and land-use decisions in a place and a period, the newest first, then by ID. Values of one filter are alternatives; all filters must hold.",
   "gives": "pages",
   "resource": "decisions",
   "item": "Decision",
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "address",
      "city",
      "county",
      "jurisdiction",
      "state"
     ],
     "isPaging": false,
     "description": "geo_id of an address, city, county, jurisdiction or state (`CA`); decisions are not known by ZIP code. Find it with GET /v2/{addresses|cities|counties|jurisdictions|states}/search."
    },
    {
     "name": "decision_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "First `decision_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "decision_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last `decision_date`, inclusive. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "include_undated",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "`true` adds, after all others, the records that have no date; every other filter still holds."
    },
    {
     "name": "asset_class",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "asset_class",
     "geoKinds": null,
     "isPaging": false,
     "description": "What the decisions are about. Any of the values will do."
    },
    {
     "name": "category",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "category",
     "geoKinds": null,
     "isPaging": false,
     "description": "Kinds of decisions. Any of the values will do."
    },
    {
     "name": "subcategory",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Finer kinds, an open set. Any of the values will do."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "property_type",
     "geoKinds": null,
     "isPaging": false,
     "description": "Types of the properties. Any of the values will do."
    },
    {
     "name": "min_project_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least value of the project in cents; unknown values do not match."
    },
    {
     "name": "max_project_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Greatest value of the project in cents; unknown values do not match."
    },
    {
     "name": "decision_q",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "English words that title and description have, all of them, in any form (`rezone` finds `rezoning`)."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "contractors_by_id": {
   "path": "/v2/contractors",
   "summary": "Contractors by ID",
   "description": "The contractors of up to 50 IDs, in the order asked for, each once.",
   "gives": "pages",
   "resource": "contractors",
   "item": "Contractor",
   "parameters": [
    {
     "name": "id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "IDs of the contractors to return, 1 to 50, as repeated keys (`id=a&id=b`). Unknown IDs are left out of the answer."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "contractor_search": {
   "path": "/v2/contractors/search",
   "summary": "Contractor search",
   "description": "Contractors with a permit that the filters let through, the one with the most recent such permit first. The tallies count permits in the place, the period and with the tags asked for; all other sums are over all permits of the contractor.",
   "gives": "pages",
   "resource": "contractors",
   "item": "Contractor",
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "state",
      "zip",
      "address",
      "city",
      "county",
      "jurisdiction"
     ],
     "isPaging": false,
     "description": "Where to look: geo_id of a state (`CA`), a ZIP code (`94103` or `94103-1234`), an address, a city, a county, a jurisdiction. Find it with GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits."
    },
    {
     "name": "permit_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "First `start_date`, inclusive. Required unless permit_number is given or geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "permit_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last `start_date`, inclusive. Required unless permit_number is given or geo_id is an address; then absent is unbounded. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "include_undated",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "`true` adds, after all others, the records that have no date; every other filter still holds."
    },
    {
     "name": "permit_tags",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "permit_tags",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tags that a permit must all carry; with `-` before it, must not carry."
    },
    {
     "name": "permit_q",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text that the description contains, in upper or lower case."
    },
    {
     "name": "permit_number",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Permit number, whole or its beginning; only letters and digits count, in upper or lower case."
    },
    {
     "name": "permit_status",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "permit_status",
     "geoKinds": null,
     "isPaging": false,
     "description": "Statuses, any of which will do."
    },
    {
     "name": "permit_min_approval_duration",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least days from filing to issue. Records of which it is not known are left out."
    },
    {
     "name": "permit_min_construction_duration",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least days from issue to completion. Records of which it is not known are left out."
    },
    {
     "name": "permit_min_inspection_pr",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least percent of inspections passed. Records of which it is not known are left out."
    },
    {
     "name": "permit_min_job_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least declared value in cents. Records of which it is not known are left out."
    },
    {
     "name": "permit_min_fees",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least fees in cents. Records of which it is not known are left out."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "property_type",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property types, any of which will do."
    },
    {
     "name": "property_min_market_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least assessed market value in cents. Records of which it is not known are left out."
    },
    {
     "name": "property_min_building_area",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least floor area in square feet. Records of which it is not known are left out."
    },
    {
     "name": "property_min_lot_size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least lot size in square feet. Records of which it is not known are left out."
    },
    {
     "name": "property_min_story_count",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Fewest storeys. Records of which it is not known are left out."
    },
    {
     "name": "property_min_unit_count",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Fewest units. Records of which it is not known are left out."
    },
    {
     "name": "contractor_classification_derived",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": "contractor_classification_derived",
     "geoKinds": null,
     "isPaging": false,
     "description": "What the contractor must all do; with `-` before it, must not do."
    },
    {
     "name": "contractor_name",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text that the name or business name of the contractor contains, in upper or lower case."
    },
    {
     "name": "contractor_website",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Web site of the contractor, with or without `https://` and `www.`."
    },
    {
     "name": "contractor_license",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Licence number of the contractor; only letters and digits count."
    },
    {
     "name": "contractor_min_total_job_value",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least sum of the declared values of all the contractor's permits, in cents. Records of which it is not known are left out."
    },
    {
     "name": "contractor_min_total_permits_count",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Fewest permits of the contractor."
    },
    {
     "name": "contractor_min_inspection_pr",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Least mean percent of inspections that the contractor passed. Records of which it is not known are left out."
    },
    {
     "name": "include_tallies",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Whether `status_tally` and `tag_tally` count the permits in the place, the dates and with the tags asked for; `false` leaves them empty."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "contractor_permits": {
   "path": "/v2/contractors/{id}/permits",
   "summary": "Permits of a contractor",
   "description": "All permits of a contractor, grouped by address: the address with the most recent permit first, at each address the newest permit first, permits without an address last.",
   "gives": "pages",
   "resource": "permits",
   "item": "Permit",
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "ID of the contractor. One that names none, malformed or not, gives 404."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "address_search": {
   "path": "/v2/addresses/search",
   "summary": "Address search",
   "description": "Addresses that match a text, best first. Words may be beginnings of words, in any order, and may be misspelt. `match` and `matched_fields` say how well each answers; one with another house number than the one asked for follows all that have it.",
   "gives": "pages",
   "resource": "addresses",
   "item": "Address",
   "parameters": [
    {
     "name": "q",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text to match against street number, street, city, state and ZIP code."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "city_details": {
   "path": "/v2/cities",
   "summary": "City details",
   "description": "A city with its counties, jurisdictions and ZIP codes.",
   "gives": "object",
   "resource": null,
   "item": null,
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "city"
     ],
     "isPaging": false,
     "description": "geo_id of the city. Find it with GET /v2/cities/search."
    }
   ]
  },
  "city_search": {
   "path": "/v2/cities/search",
   "summary": "City search",
   "description": "Cities whose name matches a text, best first. The text may carry the state (\"Austin, TX\").",
   "gives": "numbered_pages",
   "resource": "cities",
   "item": "CitySearchItem",
   "parameters": [
    {
     "name": "q",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Name to search for."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "county_details": {
   "path": "/v2/counties",
   "summary": "County details",
   "description": "A county with its cities, jurisdictions and ZIP codes.",
   "gives": "object",
   "resource": null,
   "item": null,
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "county"
     ],
     "isPaging": false,
     "description": "geo_id of the county. Find it with GET /v2/counties/search."
    }
   ]
  },
  "jurisdiction_details": {
   "path": "/v2/jurisdictions",
   "summary": "Jurisdiction details",
   "description": "A permitting authority with its cities, counties and ZIP codes.",
   "gives": "object",
   "resource": null,
   "item": null,
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "jurisdiction"
     ],
     "isPaging": false,
     "description": "geo_id of the jurisdiction. Find it with GET /v2/jurisdictions/search."
    }
   ]
  },
  "county_search": {
   "path": "/v2/counties/search",
   "summary": "County search",
   "description": "Counties whose name matches a text, best first. The text may carry the state (\"Travis, TX\") and be misspelt.",
   "gives": "pages",
   "resource": "places",
   "item": "PlaceItem",
   "parameters": [
    {
     "name": "q",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text to search for."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "jurisdiction_search": {
   "path": "/v2/jurisdictions/search",
   "summary": "Jurisdiction search",
   "description": "Permitting authorities whose name matches a text, best first. The text may carry the state and be misspelt.",
   "gives": "pages",
   "resource": "places",
   "item": "PlaceItem",
   "parameters": [
    {
     "name": "q",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text to search for."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "state_search": {
   "path": "/v2/states/search",
   "summary": "State search",
   "description": "States whose code is the text, or whose name it is, begins or misspells, best first.",
   "gives": "pages",
   "resource": "places",
   "item": "PlaceItem",
   "parameters": [
    {
     "name": "q",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text to search for."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "state_details": {
   "path": "/v2/states",
   "summary": "State details",
   "description": "A state with its counties and jurisdictions.",
   "gives": "object",
   "resource": null,
   "item": null,
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "state"
     ],
     "isPaging": false,
     "description": "geo_id of the state. Find it with GET /v2/states/search."
    }
   ]
  },
  "zipcode_search": {
   "path": "/v2/zipcodes/search",
   "summary": "ZIP code search",
   "description": "ZIP codes that begin with the digits, in ascending order. Of a ZIP+4 the first five digits count; a state may follow (\"941, CA\").",
   "gives": "pages",
   "resource": "places",
   "item": "ZipCodeItem",
   "parameters": [
    {
     "name": "q",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Text to search for."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "zipcode_details": {
   "path": "/v2/zipcodes",
   "summary": "ZIP code details",
   "description": "A ZIP code with its cities, counties and jurisdictions.",
   "gives": "object",
   "resource": null,
   "item": null,
   "parameters": [
    {
     "name": "geo_id",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "zip"
     ],
     "isPaging": false,
     "description": "geo_id of the ZIP code. Find it with GET /v2/zipcodes/search."
    }
   ]
  },
  "zipcodes": {
   "path": "/v2/list/zip",
   "summary": "List all ZIP codes",
   "description": "Every ZIP code that the release knows, in ascending order.",
   "gives": "pages",
   "resource": "places",
   "item": "ZipCodeItem",
   "parameters": [
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "address_metrics_current": {
   "path": "/v2/addresses/{geo_id}/metrics/current",
   "summary": "Current address metrics",
   "description": "Counts and averages over the permits of the address whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page.",
   "gives": "pages",
   "resource": "metrics",
   "item": "CurrentMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "address"
     ],
     "isPaging": false,
     "description": "geo_id of the address. Find it with GET /v2/addresses/search."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "as_of",
     "in": "query",
     "isNeeded": false,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "address_metrics_monthly": {
   "path": "/v2/addresses/{geo_id}/metrics/monthly",
   "summary": "Monthly address metrics",
   "description": "Counts and averages over the permits of the address by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole.",
   "gives": "pages",
   "resource": "metrics",
   "item": "MonthlyMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "address"
     ],
     "isPaging": false,
     "description": "geo_id of the address. Find it with GET /v2/addresses/search."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "metric_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "metric_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "city_metrics_current": {
   "path": "/v2/cities/{geo_id}/metrics/current",
   "summary": "Current city metrics",
   "description": "Counts and averages over the permits of the city whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page.",
   "gives": "pages",
   "resource": "metrics",
   "item": "CurrentMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "city"
     ],
     "isPaging": false,
     "description": "geo_id of the city. Find it with GET /v2/cities/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "as_of",
     "in": "query",
     "isNeeded": false,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "city_metrics_monthly": {
   "path": "/v2/cities/{geo_id}/metrics/monthly",
   "summary": "Monthly city metrics",
   "description": "Counts and averages over the permits of the city by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole.",
   "gives": "pages",
   "resource": "metrics",
   "item": "MonthlyMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "city"
     ],
     "isPaging": false,
     "description": "geo_id of the city. Find it with GET /v2/cities/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "metric_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "metric_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "county_metrics_current": {
   "path": "/v2/counties/{geo_id}/metrics/current",
   "summary": "Current county metrics",
   "description": "Counts and averages over the permits of the county whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page.",
   "gives": "pages",
   "resource": "metrics",
   "item": "CurrentMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "county"
     ],
     "isPaging": false,
     "description": "geo_id of the county. Find it with GET /v2/counties/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "as_of",
     "in": "query",
     "isNeeded": false,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "county_metrics_monthly": {
   "path": "/v2/counties/{geo_id}/metrics/monthly",
   "summary": "Monthly county metrics",
   "description": "Counts and averages over the permits of the county by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole.",
   "gives": "pages",
   "resource": "metrics",
   "item": "MonthlyMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "county"
     ],
     "isPaging": false,
     "description": "geo_id of the county. Find it with GET /v2/counties/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "metric_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "metric_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "jurisdiction_metrics_current": {
   "path": "/v2/jurisdictions/{geo_id}/metrics/current",
   "summary": "Current jurisdiction metrics",
   "description": "Counts and averages over the permits of the jurisdiction whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page.",
   "gives": "pages",
   "resource": "metrics",
   "item": "CurrentMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "jurisdiction"
     ],
     "isPaging": false,
     "description": "geo_id of the jurisdiction. Find it with GET /v2/jurisdictions/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "as_of",
     "in": "query",
     "isNeeded": false,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "jurisdiction_metrics_monthly": {
   "path": "/v2/jurisdictions/{geo_id}/metrics/monthly",
   "summary": "Monthly jurisdiction metrics",
   "description": "Counts and averages over the permits of the jurisdiction by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole.",
   "gives": "pages",
   "resource": "metrics",
   "item": "MonthlyMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "jurisdiction"
     ],
     "isPaging": false,
     "description": "geo_id of the jurisdiction. Find it with GET /v2/jurisdictions/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "metric_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "metric_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "state_metrics_current": {
   "path": "/v2/states/{geo_id}/metrics/current",
   "summary": "Current state metrics",
   "description": "Counts and averages over the permits of the state whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page.",
   "gives": "pages",
   "resource": "metrics",
   "item": "CurrentMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "state"
     ],
     "isPaging": false,
     "description": "geo_id of the state. Find it with GET /v2/states/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "as_of",
     "in": "query",
     "isNeeded": false,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "state_metrics_monthly": {
   "path": "/v2/states/{geo_id}/metrics/monthly",
   "summary": "Monthly state metrics",
   "description": "Counts and averages over the permits of the state by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole.",
   "gives": "pages",
   "resource": "metrics",
   "item": "MonthlyMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "state"
     ],
     "isPaging": false,
     "description": "geo_id of the state. Find it with GET /v2/states/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "metric_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "metric_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "zipcode_metrics_current": {
   "path": "/v2/zipcodes/{geo_id}/metrics/current",
   "summary": "Current ZIP code metrics",
   "description": "Counts and averages over the permits of the ZIP code whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page.",
   "gives": "pages",
   "resource": "metrics",
   "item": "CurrentMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "zip"
     ],
     "isPaging": false,
     "description": "geo_id of the ZIP code. Find it with GET /v2/zipcodes/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "as_of",
     "in": "query",
     "isNeeded": false,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "Last day of the 365 days. Absent: the release date. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "zipcode_metrics_monthly": {
   "path": "/v2/zipcodes/{geo_id}/metrics/monthly",
   "summary": "Monthly ZIP code metrics",
   "description": "Counts and averages over the permits of the ZIP code by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole.",
   "gives": "pages",
   "resource": "metrics",
   "item": "MonthlyMetrics",
   "parameters": [
    {
     "name": "geo_id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": [
      "zip"
     ],
     "isPaging": false,
     "description": "geo_id of the ZIP code. Find it with GET /v2/zipcodes/search."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "metric_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "metric_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `geo_id` always stays. Absent: all fields."
    }
   ]
  },
  "contractor_metrics": {
   "path": "/v2/contractors/{id}/metrics",
   "summary": "Monthly contractor metrics",
   "description": "Counts and averages over the permits of the contractor by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole.",
   "gives": "pages",
   "resource": "metrics",
   "item": "ContractorMetrics",
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "ID of the contractor. One that names none, malformed or not, gives 404."
    },
    {
     "name": "property_type",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "property_type_9",
     "geoKinds": null,
     "isPaging": false,
     "description": "Property type, or `all` for the row over properties of every type and of unknown type."
    },
    {
     "name": "tag",
     "in": "query",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": "tag",
     "geoKinds": null,
     "isPaging": false,
     "description": "Tag id, or `all` for the row over permits of every tag and of none."
    },
    {
     "name": "metric_from",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the first month. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "metric_to",
     "in": "query",
     "isNeeded": true,
     "type": "date",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "A day of the last month, which is given whole. YYYY-MM-DD, from 1800-01-01 to 2199-12-31."
    },
    {
     "name": "size",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Records on a page, 1 to 100."
    },
    {
     "name": "cursor",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "`next_cursor` of the page before, with the same filters. Absent or empty: the first page. `size` may change between pages."
    },
    {
     "name": "include_count",
     "in": "query",
     "isNeeded": false,
     "type": "boolean",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Whether the first page carries `total_count`."
    },
    {
     "name": "page",
     "in": "query",
     "isNeeded": false,
     "type": "integer",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Page number, from 1. Used only when `cursor` is absent."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `date` always stays. Absent: all fields."
    }
   ]
  },
  "permit": {
   "path": "/v2/permits/{id}",
   "summary": "Permit",
   "description": "One permit. Costs one credit.",
   "gives": "record",
   "resource": "permits",
   "item": "Permit",
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "ID of the permit. One that names none, malformed or not, gives 404."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "contractor": {
   "path": "/v2/contractors/{id}",
   "summary": "Contractor",
   "description": "One contractor. Costs one credit.",
   "gives": "record",
   "resource": "contractors",
   "item": "Contractor",
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "ID of the contractor. One that names none, malformed or not, gives 404."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  },
  "decision": {
   "path": "/v2/decisions/{id}",
   "summary": "Decision",
   "description": "One zoning or land-use decision. Costs one credit.",
   "gives": "record",
   "resource": "decisions",
   "item": "Decision",
   "parameters": [
    {
     "name": "id",
     "in": "path",
     "isNeeded": true,
     "type": "text",
     "isList": false,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": false,
     "description": "ID of the decision. One that names none, malformed or not, gives 404."
    },
    {
     "name": "fields",
     "in": "query",
     "isNeeded": false,
     "type": "text",
     "isList": true,
     "vocabulary": null,
     "geoKinds": null,
     "isPaging": true,
     "description": "Fields to keep, as repeated keys or with commas between them; `id` always stays. Absent: all fields."
    }
   ]
  }
 },
 "columns": {
  "Tag": [
   {
    "name": "id",
    "path": [
     "id"
    ],
    "type": "text",
    "description": "Tag id. `GET /v2/list/tags` describes each."
   },
   {
    "name": "description",
    "path": [
     "description"
    ],
    "type": "text",
    "description": "Which permits carry the tag."
   }
  ],
  "Permit": [
   {
    "name": "id",
    "path": [
     "id"
    ],
    "type": "text",
    "description": "Permit identifier."
   },
   {
    "name": "number",
    "path": [
     "number"
    ],
    "type": "text",
    "description": "Permit number as the jurisdiction writes it."
   },
   {
    "name": "description",
    "path": [
     "description"
    ],
    "type": "text",
    "description": "Free-text description as the source gives it."
   },
   {
    "name": "description_derived",
    "path": [
     "description_derived"
    ],
    "type": "text",
    "description": "Short description derived from type and text."
   },
   {
    "name": "jurisdiction",
    "path": [
     "jurisdiction"
    ],
    "type": "text",
    "description": "Jurisdiction name."
   },
   {
    "name": "source_id",
    "path": [
     "source_id"
    ],
    "type": "text",
    "description": "Source of the record. `GET /v2/meta/release` lists its name, licence and attribution under this id."
   },
   {
    "name": "job_value",
    "path": [
     "job_value"
    ],
    "type": "integer",
    "description": "Declared value of the work. US cents."
   },
   {
    "name": "type",
    "path": [
     "type"
    ],
    "type": "text",
    "description": "Permit type text."
   },
   {
    "name": "subtype",
    "path": [
     "subtype"
    ],
    "type": "text",
    "description": "Permit subtype text."
   },
   {
    "name": "fees",
    "path": [
     "fees"
    ],
    "type": "integer",
    "description": "Fees of the permit. US cents."
   },
   {
    "name": "status",
    "path": [
     "status"
    ],
    "type": "text",
    "description": "`in_review`: filed or approved but not issued. `active`: issued, work may go on. `final`: completed. `inactive`: expired, void, withdrawn, denied, revoked or stalled."
   },
   {
    "name": "file_date",
    "path": [
     "file_date"
    ],
    "type": "date",
    "description": "Date of filing. YYYY-MM-DD."
   },
   {
    "name": "issue_date",
    "path": [
     "issue_date"
    ],
    "type": "date",
    "description": "Date of issue. Absent when unknown. YYYY-MM-DD."
   },
   {
    "name": "final_date",
    "path": [
     "final_date"
    ],
    "type": "date",
    "description": "Date of completion. Absent when unknown. YYYY-MM-DD."
   },
   {
    "name": "start_date",
    "path": [
     "start_date"
    ],
    "type": "date",
    "description": "Earliest of the file, issue and final dates that are known. YYYY-MM-DD."
   },
   {
    "name": "end_date",
    "path": [
     "end_date"
    ],
    "type": "date",
    "description": "Latest of the file, issue and final dates that are known. YYYY-MM-DD."
   },
   {
    "name": "total_duration",
    "path": [
     "total_duration"
    ],
    "type": "integer",
    "description": "From start_date to end_date. Whole days."
   },
   {
    "name": "construction_duration",
    "path": [
     "construction_duration"
    ],
    "type": "integer",
    "description": "From issue_date to final_date. Whole days."
   },
   {
    "name": "approval_duration",
    "path": [
     "approval_duration"
    ],
    "type": "integer",
    "description": "From file_date to issue_date. Whole days."
   },
   {
    "name": "inspection_pass_rate",
    "path": [
     "inspection_pass_rate"
    ],
    "type": "integer",
    "description": "Inspections passed. Absent when unknown. Whole percent."
   },
   {
    "name": "contractor_id",
    "path": [
     "contractor_id"
    ],
    "type": "text",
    "description": "The contractor. Absent when unknown."
   },
   {
    "name": "tags",
    "path": [
     "tags"
    ],
    "type": "texts",
    "description": "Tags, parents included, sorted."
   },
   {
    "name": "parcel_number",
    "path": [
     "parcel_number"
    ],
    "type": "text",
    "description": "Number of the parcel (APN) as the source gives it."
   },
   {
    "name": "address_street_no",
    "path": [
     "address",
     "street_no"
    ],
    "type": "text",
    "description": "House number."
   },
   {
    "name": "address_street",
    "path": [
     "address",
     "street"
    ],
    "type": "text",
    "description": "Street in upper-case USPS notation."
   },
   {
    "name": "address_city",
    "path": [
     "address",
     "city"
    ],
    "type": "text",
    "description": "City in upper case."
   },
   {
    "name": "address_county",
    "path": [
     "address",
     "county"
    ],
    "type": "text",
    "description": "County in upper case."
   },
   {
    "name": "address_zip_code",
    "path": [
     "address",
     "zip_code"
    ],
    "type": "text",
    "description": "Five-digit ZIP code."
   },
   {
    "name": "address_zip_code_ext",
    "path": [
     "address",
     "zip_code_ext"
    ],
    "type": "text",
    "description": "ZIP+4 extension, four digits."
   },
   {
    "name": "address_state",
    "path": [
     "address",
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   },
   {
    "name": "address_jurisdiction",
    "path": [
     "address",
     "jurisdiction"
    ],
    "type": "text",
    "description": "Permitting authority in upper case."
   },
   {
    "name": "address_lat",
    "path": [
     "address",
     "latlng",
     0
    ],
    "type": "number",
    "description": "Latitude in degrees (WGS 84)."
   },
   {
    "name": "address_long",
    "path": [
     "address",
     "latlng",
     1
    ],
    "type": "number",
    "description": "Longitude in degrees (WGS 84)."
   },
   {
    "name": "address_unit",
    "path": [
     "address",
     "unit"
    ],
    "type": "text",
    "description": "Apartment, suite or floor within the building, in USPS notation."
   },
   {
    "name": "address_id",
    "path": [
     "geo_ids",
     "address_id"
    ],
    "type": "text",
    "description": "geo_id of the address."
   },
   {
    "name": "city_id",
    "path": [
     "geo_ids",
     "city_id"
    ],
    "type": "text",
    "description": "geo_id of the city."
   },
   {
    "name": "county_id",
    "path": [
     "geo_ids",
     "county_id"
    ],
    "type": "text",
    "description": "geo_id of the county."
   },
   {
    "name": "jurisdiction_id",
    "path": [
     "geo_ids",
     "jurisdiction_id"
    ],
    "type": "text",
    "description": "geo_id of the jurisdiction."
   },
   {
    "name": "property_census_tract",
    "path": [
     "property_census_tract"
    ],
    "type": "text",
    "description": "Census tract GEOID."
   },
   {
    "name": "property_congressional_district",
    "path": [
     "property_congressional_district"
    ],
    "type": "text",
    "description": "Congressional district."
   },
   {
    "name": "property_type",
    "path": [
     "property_type"
    ],
    "type": "text",
    "description": "What the property is used for."
   },
   {
    "name": "property_type_detail",
    "path": [
     "property_type_detail"
    ],
    "type": "text",
    "description": "Finer property type, snake_case, for example single_family_home."
   },
   {
    "name": "property_legal_owner",
    "path": [
     "property_legal_owner"
    ],
    "type": "text",
    "description": "Owner of record."
   },
   {
    "name": "property_owner_type",
    "path": [
     "property_owner_type"
    ],
    "type": "text",
    "description": "Kind of owner, snake_case, for example private_owner."
   },
   {
    "name": "property_lot_size",
    "path": [
     "property_lot_size"
    ],
    "type": "integer",
    "description": "Lot size. Whole square feet."
   },
   {
    "name": "property_building_area",
    "path": [
     "property_building_area"
    ],
    "type": "integer",
    "description": "Floor area of the building. Whole square feet."
   },
   {
    "name": "property_story_count",
    "path": [
     "property_story_count"
    ],
    "type": "integer",
    "description": "Storeys."
   },
   {
    "name": "property_unit_count",
    "path": [
     "property_unit_count"
    ],
    "type": "integer",
    "description": "Dwelling or business units."
   },
   {
    "name": "property_year_built",
    "path": [
     "property_year_built"
    ],
    "type": "integer",
    "description": "Year in which the building was built."
   },
   {
    "name": "property_assess_market_value",
    "path": [
     "property_assess_market_value"
    ],
    "type": "integer",
    "description": "Assessed market value. US cents."
   },
   {
    "name": "other_addresses",
    "path": [
     "other_addresses"
    ],
    "type": "json",
    "description": "Further addresses of the permit, by street and house number. Each finds the permit, which counts once. Absent when there are none."
   }
  ],
  "Property": [
   {
    "name": "id",
    "path": [
     "id"
    ],
    "type": "text",
    "description": "geo_id of the address, which is the identifier of the property."
   },
   {
    "name": "address_street_no",
    "path": [
     "address",
     "street_no"
    ],
    "type": "text",
    "description": "House number."
   },
   {
    "name": "address_street",
    "path": [
     "address",
     "street"
    ],
    "type": "text",
    "description": "Street in upper-case USPS notation."
   },
   {
    "name": "address_city",
    "path": [
     "address",
     "city"
    ],
    "type": "text",
    "description": "City in upper case."
   },
   {
    "name": "address_county",
    "path": [
     "address",
     "county"
    ],
    "type": "text",
    "description": "County in upper case."
   },
   {
    "name": "address_zip_code",
    "path": [
     "address",
     "zip_code"
    ],
    "type": "text",
    "description": "Five-digit ZIP code."
   },
   {
    "name": "address_zip_code_ext",
    "path": [
     "address",
     "zip_code_ext"
    ],
    "type": "text",
    "description": "ZIP+4 extension, four digits."
   },
   {
    "name": "address_state",
    "path": [
     "address",
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   },
   {
    "name": "address_jurisdiction",
    "path": [
     "address",
     "jurisdiction"
    ],
    "type": "text",
    "description": "Permitting authority in upper case."
   },
   {
    "name": "address_lat",
    "path": [
     "address",
     "latlng",
     0
    ],
    "type": "number",
    "description": "Latitude in degrees (WGS 84)."
   },
   {
    "name": "address_long",
    "path": [
     "address",
     "latlng",
     1
    ],
    "type": "number",
    "description": "Longitude in degrees (WGS 84)."
   },
   {
    "name": "address_id",
    "path": [
     "geo_ids",
     "address_id"
    ],
    "type": "text",
    "description": "geo_id of the address."
   },
   {
    "name": "city_id",
    "path": [
     "geo_ids",
     "city_id"
    ],
    "type": "text",
    "description": "geo_id of the city."
   },
   {
    "name": "county_id",
    "path": [
     "geo_ids",
     "county_id"
    ],
    "type": "text",
    "description": "geo_id of the county."
   },
   {
    "name": "jurisdiction_id",
    "path": [
     "geo_ids",
     "jurisdiction_id"
    ],
    "type": "text",
    "description": "geo_id of the jurisdiction."
   },
   {
    "name": "property_census_tract",
    "path": [
     "property_census_tract"
    ],
    "type": "text",
    "description": "Census tract GEOID."
   },
   {
    "name": "property_congressional_district",
    "path": [
     "property_congressional_district"
    ],
    "type": "text",
    "description": "Congressional district."
   },
   {
    "name": "property_type",
    "path": [
     "property_type"
    ],
    "type": "text",
    "description": "What the property is used for."
   },
   {
    "name": "property_type_detail",
    "path": [
     "property_type_detail"
    ],
    "type": "text",
    "description": "Finer property type, snake_case, for example single_family_home."
   },
   {
    "name": "property_legal_owner",
    "path": [
     "property_legal_owner"
    ],
    "type": "text",
    "description": "Owner of record."
   },
   {
    "name": "property_owner_type",
    "path": [
     "property_owner_type"
    ],
    "type": "text",
    "description": "Kind of owner, snake_case, for example private_owner."
   },
   {
    "name": "property_lot_size",
    "path": [
     "property_lot_size"
    ],
    "type": "integer",
    "description": "Lot size. Whole square feet."
   },
   {
    "name": "property_building_area",
    "path": [
     "property_building_area"
    ],
    "type": "integer",
    "description": "Floor area of the building. Whole square feet."
   },
   {
    "name": "property_story_count",
    "path": [
     "property_story_count"
    ],
    "type": "integer",
    "description": "Storeys."
   },
   {
    "name": "property_unit_count",
    "path": [
     "property_unit_count"
    ],
    "type": "integer",
    "description": "Dwelling or business units."
   },
   {
    "name": "property_year_built",
    "path": [
     "property_year_built"
    ],
    "type": "integer",
    "description": "Year in which the building was built."
   },
   {
    "name": "property_assess_market_value",
    "path": [
     "property_assess_market_value"
    ],
    "type": "integer",
    "description": "Assessed market value. US cents."
   },
   {
    "name": "permit_count",
    "path": [
     "permit_count"
    ],
    "type": "integer",
    "description": "Permits at the address."
   },
   {
    "name": "first_permit_date",
    "path": [
     "first_permit_date"
    ],
    "type": "date",
    "description": "Earliest start_date of a permit. YYYY-MM-DD."
   },
   {
    "name": "last_permit_date",
    "path": [
     "last_permit_date"
    ],
    "type": "date",
    "description": "Latest start_date of a permit. YYYY-MM-DD."
   },
   {
    "name": "status_tally",
    "path": [
     "status_tally"
    ],
    "type": "json",
    "description": "Permits by status; permits of unknown status count as `unknown`."
   },
   {
    "name": "tag_tally",
    "path": [
     "tag_tally"
    ],
    "type": "json",
    "description": "Permits by tag."
   },
   {
    "name": "street_no",
    "path": [
     "street_no"
    ],
    "type": "text",
    "description": "House number."
   },
   {
    "name": "street",
    "path": [
     "street"
    ],
    "type": "text",
    "description": "Street in upper-case USPS notation."
   },
   {
    "name": "city",
    "path": [
     "city"
    ],
    "type": "text",
    "description": "City in upper case."
   },
   {
    "name": "zip_code",
    "path": [
     "zip_code"
    ],
    "type": "text",
    "description": "Five-digit ZIP code."
   },
   {
    "name": "state",
    "path": [
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   },
   {
    "name": "year_built",
    "path": [
     "year_built"
    ],
    "type": "integer",
    "description": "Year in which the building was built."
   },
   {
    "name": "lot_size",
    "path": [
     "lot_size"
    ],
    "type": "integer",
    "description": "Lot size. Whole square feet."
   },
   {
    "name": "building_area",
    "path": [
     "building_area"
    ],
    "type": "integer",
    "description": "Floor area of the building. Whole square feet."
   },
   {
    "name": "unit_count",
    "path": [
     "unit_count"
    ],
    "type": "integer",
    "description": "Dwelling or business units."
   },
   {
    "name": "story_count",
    "path": [
     "story_count"
    ],
    "type": "integer",
    "description": "Storeys."
   },
   {
    "name": "assess_market_value",
    "path": [
     "assess_market_value"
    ],
    "type": "integer",
    "description": "Assessed market value. US cents."
   },
   {
    "name": "legal_owner",
    "path": [
     "legal_owner"
    ],
    "type": "text",
    "description": "Owner of record."
   },
   {
    "name": "owner_type",
    "path": [
     "owner_type"
    ],
    "type": "text",
    "description": "Kind of owner, snake_case, for example private_owner."
   },
   {
    "name": "contractor_count",
    "path": [
     "contractor_count"
    ],
    "type": "integer",
    "description": "Contractors of its permits."
   },
   {
    "name": "total_job_value",
    "path": [
     "total_job_value"
    ],
    "type": "integer",
    "description": "Values of its permits together; null when none is known. US cents."
   },
   {
    "name": "tags",
    "path": [
     "tags"
    ],
    "type": "texts",
    "description": "Tags of its permits, sorted."
   },
   {
    "name": "statuses",
    "path": [
     "statuses"
    ],
    "type": "texts",
    "description": "Statuses of its permits, sorted."
   },
   {
    "name": "last_date_by_tag",
    "path": [
     "last_date_by_tag"
    ],
    "type": "json",
    "description": "Latest start_date by tag. A tag without a dated permit is left out."
   }
  ],
  "Decision": [
   {
    "name": "id",
    "path": [
     "id"
    ],
    "type": "text",
    "description": "Decision identifier (UUID version 5)."
   },
   {
    "name": "address_id",
    "path": [
     "address_id"
    ],
    "type": "text",
    "description": "geo_id of the address."
   },
   {
    "name": "city_id",
    "path": [
     "city_id"
    ],
    "type": "text",
    "description": "geo_id of the city."
   },
   {
    "name": "county_id",
    "path": [
     "county_id"
    ],
    "type": "text",
    "description": "geo_id of the county."
   },
   {
    "name": "jurisdiction_id",
    "path": [
     "jurisdiction_id"
    ],
    "type": "text",
    "description": "geo_id of the jurisdiction."
   },
   {
    "name": "street",
    "path": [
     "street"
    ],
    "type": "text",
    "description": "House number and street in upper-case USPS notation."
   },
   {
    "name": "city",
    "path": [
     "city"
    ],
    "type": "text",
    "description": "City in upper case."
   },
   {
    "name": "state",
    "path": [
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   },
   {
    "name": "latitude",
    "path": [
     "latitude"
    ],
    "type": "number",
    "description": "Degrees (WGS 84)."
   },
   {
    "name": "longitude",
    "path": [
     "longitude"
    ],
    "type": "number",
    "description": "Degrees (WGS 84)."
   },
   {
    "name": "title",
    "path": [
     "title"
    ],
    "type": "text",
    "description": "Title."
   },
   {
    "name": "decision_date",
    "path": [
     "decision_date"
    ],
    "type": "date",
    "description": "Date of the decision. YYYY-MM-DD."
   },
   {
    "name": "description",
    "path": [
     "description"
    ],
    "type": "text",
    "description": "What was decided."
   },
   {
    "name": "source_url",
    "path": [
     "source_url"
    ],
    "type": "text",
    "description": "Public page of the record."
   },
   {
    "name": "asset_class",
    "path": [
     "asset_class"
    ],
    "type": "text",
    "description": "What a decision is about."
   },
   {
    "name": "category",
    "path": [
     "category"
    ],
    "type": "text",
    "description": "Kind of decision."
   },
   {
    "name": "subcategory",
    "path": [
     "subcategory"
    ],
    "type": "text",
    "description": "Finer kind, snake_case."
   },
   {
    "name": "property_type",
    "path": [
     "property_type"
    ],
    "type": "text",
    "description": "What the property is used for."
   },
   {
    "name": "why_it_matters",
    "path": [
     "why_it_matters"
    ],
    "type": "text",
    "description": "One factual sentence made from the record's own facts."
   },
   {
    "name": "applicant_name",
    "path": [
     "applicant_name"
    ],
    "type": "text",
    "description": "Applicant."
   },
   {
    "name": "owner_name",
    "path": [
     "owner_name"
    ],
    "type": "text",
    "description": "Owner."
   },
   {
    "name": "representative_name",
    "path": [
     "representative_name"
    ],
    "type": "text",
    "description": "Representative of the applicant."
   },
   {
    "name": "developer_name",
    "path": [
     "developer_name"
    ],
    "type": "text",
    "description": "Developer."
   },
   {
    "name": "zoning_previous",
    "path": [
     "zoning_previous"
    ],
    "type": "text",
    "description": "Zoning before."
   },
   {
    "name": "zoning_new",
    "path": [
     "zoning_new"
    ],
    "type": "text",
    "description": "Zoning after."
   },
   {
    "name": "allowed_uses",
    "path": [
     "allowed_uses"
    ],
    "type": "text",
    "description": "Uses allowed after."
   },
   {
    "name": "project_value",
    "path": [
     "project_value"
    ],
    "type": "integer",
    "description": "Value of the project. US cents."
   },
   {
    "name": "lot_size",
    "path": [
     "lot_size"
    ],
    "type": "integer",
    "description": "Lot size. Whole square feet."
   }
  ],
  "Contractor": [
   {
    "name": "id",
    "path": [
     "id"
    ],
    "type": "text",
    "description": "Contractor identifier."
   },
   {
    "name": "license",
    "path": [
     "license"
    ],
    "type": "text",
    "description": "Licence number."
   },
   {
    "name": "name",
    "path": [
     "name"
    ],
    "type": "text",
    "description": "Name of the licensee or the person in charge."
   },
   {
    "name": "business_name",
    "path": [
     "business_name"
    ],
    "type": "text",
    "description": "Name of the business."
   },
   {
    "name": "business_type",
    "path": [
     "business_type"
    ],
    "type": "text",
    "description": "Legal form of the business."
   },
   {
    "name": "classification",
    "path": [
     "classification"
    ],
    "type": "text",
    "description": "Licence classification code."
   },
   {
    "name": "classification_derived",
    "path": [
     "classification_derived"
    ],
    "type": "texts",
    "description": "What the contractor does, sorted."
   },
   {
    "name": "license_issue_date",
    "path": [
     "license_issue_date"
    ],
    "type": "date",
    "description": "Date on which the licence was issued. YYYY-MM-DD."
   },
   {
    "name": "license_exp_date",
    "path": [
     "license_exp_date"
    ],
    "type": "date",
    "description": "Date on which the licence expires. YYYY-MM-DD."
   },
   {
    "name": "license_act_date",
    "path": [
     "license_act_date"
    ],
    "type": "date",
    "description": "Date on which the licence became active. YYYY-MM-DD."
   },
   {
    "name": "license_inact_date",
    "path": [
     "license_inact_date"
    ],
    "type": "date",
    "description": "Date on which the licence became inactive. YYYY-MM-DD."
   },
   {
    "name": "first_seen_date",
    "path": [
     "first_seen_date"
    ],
    "type": "date",
    "description": "Earliest start_date of a permit of the contractor. YYYY-MM-DD."
   },
   {
    "name": "primary_phone",
    "path": [
     "primary_phone"
    ],
    "type": "text",
    "description": "Most frequent phone number."
   },
   {
    "name": "primary_email",
    "path": [
     "primary_email"
    ],
    "type": "text",
    "description": "Most frequent e-mail address."
   },
   {
    "name": "phone",
    "path": [
     "phone"
    ],
    "type": "text",
    "description": "Comma-separated phone numbers, most frequent first."
   },
   {
    "name": "email",
    "path": [
     "email"
    ],
    "type": "text",
    "description": "Comma-separated e-mail addresses, most frequent first."
   },
   {
    "name": "website",
    "path": [
     "website"
    ],
    "type": "text",
    "description": "Web site."
   },
   {
    "name": "dba",
    "path": [
     "dba"
    ],
    "type": "text",
    "description": "Doing-business-as name."
   },
   {
    "name": "sic",
    "path": [
     "sic"
    ],
    "type": "text",
    "description": "SIC code."
   },
   {
    "name": "naics",
    "path": [
     "naics"
    ],
    "type": "text",
    "description": "NAICS code."
   },
   {
    "name": "linkedin_url",
    "path": [
     "linkedin_url"
    ],
    "type": "text",
    "description": "LinkedIn page."
   },
   {
    "name": "revenue",
    "path": [
     "revenue"
    ],
    "type": "text",
    "description": "Revenue range."
   },
   {
    "name": "employee_count",
    "path": [
     "employee_count"
    ],
    "type": "text",
    "description": "Employee-count range."
   },
   {
    "name": "primary_industry",
    "path": [
     "primary_industry"
    ],
    "type": "text",
    "description": "Primary industry."
   },
   {
    "name": "review_count",
    "path": [
     "review_count"
    ],
    "type": "integer",
    "description": "Reviews."
   },
   {
    "name": "rating",
    "path": [
     "rating"
    ],
    "type": "number",
    "description": "Mean rating of the reviews."
   },
   {
    "name": "status_tally",
    "path": [
     "status_tally"
    ],
    "type": "json",
    "description": "Permits by status; permits of unknown status count as `unknown`."
   },
   {
    "name": "tag_tally",
    "path": [
     "tag_tally"
    ],
    "type": "json",
    "description": "Permits by tag."
   },
   {
    "name": "permit_count",
    "path": [
     "permit_count"
    ],
    "type": "integer",
    "description": "Permits of the contractor."
   },
   {
    "name": "avg_job_value",
    "path": [
     "avg_job_value"
    ],
    "type": "integer",
    "description": "Mean declared value of the permits. US cents."
   },
   {
    "name": "total_job_value",
    "path": [
     "total_job_value"
    ],
    "type": "integer",
    "description": "Sum of the declared values of the permits. US cents."
   },
   {
    "name": "avg_construction_duration",
    "path": [
     "avg_construction_duration"
    ],
    "type": "integer",
    "description": "Mean time from issue to completion. Whole days."
   },
   {
    "name": "avg_inspection_pass_rate",
    "path": [
     "avg_inspection_pass_rate"
    ],
    "type": "integer",
    "description": "Mean share of inspections passed. Whole percent."
   },
   {
    "name": "address_street_no",
    "path": [
     "address",
     "street_no"
    ],
    "type": "text",
    "description": "House number."
   },
   {
    "name": "address_street",
    "path": [
     "address",
     "street"
    ],
    "type": "text",
    "description": "Street in upper-case USPS notation."
   },
   {
    "name": "address_city",
    "path": [
     "address",
     "city"
    ],
    "type": "text",
    "description": "City in upper case."
   },
   {
    "name": "address_county",
    "path": [
     "address",
     "county"
    ],
    "type": "text",
    "description": "County in upper case."
   },
   {
    "name": "address_zip_code",
    "path": [
     "address",
     "zip_code"
    ],
    "type": "text",
    "description": "Five-digit ZIP code."
   },
   {
    "name": "address_zip_code_ext",
    "path": [
     "address",
     "zip_code_ext"
    ],
    "type": "text",
    "description": "ZIP+4 extension."
   },
   {
    "name": "address_state",
    "path": [
     "address",
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   },
   {
    "name": "address_jurisdiction",
    "path": [
     "address",
     "jurisdiction"
    ],
    "type": "text",
    "description": "Jurisdiction in upper case."
   },
   {
    "name": "address_address_id",
    "path": [
     "address",
     "address_id"
    ],
    "type": "text",
    "description": "geo_id of the address."
   },
   {
    "name": "address_lat",
    "path": [
     "address",
     "latlng",
     0
    ],
    "type": "number",
    "description": "Latitude in degrees (WGS 84)."
   },
   {
    "name": "address_long",
    "path": [
     "address",
     "latlng",
     1
    ],
    "type": "number",
    "description": "Longitude in degrees (WGS 84)."
   }
  ],
  "Address": [
   {
    "name": "geo_id",
    "path": [
     "geo_id"
    ],
    "type": "text",
    "description": "geo_id of the address."
   },
   {
    "name": "name",
    "path": [
     "name"
    ],
    "type": "text",
    "description": "Formatted address text in USPS notation."
   },
   {
    "name": "street_no",
    "path": [
     "street_no"
    ],
    "type": "text",
    "description": "House number."
   },
   {
    "name": "street",
    "path": [
     "street"
    ],
    "type": "text",
    "description": "Street."
   },
   {
    "name": "city",
    "path": [
     "city"
    ],
    "type": "text",
    "description": "City."
   },
   {
    "name": "county",
    "path": [
     "county"
    ],
    "type": "text",
    "description": "County."
   },
   {
    "name": "zip_code",
    "path": [
     "zip_code"
    ],
    "type": "text",
    "description": "Five-digit ZIP code."
   },
   {
    "name": "zip_code_ext",
    "path": [
     "zip_code_ext"
    ],
    "type": "text",
    "description": "ZIP+4 extension."
   },
   {
    "name": "state",
    "path": [
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   },
   {
    "name": "jurisdiction",
    "path": [
     "jurisdiction"
    ],
    "type": "text",
    "description": "Permitting authority."
   },
   {
    "name": "lat",
    "path": [
     "lat"
    ],
    "type": "number",
    "description": "Latitude in degrees (WGS 84)."
   },
   {
    "name": "long",
    "path": [
     "long"
    ],
    "type": "number",
    "description": "Longitude in degrees (WGS 84)."
   },
   {
    "name": "match",
    "path": [
     "match"
    ],
    "type": "text",
    "description": "`exact`: every word of the text is the address's, in any USPS spelling; `prefix`: some are beginnings of its words or of its house number; `corrected`: some were misspelt; `partial`: some are not the address's, such as another house number."
   },
   {
    "name": "matched_fields",
    "path": [
     "matched_fields"
    ],
    "type": "texts",
    "description": "Fields that the text names and names rightly. A house number, direction, suffix or ZIP code that is not the one asked for takes its field off."
   }
  ],
  "CitySearchItem": [
   {
    "name": "geo_id",
    "path": [
     "geo_id"
    ],
    "type": "text",
    "description": "geo_id of the city."
   },
   {
    "name": "name",
    "path": [
     "name"
    ],
    "type": "text",
    "description": "`City, County, ST`."
   },
   {
    "name": "state",
    "path": [
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   }
  ],
  "PlaceItem": [
   {
    "name": "geo_id",
    "path": [
     "geo_id"
    ],
    "type": "text",
    "description": "geo_id; of a state its code."
   },
   {
    "name": "name",
    "path": [
     "name"
    ],
    "type": "text",
    "description": "`County name, ST`, `Jurisdiction, ST` or name of the state."
   },
   {
    "name": "state",
    "path": [
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   }
  ],
  "ZipCodeItem": [
   {
    "name": "geo_id",
    "path": [
     "geo_id"
    ],
    "type": "text",
    "description": "Five-digit ZIP code."
   },
   {
    "name": "name",
    "path": [
     "name"
    ],
    "type": "text",
    "description": "`City, ST 12345`; its digits where the city is not known."
   },
   {
    "name": "state",
    "path": [
     "state"
    ],
    "type": "text",
    "description": "Two-letter state abbreviation."
   },
   {
    "name": "zip_code",
    "path": [
     "zip_code"
    ],
    "type": "text",
    "description": "Five-digit ZIP code."
   }
  ],
  "CurrentMetrics": [
   {
    "name": "geo_id",
    "path": [
     "geo_id"
    ],
    "type": "text",
    "description": "geo_id of the place; of a state its code, of a ZIP code its digits."
   },
   {
    "name": "tag",
    "path": [
     "tag"
    ],
    "type": "text",
    "description": "Tag id, or `all`."
   },
   {
    "name": "property_type",
    "path": [
     "property_type"
    ],
    "type": "text",
    "description": "Property type, or `all`."
   },
   {
    "name": "permit_count",
    "path": [
     "permit_count"
    ],
    "type": "integer",
    "description": "Permits whose start_date lies in the 365 days up to the release date."
   },
   {
    "name": "contractor_count",
    "path": [
     "contractor_count"
    ],
    "type": "integer",
    "description": "Contractors of these permits."
   },
   {
    "name": "avg_construction_duration",
    "path": [
     "avg_construction_duration"
    ],
    "type": "integer",
    "description": "Mean time from issue to completion. Whole days."
   },
   {
    "name": "avg_approval_duration",
    "path": [
     "avg_approval_duration"
    ],
    "type": "integer",
    "description": "Mean time from filing to issue. Whole days."
   },
   {
    "name": "total_job_value",
    "path": [
     "total_job_value"
    ],
    "type": "integer",
    "description": "Sum of the declared values. US cents."
   },
   {
    "name": "avg_inspection_pass_rate",
    "path": [
     "avg_inspection_pass_rate"
    ],
    "type": "integer",
    "description": "Mean share of inspections passed. Whole percent."
   },
   {
    "name": "permit_active_count",
    "path": [
     "permit_active_count"
    ],
    "type": "integer",
    "description": "All permits that are now active."
   },
   {
    "name": "permit_in_review_count",
    "path": [
     "permit_in_review_count"
    ],
    "type": "integer",
    "description": "All permits that are now in review."
   }
  ],
  "MonthlyMetrics": [
   {
    "name": "geo_id",
    "path": [
     "geo_id"
    ],
    "type": "text",
    "description": "geo_id of the place; of a state its code, of a ZIP code its digits."
   },
   {
    "name": "tag",
    "path": [
     "tag"
    ],
    "type": "text",
    "description": "Tag id, or `all`."
   },
   {
    "name": "property_type",
    "path": [
     "property_type"
    ],
    "type": "text",
    "description": "Property type, or `all`."
   },
   {
    "name": "date",
    "path": [
     "date"
    ],
    "type": "date",
    "description": "First day of the month in which the permits start. YYYY-MM-DD."
   },
   {
    "name": "permit_count",
    "path": [
     "permit_count"
    ],
    "type": "integer",
    "description": "Permits."
   },
   {
    "name": "contractor_count",
    "path": [
     "contractor_count"
    ],
    "type": "integer",
    "description": "Contractors of these permits."
   },
   {
    "name": "avg_construction_duration",
    "path": [
     "avg_construction_duration"
    ],
    "type": "integer",
    "description": "Mean time from issue to completion. Whole days."
   },
   {
    "name": "avg_approval_duration",
    "path": [
     "avg_approval_duration"
    ],
    "type": "integer",
    "description": "Mean time from filing to issue. Whole days."
   },
   {
    "name": "total_job_value",
    "path": [
     "total_job_value"
    ],
    "type": "integer",
    "description": "Sum of the declared values. US cents."
   },
   {
    "name": "avg_inspection_pass_rate",
    "path": [
     "avg_inspection_pass_rate"
    ],
    "type": "integer",
    "description": "Mean share of inspections passed. Whole percent."
   }
  ],
  "ContractorMetrics": [
   {
    "name": "date",
    "path": [
     "date"
    ],
    "type": "date",
    "description": "First day of the month in which the permits start. YYYY-MM-DD."
   },
   {
    "name": "tag",
    "path": [
     "tag"
    ],
    "type": "text",
    "description": "Tag id, or `all`."
   },
   {
    "name": "property_type",
    "path": [
     "property_type"
    ],
    "type": "text",
    "description": "Property type, or `all`."
   },
   {
    "name": "permit_count",
    "path": [
     "permit_count"
    ],
    "type": "integer",
    "description": "Permits of the contractor."
   },
   {
    "name": "avg_job_value",
    "path": [
     "avg_job_value"
    ],
    "type": "integer",
    "description": "Mean declared value. US cents."
   },
   {
    "name": "total_job_value",
    "path": [
     "total_job_value"
    ],
    "type": "integer",
    "description": "Sum of the declared values. US cents."
   },
   {
    "name": "avg_construction_duration",
    "path": [
     "avg_construction_duration"
    ],
    "type": "integer",
    "description": "Mean time from issue to completion. Whole days."
   },
   {
    "name": "avg_inspection_pass_rate",
    "path": [
     "avg_inspection_pass_rate"
    ],
    "type": "integer",
    "description": "Mean share of inspections passed. Whole percent."
   }
  ]
 },
 "vocabularies": {
  "geo_type": [
   "city",
   "county",
   "jurisdiction",
   "state",
   "zipcode"
  ],
  "permit_tags": [
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
   "-window_door"
  ],
  "permit_status": [
   "active",
   "final",
   "in_review",
   "inactive"
  ],
  "property_type": [
   "residential",
   "commercial",
   "industrial",
   "agricultural",
   "vacant land",
   "exempt",
   "miscellaneous",
   "office",
   "recreational"
  ],
  "contractor_classification_derived": [
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
   "-specialty_trades"
  ],
  "permit_tags_unfinaled": [
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
   "window_door"
  ],
  "asset_class": [
   "commercial",
   "detached_housing",
   "land",
   "mixed_use",
   "multifamily",
   "specialized_housing"
  ],
  "category": [
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
   "zoning_code_modification"
  ],
  "tag": [
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
   "window_door"
  ],
  "property_type_9": [
   "all",
   "residential",
   "commercial",
   "industrial",
   "agricultural",
   "vacant land",
   "exempt",
   "miscellaneous",
   "office",
   "recreational"
  ]
 }
};
