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

/** Names of the authorities whose records both have, each under ids of its own. */
export function sharedAuthorities(source: CatalogSource, other: CatalogSource): string[] {
  if (source.kind !== other.kind || source.context.namespace === other.context.namespace) return [];
  const [own, others] = [source, other].map(
    ({ context, otherContexts = [] }) =>
      new Map([context, ...otherContexts].map(({ jurisdiction }) => [jurisdiction.geoid, jurisdiction.name])),
  );
  return [...(own ?? [])].filter(([geoid]) => others?.has(geoid)).map(([, name]) => name);
}

/** Whether it is a source of generated sample data, for which nobody has files. */
export const isSample = (id: string): boolean => id.startsWith('sample-');
