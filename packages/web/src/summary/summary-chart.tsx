/** The chart of a summary: columns or lines over periods, else bars. */
import type { AggregateRow } from '@lintel/client';
import { measuredFields } from '@lintel/contract/aggregate';
import { areaNames } from '../api/areas';
import { BarChart } from '../charts/bar-chart';
import { ColumnChart } from '../charts/column-chart';
import { LineChart } from '../charts/line-chart';
import { count, counted } from '../words/format';
import { endedNotes, notesOf, seriesOf } from './series';
import {
  byWords,
  chartedFigure,
  chartedTitle,
  type Figure,
  figureIn,
  groupName,
  groupsOf,
  isCountedTwice,
  isPeriod,
  periodName,
} from './summary';
import type { Extent, Groups, SummaryProps } from './summary-page';

/** Bars that are compared at a glance. */
const maxBars = 20;

const dates = { file: 'filing', issue: 'issue', final: 'completion' } as const;

interface SummaryChartProps extends SummaryProps {
  readonly answer: Groups;
  readonly extent: Extent;
  /** Who is named as the publisher; default: the host of the page. */
  readonly host?: string;
}

export function SummaryChart({ summary, release, place, answer: { rows }, extent, host }: SummaryChartProps) {
  const groups = groupsOf(summary);
  const [first = 'year', second] = groups;
  const figure = chartedFigure(summary);
  const where = whereOf(summary, release, place) ?? 'all places';
  const title = `${chartedTitle(summary)}, ${byWords(groups)}, ${where}`;
  const look = { title, show: figure.show, showTick: figure.showTick };
  const named = { name: (row: (typeof rows)[number]) => groups.map((id) => groupName(row, id)).join(', ') };
  const unstated = groups.some(isCountedTwice) ? [] : leftOutOf(rows, figure);
  const ended = endedNotes(release, extent.lastDay);
  if (!isPeriod(first)) {
    const bars = rows
      .flatMap((row) => {
        const value = figureIn(row, figure);
        return value === null || row.others
          ? []
          : [{ name: row.others ? 'All others' : named.name(row), value }];
      })
      .slice(0, maxBars);
    const unit = [figure.name, figure.unit].filter(Boolean).join(', ');
    return (
      <BarChart
        {...look}
        unit={unit}
        bars={bars}
        notes={[...unstated, ...ended, ...notesOf(release, extent, {}, host)]}
      />
    );
  }
  const found = seriesOf(rows, first, second, figure);
  const by = summary.date === undefined ? 'start' : dates[summary.date];
  const unit = [figure.name, figure.unit, `by ${by} date`].filter(Boolean).join(', ');
  const chart = {
    ...look,
    unit,
    series: found.series,
    partial: found.partial,
    notes: [...unstated, ...ended, ...notesOf(release, extent, found, host)],
    nameOf: (day: string) => periodName(first, day),
  };
  return figure.isAdded && !isCountedTwice(second) ? (
    <ColumnChart {...chart} periods={found.periods} />
  ) : (
    <LineChart {...chart} months={found.periods} />
  );
}

/** `Mission, San Francisco, CA`; undefined for everywhere. */
export const whereOf = (
  { area = [] }: SummaryProps['summary'],
  { areas = [] }: SummaryProps['release'],
  place: SummaryProps['place'],
): string | undefined =>
  [...areaNames(areas, area), ...(place === null ? [] : [place.name])].join(', ') || undefined;

/** How many permits a sum leaves out, because they do not state what it adds up. */
function leftOutOf(rows: readonly AggregateRow[], { field, isAdded }: Figure): readonly string[] {
  if (!isAdded || field === null || field === 'contractors') return [];
  const sum = (key: 'count' | `${typeof field}_without`) =>
    rows.reduce((total, row) => total + (row[key] ?? 0), 0);
  const without = sum(`${field}_without`);
  const all = counted(sum('count'), 'permit');
  return without === 0
    ? []
    : [`${count(without)} of ${all} do not state ${measuredFields[field].title}: the sums are without them.`];
}
