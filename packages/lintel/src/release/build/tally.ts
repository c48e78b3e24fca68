/** Counts by name as records carry them. */

/** The counts that are not zero, by name, in the order of the names. */
export function tally(names: readonly string[], counts: ArrayLike<number>): Record<string, number> {
  const entries = names.map((name, i) => [name, counts[i] ?? 0] as const).filter(([, count]) => count > 0);
  return Object.fromEntries(entries);
}
