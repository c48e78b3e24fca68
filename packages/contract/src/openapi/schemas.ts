/**
 * From our schemas to those of the OpenAPI document.
 *
 * Schemas with a title become named components and are referred to; `anyOf` with null becomes a type list,
 * and a record's catch-all pattern becomes `additionalProperties`, which documentation and client generators
 * read best. Two different schemas with one title are a bug and throw.
 */
import type { TSchema } from '../schema.js';
import type { Schema } from './model.js';

export type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The pattern by which TypeBox says "any key". */
const anyKey = '^.*$';

/** Collects the named components of a document while its schemas are translated. */
export class SchemaCollection {
  readonly #components = new Map<string, JsonObject>();

  /** The schema as in the document: a reference if it has a title. */
  use(schema: TSchema): Schema {
    const plain: unknown = JSON.parse(JSON.stringify(schema));
    return isObject(plain) ? this.#translate(plain) : {};
  }

  /** All named components so far, by title. */
  components(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #translate(schema: JsonObject): JsonObject {
    const { title, ...rest } = this.#withChildren(schema);
    if (typeof title !== 'string') return rest;
    const known = this.#components.get(title);
    if (known && JSON.stringify(known) !== JSON.stringify(rest)) {
      throw new Error(`two different schemas have the title ${title}`);
    }
    this.#components.set(title, rest);
    return { $ref: `#/components/schemas/${title}` };
  }

  #withChildren(schema: JsonObject): JsonObject {
    const result: JsonObject = { ...schema };
    if (isObject(schema.items)) result.items = this.#translate(schema.items);
    if (isObject(schema.properties)) result.properties = this.#map(schema.properties);
    if (isObject(schema.patternProperties)) {
      const { [anyKey]: any, ...patterns } = this.#map(schema.patternProperties);
      if (Object.keys(patterns).length === 0) delete result.patternProperties;
      else result.patternProperties = patterns;
      if (any !== undefined) result.additionalProperties = any;
    }
    const { anyOf, ...others } = result;
    if (!Array.isArray(anyOf)) return result;
    return { ...others, ...joined(anyOf.filter(isObject).map((option) => this.#translate(option))) };
  }

  #map(schemas: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(schemas).map(([key, value]) => [
        key,
        isObject(value) ? this.#described(this.#translate(value)) : value,
      ]),
    );
  }

  /** A property that says nothing by itself says what its named schema says: readers look no further. */
  #described(property: JsonObject): JsonObject {
    const [first] = Array.isArray(property.anyOf) ? property.anyOf.filter(isObject) : [property];
    const name = String(first?.$ref ?? '').replace('#/components/schemas/', '');
    const description = this.#components.get(name)?.description;
    return property.description !== undefined || description === undefined
      ? property
      : { ...property, description };
  }
}

/** `anyOf` of the options, or one schema with a type list where one of two is null. */
function joined(options: JsonObject[]): JsonObject {
  const [first, second] = options;
  if (options.length !== 2 || first === undefined || second?.type !== 'null') return { anyOf: options };
  if (typeof first.type !== 'string' || Array.isArray(first.enum)) return { anyOf: options };
  return { ...first, type: [first.type, 'null'] };
}
