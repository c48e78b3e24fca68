/** How much a figure of the last year differs from the year before. */
import type { MonthlyMetrics } from '@lintel/client';
import { addDays } from '../words/format';

/** Fewer permits in the year before say nothing of a change. */
const fewPermits = 30;

/**
 * The change of a sum over the last twelve whole months against the twelve before, in whole percent. Null before the
 * months are known, and where there were too few permits to speak of a change.
 */
export function changeOnYear(
  months: readonly MonthlyMetrics[] | undefined,
  releasedAt: string,
  read: (month: MonthlyMetrics) => number,
): number | null {
  if (months === undefined) return null;
  // The month of the day after is the first that is not whole.
  const end = `${addDays(releasedAt, 1).slice(0, 7)}-01`;
  const [middle, start] = [yearBefore(end), yearBefore(yearBefore(end))];
  const before = months.filter(({ date }) => date >= start && date < middle);
  const after = months.filter(({ date }) => date >= middle && date < end);
  if (before.reduce((sum, { permit_count }) => sum + permit_count, 0) < fewPermits) return null;
  const [was, is] = [before, after].map((all) => all.reduce((sum, month) => sum + read(month), 0));
  return was === undefined || is === undefined || was <= 0 ? null : Math.round((100 * (is - was)) / was);
}

function yearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
}
