/**
 * The schema of a stored permit: what a release and its build keep of each field besides the JSON, in one
 * table.
 *
 * The contract says which fields there are, in which order, and which may be null or absent. A field that is
 * not named here is in the JSON only. The numbers at the head of an entry, the counts of known fields, the
 * columns of numbers and the facts that permits of one address share are all made from this table.
 */
import type { OtherAddress, Permit } from '@lintel/contract';
import { permitRecordKinds, permitStatuses, propertyTypes } from '@lintel/contract/plain';

/**
 * How the head of an entry holds a value: a double (NaN when unknown), a whole number (-1 when unknown), 1 +
 * the index in a vocabulary, a date YYYYMMDD, a binary geo_id, the tags as bits, a point in steps (see
 * points/mercator.ts), and of addresses the two letters of the state, the ZIP code + 1 and the nine digits
 * with its extension + 1; where not noted, 0 when unknown.
 */
export type HeadType =
  | 'f64'
  | 'i32'
  | 'word'
  | 'date'
  | 'geo_id'
  | 'tags'
  | 'point'
  | 'state'
  | 'zip_code'
  | 'zip_code_ext';

interface StoredField {
  readonly head?: HeadType;
  /** The vocabulary of a `word`. */
  readonly words?: readonly string[];
  /** The number of permits with it is counted: for the build report, the gate and the coverage of a place. */
  readonly isCounted?: true;
  /** The column by which permits are filtered. */
  readonly column?: string;
  /** Its texts are numbered, and a column has the number of each permit's (see dictionary/). */
  readonly hasDictionary?: true;
  /** The column by which properties are filtered. */
  readonly propertyColumn?: string;
  /** The head says where its value is in the JSON. */
  readonly isLocated?: true;
  /**
   * Given to other permits of the address that do not state it, where it is true of them: as a fact of the place, or
   * as one of the building.
   */
  readonly shared?: 'place' | 'building';
  /** For a permit with several addresses: all share it, or each address has its own. */
  readonly of?: 'permit' | 'address';
}

/** Every field of a permit, including those within its address and geo_ids. */
type PermitFieldName = keyof Permit | keyof OtherAddress;

export const permitFields = {
  source_id: { isLocated: true, hasDictionary: true, of: 'permit' },
  number: { isCounted: true, isLocated: true, of: 'permit' },
  description: { isCounted: true, isLocated: true, of: 'permit' },
  job_value: { head: 'f64', isCounted: true, column: 'job_value', of: 'permit' },
  type: { isCounted: true, isLocated: true, hasDictionary: true, of: 'permit' },
  subtype: { isLocated: true, hasDictionary: true, of: 'permit' },
  record_kind: { head: 'word', words: permitRecordKinds, of: 'permit' },
  fees: { head: 'f64', isCounted: true, column: 'fees', of: 'permit' },
  status: { head: 'word', words: permitStatuses, isCounted: true, of: 'permit' },
  file_date: { head: 'date', isCounted: true, column: 'file_date', of: 'permit' },
  issue_date: { head: 'date', isCounted: true, column: 'issue_date', of: 'permit' },
  final_date: { head: 'date', isCounted: true, column: 'final_date', of: 'permit' },
  start_date: { head: 'date', isCounted: true },
  construction_duration: { head: 'i32', column: 'construction_duration' },
  approval_duration: { head: 'i32', column: 'approval_duration' },
  total_duration: { head: 'i32', column: 'total_duration' },
  inspection_pass_rate: { head: 'i32', isCounted: true, column: 'inspection_pr', of: 'permit' },
  contractor_id: { isCounted: true },
  other_contractors: { isLocated: true },
  tags: { head: 'tags', isCounted: true, isLocated: true },
  address: { isLocated: true, of: 'address' },
  zip_code: { head: 'zip_code', isCounted: true, of: 'address' },
  zip_code_ext: { head: 'zip_code_ext', of: 'address' },
  state: { head: 'state', of: 'address' },
  /**
   * The last member of the address of a building: what follows it in `address` belongs to the permit alone.
   */
  latlng: { head: 'point', isCounted: true, isLocated: true, of: 'address' },
  geo_ids: { isLocated: true, of: 'address' },
  address_id: { head: 'geo_id', isCounted: true, of: 'address' },
  city_id: { head: 'geo_id', isCounted: true, of: 'address' },
  county_id: { head: 'geo_id', isCounted: true, of: 'address' },
  jurisdiction_id: { head: 'geo_id', of: 'address' },
  parcel_number: { isLocated: true, of: 'permit' },
  property_census_tract: { isLocated: true, hasDictionary: true, shared: 'place', of: 'address' },
  property_congressional_district: { isLocated: true, hasDictionary: true, shared: 'place', of: 'address' },
  property_type: {
    head: 'word',
    words: propertyTypes,
    isCounted: true,
    shared: 'building',
    of: 'address',
  },
  property_type_detail: { isLocated: true, hasDictionary: true, shared: 'building', of: 'address' },
  property_legal_owner: { isCounted: true, of: 'address' },
  property_lot_size: {
    head: 'f64',
    column: 'lot_size',
    propertyColumn: 'lot_size',
    shared: 'place',
    of: 'address',
  },
  property_building_area: {
    head: 'f64',
    isCounted: true,
    column: 'building_area',
    propertyColumn: 'building_area',
    shared: 'building',
    of: 'address',
  },
  property_story_count: { head: 'i32', column: 'story_count', shared: 'building', of: 'address' },
  property_unit_count: {
    head: 'i32',
    column: 'unit_count',
    propertyColumn: 'unit_count',
    shared: 'building',
    of: 'address',
  },
  property_year_built: {
    head: 'i32',
    isCounted: true,
    propertyColumn: 'year_built',
    shared: 'building',
    of: 'address',
  },
  property_assess_market_value: {
    head: 'f64',
    column: 'market_value',
    propertyColumn: 'market_value',
    of: 'address',
  },
} as const satisfies { readonly [name in PermitFieldName]?: StoredField };

type Fields = typeof permitFields;
/** The fields whose row has a member, or has it with a value of `Value`. */
export type FieldWith<Member extends keyof StoredField, Value = unknown> = {
  [name in keyof Fields]: Fields[name] extends { readonly [member in Member]: Value } ? name : never;
}[keyof Fields];
type ValueOf<Row, Member extends keyof StoredField> = Row extends { readonly [member in Member]: infer Value }
  ? Value
  : never;

const rows = Object.entries(permitFields) as [keyof Fields, StoredField][];

/** The fields whose row has a member, in the order of the table. */
export function fieldsWith<Member extends keyof StoredField>(member: Member): FieldWith<Member>[] {
  return rows.filter(([, row]) => row[member] !== undefined).map(([name]) => name as FieldWith<Member>);
}

/** The row of a field; empty where it is in the JSON only. */
export function storedField(name: string): StoredField {
  return name in permitFields ? permitFields[name as keyof Fields] : {};
}

export type KeyField = FieldWith<'isCounted'>;

/** The fields whose fill is counted, in the order of their bits in an entry's `fill`. */
export const keyFields: readonly KeyField[] = fieldsWith('isCounted');
if (keyFields.length > 32) throw new Error('more key fields than bits in a word');

/** The bits of the given key fields. */
export function keyFieldBits(...fields: readonly KeyField[]): number {
  return fields.reduce((bits, field) => bits | (1 << keyFields.indexOf(field)), 0);
}

export type NumberColumn = ValueOf<Fields[keyof Fields], 'column'>;
export type PropertyNumberColumn = ValueOf<Fields[keyof Fields], 'propertyColumn'>;

/** The columns of permits whose numbers have limits, each with the field that it holds; dates are YYYYMMDD, 0 when unknown. */
export const numberColumns = fieldsWith('column').map((field) => {
  const { column, head } = permitFields[field];
  return { name: column, field, type: head === 'date' ? ('u32' as const) : head };
});

/**
 * The columns of properties that have a range filter, each with the field that it holds. Unknown values are
 * NaN.
 */
export const propertyNumberColumns = fieldsWith('propertyColumn').map((field) => ({
  name: permitFields[field].propertyColumn,
  field,
}));

/** The fields whose texts are numbered, in the words of their source. */
export type DictionaryField = FieldWith<'hasDictionary'>;
export const dictionaryFields: readonly DictionaryField[] = fieldsWith('hasDictionary');

/** The facts of which a column has a bit where another row than the permit's own states them, in the order of the bits. */
export const joinedFacts = ['property_building_area', 'property_unit_count'] as const;
