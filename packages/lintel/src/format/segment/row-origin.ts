/** The origin of a permit as `origins.ndjson` has it: which rows of the raw store it was made from. */
export interface RowOrigin {
  readonly source: string;
  /** Row keys within the source: that of the permit's row, then those of its further addresses. */
  readonly keys: readonly [key: string, ...others: string[]];
}

/** The origin in a line of the file. */
export function parseRowOrigin(line: string): RowOrigin {
  const [source, ...keys] = JSON.parse(line) as [string, ...RowOrigin['keys']];
  return { source, keys };
}
