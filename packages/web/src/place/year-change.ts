/** How much a figure of a year differs from the year before. */
import type { AggregateRow } from '@lintel/client';
import type { MeasureId } from '@lintel/contract/aggregate';

/** Fewer permits in the year before say nothing of a change. */
const fewPermits = 30;

/** In whole percent. Null where one is not known, and where there were too few permits to speak of a change. */
export function changeOf(
  now: AggregateRow | undefined,
  before: AggregateRow | undefined,
  measure: MeasureId,
): number | null {
  const [is, was] = [now?.[measure], before?.[measure]];
  if (is == null || was == null || was <= 0 || (before?.count ?? 0) < fewPermits) return null;
  return Math.round((100 * (is - was)) / was);
}
