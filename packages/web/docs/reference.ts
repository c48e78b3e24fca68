/**
 * The reference of the interface, made of the OpenAPI document: a Markdown page for each of its tags, and what the pages'
 * script must know to make a request. As Markdown it is rendered, searched and read by agents like every other page.
 */
import {
  curlOf,
  exampleValues,
  innerSchemas,
  nameOf,
  type OpenApi,
  operationsOf,
  type ParameterObject,
  type PlacedOperation,
  type ResponseObject,
  requestAddress,
  requestFormOf,
  type Schema,
} from '@lintel/contract/openapi';
import { errorsPage } from './errors-page.js';

export interface ReferencePage {
  readonly title: string;
  readonly summary: string;
  /** Its path as if it were a file of the repository, for links. */
  readonly file: string;
  readonly text: string;
}

/** Values of a vocabulary that fit into a line; longer ones are listed in a section of their own. */
const fewValues = 8;

/** Makes the pages of the reference. */
export function referenceOf(document: OpenApi): readonly ReferencePage[] {
  const operations = operationsOf(document);
  const homes = schemaHomes(document);
  const groups = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ tags: [tag] }) => tag === name);
    const writer = new PageWriter(document, homes, fileOf(name));
    const records = [...homes].filter(([, file]) => file === fileOf(name)).map(([schema]) => schema);
    return {
      title: name,
      summary: description,
      file: fileOf(name),
      text: [
        `# ${name}`,
        description,
        listOf(own, ''),
        ...own.flatMap((operation) => writer.operation(operation)),
        ...records.flatMap((schema) => writer.record(schema)),
      ].join('\n\n'),
    };
  });
  return [overviewOf(document, operations), errorsPage(document, folder), ...groups];
}

/** The first page: what holds for all operations, and a list of them. */
function overviewOf({ info, tags }: OpenApi, operations: readonly PlacedOperation[]): ReferencePage {
  const lists = tags.map(({ name }) => {
    const own = operations.filter(({ tags: [tag] }) => tag === name);
    return `## ${name}\n\n${listOf(own, `${slug(name)}.md`)}`;
  });
  const { title, file } = overview;
  const text = [`# ${title}`, info.description, ...lists].join('\n\n');
  return { title, summary: 'What holds for all of them, and a list.', file, text };
}

/** Where the pages would be as files of the repository, for links between them and the guides. */
const folder = 'docs/reference';
const overview = { title: 'All endpoints', file: `${folder}/README.md` };

/** Operations as links to their sections on a page. */
function listOf(operations: readonly PlacedOperation[], page: string): string {
  return operations
    .map(({ path, summary }) => `- [\`${path}\`](${page}#${slug(summary)}): ${summary}`)
    .join('\n');
}

function fileOf(tag: string): string {
  return `${folder}/${slug(tag)}.md`;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}

/** Bodies of which a page shows the records only: a page of a list, and records with some of their fields. */
function isEnvelope(name: string): boolean {
  return /(?:Page|Partial)$/.test(name);
}

/** For each schema that gets a section the file it is in: the first whose operations answer with it. */
function schemaHomes(document: OpenApi): Map<string, string> {
  const homes = new Map<string, string>();
  const visit = (schema: Schema, file: string): void => {
    const name = nameOf(schema);
    const target = document.components.schemas[name];
    if (target !== undefined) {
      if (homes.has(name) || name.endsWith('Partial')) return;
      if (!isEnvelope(name) && (target.properties ?? (target.enum?.length ?? 0) > fewValues)) {
        homes.set(name, file);
      }
      visit(target, file);
    }
    for (const inner of innerSchemas(schema)) visit(inner, file);
  };
  for (const { name } of document.tags) {
    for (const { parameters = [], responses } of operationsOf(document).filter(
      ({ tags }) => tags[0] === name,
    )) {
      for (const { schema = {} } of [...parameters, ...Object.values(responses['200']?.content ?? {})]) {
        visit(schema, fileOf(name));
      }
    }
  }
  return homes;
}

class PageWriter {
  readonly #document: OpenApi;
  readonly #homes: ReadonlyMap<string, string>;
  readonly #file: string;

  constructor(document: OpenApi, homes: ReadonlyMap<string, string>, file: string) {
    this.#document = document;
    this.#homes = homes;
    this.#file = file;
  }

  /** The section of an operation, in blocks. */
  operation(operation: PlacedOperation): string[] {
    const { path, parameters = [], responses } = operation;
    const required = parameters.filter((parameter) => parameter.required);
    const optional = parameters.filter((parameter) => !parameter.required);
    const errors = Object.keys(responses).filter((status) => Number(status) >= 400);
    return [
      `## ${operation.summary}`,
      block(`http operation=${operation.operationId}`, `GET ${path}`),
      operation.description,
      ...(required.length > 0 ? ['**Required parameters**', this.#parameters(required)] : []),
      ...(optional.length > 0 ? ['**Optional parameters**', this.#parameters(optional)] : []),
      '**Example**',
      block('sh', this.#example(operation)),
      ...this.#answers(responses['200']),
      `Errors: ${errors.join(', ')} ([what they mean, and what to do](errors.md)).`,
    ];
  }

  /** The section of a record or of a vocabulary, in blocks. */
  record(name: string): string[] {
    const schema = this.#document.components.schemas[name] ?? {};
    const heading = `## ${this.#sectionOf(name)}`;
    const about = schema.description === undefined ? [] : [schema.description];
    if (schema.enum !== undefined)
      return [heading, ...about, schema.enum.map((value) => `\`${value}\``).join(', ')];
    return [heading, ...about, this.#fields(schema, '')];
  }

  #parameters(parameters: readonly ParameterObject[]): string {
    return parameters
      .map(({ name, schema, description, example }) => {
        const isDefault = schema.default !== undefined && textOf(schema.default) === textOf(example);
        const shown = example === undefined || isDefault ? '' : ` Example: \`${textOf(example)}\`.`;
        return `- \`${name}\` _${this.#type(schema)}_: ${description}${defaultOf(schema)}${shown}`;
      })
      .join('\n');
  }

  #answers(response: ResponseObject | undefined): string[] {
    return Object.entries(response?.content ?? {}).flatMap(([type, { schema, example }]) => {
      const answer = `**Answer**, \`${type}\`${schema === undefined ? '' : `: ${this.#body(schema)}`}`;
      if (example === undefined) return [answer];
      if (type === 'application/json') return [answer, block('json', JSON.stringify(example, null, 2))];
      return [answer, block('text', String(example).trimEnd())];
    });
  }

  #example(operation: PlacedOperation): string {
    const form = requestFormOf(operation, this.#document);
    return curlOf(form, `http://127.0.0.1:8080${requestAddress(form, exampleValues(form))}`);
  }

  /** What a body is: of a page its records. */
  #body(schema: Schema): string {
    const whole = schema.anyOf?.[0] ?? schema;
    const name = nameOf(whole);
    const items = this.#document.components.schemas[name]?.properties?.items?.items;
    if (!name.endsWith('Page') || items === undefined) return this.#type(whole);
    return `a [page](../api.md#pages) of ${this.#type(items)}`;
  }

  #fields(schema: Schema, indent: string): string {
    return Object.entries(schema.properties ?? {})
      .map(([name, field]) => {
        const described = field.description ?? this.#target(field)?.description ?? '';
        const line = `${indent}- \`${name}\` _${this.#type(field)}_${described === '' ? '' : `: ${described}`}`;
        const nested = field.properties ? field : field.items?.properties ? field.items : null;
        return nested === null ? line : `${line}\n${this.#fields(nested, `${indent}  `)}`;
      })
      .join('\n');
  }

  #target(schema: Schema): Schema | undefined {
    const [reference = {}] = [schema, ...(schema.anyOf ?? [])].filter(({ $ref }) => $ref !== undefined);
    return this.#document.components.schemas[nameOf(reference)];
  }

  /** A type in words: `text or null`, `list of Permit`. */
  #type(schema: Schema): string {
    if (schema.$ref !== undefined) {
      const name = nameOf(schema);
      const file = this.#homes.get(name);
      if (file === undefined) return this.#type(this.#document.components.schemas[name] ?? {});
      return `[${spaced(name)}](${file === this.#file ? '' : file.replace(`${folder}/`, '')}#${slug(this.#sectionOf(name))})`;
    }
    if (schema.anyOf !== undefined) {
      const types = schema.anyOf
        .filter(({ $ref }) => $ref === undefined || !$ref.endsWith('Partial'))
        .map((one) => this.#type(one));
      return [...new Set(types)].join(' or ');
    }
    if (schema.const !== undefined) return `\`${schema.const}\``;
    if (schema.enum !== undefined) return oneOf(schema.enum);
    const names = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any']);
    return names
      .map((type) => (type === 'array' ? this.#list(schema) : word(type, schema.format)))
      .join(' or ');
  }

  /** The heading of a record or of a vocabulary. */
  #sectionOf(name: string): string {
    const what = this.#document.components.schemas[name]?.enum === undefined ? 'Fields' : 'Values';
    return `${what} of ${spaced(name)}`;
  }

  #list({ items, maxItems }: Schema): string {
    const most = maxItems === undefined ? '' : `, at most ${maxItems}`;
    return `list of ${this.#type(items ?? {}).replace(/(?:number|name)$/, '$&s')}${most}`;
  }
}

function word(type: string, format: string | undefined): string {
  if (format === 'date' || format === 'date-time') return format === 'date' ? 'date' : 'time';
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    integer: 'whole number',
    boolean: 'true or false',
  };
  return words[type] ?? type;
}

function oneOf(values: readonly string[]): string {
  if (values.length > fewValues) return 'name';
  return values.map((value) => `\`${value}\``).join(', ');
}

/** `PermitGeoIds` as words: `permit geo ids`. */
function spaced(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

function defaultOf(schema: Schema): string {
  return schema.default === undefined ? '' : ` Default: \`${textOf(schema.default)}\`.`;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function block(info: string, text: string): string {
  return `\`\`\`${info}\n${text}\n\`\`\``;
}
