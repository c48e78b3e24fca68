/**
 * The parameters of a tool: those of an endpoint of the contract, or further ones in the same form. One table gives
 * both the schema that agents see and the check of what they send, whose faults name the value, its place and what
 * was probably meant.
 */
import {
  geoIdKind,
  type Parameter,
  parseQuery,
  type QueryOf,
  type Rule,
  type TSchema,
  Type,
} from '@lintel/contract';
import { argumentName } from './names.js';
import { forAgents } from './words.js';

export type Parameters = Readonly<Record<string, Parameter>>;

/** The typed arguments of a call; absent ones without a default are null. */
export type ArgumentsOf<P extends Parameters> = QueryOf<{ readonly parameters: P }>;

type ReadArguments<P extends Parameters> =
  | { readonly ok: true; readonly values: ArgumentsOf<P> }
  | {
      readonly ok: false;
      readonly message: string;
      /** Values that should be geo_ids and are not: perhaps names of places. */
      readonly names: readonly string[];
    };

/** Parameters that the definition of a tool describes. Other tools refer to them: all are read together. */
export interface Described {
  readonly tool: string;
  readonly parameters: Parameters;
}

/** A list of values that is longer than this is described in words: quotes and signs would double it. */
const longList = 20;

/** The parts of JSON Schema that parameters use. */
type ValueSchema = TSchema & {
  readonly items?: ValueSchema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

/** What a tool lists although another describes it: where, when and what. */
const listedAgain = /^(?:geo_id|permit_(?:from|to|tags)|date_field|size|cursor|fields)$/;

/** A greatest value, beside its least one. */
const greatest = /_max_|^max_/;

/**
 * The JSON Schema of the arguments, without descriptions of what `elsewhere` describes with the same words. Of the dozens
 * of filters that it has too only the usual ones are listed again; the others are taken as well, and so is the greatest
 * value of a number beside each least one.
 */
export function schemaOf(parameters: Parameters, elsewhere: readonly Described[] = []): TSchema {
  const isThere = (name: string, parameter: Parameter) =>
    elsewhere.some(({ parameters: others }) => isSame(parameter, others[name]));
  const all = Object.entries(parameters);
  const listed = all.filter(
    ([name, parameter]) =>
      parameter.required || listedAgain.test(name) || !(greatest.test(name) || isThere(name, parameter)),
  );
  const properties = listed.map(([name, parameter]) => {
    const isKnown = isThere(name, parameter);
    const text = isKnown ? '' : descriptionOf(parameter, elsewhere);
    const property = {
      ...shortened(parameter.schema, isKnown),
      ...(text === '' ? {} : { description: text }),
      ...(parameter.default === undefined || parameter.default === false
        ? {}
        : { default: parameter.default }),
    };
    return [argumentName(name), parameter.required ? property : Type.Optional(property)] as const;
  });
  const isWhole = listed.length === all.length;
  return Type.Object(Object.fromEntries(properties), isWhole ? { additionalProperties: false } : {});
}

function isSame(parameter: Parameter, other: Parameter | undefined): boolean {
  if (other === undefined) return false;
  const [one, two] = [parameter, other].map(({ description, short, schema }) =>
    JSON.stringify([description, short, schema]),
  );
  return one === two;
}

function descriptionOf(parameter: Parameter, elsewhere: readonly Described[]): string {
  const { description, short, findWith } = parameter;
  if (short === '') return '';
  const found = short === undefined || findWith === undefined ? '' : ` Find it with ${findWith}.`;
  const text = forAgents(`${short ?? description}${found}`);
  return `${text}${valuesText(parameter, text, elsewhere)}`;
}

/** Allowed values that neither the schema nor the text lists, without their signs; or where they are listed. */
function valuesText({ schema }: Parameter, text: string, elsewhere: readonly Described[]): string {
  const words = inWords(schema);
  if (words.length === 0) return '';
  for (const { tool, parameters } of elsewhere) {
    const other = Object.entries(parameters).find(([, { schema: of }]) => {
      const listed = inWords(of);
      return listed.length > 0 && listed.every((word) => words.includes(word));
    });
    if (other !== undefined) return ` Values: those of ${argumentName(other[0])} of ${tool}.`;
  }
  const named = text.split(/\W+/);
  const others = words.filter((word) => !named.includes(word));
  return ` ${others.length === words.length ? 'Values' : 'Other values'}: ${others.join(', ')}.`;
}

/** The allowed values that a description lists instead of the schema: many, or such as may have a sign. */
function inWords({ items, enum: allowed = [] }: ValueSchema): readonly string[] {
  if (items !== undefined) return inWords(items);
  const unsigned = allowed.filter((word) => !word.startsWith('-'));
  return unsigned.length > longList || unsigned.length < allowed.length ? unsigned : [];
}

/**
 * The schema without what would fill pages and helps nobody: allowed values that descriptions name, titles and
 * descriptions of values, lengths, and bounds that no caller meets. What is sent is checked against the whole schema.
 */
function shortened(schema: ValueSchema, isKnown: boolean): TSchema {
  const {
    type,
    items,
    enum: allowed,
    format,
    minimum = 0,
    maximum = Infinity,
    minItems,
    maxItems,
  } = schema as ValueSchema & { readonly type?: string; readonly format?: string };
  return {
    type,
    ...(format !== undefined && { format }),
    ...(items !== undefined && { items: shortened(items, isKnown) }),
    ...(minItems !== undefined && minItems === maxItems && { minItems, maxItems }),
    ...(allowed !== undefined && !isKnown && inWords(schema).length === 0 && { enum: allowed }),
    ...(minimum !== 0 && { minimum }),
    ...(maximum < 2 ** 31 - 1 && { maximum }),
  } as TSchema;
}

/** Checks the arguments of a call. */
export function readArguments<const P extends Parameters>(
  parameters: P,
  rules: readonly Rule[],
  given: unknown,
): ReadArguments<P> {
  const raw = pairsOf(given);
  if (typeof raw === 'string') return { ok: false, message: raw, names: [] };
  const parameterOf = new Map(Object.keys(parameters).map((name) => [argumentName(name), name]));
  const unknown = raw.find(([name]) => !parameterOf.has(name));
  if (unknown !== undefined) return { ok: false, message: unknownText(unknown[0], parameterOf), names: [] };
  const query = raw.map(([name, value]): [string, string] => [parameterOf.get(name) ?? name, value]);
  const parsed = parseQuery({ parameters: allInQuery(parameters), rules }, { path: {}, query });
  if (parsed.ok) return { ok: true, values: parsed.value };
  const names = raw
    .filter(([name, value]) => name === 'geo_ids' && geoIdKind(value) === null)
    .map(([, value]) => value);
  return { ok: false, message: forAgents(faultsText(parsed.detail)), names };
}

function unknownText(name: string, parameterOf: ReadonlyMap<string, string>): string {
  const called = argumentName(name);
  if (parameterOf.has(called)) return `There is no argument '${name}': it is called ${called}.`;
  return `There is no argument '${name}'. Arguments: ${[...parameterOf.keys()].join(', ')}.`;
}

/** The parameters with those of a path among the others: a call has no path. */
function allInQuery<P extends Parameters>(parameters: P): P {
  const inQuery = Object.entries(parameters).map(([name, parameter]) => [
    name,
    { ...parameter, in: 'query' },
  ]);
  // Names and types are the same.
  return Object.fromEntries(inQuery) as P;
}

/** Names and texts of the arguments, a list as repeated names; or what is wrong with their shape. */
function pairsOf(given: unknown): [string, string][] | string {
  if (given === undefined || given === null) return [];
  if (typeof given !== 'object' || Array.isArray(given)) return 'Arguments must be a JSON object.';
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(given)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === null || each === undefined) continue;
      if (typeof each === 'object') return `${name}: give text, a number or a list of them, not an object.`;
      pairs.push([name, String(each)]);
    }
  }
  return pairs;
}

type Faults = Extract<ReturnType<typeof parseQuery>, { ok: false }>['detail'];

function faultsText(detail: Faults): string {
  if (typeof detail === 'string') return detail;
  return detail
    .map(({ loc, msg, ctx }) => {
      const unless = ctx?.unless === undefined ? '' : `, unless ${ctx.unless}`;
      return `${loc.slice(1).map(String).map(argumentName).join('.')}: ${msg}${unless}`;
    })
    .join('\n');
}
