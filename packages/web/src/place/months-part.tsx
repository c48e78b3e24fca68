/** A metric of a place month by month. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { durationsQuery, monthlyMetricsQuery } from '../api/place-queries';
import { useService } from '../api/service';
import { LineChart, monthsOf } from '../charts/line-chart';
import { Part } from '../design/record-parts';
import { Failure } from '../shell/failure';
import { addDays } from '../words/format';
import { MetricSelect } from './metric-select';
import { byMonth, type MetricId, metricOf } from './metrics';
import type { PlaceProps } from './place-page';

/** Years of months that are shown. */
const years = 5;

export const monthsPeriod = (releasedAt: string) => ({
  from: addDays(releasedAt, -365 * years),
  to: releasedAt,
});

export function MonthsPart({ place, kind, releasedAt }: PlaceProps) {
  const { lintel } = useService();
  const [id, setId] = useState<MetricId>('permits');
  const metric = metricOf(id);
  const period = monthsPeriod(releasedAt);
  const monthly = useQuery(monthlyMetricsQuery(lintel, kind, place.geoId, period));
  const months = monthsOf(period.from, period.to);
  const durations = useQuery({
    ...durationsQuery(lintel, place.geoId, { from: months[0] ?? period.from, to: period.to }),
    enabled: metric.median !== undefined,
  });
  const { data, error, refetch } = metric.median === undefined ? monthly : durations;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  const found = { rows: monthly.data ?? [], durations: durations.data?.months ?? [] };
  return (
    <Part title="Month by month" aside={<MetricSelect value={id} onChange={setId} />}>
      {data ? (
        <LineChart
          title={`${metric.name}, ${place.name}`}
          unit={`${metric.unit}; last ${years} years`}
          months={months}
          series={[{ name: metric.name, values: byMonth(metric, found, months) }]}
          show={metric.show}
          showTick={metric.showTick}
        />
      ) : (
        <div className="waiting page-block" />
      )}
    </Part>
  );
}
