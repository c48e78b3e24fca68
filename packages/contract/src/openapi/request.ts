/** Requests that people make of the OpenAPI document: the fields of a form, and the address that its values say. */
import {
  nameOf,
  type OpenApi,
  operationsOf,
  type ParameterObject,
  type PlacedOperation,
  type Schema,
} from './model.js';

/** A parameter as a form asks for it. */
export interface RequestField {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  /** In Markdown. */
  readonly description: string;
  /** Several values, which people write with commas: sent as repeated keys, or as they are. */
  readonly list: 'repeated' | 'commas' | null;
  /** The values to choose from; null for text. */
  readonly choices: readonly string[] | null;
  /** As text; empty without one. */
  readonly example: string;
  /** Filled in from the beginning: what the request needs, and few records. */
  readonly filled: boolean;
}

/** An operation as a form makes it. */
export interface RequestForm {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly group: string;
  readonly needsKey: boolean;
  readonly fields: readonly RequestField[];
}

/** Values by the names of fields; one that is empty is left out. */
export type RequestValues = Readonly<Record<string, string>>;

/** Records in an example: enough to see, and cheap. */
const exampleSize = '3';
/** Filled in although not required by themselves: without a place and a period most searches are refused. */
const filled = new Set(['geo_id', 'permit_from', 'permit_to', 'decision_from', 'decision_to', 'size']);

/** The forms of all operations, in the order of the document. */
export function requestFormsOf(document: OpenApi): readonly RequestForm[] {
  return operationsOf(document).map((operation) => requestFormOf(operation, document));
}

export function requestFormOf(operation: PlacedOperation, document: OpenApi): RequestForm {
  const { operationId, path, summary, tags, security, parameters = [] } = operation;
  return {
    id: operationId,
    path,
    title: summary,
    group: tags[0],
    needsKey: security === undefined || security.length > 0,
    fields: parameters.map((parameter) => fieldOf(parameter, document)),
  };
}

function fieldOf(parameter: ParameterObject, { components }: OpenApi): RequestField {
  const { name, in: place, required, description, explode, example } = parameter;
  const schema = components.schemas[nameOf(parameter.schema)] ?? parameter.schema;
  return {
    name,
    in: place,
    required,
    description,
    list: schema.type !== 'array' ? null : explode === false ? 'commas' : 'repeated',
    choices: choicesOf(schema),
    example: name === 'size' ? exampleSize : String(example ?? ''),
    filled: required || filled.has(name),
  };
}

function choicesOf({ type, enum: values }: Schema): readonly string[] | null {
  return type === 'boolean' ? ['true', 'false'] : (values ?? null);
}

/** The values of a request that should succeed. */
export function exampleValues({ fields }: RequestForm): RequestValues {
  return Object.fromEntries(
    fields.filter((field) => field.filled).map(({ name, example }) => [name, example]),
  );
}

/** The address of a request, from the first slash. */
export function requestAddress({ path, fields }: RequestForm, values: RequestValues): string {
  const query = new URLSearchParams();
  let filledPath = path;
  for (const { name, in: place, list } of fields) {
    const value = values[name]?.trim() ?? '';
    if (place === 'path') filledPath = filledPath.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') {
      // Spaces are those after a comma.
      const parts = list === 'repeated' ? value.split(',').map((part) => part.trim()) : [value];
      for (const part of parts) query.append(name, part);
    }
  }
  const search = query.toString().replaceAll('%2C', ',');
  return search === '' ? filledPath : `${filledPath}?${search}`;
}

/** A request as a command for a shell, with the key in the variable `KEY`. `url` is whole. */
export function curlOf({ needsKey }: RequestForm, url: string): string {
  return `curl ${needsKey ? '-H "X-API-Key: $KEY" ' : ''}"${url}"`;
}
