/**
 * The mean of whole numbers, not negative, as a whole number: halves are rounded up (C38). Null without values.
 * Exact while the sum is below 2^52, which 45 trillion dollars in cents are.
 */
export function roundedMean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round(sum / count);
}
