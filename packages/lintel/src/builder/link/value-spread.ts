/**
 * What permits of one kind in one jurisdiction are worth, and which declared value is far beyond that: often a typing
 * error at the source.
 *
 * For each jurisdiction and type of permit, values are counted by their order of magnitude, in steps of 1/16. The middle
 * is the median, the spread the median distance from it; both hardly move when single values are absurd. Large projects
 * are a long tail of values that follow each other; an absurd one stands beyond a gap. Memory is
 * bounded by the number of groups: what comes after the last group is not judged, nor is what has no type or no
 * jurisdiction.
 */
import type { PermitView } from '../entry/permit-view.js';

/** Steps of a power of ten. */
const steps = 16;
/** Values up to 10^13 cents; larger ones are implausible before. */
const bins = 13 * steps + 1;
/** Fewer values say too little. */
const leastValues = 100;
/** How many spreads from the middle may be too far. */
const mostSpreads = 5;
/** Empty bins below a value that is too far: it is more than ten times the greatest usual one. */
const leastGap = steps;
/** The median distance of normally distributed values, as a share of their standard deviation. */
const medianShare = 0.6745;
/** Values of a group that hardly differ still may do so by half an order of magnitude. */
const leastSpread = 0.3;
/** 832 bytes each. */
const maxGroups = 50_000;
const noType = Buffer.from('null');

/** The number of values in each bin. */
type Counts = Uint32Array;

export class ValueSpreads {
  readonly #groups = new Map<number, Counts>();
  /** The first bin of each group that is too far. */
  readonly #limits = new Map<number, number>();

  /** Counts the value of a permit. */
  note(permit: PermitView): void {
    const value = permit.jobValue;
    // Unknown values are NaN.
    if (!(value >= 1)) return;
    const group = groupOf(permit);
    if (group === null) return;
    let counts = this.#groups.get(group);
    if (counts === undefined) {
      if (this.#groups.size === maxGroups) return;
      counts = new Uint32Array(bins);
      this.#groups.set(group, counts);
    }
    const bin = binOf(value);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }

  /** Works out what is usual; all values must have been counted. */
  finish(): void {
    for (const [group, counts] of this.#groups) {
      const limit = limitOf(counts);
      if (limit !== null) this.#limits.set(group, limit);
    }
    this.#groups.clear();
  }

  /** Whether the declared value of a permit is far beyond what is usual for its kind in its jurisdiction. */
  isOutlier(permit: PermitView): boolean {
    const value = permit.jobValue;
    if (!(value >= 1)) return false;
    const group = groupOf(permit);
    return group !== null && binOf(value) >= (this.#limits.get(group) ?? bins);
  }
}

const binOf = (value: number) => Math.min(bins - 1, Math.floor(Math.log10(value) * steps));

/** The first bin that is too far; null where there is none, or where values are too few. */
function limitOf(counts: Counts): number | null {
  const values = counts.reduce((sum, count) => sum + count, 0);
  if (values < leastValues) return null;
  const middle = medianBin(counts, values);
  const distances = new Uint32Array(bins);
  for (const [bin, count] of counts.entries()) {
    const distance = Math.abs(bin - middle);
    distances[distance] = (distances[distance] ?? 0) + count;
  }
  const spread = Math.max(leastSpread, medianBin(distances, values) / steps / medianShare);
  const far = middle + mostSpreads * spread * steps;
  let last = middle;
  for (let bin = middle + 1; bin < bins; bin++) {
    if (counts[bin] === 0) continue;
    if (bin > far && bin - last > leastGap) return bin;
    last = bin;
  }
  return null;
}

/** The bin of the value in the middle. */
function medianBin(counts: Counts, values: number): number {
  let seen = 0;
  return counts.findIndex((count) => {
    seen += count;
    return seen * 2 >= values;
  });
}

/** Number of the jurisdiction and type of a permit: 53 bits of a hash (FNV-1a, twice); null where one is unknown. */
function groupOf(permit: PermitView): number | null {
  const { bytes, from, to } = permit.type;
  const place = permit.jurisdictionId;
  if (place === null || noType.compare(bytes, from, to) === 0) return null;
  let one = 0x811c9dc5 ^ place.high;
  let other = 0x01000193 ^ place.low;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    one = Math.imul(one ^ byte, 0x01000193);
    other = Math.imul(other ^ byte, 0x85ebca6b);
  }
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}
