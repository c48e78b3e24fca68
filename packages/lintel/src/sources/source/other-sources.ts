/**
 * Finds the other sources of a place: cities publish the same permits in several shapes, each with its own
 * definition.
 */
import type { CatalogSource } from './catalog-source.js';

/** Other sources of the same kind of records of the same place; generated samples are left out. */
export function otherSourcesOf(source: CatalogSource, sources: readonly CatalogSource[]): CatalogSource[] {
  const { geoid } = source.context.jurisdiction;
  return sources.filter(
    ({ id, kind, context }) =>
      id !== source.id && kind === source.kind && context.jurisdiction.geoid === geoid && !isSample(id),
  );
}

/** Whether it is a source of generated sample data, for which nobody has files. */
export const isSample = (id: string): boolean => id.startsWith('sample-');
