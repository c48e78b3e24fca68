/** The types of the OpenAPI document, as much of them as is read of it: by generated clients, reference and forms. */

/** As much of JSON Schema as the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly default?: unknown;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly style?: 'form';
  /** False for a list that is one value with commas. */
  readonly explode?: boolean;
  readonly example?: unknown;
}

export interface ResponseObject {
  /** Instead of the rest for errors, which are components. */
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** By media type. */
  readonly content?: Readonly<Record<string, ContentObject>>;
}

export interface ContentObject {
  readonly schema?: Schema;
  readonly example?: unknown;
  /** In place of the one example. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The one group that it is in. */
  readonly tags: readonly [string];
  readonly parameters?: readonly ParameterObject[];
  /** Empty for what needs no key. */
  readonly security?: readonly unknown[];
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** An operation with its path. */
export interface PlacedOperation extends OperationObject {
  readonly path: string;
}

/** The document. */
export interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: OperationObject }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
}

/** The name of the schema that a reference leads to; empty for a schema that is none. */
export function nameOf({ $ref = '' }: Schema): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** All operations with their paths, in the order of the document. */
export function operationsOf({ paths }: OpenApi): readonly PlacedOperation[] {
  return Object.entries(paths).map(([path, { get }]) => ({ path, ...get }));
}

/** The schemas right within a schema: of its items, alternatives and fields. */
export function innerSchemas({
  properties = {},
  anyOf = [],
  items,
  additionalProperties,
}: Schema): readonly Schema[] {
  const others = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items === undefined ? [] : [items]), ...anyOf, ...Object.values(properties), ...others];
}
