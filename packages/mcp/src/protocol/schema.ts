/**
 * JSON Schemas in the form that the SDK takes: Standard Schema with its JSON Schema extension
 * (https://standardschema.dev). The schemas are advertised as they are. Arguments are checked in `arguments.ts`, whose
 * messages suggest what would be right, so `validate` lets everything pass.
 */
import type { TSchema } from '@lintel/contract';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/** A schema that is advertised and not checked. */
export function advertised<T>(schema: TSchema): StandardSchemaWithJSON<T> {
  // A copy as plain JSON: schemas of the contract have keys that are not enumerable.
  const copy = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
  const json = () => copy;
  return {
    '~standard': {
      version: 1,
      vendor: 'lintel',
      validate: (value) => ({ value: value as T }),
      jsonSchema: { input: json, output: json },
    },
  };
}
