/**
 * The filters of the searches over permits, contractors and properties (C25, C26, C32), as parameters that
 * the table of endpoints is made of, and the rules between them.
 */
import type { Parameter, Rule } from './endpoint.js';
import { type GeoIdKind, geoIdKind } from './id.js';
import {
  maxContractorNameLength,
  maxFilterCount,
  maxFilterTextLength,
  maxFilterValues,
  maxOwnerLength,
  maxPermitTextLength,
  minContractorNameLength,
} from './limits.js';
import { date, inOrder } from './parameter.js';
import { PermitStatusName, PropertyTypeName } from './resource/vocabulary.js';
import { OneOf, type TSchema, Type } from './schema.js';
import { contractorClassifications } from './vocabulary/classification.js';
import { tagIds } from './vocabulary/tag.js';

const finders =
  'GET /v2/addresses/search or GET /v2/cities/search; a state is its two capital letters, a ZIP code its digits';

/** The place that a search looks in (C25). */
export function searchPlace(kinds: readonly GeoIdKind[], example: string) {
  return {
    in: 'query',
    schema: Type.String({ description: 'geo_id of a place.' }),
    required: false,
    description: `Where to look: geo_id of ${kinds.map((kind) => placeNames[kind]).join(', ')}. Find it with ${finders}.`,
    example,
    geoKinds: kinds,
    findWith: finders,
  } as const satisfies Parameter;
}

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

/** Words of a list, each also with a `-` before it. */
function signed(words: readonly string[], description: string) {
  return OneOf([...words, ...words.map((word) => `-${word}`)], description);
}

const tag = OneOf(tagIds, 'Tag id.');
const signedTag = signed(tagIds, 'Tag id, or `-` and a tag id.');

function atLeast(description: string, example: number, maximum: number = maxFilterCount) {
  return {
    in: 'query',
    schema: Type.Integer({ minimum: 0, maximum }),
    required: false,
    description,
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

/** When a search over permits needs no period (C40). */
const unlessNarrow = 'permit_number is given or geo_id is an address';
const needsPeriod = `Required unless ${unlessNarrow}; then absent is unbounded.`;

const money = Number.MAX_SAFE_INTEGER;
const unknownFails = 'Records of which it is not known are left out.';

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

/** The filters that permit and contractor search share. */
export const permitFilters = {
  permit_from: {
    ...date(`First \`start_date\`, inclusive. ${needsPeriod}`, '2025-01-01'),
    required: false,
  },
  permit_to: { ...date(`Last \`start_date\`, inclusive. ${needsPeriod}`, '2026-06-30'), required: false },
  include_undated: includeUndated,
  permit_tags: list(signedTag, 'Tags that a permit must all carry; with `-` before it, must not carry.', [
    'solar',
    '-pool_spa',
  ]),
  permit_q: text(
    'Text that the description contains, in upper or lower case.',
    'heat pump',
    1,
    maxPermitTextLength,
  ),
  permit_number: text(
    'Permit number, whole or its beginning; only letters and digits count, in upper or lower case.',
    '2026031',
    1,
    maxFilterTextLength,
  ),
  permit_status: list(PermitStatusName, 'Statuses, any of which will do.', ['active', 'final']),
  permit_min_approval_duration: atLeast(`Least days from filing to issue. ${unknownFails}`, 7),
  permit_min_construction_duration: atLeast(`Least days from issue to completion. ${unknownFails}`, 30),
  permit_min_inspection_pr: atLeast(`Least percent of inspections passed. ${unknownFails}`, 80, 100),
  permit_min_job_value: atLeast(`Least declared value in cents. ${unknownFails}`, 1_000_000, money),
  permit_min_fees: atLeast(`Least fees in cents. ${unknownFails}`, 10_000, money),
  property_type: list(PropertyTypeName, 'Property types, any of which will do.', ['residential']),
  property_min_market_value: atLeast(
    `Least assessed market value in cents. ${unknownFails}`,
    50_000_000,
    money,
  ),
  property_min_building_area: atLeast(`Least floor area in square feet. ${unknownFails}`, 1_000),
  property_min_lot_size: atLeast(`Least lot size in square feet. ${unknownFails}`, 2_000),
  property_min_story_count: atLeast(`Fewest storeys. ${unknownFails}`, 2),
  property_min_unit_count: atLeast(`Fewest units. ${unknownFails}`, 1),
  contractor_classification_derived: list(
    signed(contractorClassifications, 'What a contractor does, or `-` and that.'),
    'What the contractor must all do; with `-` before it, must not do.',
    ['electrical'],
  ),
  contractor_name: text(
    'Text that the name or business name of the contractor contains, in upper or lower case.',
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
    'Licence number of the contractor; only letters and digits count.',
    '998877',
    1,
    maxFilterTextLength,
  ),
  contractor_min_total_job_value: atLeast(
    `Least sum of the declared values of all the contractor's permits, in cents. ${unknownFails}`,
    1_000_000,
    money,
  ),
  contractor_min_total_permits_count: atLeast('Fewest permits of the contractor.', 10),
  contractor_min_inspection_pr: atLeast(
    `Least mean percent of inspections that the contractor passed. ${unknownFails}`,
    80,
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
  description:
    'Whether `status_tally` and `tag_tally` count the permits in the place, the dates and with the tags asked for; `false` leaves them empty.',
  example: true,
} as const satisfies Parameter;

function range(name: 'min' | 'max', noun: string, example: number, maximum?: number) {
  return atLeast(`${name === 'min' ? 'Least' : 'Greatest'} ${noun}. ${unknownFails}`, example, maximum);
}

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
  permit_status: list(
    PermitStatusName,
    'Statuses of the permits that count as present, any of which will do.',
    ['final'],
  ),
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
  property_min_market_value: range('min', 'assessed market value in cents', 50_000_000, money),
  property_max_market_value: range('max', 'assessed market value in cents', 90_000_000_000, money),
  property_min_lot_size: range('min', 'lot size in square feet', 1_000),
  property_max_lot_size: range('max', 'lot size in square feet', 100_000),
  property_min_building_area: range('min', 'floor area in square feet', 500),
  property_max_building_area: range('max', 'floor area in square feet', 50_000),
  property_min_unit_count: range('min', 'number of units', 1),
  property_max_unit_count: range('max', 'number of units', 4),
  property_min_year_built: range('min', 'year built', 1900),
  property_max_year_built: range('max', 'year built', 1979),
} as const satisfies Record<string, Parameter>;

/** `permit_from` must not be after `permit_to` (C25). */
export const datesInOrder = inOrder('permit_from', 'permit_to');

/** A search over permits needs a period, unless it is of a permit number or an address (C40). */
const periodGiven: readonly Rule[] = ['permit_from', 'permit_to'].map((at) => ({
  at,
  // The place is read also where it is at fault, so that all faults are reported at once.
  reads: [at, 'permit_number'],
  missing: true,
  fault: ({ [at]: date, permit_number: number, geo_id: place }) => {
    const isNarrow = number !== null || (typeof place === 'string' && geoIdKind(place) === 'address');
    return date !== null || isNarrow ? null : unlessNarrow;
  },
}));

/** Numbers are compared by letters and digits (C40), so one must have some. */
export const numberHasSigns: Rule = {
  at: 'permit_number',
  reads: ['permit_number'],
  fault: ({ permit_number: number }) =>
    typeof number === 'string' && !/[\p{L}\p{N}]/u.test(number)
      ? 'permit_number has no letter or digit, and nothing else of it is compared.'
      : null,
};

/** The rules between the filters of the searches over permits and contractors. */
export const permitRules: readonly Rule[] = [...periodGiven, datesInOrder, numberHasSigns];

/** A property search must say where, or whose. */
export const placeOrOwner: Rule = {
  at: 'geo_id',
  reads: ['geo_id', 'legal_owner'],
  fault: ({ geo_id: place, legal_owner: owners }) =>
    place === null && (owners === null || (Array.isArray(owners) && owners.length === 0))
      ? 'at least one of geo_id and legal_owner is required'
      : null,
};

/** Of each pair of a least and a greatest value, the least must not be greater. */
export const rangesInOrder: readonly Rule[] = [
  'market_value',
  'lot_size',
  'building_area',
  'unit_count',
  'year_built',
].map((name) => inOrder(`property_min_${name}`, `property_max_${name}`));
