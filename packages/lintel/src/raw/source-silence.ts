/**
 * How long a source may be silent: the one rule for its fetches (what they brought) and for its records (their dates). A
 * source is silent after three of its renewals, or after twice its longest pause so far; an operator may say otherwise
 * (`silent_days`). Records reach a portal days after their date, so by these it has a week at least.
 */
import type { ReleaseSource, SourceState } from '@lintel/contract';
import { dateText, dayMs } from '../base/calendar-date.js';

const silentRenewals = 3;
const silentPauses = 2;
const leastRecordDays = 7;
/** A source without a new record for so long is an archive. */
const archiveDays = 365;

interface Rhythm {
  /** Milliseconds between two renewals. */
  readonly everyMs: number;
  /** Days, as the operator says. */
  readonly silentDays?: number | undefined;
  /** What its portal said to the last fetch, where it let no program in. */
  readonly refusal: 'blocked' | 'login_only' | null;
}

/** How a source is renewed, and what its portal says of it. */
export interface Renewal extends Rhythm {
  /** In the publisher's words; null where it does not say. */
  readonly updates: string | null;
  /** Rows as the portal counted them at the last fetch; null where it does not count. */
  readonly portalRows: number | null;
}

/** The longest silence that is usual for a source, given its longest pause so far. */
export function usualSilenceMs({ everyMs, silentDays }: Omit<Rhythm, 'refusal'>, longestPauseMs = 0): number {
  if (silentDays !== undefined) return silentDays * dayMs;
  return Math.max(silentRenewals * everyMs, silentPauses * longestPauseMs);
}

/** How a source is on a day, by its portal, else by the date of its newest record; null without one. Dates: ISO 8601. */
export function stateOf(newest: string | null, day: string, rhythm: Rhythm): SourceState | null {
  if (rhythm.refusal !== null) return rhythm.refusal;
  if (newest === null) return null;
  const silentDays = (Date.parse(day) - Date.parse(newest)) / dayMs;
  if (silentDays > archiveDays) return 'archive';
  const usualDays = usualSilenceMs(rhythm) / dayMs;
  return silentDays > Math.max(leastRecordDays, usualDays) ? 'stalled' : 'active';
}

/** What a release says of a source. `newest`: start_date of its newest permit (YYYYMMDD), 0 without any. */
export function freshness(
  renewal: Renewal | undefined,
  newest: number,
  releasedAt: string,
): Pick<ReleaseSource, 'portal_rows' | 'newest_record' | 'updates' | 'state'> {
  const newestDay = dateText(newest);
  return {
    portal_rows: renewal?.portalRows ?? null,
    newest_record: newestDay,
    updates: renewal?.updates ?? null,
    state: stateOf(newestDay, releasedAt, renewal ?? { everyMs: dayMs, refusal: null }),
  };
}
