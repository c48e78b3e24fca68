/**
 * The OpenAPI document as a client sees it: for each operation the resource and method that it becomes, its parameters,
 * and what it answers. Both generated clients, TypeScript and Python, are printed from this.
 */

import {
  innerSchemas,
  nameOf,
  type OpenApi,
  operationsOf,
  type ParameterObject,
  type PlacedOperation,
  type Schema,
} from '@lintel/contract/openapi';

/**
 * What a method gives: a single object; a record by the id in its path; the records of many ids; a list by cursors or by
 * numbers; a stream of records.
 */
export type Gives = 'object' | 'record' | 'by_ids' | 'list' | 'numbered_list' | 'export';

export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Null where the method belongs to the client itself. */
  readonly resource: string | null;
  /** The words of the method's name. */
  readonly method: readonly string[];
  readonly pathParameters: readonly ParameterObject[];
  readonly query: readonly ParameterObject[];
  readonly gives: Gives;
  /** Name of the schema of one record, or of the whole object. */
  readonly item: string;
  /** The key of a record that `fields` never drops. */
  readonly idKey: string;
  /** Keys of a page besides the common ones. */
  readonly extra: Readonly<Record<string, Schema & { readonly isOptional: boolean }>>;
}

export interface Model {
  readonly operations: readonly Operation[];
  /** Schemas that the clients name, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** First steps of paths that lead to methods of the client itself. */
const withoutResource = new Set(['meta', 'usage', 'list', 'openapi.json', 'healthz', 'readyz']);
/** Lists of all records of a resource. */
const wholeLists: Readonly<Record<string, string>> = { '/v2/list/zip': 'zipcodes' };
/** The media type of streams that clients read. */
const streamType = 'application/x-ndjson';
const pageKeys = new Set(['items', 'size', 'page', 'next_cursor', 'total_count']);

export function modelOf(document: OpenApi): Model {
  const schemas = document.components.schemas;
  const operations = operationsOf(document).flatMap((operation) => {
    const content = operation.responses['200']?.content ?? {};
    const { schema } = content['application/json'] ?? content[streamType] ?? {};
    return schema === undefined ? [] : [methodFor(operation, schema, streamType in content, schemas)];
  });
  return { operations, schemas: namedSchemas(operations, schemas) };
}

function methodFor(
  operation: PlacedOperation,
  schema: Schema,
  isExport: boolean,
  schemas: Model['schemas'],
): Operation {
  const { path, parameters = [] } = operation;
  const { resource, method } = methodOf(path, operation.operationId);
  // The first of an answer's two schemas is the one without `fields`.
  const body = nameOf(schema.anyOf?.[0] ?? schema);
  const { properties = {}, required = [] } = schemas[body] ?? {};
  const gives = isExport ? 'export' : givesOf(path, parameters, properties);
  const isPaged = gives === 'by_ids' || gives === 'list' || gives === 'numbered_list';
  const item = isPaged ? nameOf(properties.items?.items ?? {}) : body;
  const [idKey = 'id'] = Object.keys(schemas[item]?.properties ?? {});
  return {
    id: operation.operationId,
    path,
    summary: operation.summary,
    description: operation.description,
    resource,
    method,
    pathParameters: parameters.filter((each) => each.in === 'path'),
    // A stream is read as NDJSON.
    query: parameters.filter((each) => each.in === 'query' && !(isExport && each.name === 'format')),
    gives,
    item,
    idKey,
    extra: isPaged
      ? Object.fromEntries(
          Object.entries(properties)
            .filter(([key]) => !pageKeys.has(key))
            .map(([key, each]) => [key, { ...each, isOptional: !required.includes(key) }]),
        )
      : {},
  };
}

/** `/v2/cities/{geo_id}/metrics/current` → `cities`, `current metrics`; `/v2/export/permits` → `permits`, `export`. */
function methodOf(path: string, id: string): Pick<Operation, 'resource' | 'method'> {
  const whole = wholeLists[path];
  if (whole !== undefined) return { resource: whole, method: ['list'] };
  const steps = path.split('/').filter((step) => step !== '' && step !== 'v2');
  const [resource = '', exported = ''] = steps;
  if (resource === 'export') return { resource: exported, method: ['export'] };
  if (withoutResource.has(resource)) return { resource: null, method: id.split('_') };
  const words = steps.slice(1).filter((step) => !step.startsWith('{'));
  return { resource, method: words.length === 0 ? ['get'] : words.reverse() };
}

function givesOf(
  path: string,
  parameters: readonly ParameterObject[],
  properties: Readonly<Record<string, Schema>>,
): Gives {
  const has = (name: string) => parameters.some((each) => each.name === name && each.in === 'query');
  if (has('cursor')) return has('id') ? 'by_ids' : 'list';
  if (has('page') && 'items' in properties) return 'numbered_list';
  return path.endsWith('}') ? 'record' : 'object';
}

/** Schemas that operations lead to, sorted by name. Pages and what `fields` leaves are types of the clients themselves. */
function namedSchemas(operations: readonly Operation[], all: Model['schemas']): Model['schemas'] {
  const found = new Map<string, Schema>();
  const add = (name: string) => {
    const schema = all[name];
    if (schema === undefined || found.has(name)) return;
    found.set(name, schema);
    visit(schema);
  };
  const visit = (schema: Schema) => {
    if (schema.$ref !== undefined) add(nameOf(schema));
    for (const each of innerSchemas(schema)) visit(each);
  };
  for (const { item, query, extra } of operations) {
    add(item);
    for (const { schema } of query) visit(schema);
    for (const schema of Object.values(extra)) visit(schema);
  }
  add('ValidationError');
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Operations by resource, in the order of the document; the client's own under the empty name. */
export function byResource(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const name = operation.resource ?? '';
    const group = groups.get(name);
    if (group) group.push(operation);
    else groups.set(name, [operation]);
  }
  return groups;
}

/** The schema that names a list of values; it is `negatable` if the list has `-x` for every `x`. */
export function vocabularyOf(
  values: readonly string[],
  schemas: Model['schemas'],
): { readonly name: string; readonly negatable: boolean } | null {
  const plain = values.filter((value) => !value.startsWith('-'));
  const negatable =
    plain.length * 2 === values.length && plain.every((value) => values.includes(`-${value}`));
  if (!negatable && plain.length < values.length) return null;
  const same = (each: Schema) =>
    each.enum?.length === plain.length && plain.every((value) => each.enum?.includes(value));
  const [name] = Object.entries(schemas).find(([, each]) => same(each)) ?? [];
  return name === undefined ? null : { name, negatable };
}
