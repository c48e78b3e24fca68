/**
 * The mean of nonnegative integers as an integer: halves are rounded up (C38). Null without values. Exact
 * while the sum is below 2^52, which is 45 trillion dollars in cents.
 */
export function roundedMean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round(sum / count);
}
