/**
 * The origin of a permit as `origins.ndjson` has it: which rows of the raw store it was made from, and what gave it
 * the facts of its property that they do not state. Whoever reads an origin reads it here, so that a row key and an
 * origin of facts cannot be taken for one another.
 */
import type { FactsOfOrigin } from './fact-origins.js';

export interface RowOrigin {
  readonly source: string;
  /** Row keys within the source: that of the permit's row, then those of its further addresses. */
  readonly keys: readonly [key: string, ...others: string[]];
  /** Empty where the permit was given none. */
  readonly facts: readonly FactsOfOrigin[];
}

/** The origin in a line of the file. */
export function parseRowOrigin(line: string): RowOrigin {
  const [source, key, ...more] = JSON.parse(line) as [string, string, ...(string | FactsOfOrigin[])[]];
  const others = more.filter((part) => typeof part === 'string');
  return { source, keys: [key, ...others], facts: more.find((part) => typeof part !== 'string') ?? [] };
}
