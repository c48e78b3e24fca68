/** How Lintel names itself to portals: the program, and who runs it. */

/**
 * The `User-Agent` of requests. `program` has its version; `operator` is null when nobody said who runs it.
 */
export function userAgentOf(program: string, operator: string | null): string {
  // A header holds printable ASCII only.
  return `${program} (${(operator ?? 'operator not named').replace(/[^\x20-\x7e]/g, '?')})`;
}
