/** What the build writes into `generated.ts`: the interface as commands need it, from the contract. */
import { type Endpoint, endpoints, type Parameter, type TSchema } from '@lintel/contract';
import { columnsOfSchema, type JsonSchema } from '../../export/column.js';
import type { EndpointFacts, Gives, InterfaceFacts, ParameterFacts, ValueType } from './facts.js';

const head = `/** The interface as the command line needs it. Made of the contract by the build; do not edit. */
import type { InterfaceFacts } from './facts.js';

`;

/** The text of `generated.ts`. */
export function generatedFacts(): string {
  return `${head}export const facts: InterfaceFacts = ${JSON.stringify(interfaceFacts(), null, 1)};\n`;
}

function interfaceFacts(): InterfaceFacts {
  const columns: Record<string, InterfaceFacts['columns'][string]> = {};
  const vocabularies: Record<string, readonly string[]> = {};
  const facts = Object.values<Endpoint>(endpoints)
    .filter(({ authenticated }) => authenticated)
    .flatMap((endpoint): [string, EndpointFacts][] => {
      const { answer, parameters, path, summary, description } = endpoint;
      const row = answer.kind === 'view' ? rowOf(answer.schema) : undefined;
      const given = row === undefined ? gives[answer.kind] : 'rows';
      if (given === undefined) return [];
      const record = row ?? answer.schema;
      const item = answer.kind === 'object' ? null : titleOf(record);
      if (item !== null) columns[item] = columnsOfSchema(record as JsonSchema);
      const facts = {
        path,
        summary,
        description,
        gives: given,
        resource: answer.kind === 'object' ? null : answer.resource,
        item,
        parameters: Object.entries(parameters).map(([name, parameter]) =>
          parameterFacts(name, parameter, endpoint, vocabularies),
        ),
      };
      return [[endpoint.id, facts]];
    });
  return { endpoints: Object.fromEntries(facts), columns, vocabularies };
}

/** What commands can show; other kinds of answers have no command. */
const gives: Readonly<Partial<Record<Endpoint['answer']['kind'], Gives>>> = {
  page: 'pages',
  metrics_page: 'pages',
  city_page: 'numbered_pages',
  record: 'record',
  object: 'object',
};

/** The schema of the rows of a view that is a table. */
function rowOf(schema: TSchema): TSchema | undefined {
  const { properties } = schema as { properties?: Readonly<Record<string, { items?: TSchema }>> };
  return properties?.rows?.items;
}

function titleOf(schema: TSchema): string {
  const { title } = schema as { title?: string };
  if (title === undefined) throw new Error('a record without the title of its schema');
  return title;
}

/** The part of JSON Schema that parameters use. */
interface ValueSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
}

function parameterFacts(
  name: string,
  parameter: Parameter,
  { rules = [] }: Endpoint,
  vocabularies: Record<string, readonly string[]>,
): ParameterFacts {
  const schema = parameter.schema as ValueSchema;
  const value = schema.items ?? schema;
  return {
    name,
    in: parameter.in,
    isRequired: parameter.required,
    isNeeded: parameter.required || rules.some(({ missing, at }) => missing === true && at === name),
    type: typeOf(value),
    isList: schema.items !== undefined && parameter.joined !== true,
    vocabulary: vocabularyOf(name, value.enum, vocabularies),
    geoKinds: parameter.geoKinds ?? null,
    isPaging: parameter.paging === true,
    description: parameter.description,
  };
}

function typeOf({ type, format }: ValueSchema): ValueType {
  if (type === 'integer' || type === 'boolean') return type;
  return format === 'date' ? 'date' : 'text';
}

/** The name of a list of values, under which it is kept once. */
function vocabularyOf(
  name: string,
  values: readonly string[] | undefined,
  vocabularies: Record<string, readonly string[]>,
): string | null {
  // The names of fields are the first parts of columns.
  if (values === undefined || name === 'fields') return null;
  const known = Object.entries(vocabularies).find(([, each]) => each.join() === values.join());
  if (known !== undefined) return known[0];
  const free = Object.hasOwn(vocabularies, name) ? `${name}_${Object.keys(vocabularies).length}` : name;
  vocabularies[free] = values;
  return free;
}
