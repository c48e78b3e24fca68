/**
 * The columns of a table of records, from the contract's schema: nested objects become separate columns,
 * lists of texts stay lists, anything deeper is JSON. A field added to a resource becomes a column
 * automatically.
 */
import { Address, Contractor, Decision, Permit, Property, type TSchema } from '@lintel/contract';
import type { Column, ColumnType } from './column.js';
import type { ExportKind } from './kinds.js';

const schemas: Readonly<Record<ExportKind, TSchema>> = {
  permits: Permit,
  contractors: Contractor,
  decisions: Decision,
  properties: Property,
  addresses: Address,
};

/** The columns of a kind of record, in the order of the record's keys. */
export function columnsOf(kind: ExportKind): readonly Column[] {
  return flatten(schemas[kind] as JsonSchema, [], '');
}

/** The part of JSON Schema that the contract uses. */
interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

function flatten(object: JsonSchema, path: readonly (string | number)[], prefix: string): Column[] {
  return Object.entries(object.properties ?? {}).flatMap(([key, nullable]) => {
    const schema = withoutNull(nullable);
    const at = [...path, key];
    const name = `${prefix}${key}`;
    if (schema.properties !== undefined) return flatten(schema, at, key === 'geo_ids' ? prefix : `${name}_`);
    if (isPoint(schema)) return pointColumns(at, prefix);
    return { name, path: at, type: typeOf(schema), description: schema.description ?? '' };
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
