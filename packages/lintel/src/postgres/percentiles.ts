/** Percentiles as aggregates of SQL: the same numbers as `query/percentiles.ts`. */

/** The least value of an expression that at least the `share` (0 to 1) do not exceed: nearest rank. */
export function percentileSql(expression: string, share: number): string {
  return `percentile_disc(${share}) WITHIN GROUP (ORDER BY ${expression})`;
}

/** The middle value, of an even number the mean of the two middle ones, halves rounded up. */
export function medianSql(expression: string): string {
  return `floor(percentile_cont(0.5) WITHIN GROUP (ORDER BY (${expression})::double precision) + 0.5)`;
}
