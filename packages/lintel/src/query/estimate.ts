/** How many permits a search finds, also beyond where `total_count` ends: exactly, or by a sample with bounds. */
import type { Estimate, TotalCount } from '@lintel/contract';
import { listedRows } from './intersect.js';
import type { Filters } from './open-filters.js';
import { planPermits } from './permit-plan.js';
import type { PermitViewQuery } from './questions.js';
import { blockEntries, type Sample, sampleRows, shareOf } from './sample-rows.js';

/** Entries that are looked at. */
const sampledEntries = 1 << 15;
/** Standard errors between an estimate and its bounds: a normal variable is outside once in 15,000 times. */
const standardErrors = 4;

/** An exact number. */
export const exactly = (value: number): Estimate => ({ value, low: value, high: value });

/** The number of permits that match, of which `counted` is known. */
export function estimatePermits(
  filters: Filters,
  query: PermitViewQuery,
  counted: TotalCount | null,
): Estimate {
  if (counted?.relation === 'eq') return exactly(counted.value);
  const plan = planPermits(filters, query);
  if (plan === null) return exactly(0);
  const listed = listedRows(plan);
  if (listed !== null) return exactly(listed);
  const least = counted === null ? 0 : counted.value + 1;
  const { value, low, high } = estimateOf(sampleRows(plan, sampledEntries, () => {}));
  return { value: Math.max(value, least), low: Math.max(low, least), high: Math.max(high, least) };
}

/**
 * The number of rows of which this is a sample, estimated from blocks as clusters (Cochran, _Sampling
 * Techniques_, chapter 9). The spread between blocks is taken to be at least that of independent rows.
 */
export function estimateOf(sample: Sample): Estimate {
  const { blocks, found, entries, looked } = sample;
  const seen = found.reduce((sum, count) => sum + count, 0);
  if (looked === entries) return exactly(seen);
  const mean = seen / found.length;
  const between = found.reduce((sum, count) => sum + (count - mean) ** 2, 0) / Math.max(1, found.length - 1);
  // Agresti and Coull: with a few more hits and misses, a sample without a hit is not certain of none.
  const likely = (seen + standardErrors ** 2 / 2) / (looked + standardErrors ** 2);
  const variance = Math.max(between, blockEntries * likely * (1 - likely));
  const reach = standardErrors * blocks * Math.sqrt((variance * (1 - shareOf(sample))) / found.length);
  const value = Math.round((entries * seen) / looked);
  return {
    value,
    low: Math.max(seen, Math.floor(value - reach)),
    high: Math.min(entries, Math.ceil(value + reach)),
  };
}
