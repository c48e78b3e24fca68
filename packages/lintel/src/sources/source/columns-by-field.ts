/** Which columns of a source's row each canonical field is made from, by its definition. */
import type { SourceDefinition } from '../definition/catalog-schema.js';
import { compileExpression } from '../mapping/expression.js';

/** The columns by canonical field, in the order of the definition. */
export function columnsByField({ id, map }: SourceDefinition): ReadonlyMap<string, readonly string[]> {
  const place = { file: `${id}.json`, path: 'map' };
  return new Map(
    Object.entries(map).map(([field, expression]) => {
      const columns = new Set<string>();
      compileExpression(expression, { columns, slotChoices: new Map(), place }, field);
      return [field, [...columns]] as const;
    }),
  );
}
