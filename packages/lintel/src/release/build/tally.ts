/** Counts by name as records carry them. */

/** The counts that are not zero, by name, in the order of the names. */
export function tally(names: readonly string[], counts: ArrayLike<number>): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const [i, name] of names.entries()) {
    const count = counts[i] ?? 0;
    if (count > 0) counted[name] = count;
  }
  return counted;
}
