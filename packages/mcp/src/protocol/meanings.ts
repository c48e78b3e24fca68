/** What the fields of records mean, with their units, by the contract. */
import { type TSchema, Type } from '@lintel/contract';
import { forAgents } from './words.js';

/** The description of each field of a record. */
export function meanings(schema: TSchema): Record<string, string> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, TSchema>> };
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, forAgents(meaning(field))]),
  );
}

function meaning(schema: TSchema): string {
  const {
    description,
    anyOf = [],
    properties,
  } = schema as {
    description?: string;
    anyOf?: readonly TSchema[];
    properties?: Readonly<Record<string, TSchema>>;
  };
  if (description !== undefined) return description;
  if (properties !== undefined) {
    const parts = Object.entries(properties).map(([name, field]) => `${name}: ${meaning(field)}`);
    return `Object. ${parts.join(' ')}`;
  }
  const known = anyOf.find((each) => !Type.IsNull(each));
  return known === undefined ? '' : meaning(known);
}
