/** How fresh a source is on the day of a release: by its newest record, and by how often its publisher renews it. */
import type { ReleaseSource, SourceState } from '@lintel/contract';
import { dateText, dayMs } from '../base/calendar-date.js';

/** How a source is renewed, and what its portal says of it. */
export interface Renewal {
  /** In the publisher's words; null where it does not say. */
  readonly updates: string | null;
  /** Milliseconds between two renewals. */
  readonly everyMs: number;
  /** Rows as the portal counted them at the last fetch; null where it does not count. */
  readonly portalRows: number | null;
  /** What its portal said to the last fetch, where it let no program in. */
  readonly refusal: 'blocked' | 'login_only' | null;
}

/** A source without a new record for so many renewals, and so many days, has stalled; after a year it is an archive. */
const stalledRenewals = 3;
const stalledDays = 7;
const archiveDays = 365;

/** `newest`: start_date of its newest permit (YYYYMMDD), 0 without any. */
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
    state:
      renewal?.refusal ??
      (newestDay === null ? null : stateOf(newestDay, releasedAt, renewal?.everyMs ?? dayMs)),
  };
}

function stateOf(newest: string, releasedAt: string, everyMs: number): SourceState {
  const silentDays = (Date.parse(releasedAt) - Date.parse(newest)) / dayMs;
  if (silentDays > archiveDays) return 'archive';
  return silentDays > Math.max(stalledDays, (stalledRenewals * everyMs) / dayMs) ? 'stalled' : 'active';
}
