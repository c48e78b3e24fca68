/**
 * The filters of the searches over permits, contractors and properties (C25, C26, C32), as parameters that
 * the table of endpoints is made of. The rules between them are in filter-rules.ts.
 */
import type { Parameter } from './endpoint.js';
import { everywhere, type GeoIdKind } from './id.js';
import {
  maxContractorNameLength,
  maxFilterCount,
  maxFilterTextLength,
  maxFilterValues,
  maxOwnerLength,
  maxPermitTextLength,
  maxPlaces,
  maxPolygonCorners,
  maxPolygonLength,
  maxRadiusMetres,
  maxStatedLength,
  minContractorNameLength,
} from './limits.js';
import { date } from './parameter.js';
import { OneOf, type TSchema, Type } from './schema.js';
import { contractorClassifications } from './vocabulary/classification.js';
import { dateFields } from './vocabulary/date-field.js';
import { propertyTypes } from './vocabulary/property.js';
import { permitRecordKinds } from './vocabulary/record-kind.js';
import { contractorSorts, permitSorts, propertySorts } from './vocabulary/sort.js';
import { permitStatuses } from './vocabulary/status.js';
import { tagIds } from './vocabulary/tag.js';

const finders =
  'GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits';

/** A place that a search looks in (C25). */
export function searchPlace(kinds: readonly GeoIdKind[], example: string) {
  return {
    in: 'query',
    schema: Type.String({ description: 'geo_id of a place.' }),
    required: false,
    description: `${whereToLook(kinds)} Find it with ${finders}.`,
    short: whereToLook(kinds),
    example,
    geoKinds: kinds,
    findWith: finders,
  } as const satisfies Parameter;
}

/** Places of which any will do (C43). */
export function searchPlaces(kinds: readonly GeoIdKind[], example: string) {
  return {
    in: 'query',
    schema: Type.Array(Type.String({ description: 'geo_id of a place.' }), { maxItems: maxPlaces }),
    required: false,
    description: `${whereToLook(kinds)} Find it with ${finders}. ${orMore}`,
    short: `${whereToLook(kinds)} ${orMore}`,
    example: [example],
    geoKinds: kinds,
    findWith: finders,
  } as const satisfies Parameter;
}

/** Such places, or everywhere (C94). */
export function searchPlacesOrAll(kinds: readonly GeoIdKind[], example: string) {
  const findWith = `${finders}, everywhere is ${everywhere}`;
  return {
    ...searchPlaces(kinds, example),
    description: `${whereToLook(kinds)} Find it with ${findWith}. ${orMore}`,
    short: `${whereToLook(kinds)} Up to ${maxPlaces}, any of them. ${everywhere}: all.`,
    findWith,
    mayBeEverywhere: true,
  } as const satisfies Parameter;
}

const orMore = `Up to ${maxPlaces}, any of which will do.`;

function whereToLook(kinds: readonly GeoIdKind[]): string {
  return `Where to look: geo_id of ${kinds.map((kind) => placeNames[kind]).join(', ')}.`;
}

/** A box, a circle and polygons, in which the points of records must lie (C43, C75). */
export const area = {
  bbox: {
    in: 'query',
    schema: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
    required: false,
    description:
      'Box that the point of a record lies in: `west,south,east,north` in degrees (WGS 84), edges included. West may be greater than east across the antimeridian. Records without a point are in no box.',
    short: 'Box of points: `west,south,east,north` in degrees.',
    example: [-122.52, 37.7, -122.35, 37.83],
    commas: true,
    joined: true,
  },
  near: {
    in: 'query',
    schema: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
    required: false,
    description:
      'Point that the record is near: `latitude,longitude` in degrees (WGS 84). Needs `radius_m`. Records without a point are near none.',
    short: '`latitude,longitude` in degrees. Needs `radius_m`.',
    example: [37.77, -122.42],
    commas: true,
    joined: true,
  },
  radius_m: {
    in: 'query',
    schema: Type.Integer({ minimum: 1, maximum: maxRadiusMetres }),
    required: false,
    description: 'Greatest distance from `near` in meters, on a sphere.',
    example: 5_000,
  },
  within: {
    in: 'query',
    schema: Type.String({ minLength: 1, maxLength: maxPolygonLength }),
    required: false,
    description: `Polygon, or several, that the point of a record lies in, as WKT or GeoJSON (also a feature or a collection), in degrees (WGS 84), longitude first: up to ${maxPolygonCorners} corners. Of areas that share an edge a point on it is in one. Records without a point are in none.`,
    short: 'Polygon of points: WKT or GeoJSON, longitude first.',
    example: 'POLYGON((-122.45 37.74, -122.4 37.74, -122.4 37.79, -122.45 37.74))',
    text: true,
  },
} as const satisfies Record<string, Parameter>;

const placeNames: Record<GeoIdKind, string> = {
  state: 'a state (`CA`)',
  zip: 'a ZIP code (`94103` or `94103-1234`)',
  address: 'an address',
  city: 'a city',
  county: 'a county',
  jurisdiction: 'a jurisdiction',
};

function list<T extends TSchema>(item: T, description: string, example: readonly string[]) {
  return {
    in: 'query',
    schema: Type.Array(item, { maxItems: maxFilterValues }),
    required: false,
    description,
    example,
  } as const satisfies Parameter;
}

/** The value of a filter that finds what is without one of a vocabulary (C65). */
export const unknownValue = 'unknown';

/** Words of a vocabulary, any of which will do, or none. */
function anyOf<const W extends string>(words: readonly W[], noun: string, example: readonly W[]) {
  const values = OneOf([...words, unknownValue], `${noun}, or \`unknown\` for none.`);
  return {
    ...list(values, `${noun}, any of which will do; \`unknown\` finds records without one.`, example),
    short: 'Any of these.',
  };
}

/** Texts in the words of their source, any of which will do. */
function stated(noun: string, example: string) {
  return {
    ...list(
      Type.String({ minLength: 1, maxLength: maxStatedLength }),
      `${noun} as the source states it, whole, any of which will do; case, white space and kinds of dashes do not count. \`unknown\` finds permits without one.`,
      [example],
    ),
    short: 'As stated.',
  };
}

/** Words of a list, each also with a `-` before it. */
function signed<const W extends string>(words: readonly W[], description: string) {
  return OneOf([...words, ...words.map((word) => `-${word}` as const)], description);
}

const tag = OneOf(tagIds, 'Tag id.');
const signedTag = signed(tagIds, 'Tag id, or `-` and a tag id.');

/** The least or greatest value of a number. */
function limit(description: string, short: string, example: number, maximum: number = maxFilterCount) {
  return {
    in: 'query',
    schema: Type.Integer({ minimum: 0, maximum }),
    required: false,
    description: `${description} Records of which it is not known are left out.`,
    short,
    example,
  } as const satisfies Parameter;
}

function text(description: string, example: string, minLength: number, maxLength: number) {
  return {
    in: 'query',
    schema: Type.String({ minLength, maxLength }),
    required: false,
    description,
    example,
    text: true,
  } as const satisfies Parameter;
}

type Bound = 'min' | 'max';

/** The least and the greatest value of a number, `{of}_min_{name}` and `{of}_max_{name}`. */
function range<Of extends string, Name extends string>(
  of: Of,
  name: Name,
  noun: string,
  [least, greatest]: readonly [number, number],
  maximum?: number,
) {
  return {
    [`${of}_min_${name}`]: limit(`Least ${noun}.`, `Least ${noun}.`, least, maximum),
    [`${of}_max_${name}`]: limit(`Greatest ${noun}.`, '', greatest, maximum),
  } as Record<`${Of}_${Bound}_${Name}`, ReturnType<typeof limit>>;
}

/** When a search over permits needs no period (C40). */
/** When a period may be left out, in words. */
export const unlessNarrow = 'permit_number is given or every geo_id is an address';
const needsPeriod = `Required unless ${unlessNarrow}; then absent is unbounded.`;

const money = Number.MAX_SAFE_INTEGER;

/** Whether records without a date are found too (C40). */
export const includeUndated = {
  in: 'query',
  schema: Type.Boolean(),
  required: false,
  default: false,
  description:
    '`true` adds, after all others, the records that have no date; every other filter still holds.',
  example: false,
} as const satisfies Parameter;

/** Whether renewals are found too (C51). */
export const includeRenewals = {
  in: 'query',
  schema: Type.Boolean(),
  required: false,
  default: true,
  description:
    '`false` leaves out the permits whose `record_kind` is `renewal`: the same permit once more. Those of sources that do not tell stay.',
  short: '`false`: without renewals.',
  example: false,
} as const satisfies Parameter;

/** Whether values that can hardly be right are left out. */
const excludeOutliers = {
  in: 'query',
  schema: Type.Boolean(),
  required: false,
  default: false,
  description:
    '`true` leaves out the permits with `job_value_outlier`, whose declared value is far beyond what is usual for their type in their jurisdiction: for rankings and sums of values.',
  short: '`true`: without absurd values.',
  example: true,
} as const satisfies Parameter;

/** Which date the period bounds (C49). */
const dateField = {
  in: 'query',
  schema: OneOf(
    dateFields,
    '`start` is `start_date`, `file` is `file_date`, `issue` is `issue_date`, `final` is `final_date`.',
  ),
  required: false,
  default: 'start',
  description:
    'Date that `permit_from` and `permit_to` bound, in place of `start_date`, and without which `include_undated` finds permits: `file`, `issue` or `final` for permits filed, issued or completed in the period. The order stays that of `start_date`.',
  short: 'Date that `permit_from` and `permit_to` bound.',
  example: 'issue',
} as const satisfies Parameter;

/** The filters that permit and contractor search share. */
export const permitFilters = {
  permit_from: {
    ...date(`First \`start_date\`, inclusive. ${needsPeriod}`, '2025-01-01'),
    required: false,
  },
  permit_to: {
    ...date(
      `Last \`start_date\`, inclusive. ${needsPeriod}`,
      '2026-06-30',
      'Last `start_date`, inclusive. Required like permit_from.',
    ),
    required: false,
  },
  date_field: dateField,
  include_undated: includeUndated,
  permit_tags: list(signedTag, 'Tags that a permit must all carry; with `-` before it, must not carry.', [
    'solar',
    '-pool_spa',
  ]),
  permit_q: {
    ...text(
      'Words, each of which the description, the type or the subtype contains, in any order and in upper or lower case; hyphens part words, and an `s` or `es` of a plural does not count. A phrase in double quotes is contained as it is.',
      'heat pump',
      1,
      maxPermitTextLength,
    ),
    short: 'Words of description and type, in any order; "a phrase" in quotes.',
  },
  permit_number: text(
    'Permit number, whole or its beginning; only letters and digits count, in upper or lower case.',
    '2026031',
    1,
    maxFilterTextLength,
  ),
  permit_parcel: text(
    'Number of the parcel (APN), whole or its beginning; only letters and digits count, in upper or lower case.',
    '3703-012',
    1,
    maxFilterTextLength,
  ),
  permit_status: anyOf(permitStatuses, 'Status', ['active', 'final']),
  permit_type: stated('Permit type', 'Building Residential - Rehab'),
  permit_subtype: stated('Permit subtype', 'Single Family Residence'),
  permit_source: stated('Id of the source', 'nashville-tn'),
  permit_record_kind: anyOf(permitRecordKinds, 'Kind of record', ['initial', 'master']),
  include_renewals: includeRenewals,
  exclude_outliers: excludeOutliers,
  ...range('permit', 'approval_duration', 'days from filing to issue', [7, 400]),
  ...range('permit', 'construction_duration', 'days from issue to completion', [30, 2_000]),
  ...range('permit', 'inspection_pr', 'percent of inspections passed', [80, 100], 100),
  ...range('permit', 'job_value', 'declared value in cents', [1_000_000, 500_000_000], money),
  ...range('permit', 'fees', 'fees in cents', [10_000, 5_000_000], money),
  property_type: anyOf(propertyTypes, 'Property type', ['residential']),
  property_type_detail: stated('Kind of building', 'single_family_home'),
  property_census_tract: stated('Census tract (GEOID)', '06075010100'),
  property_congressional_district: stated('Congressional district', 'CA-11'),
  ...range('property', 'market_value', 'assessed market value in cents', [50_000_000, 90_000_000_000], money),
  ...range('property', 'building_area', 'floor area in square feet', [1_000, 50_000]),
  ...range('property', 'lot_size', 'lot size in square feet', [2_000, 100_000]),
  ...range('property', 'story_count', 'number of stories', [2, 20]),
  ...range('property', 'unit_count', 'number of units', [1, 4]),
  area: {
    ...list(
      Type.String({ minLength: 1, maxLength: maxStatedLength }),
      "Areas of the operator, such as council districts, any of which the point of the permit's address lies in. `areas` of a permit names its own.",
      ['council-districts:5'],
    ),
    short: 'Areas such as `wards:5`.',
  },
  contractor_classification_derived: list(
    signed(contractorClassifications, 'What a contractor does, or `-` and that.'),
    'What the contractor must all do; with `-` before it, must not do.',
    ['electrical'],
  ),
  contractor_name: text(
    'Text that the name or business name of the contractor contains; only letters (with or without accents), digits and `&` count, in upper or lower case.',
    'heating',
    minContractorNameLength,
    maxContractorNameLength,
  ),
  contractor_website: text(
    'Web site of the contractor, with or without `https://` and `www.`.',
    'fogline.example',
    1,
    maxFilterTextLength,
  ),
  contractor_license: text(
    'License number of the contractor; only letters and digits count.',
    '998877',
    1,
    maxFilterTextLength,
  ),
  ...range(
    'contractor',
    'total_job_value',
    "sum of the declared values of all the contractor's permits, in cents",
    [1_000_000, 90_000_000_000],
    money,
  ),
  ...range('contractor', 'total_permits_count', 'number of permits of the contractor', [10, 10_000]),
  ...range(
    'contractor',
    'inspection_pr',
    'mean percent of inspections that the contractor passed',
    [80, 100],
    100,
  ),
} as const satisfies Record<string, Parameter>;

/** Whether a permit names a contractor (C25). */
export const hasContractor = {
  in: 'query',
  schema: Type.Boolean(),
  required: false,
  description: '`true`: only permits that name a contractor; `false`: only those that do not.',
  example: true,
} as const satisfies Parameter;

export const includeTallies = {
  in: 'query',
  schema: Type.Boolean(),
  required: false,
  default: true,
  presents: true,
  description:
    'Whether `status_tally` and `tag_tally` count the permits in the place, the dates and with the tags asked for; `false` leaves them empty.',
  example: true,
} as const satisfies Parameter;

/** The filters of the property search besides its place (C32). */
export const propertyFilters = {
  legal_owner: list(
    Type.String({ minLength: 1, maxLength: maxOwnerLength }),
    'Owners of record, any of which will do: the whole name, in upper or lower case.',
    ['FOGLINE HOLDINGS LLC'],
  ),
  permit_tags: list(
    signedTag,
    'Tags of which the property must have a permit in the period, each one; with `-` before it, must have none. Properties whose jurisdiction cannot tell are left out (see `absence` of the answer).',
    ['-reroof'],
  ),
  permit_status: {
    ...anyOf(permitStatuses, 'Status', ['final']),
    description:
      'Statuses of the permits that count as present, any of which will do; `unknown`: permits without one.',
  },
  permit_from: {
    ...date(
      'First `start_date` of the period, inclusive. Absent: since the records begin. Without either date: all permits.',
      '2005-01-01',
    ),
    required: false,
  },
  permit_to: {
    ...date('Last `start_date` of the period, inclusive. Absent: until the release date.', '2024-12-31'),
    required: false,
  },
  permit_tags_unfinaled: list(
    tag,
    'Tags of which the property must have a permit in the period that is known not to be final, each one.',
    ['electrical'],
  ),
  property_type: permitFilters.property_type,
  ...range('property', 'market_value', 'assessed market value in cents', [50_000_000, 90_000_000_000], money),
  ...range('property', 'lot_size', 'lot size in square feet', [1_000, 100_000]),
  ...range('property', 'building_area', 'floor area in square feet', [500, 50_000]),
  ...range('property', 'unit_count', 'number of units', [1, 4]),
  ...range('property', 'year_built', 'year built', [1900, 1979]),
  ...range('property', 'permit_count', 'number of permits at the address', [2, 50]),
} as const satisfies Record<string, Parameter>;

/** The order of a permit search (C43). */
export const permitSort = {
  in: 'query',
  schema: OneOf(permitSorts, '`date`: newest `start_date` first. `job_value`: greatest first, unknown last.'),
  required: false,
  default: 'date',
  presents: true,
  description: 'Order of the permits. Equal ones are in the order of `date`.',
  example: 'date',
} as const satisfies Parameter;

/** The order of a property search. */
export const propertySort = {
  in: 'query',
  schema: OneOf(
    propertySorts,
    '`date`: the one with the most recent permit first. `permit_count`: the one with the most permits first.',
  ),
  required: false,
  default: 'date',
  presents: true,
  description:
    'Order of the properties. Equal ones are in the order of `date`. `permit_count` is refused where more than a million properties would have to be read.',
  short: 'Order.',
  example: 'permit_count',
} as const satisfies Parameter;

/** The order of a contractor search (C43). */
export const contractorSort = {
  in: 'query',
  schema: OneOf(
    contractorSorts,
    '`date`: the one with the newest such permit first. `matching_permit_count`, `matching_job_value`: by the permits that the filters let through. Else by that field of the contractor over all its permits. Greatest first, unknown last.',
  ),
  required: false,
  default: 'date',
  presents: true,
  description:
    'Order of the contractors: with `matching_…` by the permits that the filters let through, whose number and value then stand in each; else by sums over all of their permits. Other orders than `date` are refused where more than a million permits would have to be read.',
  short: 'Order. `matching_…`: by the permits found; else by all.',
  example: 'date',
} as const satisfies Parameter;
