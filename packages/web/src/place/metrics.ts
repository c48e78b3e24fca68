/** The metrics of places that charts show: where each is in an answer, its unit, and how its values are written. */
import type { AreaMetrics, MonthDurations, MonthlyMetrics } from '@lintel/client';
import { count, days, percent, shortCount, shortMoney, tickMoney } from '../words/format';

/** What months and years of any place have. */
type Sums = Pick<MonthlyMetrics, keyof MonthlyMetrics & keyof AreaMetrics>;

export interface Metric {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  /** The same of a whole year. */
  readonly yearly: string;
  /** What a month without permits is: none, or not known. */
  readonly none: 0 | null;
  read(metrics: Sums): number | null;
  /** For a time: which durations the median is of. Months have medians, many places at once averages. */
  readonly median?: 'approval' | 'construction';
  show(value: number): string;
  showTick(value: number): string;
}

const whole = { show: (value: number) => count(value), showTick: (value: number) => shortCount(value) };
const inDays = { show: (value: number) => days(value), showTick: (value: number) => count(value) };

export const metrics = [
  {
    id: 'permits',
    name: 'Permits',
    unit: 'Permits that start in the month',
    yearly: 'Permits of 12 months',
    none: 0,
    read: (m) => m.permit_count,
    ...whole,
  },
  {
    id: 'contractors',
    name: 'Contractors',
    unit: 'Contractors with a permit that starts in the month',
    yearly: 'Contractors with a permit of 12 months',
    none: 0,
    read: (m) => m.contractor_count,
    ...whole,
  },
  {
    id: 'value',
    name: 'Job value',
    unit: 'Sum of the stated job values, US dollars',
    yearly: 'Job value of 12 months, US dollars',
    none: null,
    read: (m) => m.total_job_value,
    show: (value) => shortMoney(value),
    showTick: (value) => tickMoney(value),
  },
  {
    id: 'approval',
    name: 'Time to approve',
    unit: 'Median days from filing to issue, by the month of start',
    median: 'approval',
    yearly: 'Days from filing to issue, average',
    none: null,
    read: (m) => m.avg_approval_duration,
    ...inDays,
  },
  {
    id: 'construction',
    name: 'Time to build',
    unit: 'Median days from issue to final, by the month of start',
    median: 'construction',
    yearly: 'Days from issue to final, average',
    none: null,
    read: (m) => m.avg_construction_duration,
    ...inDays,
  },
  {
    id: 'inspections',
    name: 'Inspections passed',
    unit: 'Average percent of inspections passed',
    yearly: 'Percent of inspections passed, average',
    none: null,
    read: (m) => m.avg_inspection_pass_rate,
    show: (value) => percent(value),
    showTick: (value) => percent(value),
  },
] as const satisfies readonly Metric[];

export type MetricId = (typeof metrics)[number]['id'];
/** One of the metrics, with its own id. */
export type KnownMetric = Metric & { readonly id: MetricId };

export function metricOf(id: MetricId): KnownMetric {
  return metrics.find((metric) => metric.id === id) ?? metrics[0];
}

/** The values of a metric for each month; `durations` are needed for a time alone. */
export function byMonth(
  metric: Metric,
  {
    rows,
    durations,
  }: { readonly rows: readonly MonthlyMetrics[]; readonly durations: readonly MonthDurations[] },
  months: readonly string[],
): ReadonlyMap<string, number | null> {
  const { median } = metric;
  const found =
    median === undefined
      ? new Map(rows.map((row) => [row.date, metric.read(row)]))
      : new Map(durations.map((month) => [month.date, month[median]?.median ?? null]));
  return new Map(months.map((month) => [month, found.get(month) ?? metric.none]));
}
