/**
 * Error messages for a wrong source definition: file, place inside the JSON, what is there, what would be
 * right. For an unknown name, the message gives the nearest legal one.
 */
import type { TSchema } from '@lintel/contract/typebox';
import { Value } from '@lintel/contract/typebox';
import { didYouMean, listed } from '../../base/unknown-name.js';
import { UserError } from '../../base/user-error.js';

/** A place inside a definition file. */
export interface Place {
  readonly file: string;
  /** Property names and array positions from the top, joined by dots; empty for the whole file. */
  readonly path: string;
}

/** The place reached by further steps. */
export function inside({ file, path }: Place, ...steps: readonly (string | number)[]): Place {
  return { file, path: [...(path === '' ? [] : [path]), ...steps].join('.') };
}

/** An error that names file and place. */
export function definitionFault(place: Place, message: string): UserError {
  return new UserError(`${place.file}: ${place.path === '' ? 'the definition' : place.path} ${message}`);
}

/** Names that are all listed: fields and words are, coordinate systems are too many. */
const maxNames = 100;

/** An error for an illegal name. `what` says what it should have been. */
export function unknownName(place: Place, what: string, given: string, legal: readonly string[]): UserError {
  const sorted = [...legal].sort();
  const known = sorted.length > maxNames ? listed(sorted) : sorted.join(', ');
  const message = `${what} "${given}" is not known.${didYouMean(given, legal)} Known: ${known}.`;
  return new UserError(`${place.file}: ${place.path === '' ? '' : `${place.path}: `}${message}`);
}

/**
 * Throws the first error of a value against a strict schema; unknown keys come first, as the most common
 * mistake.
 */
export function checkShape(schema: TSchema, value: unknown, place: Place): void {
  if (Value.Check(schema, value)) return;
  const faults = Value.Errors(schema, value);
  const fault = faults.find((f) => f.keyword === 'additionalProperties') ?? faults[0];
  if (fault === undefined) throw definitionFault(place, 'is not valid');
  const steps = fault.instancePath.split('/').slice(1);
  const at = inside(place, ...steps);
  if (fault.keyword === 'additionalProperties') {
    const [given = ''] = fault.params.additionalProperties;
    throw unknownName(at, 'the key', given, keysAt(schema, steps));
  }
  if (fault.keyword === 'enum') {
    throw unknownName(at, 'the value', String(valueAt(value, steps)), fault.params.allowedValues.map(String));
  }
  const wanted = fault.keyword === 'pattern' ? schemaAt(schema, steps)?.description : undefined;
  const message = wanted === undefined ? fault.message : `must be ${wanted}`;
  throw definitionFault(at, `${message}; it is ${brief(valueAt(value, steps))}.`);
}

/** The schema at `steps`; its `description` says in words what a pattern means. */
function schemaAt(schema: TSchema, steps: readonly string[]): { readonly description?: string } | undefined {
  let current: TSchema | undefined = schema;
  for (const step of steps) current = propertiesOf(current)[step];
  return current as { readonly description?: string } | undefined;
}

/** The legal keys of the object schema at `steps`. */
function keysAt(schema: TSchema, steps: readonly string[]): string[] {
  return Object.keys(propertiesOf(schemaAt(schema, steps) as TSchema | undefined));
}

function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  let current = value;
  for (const step of steps) current = (current as Record<string, unknown> | null | undefined)?.[step];
  return current;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
