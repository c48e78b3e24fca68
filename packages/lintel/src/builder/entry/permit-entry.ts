/**
 * A refined raw row as bytes: what the build sorts and writes without parsing or serialising it again.
 *
 * Refinement may run in another thread, so a batch of rows travels as one buffer. An entry is a header, a sort key, a
 * payload, the row's origin (JSON of its source and its key there) and a contractor mention. Fixed numbers of the record
 * stand at the head of the payload, its finished JSON behind them. All words are little-endian but those in keys, which
 * sort as bytes.
 */
import type { PropertyFacts, TagId } from '@lintel/contract';
import { permitStatuses, propertyFactNames, propertyTypes, tagIds } from '@lintel/contract/plain';
import { type KeyField, keyFields } from '../../format/key-fields.js';
import { digitsAt } from '../../refine/record/dates.js';
import type { PermitRecord } from '../../refine/record/refined.js';

/** What became of a raw row. */
export const outcome = { refused: 0, permit: 1, contractor: 2, decision: 3, property: 4 } as const;

/** Where the numbers stand at the head of an entry. */
export const entryAt = {
  /** One of `outcome`. */
  outcome: 0,
  /** Lengths of the parts, in their order. */
  key: 4,
  payload: 8,
  origin: 12,
  mention: 16,
  /** Latest time at which the source is known to have had the row, as a double; milliseconds since 1970 UTC. */
  seenAt: 20,
  /** 1 when the source has the row no longer. */
  isVanished: 28,
} as const;

export const entryBytes = 32;

/** Key of a permit or decision: its date inverted (4 bytes, newest first, unknown last), then its id. */
export const keyDateBytes = 4;

/** Where the numbers stand in the payload of a permit. */
export const permitAt = {
  /** Number of the row in the build; set when the row is gathered. */
  row: 0,
  /** Number of the contractor mention, `noMention` without one; set when the row is gathered. */
  mention: 4,
  /** Index of the source; set when the row is gathered. */
  source: 8,
  /** 1 + index in `permitStatuses`, 0 when unknown. */
  status: 10,
  /** 1 + index in `propertyTypes`, 0 when unknown. */
  propertyType: 11,
  /** One bit a key field that is known (see `keyFields`). */
  fill: 12,
  /** One bit a tag, in the order of `tagIds`: the first 32, then the others. */
  tagsLow: 16,
  tagsHigh: 20,
  /** Cents as a double, NaN when unknown. */
  jobValue: 24,
  /** start_date as the number YYYYMMDD, 0 when unknown. */
  start: 32,
  /** Days, -1 when unknown. */
  construction: 36,
  approval: 40,
  /** Percent, -1 when unknown. */
  inspection: 44,
  /** Binary geo_ids, zeros when unknown. */
  county: 48,
  city: 56,
  address: 64,
  /** Where the JSON is divided: contractor_id belongs there. From the start of the JSON. */
  split: 72,
  /** Where the JSON of the address object stands. From the start of the JSON. */
  addressFrom: 76,
  addressTo: 80,
  /** Where the JSON of the origin stands, behind the record; set when the row is gathered. From the start of the JSON. */
  origin: 84,
  /** Binary geo_id, zeros when unknown. */
  jurisdiction: 88,
  /** The two letters of the state, zeros when unknown. */
  state: 96,
  /** One bit a fact of the property that is known: bit `i` is fact `i` of `propertyFactNames`. */
  facts: 98,
  /** The ZIP code plus one, and the nine digits with its extension plus one; 0 when unknown. */
  zip: 100,
  zipExt: 104,
  /** Cents as doubles, NaN when unknown. */
  fees: 108,
  marketValue: 116,
  /** Square feet as doubles, NaN when unknown. */
  buildingArea: 124,
  lotSize: 132,
  /** Whole numbers, -1 when unknown. */
  stories: 140,
  units: 144,
  yearBuilt: 148,
  /** Where the facts that are carried to other permits of the address stand (see `packStated`). From the start of the JSON. */
  stated: 152,
  /**
   * Where further addresses of the permit stand, behind the origin (see permit-addresses.ts); 0 without any. From the start
   * of the JSON.
   */
  others: 156,
  json: 160,
} as const;

/** Where the numbers of a property's facts are to be written. */
export interface FactNumbers {
  setUint16(at: number, value: number): void;
  setInt32(at: number, value: number): void;
  setDouble(at: number, value: number): void;
}

/** Writes the numbers of a property's facts into the payload at `at`. */
export function setFactNumbers(into: FactNumbers, at: number, facts: PropertyFacts): void {
  let known = 0;
  let bit = 1;
  for (const name of propertyFactNames) {
    if (facts[name] !== null) known |= bit;
    bit <<= 1;
  }
  into.setUint16(at + permitAt.facts, known);
  into.setDouble(at + permitAt.marketValue, facts.property_assess_market_value ?? Number.NaN);
  into.setDouble(at + permitAt.buildingArea, facts.property_building_area ?? Number.NaN);
  into.setDouble(at + permitAt.lotSize, facts.property_lot_size ?? Number.NaN);
  into.setInt32(at + permitAt.stories, wholeNumber(facts.property_story_count));
  into.setInt32(at + permitAt.units, wholeNumber(facts.property_unit_count));
  into.setInt32(at + permitAt.yearBuilt, wholeNumber(facts.property_year_built));
}

const maxWholeNumber = 0x7fffffff;

/** A number as a column of 31 bits holds it: -1 when unknown; filters cannot ask for more than the greatest. */
export function wholeNumber(value: number | null): number {
  return value === null ? -1 : Math.max(-1, Math.min(maxWholeNumber, Math.round(value)));
}

/** Where the numbers stand in the payload of a decision. */
export const decisionAt = {
  row: 0,
  source: 4,
  /** Binary geo_ids, zeros when unknown. */
  city: 8,
  address: 16,
  /** Bytes of the address as a JSON object of the permit's shape; it stands at `json`, the record behind it. */
  addressLength: 24,
  json: 28,
} as const;

/**
 * Where the parts of a property stand: the date of its facts (YYYYMMDD, 0 unknown), its source, the length of its facts, the
 * facts as JSON; then, once it is gathered, the JSON of its origin. Its key is the address.
 */
export const propertyAt = { asOf: 0, source: 4, jsonLength: 6, json: 10 } as const;

/** What stands in the payload of a licence list's entry: the date on which its licence ended (YYYYMMDD, 0 unknown). */
export const listingAt = { until: 0, end: 4 } as const;

/** Where a mention's parts stand: hash of the whole, length of the keys, keys (one a line), packed facts. */
export const mentionAt = { hash: 0, keysLength: 8, keys: 12 } as const;

export const noMention = 0xffffffff;

/** Whether a permit has a key field. */
const isKnown: Record<Exclude<KeyField, 'contractor_id'>, (permit: PermitRecord) => boolean> = {
  number: (p) => p.number !== null,
  description: (p) => p.description !== null,
  type: (p) => p.type !== null,
  status: (p) => p.status !== null,
  job_value: (p) => p.job_value !== null,
  fees: (p) => p.fees !== null,
  file_date: (p) => p.file_date !== null,
  issue_date: (p) => p.issue_date !== undefined,
  final_date: (p) => p.final_date !== undefined,
  start_date: (p) => p.start_date !== null,
  inspection_pass_rate: (p) => p.inspection_pass_rate !== undefined,
  tags: (p) => p.tags.length > 0,
  address_id: (p) => p.geo_ids.address_id !== null,
  city_id: (p) => p.geo_ids.city_id !== null,
  county_id: (p) => p.geo_ids.county_id !== null,
  latlng: (p) => p.address.latlng !== null,
  zip_code: (p) => p.address.zip_code !== null,
  property_type: (p) => p.property_type !== null,
  property_legal_owner: (p) => p.property_legal_owner !== null,
  property_year_built: (p) => p.property_year_built !== null,
  property_building_area: (p) => p.property_building_area !== null,
};
const knownTests = keyFields.flatMap((field) => (field === 'contractor_id' ? [] : [isKnown[field]]));
const statusNumbers = numbered(permitStatuses);
const propertyTypeNumbers = numbered(propertyTypes);
const tagNumbers = new Map(tagIds.map((id, index) => [id as string, index]));

function numbered(values: readonly string[]): Map<string | null, number> {
  return new Map(values.map((value, index) => [value, index + 1]));
}

/** The known key fields of a permit as bits. */
export function fillBits(permit: PermitRecord): number {
  let bits = 0;
  for (let i = 0; i < knownTests.length; i++) if (knownTests[i]?.(permit)) bits |= 1 << i;
  return bits >>> 0;
}

export const statusNumber = (status: string | null) => statusNumbers.get(status) ?? 0;
export const propertyTypeNumber = (type: string | null) => propertyTypeNumbers.get(type) ?? 0;

/** Tags as two words of bits. */
export function tagBits(tags: readonly string[]): { low: number; high: number } {
  let low = 0;
  let high = 0;
  for (const tag of tags) {
    const number = tagNumbers.get(tag);
    if (number === undefined) throw new Error(`unknown tag ${tag}`);
    if (number < 32) low |= 1 << number;
    else high |= 1 << (number - 32);
  }
  return { low: low >>> 0, high: high >>> 0 };
}

/** The place of a tag in the two words of bits. */
export function tagBit(tag: TagId): { at: 'tagsLow' | 'tagsHigh'; bit: number } {
  const number = tagNumbers.get(tag) ?? 0;
  return number < 32 ? { at: 'tagsLow', bit: 1 << number } : { at: 'tagsHigh', bit: 1 << (number - 32) };
}

/** A date `YYYY-MM-DD` as the number YYYYMMDD; 0 when unknown. */
export function dateNumber(date: string | null): number {
  if (date === null) return 0;
  return digitsAt(date, 0, 4) * 10_000 + digitsAt(date, 5, 7) * 100 + digitsAt(date, 8, 10);
}

/** The date of a number YYYYMMDD; null for 0. */
export function dateText(number: number): string | null {
  if (number === 0) return null;
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** A date as it stands in keys: newest first, unknown last. */
export const invertedDate = (number: number) => 0xffffffff - number;

/** Whether the eight bytes are all zero: no geo_id. */
export function isZero(bytes: Buffer, at: number): boolean {
  return bytes.readUInt32LE(at) === 0 && bytes.readUInt32LE(at + 4) === 0;
}
