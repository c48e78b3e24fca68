/** Prints the types and resources of the Python client. */
import { nameOf, type ParameterObject, type Schema } from '@lintel/contract/openapi';
import { byResource, type Model, type Operation, vocabularyOf } from './model.js';

/** Names that mean something else in the client. */
const renamed: Readonly<Record<string, string>> = { ValidationError: 'Fault' };
/** Names that neither a class body nor an argument can have. */
const keywords = new Set([
  'from',
  'class',
  'def',
  'in',
  'is',
  'not',
  'or',
  'and',
  'global',
  'import',
  'pass',
]);
const width = 110;

/** The text of `_generated.py`. */
export function pythonOf(model: Model): string {
  const groups = byResource(model.operations);
  const names = [...groups.keys()].filter((name) => name !== '').sort();
  const printer = new Printer(model);
  const declarations = Object.entries(model.schemas).flatMap(([name, schema]) =>
    printer.declaration(renamed[name] ?? name, schema),
  );
  const resources = names.map((name) => printer.resourceClass(pascal(name), groups.get(name) ?? []));
  const parts = [
    `"""Types and resources of the interface.

Made of the contract by the build (\`npm run build\`); do not edit.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Sequence, TypedDict, Union, overload

from ._records import Export, NumberedRecords, Records
from ._resource import Ids, Resource, part

if TYPE_CHECKING:
    from typing_extensions import NotRequired

    from ._transport import Transport

Date = Union[str, datetime.date]`,
    ...printer.aliases(),
    ...declarations,
    `DATE_FIELDS = frozenset(\n    {\n${dateFields(model)
      .map((name) => `        "${name}",\n`)
      .join('')}    }\n)`,
    `# Fields that records leave out when they are unknown, by type.\nOPTIONAL_FIELDS = {\n${optionalFields(
      model,
    )
      .map(([name, fields]) => `    "${name}": (${fields.map((field) => `"${field}"`).join(', ')},),\n`)
      .join('')}}`,
    ...resources,
    printer.apiClass(names, groups.get('') ?? []),
  ];
  return `${parts.join('\n\n\n')}\n`;
}

function pascal(name: string): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** Names of the fields that are dates, sorted. */
function dateFields({ schemas }: Model): string[] {
  const names = Object.values(schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { format }]) => (format === 'date' ? [name] : [])),
  );
  return [...new Set(names)].sort();
}

/** The fields that records of lists may lack, by the type of the record. */
function optionalFields({ schemas, operations }: Model): [string, string[]][] {
  const items = operations.flatMap(({ gives, item }) =>
    gives === 'list' || gives === 'numbered_list' || gives === 'export' ? [item] : [],
  );
  return [...new Set(items)].sort().flatMap((item): [string, string[]][] => {
    const { properties = {}, required = [] } = schemas[item] ?? {};
    const fields = Object.keys(properties).filter((name) => !required.includes(name));
    return fields.length === 0 ? [] : [[item, fields]];
  });
}

/** Text of a docstring or comment, in lines of the width. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.replaceAll('\\', '\\\\').split(' ')) {
    if (line.trim() !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = indent;
    }
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${wrapped(text, `${indent}# `)}\n`;
}

class Printer {
  readonly #model: Model;
  /** Objects within objects, by the names they get; declared before what holds them. */
  #inner: string[] = [];

  constructor(model: Model) {
    this.#model = model;
  }

  /** Vocabularies with their negations, where parameters take these. */
  aliases(): string[] {
    const found = new Map<string, readonly string[]>();
    for (const { schema } of this.#model.operations.flatMap(({ query }) => query)) {
      const values = schema.items?.enum;
      const known = values === undefined ? null : vocabularyOf(values, this.#model.schemas);
      if (values !== undefined && known?.negatable) found.set(`${known.name}Filter`, values);
    }
    return [...found].map(([name, values]) => literalAlias(name, values));
  }

  declaration(name: string, schema: Schema): string[] {
    const head = comment(schema.description, '');
    if (schema.enum !== undefined) return [head + literalAlias(name, schema.enum)];
    if (schema.properties === undefined || schema.additionalProperties === true) {
      return [`${head}${name} = Dict[str, Any]`];
    }
    this.#inner = [];
    const own = head + this.#typedDict(name, schema);
    return [...this.#inner, own];
  }

  #typedDict(name: string, { properties = {}, required = [] }: Schema): string {
    const fields = Object.entries(properties).map(([key, each]) => {
      const type = this.#type(each, name + pascal(key));
      return {
        key,
        type: required.includes(key) ? type : `NotRequired[${type}]`,
        about: comment(each.description, '    '),
      };
    });
    if (fields.some(({ key }) => keywords.has(key))) {
      const lines = fields.map(({ key, type, about }) => `${about}    "${key}": "${type}",\n`);
      return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('').replace(/^/gm, '    ').trimEnd()}\n    },\n)`;
    }
    return `class ${name}(TypedDict):\n${fields.map(({ key, type, about }) => `${about}    ${key}: ${type}\n`).join('')}`.trimEnd();
  }

  #type(schema: Schema, innerName: string): string {
    if (schema.$ref !== undefined) return renamed[nameOf(schema)] ?? nameOf(schema);
    if (schema.enum !== undefined) return this.#enumType(schema.enum);
    if (schema.const !== undefined) return `Literal["${schema.const}"]`;
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => this.#type(each, innerName)));
    const { type } = schema;
    const types = typeof type === 'string' ? [type] : (type ?? ['unknown']);
    return union(types.map((each) => this.#plainType(each, schema, innerName)));
  }

  #enumType(values: readonly string[]): string {
    const known = vocabularyOf(values, this.#model.schemas);
    if (known === null) return `Literal[${values.map((value) => `"${value}"`).join(', ')}]`;
    return known.negatable ? `${known.name}Filter` : known.name;
  }

  #plainType(type: string, schema: Schema, innerName: string): string {
    switch (type) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `List[${this.#type(schema.items ?? {}, `${innerName}Item`)}]`;
      case 'object':
        return this.#objectType(schema, innerName);
      default:
        return 'Any';
    }
  }

  #objectType(schema: Schema, innerName: string): string {
    const { additionalProperties: further, properties } = schema;
    if (typeof further === 'object') return `Dict[str, ${this.#type(further, innerName)}]`;
    if (properties === undefined || Object.keys(properties).length === 0) return 'Dict[str, Any]';
    this.#inner.push(this.#typedDict(innerName, schema));
    return innerName;
  }

  resourceClass(name: string, operations: readonly Operation[]): string {
    return `class ${name}(Resource):\n${this.#methods(operations).join('\n\n')}`;
  }

  apiClass(names: readonly string[], operations: readonly Operation[]): string {
    const made = names.map((name) => `        self.${name} = ${pascal(name)}(transport)`);
    return `class Api(Resource):
    """All resources, and what belongs to none."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
${made.join('\n')}

${this.#methods(operations).join('\n\n')}`;
  }

  /** The methods of a resource. One record and many by their ids are one method, of two signatures. */
  #methods(operations: readonly Operation[]): string[] {
    const one = operations.find(({ gives }) => gives === 'record');
    const many = operations.find(({ gives }) => gives === 'by_ids');
    if (many === undefined) return operations.map((each) => this.#method(each));
    const others = operations.filter((each) => each !== one && each !== many);
    return [this.#getMethod(many, one), ...others.map((each) => this.#method(each))];
  }

  #getMethod(many: Operation, one: Operation | undefined): string {
    const fields = 'fields: str | Sequence[str] | None = None';
    const text = (operation: Operation) =>
      `${operation.description.replace(' of up to 50 IDs', ' of any number of IDs, 50 a request')} \`GET ${operation.path}\``;
    if (one === undefined) {
      return `    def get(self, ids: Ids, *, ${fields}) -> List[${many.item}]:
${docstring(text(many))}
        return self._by_ids("${many.path}", ids, {"fields": fields})`;
    }
    return `    @overload
    def get(self, ids: str, *, ${fields}) -> ${many.item}: ...

    @overload
    def get(self, ids: Ids, *, ${fields}) -> List[${many.item}]: ...

    def get(self, ids: str | Ids, *, ${fields}) -> ${many.item} | List[${many.item}]:
${docstring(`Of one id: ${text(one)}\n\nOf a list of ids: ${text(many)}`)}
        if isinstance(ids, str):
            record: ${one.item} = self._object(${pathText(one.path, 'ids')}, {"fields": fields})
            return record
        return self._by_ids("${many.path}", ids, {"fields": fields})`;
  }

  #method(operation: Operation): string {
    const { gives, item, path } = operation;
    const isOnly =
      gives === 'object' && operation.pathParameters.length === 0 && operation.query.length === 1;
    const positional = isOnly ? operation.query : operation.pathParameters;
    const named = isOnly ? [] : inOrder(operation.query);
    const signature = [
      'self',
      ...positional.map(({ name }) => `${name}: str`),
      ...(named.length === 0 ? [] : ['*', ...named.map((each) => this.#argument(each))]),
    ];
    const answer = {
      list: 'Records',
      numbered_list: 'NumberedRecords',
      export: 'Export',
      object: '',
      record: '',
      by_ids: '',
    }[gives];
    const result = answer === '' ? item : `${answer}[${item}]`;
    const call = {
      list: '_list',
      numbered_list: '_numbered_list',
      export: '_export',
      object: '_object',
      record: '_object',
      by_ids: '',
    }[gives];
    const sent = [...(isOnly ? positional : []), ...named].map(
      ({ name }) => `"${name}": ${argumentName(name)}`,
    );
    const arguments_ = named.map(({ name, description }) => `${argumentName(name)}: ${description}`);
    const body = [`${operation.description} \`GET ${path}\``, ...arguments_].join('\n\n');
    return `    def ${[...operation.method].join('_')}(
${signature.map((each) => `        ${each},\n`).join('')}    ) -> ${result}:
${docstring(body)}
${answerOf(item, answer, `self.${call}(${pathText(path)}, {${sent.join(', ')}}${answer === '' ? '' : `, "${item}"`})`)}`;
  }

  #argument({ name, required, schema }: ParameterObject): string {
    const type = schema.format === 'date' ? 'Date' : this.#parameterType(schema, name);
    return `${argumentName(name)}: ${type}${required ? '' : ' | None = None'}`;
  }

  /** A single value will do for a list. The names of fields are too many to list. */
  #parameterType(schema: Schema, name: string): string {
    if (schema.type !== 'array') return this.#type(schema, '');
    const item = name === 'fields' ? 'str' : this.#type(schema.items ?? {}, '');
    return `${item} | Sequence[${item}]`;
  }
}

/** The end of a method. What is parsed from JSON is of any type until it is said to be of one. */
function answerOf(item: string, list: string, call: string): string {
  if (list !== '') return `        return ${call}`;
  return `        body: ${item} = ${call}\n        return body`;
}

/** The name of a parameter as an argument: PEP 8 puts `_` behind a keyword. */
function argumentName(name: string): string {
  return keywords.has(name) ? `${name}_` : name;
}

/** Required ones first. */
function inOrder(parameters: readonly ParameterObject[]): ParameterObject[] {
  return [
    ...parameters.filter(({ required }) => required),
    ...parameters.filter(({ required }) => !required),
  ];
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function literalAlias(name: string, values: readonly string[]): string {
  return `${name} = Literal[\n${values.map((value) => `    "${value}",\n`).join('')}]`;
}

function docstring(text: string): string {
  const paragraphs = text.split('\n\n').map((each) => wrapped(each, '        '));
  const [first = '', ...rest] = paragraphs;
  const start = `        """${first.trimStart()}`;
  return rest.length === 0 ? `${start}"""` : `${[start, ...rest].join('\n\n')}\n        """`;
}

function pathText(path: string, rename?: string): string {
  if (!path.includes('{')) return `"${path}"`;
  return `f"${path.replace(/\{(\w+)\}/g, (_, name: string) => `{part(${rename ?? name})}`)}"`;
}
