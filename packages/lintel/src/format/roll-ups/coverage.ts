/**
 * The share of permits of a place and a period that state each field (C31). A place has one word per dated
 * permit, newest first: its date and a bit for each field that it states. Running counts of each field
 * follow, one set for every 1,024 permits. A period is a range of these words, so its counts are exact to the
 * day.
 */
import type { CoverageField, CoverageRow } from '@lintel/contract';
import { at, u32At } from '../../base/memory/at.js';
import { type KeyField, keyFields } from '../permit-fields.js';

/**
 * Fields that are reported, with the names of the key fields they depend on. Bit `i` of a word is field `i`.
 */
const fields: readonly [field: CoverageField, keyField: KeyField][] = [
  ['fees', 'fees'],
  ['job_value', 'job_value'],
  ['description', 'description'],
  ['contractor_id', 'contractor_id'],
  ['owner_name', 'property_legal_owner'],
  ['property_type', 'property_type'],
  ['property_year_built', 'property_year_built'],
  ['property_building_area', 'property_building_area'],
  ['issue_date', 'issue_date'],
  ['file_date', 'file_date'],
];
export const coverageFieldCount = fields.length;
const fieldBits = fields.map(([, keyField]) => keyFields.indexOf(keyField));
const dateShift = coverageFieldCount;

/** Words between two running counts. */
export const coverageBlock = 1024;

/** Shares below which a field is missing, or partly covered. */
const missingBelow = 0.1;
const partialBelow = 0.8;

/** The word of a permit with this date (YYYYMMDD) and these key fields. */
export function coverageWord(date: number, fill: number): number {
  let word = dateWord(date);
  for (let i = 0; i < fieldBits.length; i++) word |= ((fill >>> at(fieldBits, i)) & 1) << i;
  return word >>> 0;
}

/** The last year that a word holds: 13 bits are left besides the fields, the month and the day. */
const lastYear = 8191;

/** The smallest word of a date: year, month and day without gaps between the bits. */
export function dateWord(date: number): number {
  const year = Math.floor(date / 10_000);
  // The service refuses such dates; one from elsewhere must not wrap into another year.
  if (year > lastYear) throw new RangeError(`the year ${year} does not fit into a date word`);
  const month = Math.floor(date / 100) % 100;
  return (((year << 9) | (month << 5) | (date % 100)) << dateShift) >>> 0;
}

/** Adds the fields of a word to counts. */
export function countWord(counts: Uint32Array, word: number, sign = 1): void {
  for (let i = 0; i < coverageFieldCount; i++) {
    counts[i] = u32At(counts, i) + sign * ((word >>> i) & 1);
  }
}

/**
 * The fields that fewer than 80 % of the permits state, with their share in percent, rounded down to one
 * decimal.
 */
export function coverageRows(counts: ArrayLike<number>, permits: number): CoverageRow[] {
  return fields.flatMap(([field], i) => {
    const count = at(counts, i);
    const share = permits === 0 ? 0 : count / permits;
    if (share >= partialBelow) return [];
    return {
      field,
      tier: share < missingBelow ? ('missing' as const) : ('partial' as const),
      fill_pct: Math.floor((count * 1000) / Math.max(1, permits)) / 10,
      permits_total: permits,
    };
  });
}
