/** How Lintel identifies itself to portals: the program and its operator. */

/** The `User-Agent` of requests. `program` has its version; `operator` is null if not set. */
export function userAgentOf(program: string, operator: string | null): string {
  // A header holds printable ASCII only.
  return `${program} (${(operator ?? 'operator not named').replace(/[^\x20-\x7e]/g, '?')})`;
}
