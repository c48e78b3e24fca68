/** The metrics of places that charts show: where each is in an answer, its unit, and how its values are written. */
import type { AreaMetrics } from '@lintel/client';
import type { MeasureId } from '@lintel/contract/aggregate';
import { count, days, percent, shortCount, shortMoney, tickMoney } from '../words/format';

export interface Metric {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  /** The same of a whole year. */
  readonly yearly: string;
  /** Of many places at once, where times are averages. */
  read(metrics: AreaMetrics): number | null;
  /** Of one place, where times are medians. */
  readonly measure: MeasureId;
  show(value: number): string;
  showTick(value: number): string;
}

const whole = { show: (value: number) => count(value), showTick: (value: number) => shortCount(value) };
const inDays = { show: (value: number) => days(value), showTick: (value: number) => count(value) };

export const metrics = [
  {
    id: 'permits',
    measure: 'count',
    name: 'Permits',
    unit: 'Permits that start in the month',
    yearly: 'Permits of 12 months',
    read: (m) => m.permit_count,
    ...whole,
  },
  {
    id: 'contractors',
    measure: 'contractors',
    name: 'Contractors',
    unit: 'Contractors with a permit that starts in the month',
    yearly: 'Contractors with a permit of 12 months',
    read: (m) => m.contractor_count,
    ...whole,
  },
  {
    id: 'value',
    measure: 'sum_job_value',
    name: 'Job value',
    unit: 'Sum of the stated job values, US dollars',
    yearly: 'Job value of 12 months, US dollars',
    read: (m) => m.total_job_value,
    show: (value) => shortMoney(value),
    showTick: (value) => tickMoney(value),
  },
  {
    id: 'approval',
    measure: 'median_approval_duration',
    name: 'Time to approve',
    unit: 'Median days from filing to issue, by the month of start',
    yearly: 'Days from filing to issue, average',
    read: (m) => m.avg_approval_duration,
    ...inDays,
  },
  {
    id: 'construction',
    measure: 'median_construction_duration',
    name: 'Time to build',
    unit: 'Median days from issue to final, by the month of start',
    yearly: 'Days from issue to final, average',
    read: (m) => m.avg_construction_duration,
    ...inDays,
  },
  {
    id: 'inspections',
    measure: 'avg_inspection_pass_rate',
    name: 'Inspections passed',
    unit: 'Average percent of inspections passed',
    yearly: 'Percent of inspections passed, average',
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
