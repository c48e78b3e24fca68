/** The origin of a permit as `origins.ndjson` has it: which rows of the raw store it was made from. */
interface Rows {
  readonly source: string;
  /** Row keys within the source: that of the permit's row, then those of its further addresses. */
  readonly keys: readonly [key: string, ...others: string[]];
}

/** The rows of another source that has the same permit. */
export interface MergedOrigin extends Rows {
  /** The id that the permit would have without the first source. */
  readonly id: string;
  /** The fields that they gave, by name; of the address also single parts, as `address.latlng`. */
  readonly fields: readonly string[];
}

export interface RowOrigin extends Rows {
  /** Rows of further sources that were merged into the permit; empty for most. */
  readonly merged: readonly MergedOrigin[];
}

/** The origin in a line of the file: the source, the keys, then an object for each further source. */
export function parseRowOrigin(line: string): RowOrigin {
  const [source, ...rest] = JSON.parse(line) as [string, ...(string | MergedOrigin)[]];
  const [key = '', ...others] = rest.filter((part) => typeof part === 'string');
  return { source, keys: [key, ...others], merged: rest.filter((part) => typeof part !== 'string') };
}
