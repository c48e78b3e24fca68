/** The metrics of places that charts show: where each is in an answer, its unit, and how its values are written. */
import type { AggregateRow } from '@lintel/client';
import type { MeasureId } from '@lintel/contract/aggregate';
import { count, days, percent, shortCount, shortMoney, tickMoney } from '../words/format';

export interface Metric {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  /** What it is in an answer; times are medians. */
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
    ...whole,
  },
  {
    id: 'contractors',
    measure: 'contractors',
    name: 'Contractors',
    unit: 'Contractors with a permit that starts in the month',
    ...whole,
  },
  {
    id: 'value',
    measure: 'sum_job_value',
    name: 'Job value',
    unit: 'Sum of the stated job values, US dollars',
    show: (value) => shortMoney(value),
    showTick: (value) => tickMoney(value),
  },
  {
    id: 'approval',
    measure: 'median_approval_duration',
    name: 'Time to approve',
    unit: 'Median days from filing to issue, by the month of start',
    ...inDays,
  },
  {
    id: 'construction',
    measure: 'median_construction_duration',
    name: 'Time to build',
    unit: 'Median days from issue to final, by the month of start',
    ...inDays,
  },
  {
    id: 'inspections',
    measure: 'avg_inspection_pass_rate',
    name: 'Inspections passed',
    unit: 'Average percent of inspections passed',
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

/** Its name where many metrics stand side by side. */
export const nameOf = ({ name, measure }: Metric) =>
  measure.startsWith('median') ? `${name}, median` : name;

/** Its value in a group; null where nothing is known, as where no permit names a contractor. */
export function valueIn({ measure }: Metric, group: AggregateRow | undefined): number | null {
  return measure === 'contractors' && group?.contractors_n === 0 ? null : (group?.[measure] ?? null);
}
