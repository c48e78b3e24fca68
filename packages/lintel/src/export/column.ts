/**
 * A column of a table of records: what it is called, where its value lies in the record, its type and meaning. Made
 * from JSON Schema: nested objects become separate columns, lists of texts stay lists, anything deeper is JSON, of which
 * Parquet has lists of flat objects as such.
 */

export type ColumnType = 'text' | 'date' | 'integer' | 'number' | 'boolean' | 'texts' | 'json';

export interface Column {
  readonly name: string;
  /** Keys from the record to the value. A number is an index of a list. */
  readonly path: readonly (string | number)[];
  readonly type: ColumnType;
  /** Meaning and unit, from the contract. */
  readonly description: string;
  /** Of JSON that is a list of flat objects: their fields. */
  readonly fields?: readonly Column[];
}

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The columns of an object's schema, in the order of its keys. */
export function columnsOfSchema(schema: JsonSchema): readonly Column[] {
  return flatten(schema, [], '');
}

function flatten(object: JsonSchema, path: readonly (string | number)[], prefix: string): Column[] {
  return Object.entries(object.properties ?? {}).flatMap(([key, nullable]) => {
    const schema = withoutNull(nullable);
    const at = [...path, key];
    const name = `${prefix}${key}`;
    if (schema.properties !== undefined) return flatten(schema, at, key === 'geo_ids' ? prefix : `${name}_`);
    if (isPoint(schema)) return pointColumns(at, prefix);
    const column = { name, path: at, type: typeOf(schema), description: schema.description ?? '' };
    const fields = fieldsOf(schema);
    return fields === null ? column : { ...column, fields };
  });
}

/** The schema of a value that is present. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const some = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = some;
  return some.length === 1 && only !== undefined
    ? { description: schema.description ?? '', ...only }
    : schema;
}

/** The fields of a list of flat objects; null for any other value. */
function fieldsOf({ items }: JsonSchema): readonly Column[] | null {
  if (items?.properties === undefined) return null;
  const fields = columnsOfSchema(items);
  return fields.some(({ type }) => type === 'texts' || type === 'json') ? null : fields;
}

/** Whether the value is `[latitude, longitude]`. */
function isPoint({ type, items, minItems, maxItems }: JsonSchema): boolean {
  return type === 'array' && items?.type === 'number' && minItems === 2 && maxItems === 2;
}

function pointColumns(path: readonly (string | number)[], prefix: string): Column[] {
  return (['lat', 'long'] as const).map((name, index) => ({
    name: `${prefix}${name}`,
    path: [...path, index],
    type: 'number',
    description: `${index === 0 ? 'Latitude' : 'Longitude'} in degrees (WGS 84).`,
  }));
}

function typeOf({ type, format, items }: JsonSchema): ColumnType {
  if (type === 'string') return format === 'date' ? 'date' : 'text';
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  return type === 'array' && items?.type === 'string' ? 'texts' : 'json';
}

/** A function that reads the column's value from a parsed record; null where the record has none. */
export function readerOf({ path }: Pick<Column, 'path'>): (record: unknown) => unknown {
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
