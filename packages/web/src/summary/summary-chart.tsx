/** The chart of a summary: columns or lines over periods, else bars. */
import type { Grouping } from '@lintel/contract/aggregate';
import { areaNames } from '../api/areas';
import { BarChart } from '../charts/bar-chart';
import { ColumnChart } from '../charts/column-chart';
import { LineChart } from '../charts/line-chart';
import { notesOf, seriesOf } from './series';
import {
  byWords,
  chartedOf,
  type Figure,
  figureIn,
  figureOf,
  groupName,
  groupsOf,
  isPeriod,
  periodName,
  subjectOf,
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
  const figure = figureOf(chartedOf(summary));
  const title = titleOf(summary, figure, groups, whereOf(summary, release, place));
  const look = { title, show: figure.show, showTick: figure.showTick };
  const named = { name: (row: (typeof rows)[number]) => groups.map((id) => groupName(row, id)).join(', ') };
  if (!isPeriod(first)) {
    const bars = rows
      .flatMap((row) => {
        const value = figureIn(row, figure.id);
        return value === null || row.others
          ? []
          : [{ name: row.others ? 'All others' : named.name(row), value }];
      })
      .slice(0, maxBars);
    const unit = [figure.name, figure.unit].filter(Boolean).join(', ');
    return <BarChart {...look} unit={unit} bars={bars} notes={notesOf(release, extent, {}, host)} />;
  }
  const found = seriesOf(rows, first, second, figure);
  const by = summary.date === undefined ? 'start' : dates[summary.date];
  const unit = [figure.name, figure.unit, `by ${by} date`].filter(Boolean).join(', ');
  const chart = {
    ...look,
    unit,
    series: found.series,
    partial: found.partial,
    notes: notesOf(release, extent, found, host),
    nameOf: (day: string) => periodName(first, day),
  };
  return figure.isAdded && second !== 'tag' ? (
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

/** `Sum of job value of permits tagged roofing, by year, Nashville, TN` */
function titleOf(
  summary: SummaryProps['summary'],
  { id, name }: Figure,
  groups: readonly Grouping[],
  where = 'all places',
): string {
  const subject = subjectOf(summary);
  const what = id === 'count' ? subject : `${name} of ${subject}`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}, ${byWords(groups)}, ${where}`;
}
