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
import { forAgents } from './words.js';

export type Parameters = Readonly<Record<string, Parameter>>;

/** The typed arguments of a call; absent ones without a default are null. */
export type ArgumentsOf<P extends Parameters> = QueryOf<{ readonly parameters: P }>;

export type ReadArguments<P extends Parameters> =
  | { readonly ok: true; readonly values: ArgumentsOf<P> }
  | {
      readonly ok: false;
      readonly message: string;
      /** Values that should be geo_ids and are not: perhaps names of places. */
      readonly names: readonly string[];
    };

/** A list of values that is longer than this is described in words, not repeated in every schema. */
const longList = 40;

/** The JSON Schema of the arguments. */
export function schemaOf(parameters: Parameters): TSchema {
  const properties = Object.entries(parameters).map(([name, { schema, required, description, ...rest }]) => {
    const described = {
      ...shortened(schema),
      description: `${forAgents(description)}${longListText(schema)}`,
      ...(rest.default === undefined ? {} : { default: rest.default }),
    };
    return [name, required ? described : Type.Optional(described)] as const;
  });
  return Type.Object(Object.fromEntries(properties), { additionalProperties: false });
}

/**
 * The schema without what would fill pages and helps nobody: long lists of allowed values, which descriptions name,
 * descriptions of list items, and bounds that no caller meets.
 */
function shortened(schema: TSchema): TSchema {
  const {
    items,
    enum: allowed,
    ...rest
  } = schema as TSchema & {
    items?: TSchema;
    enum?: readonly string[];
    minimum?: number;
    maximum?: number;
  };
  if (items !== undefined) {
    const { description: _, ...item } = shortened(items) as TSchema & { description?: string };
    return { ...rest, items: item };
  }
  if (allowed !== undefined) return allowed.length > longList ? Type.String() : schema;
  const { minimum, maximum, ...plain } = rest;
  return {
    ...plain,
    ...(minimum === undefined || minimum === 0 ? {} : { minimum }),
    ...(maximum === undefined || maximum >= 2 ** 31 - 1 ? {} : { maximum }),
  };
}

/** The allowed values that the schema itself does not list, without their signs. */
function longListText(schema: TSchema): string {
  const { items, enum: allowed } = schema as TSchema & { items?: TSchema; enum?: readonly string[] };
  if (items !== undefined) return longListText(items);
  if (allowed === undefined || allowed.length <= longList) return '';
  return ` Values: ${allowed.filter((word) => !word.startsWith('-')).join(', ')}.`;
}

/** Checks the arguments of a call. */
export function readArguments<const P extends Parameters>(
  parameters: P,
  rules: readonly Rule[],
  given: unknown,
): ReadArguments<P> {
  const raw = pairsOf(given);
  if (typeof raw === 'string') return { ok: false, message: raw, names: [] };
  const unknown = raw.find(([name]) => !Object.hasOwn(parameters, name));
  const parsed = parseQuery({ parameters: allInQuery(parameters), rules }, { path: {}, query: raw });
  if (parsed.ok && unknown === undefined) return { ok: true, values: parsed.value };
  const faults = parsed.ok
    ? `There is no argument '${unknown?.[0]}'. Arguments: ${Object.keys(parameters).join(', ')}.`
    : faultsText(parsed.detail);
  const names = raw
    .filter(([name, value]) => /^geo_ids?$/.test(name) && geoIdKind(value) === null)
    .map(([, value]) => value);
  return { ok: false, message: forAgents(faults), names };
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
  return detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('\n');
}
