/**
 * The messages for faults of a request (C11, C12, C14, C4), in the words of Pydantic v2 where it has them.
 * Only text and plain data; query.ts decides which fault a value has.
 */
import { aboveMaximum, belowMinimum, type Fault } from './coerce.js';
import type { ValidationEntry } from './error.js';
import { type GeoIdKind, geoIdKind } from './id.js';
import { nearestFew } from './nearest.js';
import { isStateCode } from './vocabulary/state.js';
import { statusMeant } from './vocabulary/status.js';
import { tagIds } from './vocabulary/tag.js';

export type Location = ValidationEntry['loc'];

/** A fault of the schema check: the violated keyword with its parameters, and the value that violates it. */
export interface Violation {
  readonly keyword: string;
  readonly params: unknown;
  readonly message: string;
  readonly value: unknown;
}

/** An entry of a 422 body, its keys in wire order. */
export function entry(loc: Location, input: unknown, fault: Fault): ValidationEntry {
  const { type, msg, ctx } = fault;
  return { type, loc, msg, input, ...(ctx === undefined ? {} : { ctx }) };
}

export const missing: Fault = { type: 'missing', msg: 'Field required' };

/** A parameter that is missing and may be omitted only if `unless` holds. */
export function missingUnless(unless: string): Fault {
  return { ...missing, ctx: { unless } };
}

/** A fault without a type in Pydantic. `message` follows "Value error, ". */
export function valueError(message: string): Fault {
  return { type: 'value_error', msg: `Value error, ${message}`, ctx: { error: message } };
}

/** A parameter of one value that came several times (C57). */
export function givenTwice(times: number): Fault {
  return valueError(`this parameter takes one value, and came ${times} times`);
}

/** A value with white space around it (C57). */
export function spaceAround(text: string): Fault {
  const meant = text.trim();
  const message = `there is white space around the value; did you mean ${quoted(meant)}?`;
  return { ...valueError(message), ctx: { error: message, suggestion: meant } };
}

/** An unknown parameter that was probably meant to be another (C39). */
export function unknownParameter(name: string, meant: string): Fault {
  const lists = name.endsWith(']') ? ` A list is repeated keys: ${meant}=a&${meant}=b.` : '';
  const areas = name === 'area' ? ' Only permits know the areas of the operator.' : '';
  return {
    type: 'extra_forbidden',
    msg: `There is no parameter ${quoted(name)}; did you mean '${meant}'?${lists}${areas}`,
    ctx: { suggestion: meant },
  };
}

const cursorMessages = {
  altered:
    'this cursor was altered, or belongs to another endpoint or other filters. Begin again without a cursor.',
  expired:
    'the data release on which this cursor began is no longer kept. Begin again without a cursor, on the current release.',
};

/** The 422 entry for a cursor that cannot be followed (C4). */
export function cursorFault(reason: keyof typeof cursorMessages, input: string): ValidationEntry {
  return entry(['query', 'cursor'], input, valueError(cursorMessages[reason]));
}

/** The 422 entry for a query parameter whose value cannot be used with the data there are. */
export function parameterFault(name: string, input: unknown, message: string): ValidationEntry {
  return entry(['query', name], input, valueError(message));
}

/** The 422 entry for a release that cannot be compared with the current one; `known` are those that can. */
export function releaseFault(input: string, known: readonly string[]): ValidationEntry {
  const others = known.length === 0 ? 'none is kept' : `changes are known since ${withOr(known)}`;
  const message = `there are no changes since the release ${quoted(input)}: ${others}.`;
  return entry(['query', 'from'], input, { ...valueError(message), ctx: { error: message, known } });
}

/** The value for a message: at most 60 characters, in quotes. */
function quoted(value: unknown): string {
  const characters = [...String(value)];
  return `'${characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : characters.join('')}'`;
}

/** A message names all allowed values if there are at most this many. */
const fewWords = 12;
/** The most values that a message suggests. */
const maxSuggestions = 3;

/** The words joined by commas, with `or` before the last. */
function withOr(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' or ');
}

const anyOf = (words: readonly string[]) => withOr(words.map((word) => `'${word}'`));

/**
 * A value outside a closed list (C14). The message names the value, suggests the nearest ones and lists the
 * allowed ones if they are few. `ctx.allowed` always lists them, but only once in a body (see
 * `withoutRepeats`).
 */
function notListed(value: unknown, allowed: readonly string[]): Fault {
  // If words may have a sign, the list shows them without it, and suggestions keep the caller's sign.
  const isSigned = allowed.some((word) => word.startsWith('-'));
  const words = isSigned ? allowed.filter((word) => !word.startsWith('-')) : allowed;
  const sign = isSigned && String(value).startsWith('-') ? '-' : '';
  const near = suggestions(String(value).slice(sign.length), words).map((word) => `${sign}${word}`);
  const listedBy = tagIds.every((tag) => words.includes(tag)) ? 'GET /v2/list/tags' : 'GET /v2/openapi.json';
  const expected = words.length <= fewWords ? anyOf(words) : `one of ${words.length} values`;
  const signHint = isSigned ? ", perhaps with '-' before it" : '';
  const where = words.length <= fewWords ? '' : ` (see ${listedBy})`;
  return {
    type: 'literal_error',
    msg: `Input should be ${expected}${where}${signHint}, not ${quoted(value)}; did you mean ${anyOf(near)}?`,
    ctx: { expected, suggestion: near[0], allowed: words },
  };
}

/** What was probably meant: for a synonym of a status that status, else the most similar words. */
function suggestions(given: string, words: readonly string[]): readonly string[] {
  const status = statusMeant(given);
  return status !== null && words.includes(status) ? [status] : nearestFew(given, words, maxSuggestions);
}

/** The entries of one body with each list of allowed values only at its first fault. */
export function withoutRepeats(entries: readonly ValidationEntry[]): ValidationEntry[] {
  const listed = new Set<string>();
  return entries.map((one) => {
    if (!Array.isArray(one.ctx?.allowed)) return one;
    const { allowed, ...ctx } = one.ctx;
    const list = JSON.stringify(allowed);
    if (listed.has(list)) return { ...one, ctx };
    listed.add(list);
    return one;
  });
}

function plural(count: number, noun: string): string {
  return count === 1 ? `${count} ${noun}` : `${count} ${noun}s`;
}

function listLength(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** The Pydantic fault for a violated keyword of JSON Schema. */
export function violationFault({ keyword, params, message, value }: Violation): Fault {
  const { limit = 0, allowedValues = [] } = params as { limit?: number; allowedValues?: readonly string[] };
  const actual = listLength(value);
  const after = `after validation, not ${actual}`;
  switch (keyword) {
    case 'enum':
      return notListed(value, allowedValues);
    case 'minimum':
      return belowMinimum(limit);
    case 'maximum':
      return aboveMaximum(limit);
    case 'minLength':
      return {
        type: 'string_too_short',
        msg: `String should have at least ${plural(limit, 'character')}`,
        ctx: { min_length: limit },
      };
    case 'maxLength':
      return {
        type: 'string_too_long',
        msg: `String should have at most ${plural(limit, 'character')}`,
        ctx: { max_length: limit },
      };
    case 'minItems':
      return {
        type: 'too_short',
        msg: `List should have at least ${plural(limit, 'item')} ${after}`,
        ctx: { field_type: 'List', min_length: limit, actual_length: actual },
      };
    case 'maxItems':
      return {
        type: 'too_long',
        msg: `List should have at most ${plural(limit, 'item')} ${after}`,
        ctx: { field_type: 'List', max_length: limit, actual_length: actual },
      };
    default:
      return valueError(message);
  }
}

const kindNames: Record<GeoIdKind, string> = {
  address: 'an address',
  city: 'a city',
  county: 'a county',
  jurisdiction: 'a jurisdiction',
  state: 'a state',
  zip: 'a ZIP code',
};

/**
 * What is wrong with a geo_id, as the complete message of a 422 (C12); null if it is well formed and of an
 * accepted kind. `findWith` names the endpoint that finds one.
 */
export function geoIdFault(
  text: string,
  kinds: readonly GeoIdKind[],
  findWith: string | undefined,
): string | null {
  const kind = geoIdKind(text);
  if (kind !== null && kinds.includes(kind)) return null;
  const wrong = kind === null ? noGeoId(text) : `${quoted(text)} is the geo_id of ${kindNames[kind]}`;
  const wanted = withOr(kinds.map((each) => kindNames[each]));
  const find = findWith === undefined ? '' : ` Find it with ${findWith}.`;
  return `Was the address resolved into a geolocation ID? ${wrong}; this endpoint takes the geo_id of ${wanted}.${find}`;
}

/** Why a text is not a geo_id of any kind. */
function noGeoId(text: string): string {
  if (/^[A-Z]{2}$/.test(text)) return `no state has the code ${quoted(text)}`;
  const state = text.trim().toUpperCase();
  return `${quoted(text)} is not a geo_id${isStateCode(state) ? ` (did you mean ${quoted(state)}?)` : ''}`;
}
