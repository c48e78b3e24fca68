/** Counts by name, as in records. */

/** The nonzero counts by name, in the order of the names. */
export function tally(names: readonly string[], counts: ArrayLike<number>): Record<string, number> {
  const counted: Record<string, number> = {};
  for (let i = 0; i < names.length; i++) {
    const count = counts[i] ?? 0;
    const name = names[i];
    if (count > 0 && name !== undefined) counted[name] = count;
  }
  return counted;
}
