/**
 * What the permits of a jurisdiction can show of permits that are absent (C32), once more and as simple as possible:
 * the records begin by the period's start, have permits in each of its years, the last one within a year of its end,
 * and include permits with each of the tags.
 */
import type { Absence, Permit } from '@lintel/contract';

interface Period {
  /** YYYY-MM-DD; null: since the records begin. */
  readonly from: string | null;
  readonly to: string;
}

/** What the permits of a jurisdiction say: their dates in order, and their tags. */
interface Shown {
  readonly dates: readonly string[];
  readonly tags: ReadonlySet<string>;
}

const dayMs = 86_400_000;
const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs;
const yearOf = (date: string) => Number(date.slice(0, 4));

/** Why the dates do not cover a period; null if they do. */
function periodGap({ dates }: Shown, { from, to }: Period): string | null {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return 'its permits have no dates';
  if (first > (from ?? to)) return `its records begin on ${first}`;
  if (days(last, to) > 365) return `its records end on ${last}`;
  const years = new Set(dates.map(yearOf));
  for (let year = yearOf(from ?? first); year <= Math.min(yearOf(to), yearOf(last)); year++)
    if (!years.has(year)) return `it has no permits of ${year}`;
  return null;
}

function gap(shown: Shown, tags: readonly string[], period: Period): string | null {
  const missing = tags.find((tag) => !shown.tags.has(tag));
  return (
    periodGap(shown, period) ?? (missing === undefined ? null : `none of its permits is tagged ${missing}`)
  );
}

/** What to ask where no jurisdiction covers the period: the longest one that the records of one do. */
function hintOf(all: readonly Shown[], tags: readonly string[], period: Period): string | null {
  if (all.some((shown) => periodGap(shown, period) === null)) return null;
  const whole = all
    .map((shown) => ({ shown, from: shown.dates[0] ?? '', to: shown.dates.at(-1) ?? '' }))
    .filter(({ shown, from, to }) => gap(shown, tags, { from, to }) === null)
    .sort((a, b) => days(b.from, b.to) - days(a.from, a.to) || (a.from < b.from ? -1 : 1));
  const [longest] = whole;
  if (longest === undefined) return null;
  const asked = period.from === null ? `up to ${period.to}` : `from ${period.from} to ${period.to}`;
  return `No jurisdiction here has records ${asked}. Ask with permit_from=${longest.from} and permit_to=${longest.to}.`;
}

/**
 * What is said of the absence of tags in a period, by the permits of each jurisdiction in which is searched. The
 * jurisdictions that are left out are those whose records cannot show it.
 */
export function naiveAbsence(
  permitsOf: ReadonlyMap<string, readonly Permit[]>,
  tags: readonly string[],
  period: Period,
): Absence {
  const shown = new Map(
    [...permitsOf].map(([id, permits]) => [
      id,
      {
        dates: permits.flatMap(({ start_date: date }) => date ?? []).sort(),
        tags: new Set<string>(permits.flatMap((permit) => permit.tags)),
      },
    ]),
  );
  const leftOut = [...shown].flatMap(([jurisdiction_id, each]) => {
    const reason = gap(each, tags, period);
    return reason === null ? [] : { jurisdiction_id, reason };
  });
  return {
    tags: [...tags],
    ...period,
    jurisdictions_left_out: leftOut.sort((a, b) => (a.jurisdiction_id < b.jurisdiction_id ? -1 : 1)),
    hint: hintOf([...shown.values()], tags, period),
  };
}
