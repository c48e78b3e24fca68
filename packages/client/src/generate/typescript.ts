/** Prints the types, parameters and resources of the TypeScript client. */
import { nameOf, type ParameterObject, type Schema } from '@lintel/contract/openapi';
import { byResource, type Model, type Operation, vocabularyOf } from './model.js';

/** Names that mean something else in the client. */
const renamed: Readonly<Record<string, string>> = { ValidationError: 'Fault' };

/** The text of `generated.ts`. */
export function typescriptOf(model: Model): string {
  const groups = byResource(model.operations);
  const names = [...groups.keys()].filter((name) => name !== '').sort();
  const parts = [
    `/** Types, parameters and resources of the interface. Made of the contract by the build; do not edit. */
import type { Answered } from './answer.js';
import type { Export } from './export.js';
import type { List, NumberedPage, Page } from './list.js';
import { type Fields, part, Resource, type Selected } from './resource.js';
import type { RequestOptions, Transport } from './transport.js';`,
    ...Object.entries(model.schemas).map(([name, schema]) => declaration(name, schema, model)),
    ...model.operations.flatMap((operation) => parametersOf(operation, model)),
    ...names.map((name) => resourceClass(pascal(name), groups.get(name) ?? [], model)),
    rootClass(names, groups.get('') ?? [], model),
  ];
  return `${parts.join('\n\n')}\n`;
}

function pascal(name: string): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

function camel(words: readonly string[]): string {
  const all = pascal(words.join('_'));
  return all.slice(0, 1).toLowerCase() + all.slice(1);
}

function comment(text: string | undefined, indent = ''): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function literal(value: string): string {
  return `'${value.replaceAll("'", "\\'")}'`;
}

function declaration(name: string, schema: Schema, model: Model): string {
  const head = comment(schema.description);
  const own = renamed[name] ?? name;
  if (schema.properties === undefined || schema.additionalProperties === true) {
    return `${head}export type ${own} = ${printType(schema, model)};`;
  }
  return `${head}export interface ${own} {\n${members(schema, model, '  ')}}`;
}

function members({ properties = {}, required = [] }: Schema, model: Model, indent: string): string {
  return Object.entries(properties)
    .map(
      ([key, each]) =>
        `${comment(each.description, indent)}${indent}${key}${required.includes(key) ? '' : '?'}: ${printType(each, model, indent)};\n`,
    )
    .join('');
}

function printType(schema: Schema, model: Model, indent = ''): string {
  if (schema.$ref !== undefined) return renamed[nameOf(schema)] ?? nameOf(schema);
  if (schema.enum !== undefined) return enumType(schema.enum, model);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => printType(each, model, indent)));
  const { type } = schema;
  const types = typeof type === 'string' ? [type] : (type ?? ['unknown']);
  return union(types.map((each) => plainType(each, schema, model, indent)));
}

function enumType(values: readonly string[], model: Model): string {
  const known = vocabularyOf(values, model.schemas);
  // A schema is not declared by itself.
  if (known === null || model.schemas[known.name]?.enum === values) return union(values.map(literal));
  return known.negatable ? `${known.name} | \`-\${${known.name}}\`` : known.name;
}

function plainType(type: string, schema: Schema, model: Model, indent: string): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array': {
      const item = printType(schema.items ?? {}, model, indent);
      return /^(\w+|\{[^|]*\})$/.test(item) ? `${item}[]` : `(${item})[]`;
    }
    case 'object':
      return objectType(schema, model, indent);
    default:
      return type;
  }
}

function objectType(schema: Schema, model: Model, indent: string): string {
  const { additionalProperties: further, properties } = schema;
  if (typeof further === 'object') return `Record<string, ${printType(further, model, indent)}>`;
  if (properties === undefined || Object.keys(properties).length === 0) return 'Record<string, unknown>';
  const own = `{\n${members(schema, model, `${indent}  `)}${indent}}`;
  return further === true ? `${own} & Record<string, unknown>` : own;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/** The parameters that are method arguments: those of the path, or the only one of an object. */
function positional({ gives, pathParameters, query }: Operation): readonly ParameterObject[] {
  const isOnly = gives === 'object' && pathParameters.length === 0 && query.length === 1;
  return isOnly ? query : pathParameters;
}

/** The parameters that a caller names: not ids nor, since they decide the type of records, `fields`. */
function named(operation: Operation): readonly ParameterObject[] {
  const { gives, query } = operation;
  if (gives === 'by_ids' || positional(operation) === query) return [];
  return query.filter(({ name }) => name !== 'fields');
}

function parametersOf(operation: Operation, model: Model): string[] {
  const parameters = named(operation);
  if (parameters.length === 0) return [];
  const lines = parameters.map(({ name, required, description, schema }) => {
    const type = printType(schema, model, '  ');
    const value = schema.type === 'array' ? listType(schema, type, model) : type;
    return `${comment(description, '  ')}  ${name}${required ? '' : '?'}: ${value}${required ? '' : ' | null | undefined'};\n`;
  });
  return [
    `/** Parameters of \`GET ${operation.path}\`. */\nexport interface ${pascal(operation.id)}Parameters {\n${lines.join('')}}`,
  ];
}

/** A single value will do for a list, unless the list has to have several. */
function listType({ items = {}, minItems = 0 }: Schema, type: string, model: Model): string {
  return minItems > 1 ? `readonly ${type}` : `${printType(items, model, '  ')} | readonly ${type}`;
}

function resourceClass(name: string, operations: readonly Operation[], model: Model): string {
  return `export class ${name} extends Resource {\n${methods(operations, model).join('\n\n')}\n}`;
}

function rootClass(names: readonly string[], operations: readonly Operation[], model: Model): string {
  const fields = names.map((name) => `  readonly ${name}: ${pascal(name)};`);
  const made = names.map((name) => `    this.${name} = new ${pascal(name)}(transport);`);
  return `/** All resources, and what belongs to none. */
export class Api extends Resource {
${fields.join('\n')}

  constructor(transport: Transport) {
    super(transport);
${made.join('\n')}
  }

${methods(operations, model).join('\n\n')}
}`;
}

/** The methods of a resource. One record and many by their ids are one method, of two signatures. */
function methods(operations: readonly Operation[], model: Model): string[] {
  const one = operations.find(({ gives }) => gives === 'record');
  const many = operations.find(({ gives }) => gives === 'by_ids');
  const others = operations.filter((each) => each !== one && each !== many);
  const get = many === undefined ? [] : [getMethod(many, one)];
  const rest = (many === undefined ? operations : others).map((each) => method(each, model));
  return [...get, ...rest];
}

function getMethod(many: Operation, one: Operation | undefined): string {
  const { item, idKey, path } = many;
  const generic = `<F extends keyof ${item} = never>`;
  const selected = `Selected<${item}, '${idKey}', F>`;
  const parameters = 'parameters: Fields<F> = {}, options?: RequestOptions';
  const declared = 'parameters?: Fields<F>, options?: RequestOptions';
  const manyDoc = comment(
    `${many.description.replace(' of up to 50 IDs', ' of any number of IDs, 50 a request')} \`GET ${path}\``,
    '  ',
  );
  if (one === undefined) {
    return `${manyDoc}  get${generic}(ids: readonly string[], ${parameters}): Promise<${selected}[]> {
    return this.askByIds<${selected}>('${path}', ids, parameters, options);
  }`;
  }
  return `${comment(`${one.description} \`GET ${one.path}\``, '  ')}  get${generic}(id: string, ${declared}): Promise<Answered<${selected}>>;
${manyDoc}  get${generic}(ids: readonly string[], ${declared}): Promise<${selected}[]>;
  get${generic}(
    ids: string | readonly string[],
    ${parameters},
  ): Promise<${selected} | ${selected}[]> {
    return typeof ids === 'string'
      ? this.askObject<${selected}>(${pathText(one.path, { id: 'ids' })}, parameters, options)
      : this.askByIds<${selected}>('${path}', ids, parameters, options);
  }`;
}

function pathText(path: string, renames: Readonly<Record<string, string>> = {}): string {
  if (!path.includes('{')) return `'${path}'`;
  return `\`${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${part(${renames[name] ?? name})}`)}\``;
}

function method(operation: Operation, model: Model): string {
  const { path, gives, item, idKey, query } = operation;
  const parameters = named(operation);
  const hasFields = query.some(({ name }) => name === 'fields');
  const isRequired = parameters.some(({ required }) => required);
  const types = [
    ...(parameters.length > 0 ? [`${pascal(operation.id)}Parameters`] : []),
    ...(hasFields ? ['Fields<F>'] : []),
  ];
  const generic = hasFields ? `<F extends keyof ${item} = never>` : '';
  const result = hasFields ? `Selected<${item}, '${idKey}', F>` : item;
  const signature = [
    ...positional(operation).map(({ name }) => `${name}: string`),
    ...(types.length > 0 ? [`parameters: ${types.join(' & ')}${isRequired ? '' : ' = {}'}`] : []),
    'options?: RequestOptions',
  ];
  const given = positional(operation) === query ? `{ ${query.map(({ name }) => name).join(', ')} }` : '{}';
  const call = `${pathText(path)}, ${types.length > 0 ? 'parameters' : given}, options`;
  const head = `${comment(`${operation.description} \`GET ${path}\``, '  ')}  ${camel(operation.method)}${generic}(\n    ${signature.join(',\n    ')},\n  )`;
  if (gives === 'list') {
    const extra = extraOf(operation, model);
    const page = extra === '' ? '' : `, Page<${result}> & ${extra}`;
    return `${head}: List<${result}${page}> {\n    return this.askList(${call});\n  }`;
  }
  if (gives === 'export') {
    return `${head}: Export<${result}> {\n    return this.askExport(${call});\n  }`;
  }
  if (gives === 'numbered_list') {
    return `${head}: List<${result}, NumberedPage<${result}>> {\n    return this.askNumberedList(${call});\n  }`;
  }
  return `${head}: Promise<Answered<${result}>> {\n    return this.askObject(${call});\n  }`;
}

function extraOf({ extra }: Operation, model: Model): string {
  const keys = Object.entries(extra).map(
    ([key, { isOptional, ...schema }]) =>
      `readonly ${key}${isOptional ? '?' : ''}: ${printType(schema, model)}`,
  );
  return keys.length === 0 ? '' : `{ ${keys.join('; ')} }`;
}
