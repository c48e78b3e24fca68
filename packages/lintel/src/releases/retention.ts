/**
 * Which releases stay on the disk, and why: the published one, those published last, and by age the newest of a day, a week
 * or a month. A period without a release counts for nothing, so a home that rests keeps what it has.
 */
import type { Config } from '../base/config.js';

/** How many are kept: published last (the published one included), and of days, weeks and months. */
export interface Retention {
  readonly last: number;
  readonly daily?: number;
  readonly weekly?: number;
  readonly monthly?: number;
}

export function retentionOf({
  keep_releases: last,
  keep,
}: Pick<Config, 'keep_releases' | 'keep'>): Retention {
  return { last, ...keep };
}

/** A release that was published, and when it was built (ISO 8601). */
export interface Dated {
  readonly id: string;
  readonly builtAt: string;
}

export type Reason = 'last' | 'daily' | 'weekly' | 'monthly';

/** Why each release is kept, by its id; those without a reason are not in it. `published` has the newest first. */
export function keptBy(published: readonly Dated[], retention: Retention): Map<string, Reason[]> {
  const { last, daily = 0, weekly = 0, monthly = 0 } = retention;
  const kept = new Map<string, Reason[]>();
  const keep = (reason: Reason, releases: readonly Dated[]) => {
    for (const { id } of releases) kept.set(id, [...(kept.get(id) ?? []), reason]);
  };
  keep('last', published.slice(0, Math.max(1, last)));
  keep('daily', newestOfEach(published, dayOf).slice(0, daily));
  keep('weekly', newestOfEach(published, weekOf).slice(0, weekly));
  keep('monthly', newestOfEach(published, (at) => at.slice(0, 'YYYY-MM'.length)).slice(0, monthly));
  return kept;
}

function newestOfEach(releases: readonly Dated[], periodOf: (builtAt: string) => string): Dated[] {
  const seen = new Set<string>();
  return releases.filter(({ builtAt }) => {
    const period = periodOf(builtAt);
    return !seen.has(period) && seen.add(period);
  });
}

const dayOf = (builtAt: string) => builtAt.slice(0, 'YYYY-MM-DD'.length);

/** The Monday of its week, UTC. */
function weekOf(builtAt: string): string {
  const day = new Date(`${dayOf(builtAt)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return dayOf(day.toISOString());
}
