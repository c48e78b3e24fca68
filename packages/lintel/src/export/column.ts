/** A column of a table of records, and how its values are read. It needs no schema: threads load it at once. */

export type ColumnType = 'text' | 'date' | 'integer' | 'number' | 'boolean' | 'texts' | 'json';

export interface Column {
  readonly name: string;
  /** Keys from the record to the value. A number is an index of a list. */
  readonly path: readonly (string | number)[];
  readonly type: ColumnType;
  /** Meaning and unit, from the contract. */
  readonly description: string;
}

/** A function that reads the column's value from a parsed record; null where the record has none. */
export function readerOf({ path }: Column): (record: unknown) => unknown {
  const [first = '', second] = path;
  if (path.length === 1) return (record) => member(record, first);
  if (path.length === 2 && second !== undefined) return (record) => member(member(record, first), second);
  return (record) => path.reduce(member, record);
}

function member(value: unknown, key: string | number): unknown {
  if (value === null || typeof value !== 'object') return null;
  return (value as Readonly<Record<string | number, unknown>>)[key] ?? null;
}

/** The columns that hold a record's point in degrees; null where the kind has none. */
export function pointOf(columns: readonly Column[]): { readonly lat: Column; readonly long: Column } | null {
  const lat = columns.find(({ name }) => ['lat', 'address_lat', 'latitude'].includes(name));
  const long = columns.find(({ name }) => ['long', 'address_long', 'longitude'].includes(name));
  return lat === undefined || long === undefined ? null : { lat, long };
}
