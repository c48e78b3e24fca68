import { roundedMean } from '../../format/roll-ups/rounded-mean.js';

/** A sum and a count, rounded only when read. Sums of whole cents stay exact below 2^53. */
export class RunningAverage {
  sum = 0;
  count = 0;

  add(value: number): void {
    this.sum += value;
    this.count += 1;
  }

  /** The mean in the unit of the values, whole (C38); null without values. */
  average(): number | null {
    return roundedMean(this.sum, this.count);
  }

  /** The sum; null without values. */
  total(): number | null {
    return this.count === 0 ? null : this.sum;
  }
}
