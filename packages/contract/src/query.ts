/**
 * Parses the raw parameters of a request into typed values, or into the body of a 422 (C2, C3, C5, C11, C12,
 * C14, C39).
 *
 * Strings are coerced to the type of the parameter's schema, which then checks the result. Faults use the
 * vocabulary of Pydantic v2. All faults of a request are reported at once, in the order of the table of
 * endpoints.
 */

import { coerce, factsOf } from './coerce.js';
import type { Endpoint, Parameter, QueryOf } from './endpoint.js';
import type { ValidationEntry } from './error.js';
import {
  entry,
  geoIdFault,
  givenTwice,
  type Location,
  missing,
  missingUnless,
  spaceAround,
  unknownParameter,
  valueError,
  violationFault,
  withoutRepeats,
} from './fault.js';
import { everywhere } from './id.js';
import type { TSchema } from './schema.js';
import { Compile, type Validator } from './typebox.js';
import { meantParameter } from './unknown-parameter.js';

/** What of an endpoint decides how its parameters are read. */
type ParsedPart = Pick<Endpoint, 'parameters' | 'rules'>;

export interface RawParameters {
  /** Names and values after percent-decoding, in the order of the URL; a `URLSearchParams` will do. */
  readonly query: Iterable<readonly [string, string]>;
  /** Path parameters after percent-decoding. */
  readonly path: Readonly<Record<string, string>>;
}

export type Parsed<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Names of query parameters that the endpoint does not have, each once: they were ignored (C39). */
      readonly ignored: readonly string[];
    }
  | { readonly ok: false; readonly detail: ValidationEntry[] | string };

/** Collects what is wrong while the parameters of one request are read. */
interface Faults {
  readonly entries: ValidationEntry[];
  /** The sentence about an unusable geo_id (C12), in addition to its entry. */
  geoId: string | null;
}

/**
 * The typed parameters of a request, or the `detail` of the 422 that refuses it.
 *
 * An unknown parameter is ignored, or refused if it is similar to one of the endpoint (C39). A geo_id that is
 * malformed or of a wrong kind gives the plain sentence of C12 if it is the only fault. Beside other faults
 * it is listed as a `value_error`, so that none is hidden.
 */
export function parseQuery<E extends ParsedPart>(endpoint: E, raw: RawParameters): Parsed<QueryOf<E>> {
  const given = group(raw.query);
  const faults: Faults = { entries: [], geoId: null };
  const value: Record<string, unknown> = {};
  const faulty = new Set<string>();
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    const before = faults.entries.length;
    value[name] = readParameter(name, parameter, texts(name, parameter, given, raw.path), faults);
    if (faults.entries.length > before) faulty.add(name);
  }
  checkRules(endpoint, value, faulty, faults);
  inTableOrder(endpoint, faults.entries);
  leaveOutEverywhere(endpoint, value);
  const ignored = readUnknown(endpoint, given, faults);
  // Each parameter was checked against its own schema: `value` has the type QueryOf.
  if (faults.entries.length === 0) return { ok: true, value: value as QueryOf<E>, ignored };
  const sentence = faults.entries.length === 1 ? faults.geoId : null;
  return { ok: false, detail: sentence ?? withoutRepeats(faults.entries) };
}

/**
 * Tells which rules between parameters are broken, as far as the parameters themselves are without a fault.
 */
function checkRules(
  endpoint: ParsedPart,
  value: Readonly<Record<string, unknown>>,
  faulty: ReadonlySet<string>,
  faults: Faults,
): void {
  for (const rule of endpoint.rules ?? []) {
    const { at, reads } = rule;
    const message = reads.some((name) => faulty.has(name)) ? null : rule.fault(value);
    if (message === null) continue;
    const fault = rule.missing ? missingUnless(message) : valueError(message);
    const where = endpoint.parameters[at]?.in ?? 'query';
    faults.entries.push(entry([where, at], value[at] ?? null, fault));
  }
}

/** Everywhere narrows nothing: places beside it neither. */
function leaveOutEverywhere({ parameters }: ParsedPart, value: Record<string, unknown>): void {
  for (const [name, { mayBeEverywhere }] of Object.entries(parameters)) {
    const places = value[name];
    if (mayBeEverywhere && Array.isArray(places) && places.includes(everywhere)) value[name] = null;
  }
}

/** Sorts faults by the table of parameters, those of one parameter as found. */
function inTableOrder({ parameters }: ParsedPart, entries: ValidationEntry[]): void {
  const names = Object.keys(parameters);
  const place = ({ loc }: ValidationEntry) => names.indexOf(String(loc[1]));
  entries.sort((a, b) => place(a) - place(b));
}

/** The names that the endpoint does not have. Notes those that were meant to be one that it has. */
function readUnknown(
  { parameters }: ParsedPart,
  given: ReadonlyMap<string, readonly string[]>,
  faults: Faults,
): string[] {
  const ignored: string[] = [];
  for (const [name, [text = '']] of given) {
    if (Object.hasOwn(parameters, name) && parameters[name]?.in === 'query') continue;
    const meant = meantParameter(name, parameters);
    if (meant === null) ignored.push(name);
    else faults.entries.push(entry(['query', name], text, unknownParameter(name, meant)));
  }
  return ignored;
}

function group(pairs: RawParameters['query']): Map<string, string[]> {
  const grouped = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const texts = grouped.get(name);
    if (texts) texts.push(text);
    else grouped.set(name, [text]);
  }
  return grouped;
}

/** The parts of a text between its commas; empty ones are dropped. */
function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The texts that came for a parameter; none for one whose emptiness means that it is absent. */
function texts(
  name: string,
  parameter: Parameter,
  given: ReadonlyMap<string, string[]>,
  path: RawParameters['path'],
): readonly string[] {
  if (parameter.in === 'path') return Object.hasOwn(path, name) ? [path[name] ?? ''] : [];
  const came = given.get(name) ?? [];
  if (parameter.commas) return came.flatMap(parts).length === 0 ? [] : came;
  return parameter.emptyIsAbsent && came.length === 1 && came[0] === '' ? [] : came;
}

/** The value of a parameter. What it returns when it noted a fault is never used. */
function readParameter(name: string, parameter: Parameter, came: readonly string[], faults: Faults): unknown {
  const loc: Location = [parameter.in, name];
  const first = came[0];
  if (first === undefined) {
    if (parameter.required) faults.entries.push(entry(loc, null, missing));
    return parameter.default ?? null;
  }
  const { type, items } = factsOf(parameter.schema);
  const isList = type === 'array' && items !== undefined;
  if (!isList && came.length > 1) {
    faults.entries.push(entry(loc, came, givenTwice(came.length)));
    return null;
  }
  if (parameter.geoKinds) {
    came.forEach((text, index) => {
      checkGeoId(isList && came.length > 1 ? [...loc, index] : loc, text, parameter, faults);
    });
    if (!isList) return first;
  } else if (hasSpaceAround(loc, parameter, came, faults)) return null;
  if (isList)
    return readList(loc, parameter.schema, items, parameter.commas ? came.flatMap(parts) : came, faults);
  const coerced = coerce(parameter.schema, parameter.text ? cleanText(first) : first);
  if (!coerced.ok) faults.entries.push(entry(loc, first, coerced.fault));
  else checkSchema(loc, parameter.schema, coerced.value, first, faults);
  return coerced.ok ? coerced.value : null;
}

/** Notes values with white space around them (C57). In the words of a search, and in a path, it means nothing. */
function hasSpaceAround(
  loc: Location,
  parameter: Parameter,
  came: readonly string[],
  { entries }: Faults,
): boolean {
  if (parameter.text || parameter.in === 'path') return false;
  const before = entries.length;
  came.forEach((text, index) => {
    if (text !== text.trim())
      entries.push(entry(came.length > 1 ? [...loc, index] : loc, text, spaceAround(text)));
  });
  return entries.length > before;
}

/** Notes a geo_id that is malformed or of a kind that the parameter does not take (C12). */
function checkGeoId(
  loc: Location,
  text: string,
  { geoKinds = [], findWith, mayBeEverywhere }: Parameter,
  faults: Faults,
): void {
  if (mayBeEverywhere && text === everywhere) return;
  const sentence = geoIdFault(text, geoKinds, findWith);
  if (sentence === null) return;
  faults.geoId = sentence;
  faults.entries.push(entry(loc, text, valueError(sentence)));
}

function readList(
  loc: Location,
  schema: TSchema,
  items: TSchema,
  came: readonly string[],
  faults: Faults,
): unknown[] {
  const values: unknown[] = [];
  came.forEach((text, index) => {
    const coerced = coerce(items, text);
    if (coerced.ok) values.push(coerced.value);
    else faults.entries.push(entry([...loc, index], text, coerced.fault));
  });
  if (values.length === came.length) checkSchema(loc, schema, values, came, faults);
  return values;
}

/**
 * Control characters become spaces: no name or address has one, and texts are pasted with tabs and line ends.
 */
function cleanText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}

function checkSchema(
  loc: Location,
  schema: TSchema,
  value: unknown,
  input: string | readonly string[],
  faults: Faults,
): void {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return;
  const [, violations] = validator.Errors(value);
  for (const { keyword, params, message, instancePath } of violations) {
    const index = instancePath === '' ? null : Number(instancePath.slice(1));
    const at = index === null ? loc : [...loc, index];
    const culprit = index === null || !Array.isArray(value) ? value : value[index];
    const came = index === null ? input : input[index];
    faults.entries.push(entry(at, came, violationFault({ keyword, params, message, value: culprit })));
  }
}

/**
 * Compiled validators by schema: they check 50 ids in less than a microsecond, interpreted ones in tens of
 * them.
 */
const validators = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const compiled = Compile(schema);
  validators.set(schema, compiled);
  return compiled;
}
