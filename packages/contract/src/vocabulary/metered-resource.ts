/** The resources whose records cost credits (C15). */

/** Resources that the operator can price: the keys of `prices` in the settings. */
export const meteredResources = [
  'permits',
  'contractors',
  'decisions',
  'addresses',
  'cities',
  'tags',
  'metrics',
  'places',
  'properties',
  'changes',
] as const;
export type MeteredResource = (typeof meteredResources)[number];

/** An object with the same value for each of them. */
export function forEachResource<T>(value: T): Record<MeteredResource, T> {
  return Object.fromEntries(meteredResources.map((resource) => [resource, value])) as Record<
    MeteredResource,
    T
  >;
}
