/** A sum and a count, rounded only when asked. Sums of whole cents stay exact below 2^53. */
export class RunningAverage {
  sum = 0;
  count = 0;

  add(value: number): void {
    this.sum += value;
    this.count += 1;
  }

  /** The average with so many decimals; null without values. */
  average(decimals: number): number | null {
    if (this.count === 0) return null;
    const scale = 10 ** decimals;
    return Math.round((this.sum / this.count) * scale) / scale;
  }

  /** The sum; null without values. */
  total(): number | null {
    return this.count === 0 ? null : this.sum;
  }
}
