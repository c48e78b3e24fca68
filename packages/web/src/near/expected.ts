/** How long the work of a permit should still take, from how long such works took in the same place. */
import type { Permit } from '@lintel/client';
import { counted, utc } from '../words/format';

/** How long works of a type took in a place, in days. */
export interface LocalDurations {
  /** Permits that the times of building rest on. */
  readonly built: number;
  readonly approval: number | null;
  readonly construction: { readonly p25: number; readonly median: number; readonly p75: number } | null;
}

export interface Expected {
  /** Days left, as the median has it; negative where the work takes longer. */
  readonly left: number;
  /** Days left, as the middle half has it. */
  readonly least: number;
  readonly most: number;
  /** Permits that it rests on. */
  readonly of: number;
}

/** Null where the place does not say when works end, or the permit not when it began. */
export function expectedOf(
  { file_date, issue_date }: Pick<Permit, 'file_date' | 'issue_date'>,
  local: LocalDurations | null,
  today: string,
): Expected | null {
  if (local?.construction == null) return null;
  const { p25, median, p75 } = local.construction;
  const { built: of } = local;
  if (issue_date) {
    const passed = daysBetween(issue_date, today);
    return { left: median - passed, least: Math.max(0, p25 - passed), most: Math.max(0, p75 - passed), of };
  }
  if (!file_date || local.approval === null) return null;
  const toApprove = Math.max(0, local.approval - daysBetween(file_date, today));
  return { left: toApprove + median, least: toApprove + p25, most: toApprove + p75, of };
}

function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000));
}

/** `About 5 months left`, `7 months longer than usual` */
export function expectedWords({ left }: Expected): string {
  if (left > 0) return `About ${span(left)} left`;
  return left === 0 ? 'Should be done now' : `${span(-left)} longer than usual`;
}

/** Days as one says them: 40 days, 5 months, 2.5 years. */
export function span(days: number): string {
  if (days < 60) return counted(days, 'day');
  if (days < 730) return counted(Math.round(days / 30.44), 'month');
  return counted(Math.round((days / 365.25) * 2) / 2, 'year');
}
