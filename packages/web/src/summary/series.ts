/** The rows of an aggregate as what charts draw: by period with a series for each group, or as named bars. */
import type { AggregateRow, ReleaseInfo } from '@lintel/client';
import type { Grouping, PeriodGrouping } from '@lintel/contract/aggregate';
import type { Series } from '../charts/line-chart';
import { addDays, counted, date, month } from '../words/format';
import { type Figure, figureIn, firstDay, groupName, isCountedTwice, isPeriod } from './summary';

/** As many as charts have colours for. */
const maxSeries = 5;

interface PeriodSeries {
  /** First days of the periods, the oldest first. */
  readonly periods: readonly string[];
  readonly series: readonly Series[];
  /** Periods that are not whole, because the data or the question begin or end in them. */
  readonly partial: ReadonlySet<string>;
  /** Groups that have no series of their own and cannot be added up. */
  readonly leftOut: number;
}

/** The most days of a period. */
const periodDays = { year: 366, quarter: 92, month: 31, week: 7 } as const;

/**
 * The rows without groups that have no permit in any period, and with `partial` also where records begin, at `begin`,
 * null where it is not known, and where those of the sources of `release` end. Bands of job values in their order.
 */
export function rowsShown(
  rows: readonly AggregateRow[],
  [first, second]: readonly Grouping[],
  begin: string | null,
  release: Pick<ReleaseInfo, 'sources'>,
): readonly AggregateRow[] {
  if (first === 'job_value_band' && second === undefined) return inBands(rows);
  if (!isPeriod(first)) return rows;
  const end = release.sources.reduce(
    (newest, { newest_record: day }) => (day && day > newest ? day : newest),
    '',
  );
  const found = new Set(rows.filter(({ count }) => count).map((row) => second && row[second]));
  return rows
    .filter((row) => second === undefined || found.has(row[second]))
    .map((row) => {
      const day = firstDay(row, first);
      if (day === null) return row;
      const isCut = (begin !== null && beginsIn(day, first, begin)) || endsIn(day, first, end);
      return isCut ? { ...row, partial: true } : row;
    });
}

/** The least dollars of the band of a row; what states none comes last. */
const leastOf = ({ job_value_band: band }: AggregateRow) =>
  band == null ? Number.POSITIVE_INFINITY : Number.parseFloat(band);

/** By bands of job value, the least first. */
export const inBands = (rows: readonly AggregateRow[]) =>
  rows.toSorted((one, other) => leastOf(one) - leastOf(other));

/** Series by period, one for each value of `group`, or one in all. */
export function seriesOf(
  rows: readonly AggregateRow[],
  period: PeriodGrouping,
  group: Grouping | undefined,
  figure: Figure,
): PeriodSeries {
  const byName = new Map<string, { total: number; values: Map<string, number | null> }>();
  const partial = new Set<string>();
  const days = new Set<string>();
  for (const row of rows) {
    const day = firstDay(row, period);
    if (day === null) continue;
    days.add(day);
    if (row.partial) partial.add(day);
    const name = group === undefined ? figure.name : groupName(row, group);
    const one = byName.get(name) ?? { total: 0, values: new Map() };
    byName.set(name, one);
    const value = figureIn(row, figure);
    one.values.set(day, value);
    one.total += figure.isAdded ? (value ?? 0) : (row.count ?? 0);
  }
  const all = [...byName]
    .filter(([, { total }]) => total > 0 || byName.size === 1)
    .sort(([, one], [, other]) => other.total - one.total)
    .map(([name, { values }]) => ({ name, values }));
  const periods = [...days].sort();
  const isWhole = all.length <= maxSeries;
  const isAdded = figure.isAdded && !isCountedTwice(group);
  const shown = isWhole ? all : all.slice(0, isAdded ? maxSeries - 1 : maxSeries);
  const rest = all.slice(shown.length);
  const series = isAdded && rest.length > 0 ? [...shown, added(rest, periods)] : shown;
  return { periods, partial, series, leftOut: isAdded ? 0 : rest.length };
}

/** Whether records begin later than in the first tenth of a period. */
function beginsIn(day: string, period: PeriodGrouping, begin: string): boolean {
  const length = periodDays[period];
  return begin > addDays(day, Math.ceil(length / 10)) && begin < addDays(day, length);
}

/** Whether records end earlier than in the last tenth of a period. */
function endsIn(day: string, period: PeriodGrouping, end: string): boolean {
  const length = periodDays[period];
  return end >= day && end < addDays(day, length - 1 - Math.ceil(length / 10));
}

function added(all: readonly Series[], periods: readonly string[]): Series {
  const values = periods.map((period): [string, number | null] => {
    const known = all.flatMap((one) => one.values.get(period) ?? []);
    return [period, known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)];
  });
  return { name: 'All others', values: new Map(values) };
}

/** What is said below a chart and in its picture. */
export function notesOf(
  release: ReleaseInfo,
  { begin, lastDay }: { readonly begin: string | null; readonly lastDay: string },
  { partial, periods = [], series = [], leftOut = 0 }: Partial<PeriodSeries> = {},
  host = location.host,
): readonly string[] {
  const names = [...new Set(release.sources.map(publisherOf))];
  const from = begin === null ? 'up to' : `from ${month(begin)} to`;
  const isUnknown = periods.some((day) => series.every(({ values }) => (values.get(day) ?? null) === null));
  return [
    partial && partial.size > 0 ? 'Hatched: not a whole period.' : null,
    isUnknown ? 'Empty: nothing is known of these periods, which is not 0.' : null,
    leftOut > 0 ? `The ${maxSeries} largest; ${counted(leftOut, 'further group')} in the table only.` : null,
    `Data ${from} ${date(lastDay)}.`,
    `Source: ${names.length > maxNames ? counted(names.length, 'public source') : names.join('; ')}. Release ${release.release_id}, ${host}.`,
  ].filter((note) => note !== null);
}

type Source = ReleaseInfo['sources'][number];

/** As many as a line has room for. */
const maxNames = 3;
/** Days by which the records of sources may end apart and still show the same time. */
const usualLagDays = 31;

const publisherOf = ({ attribution, name }: Source) => attribution ?? name;

/** Which sources have no records of the last of the time that a chart shows. */
export function endedNotes({ sources }: Pick<ReleaseInfo, 'sources'>, lastDay: string): readonly string[] {
  const ended = sources.flatMap((source) =>
    source.newest_record && source.newest_record < addDays(lastDay, -usualLagDays)
      ? { name: publisherOf(source), day: source.newest_record }
      : [],
  );
  if (ended.length === 0) return [];
  if (ended.length <= maxNames) {
    return [`No records after: ${ended.map(({ name, day }) => `${date(day)} (${name})`).join('; ')}.`];
  }
  const [first] = ended.map(({ day }) => day).sort();
  return [
    `${counted(ended.length, 'source')} of ${sources.length} ended before, the first on ${date(first)}.`,
  ];
}
