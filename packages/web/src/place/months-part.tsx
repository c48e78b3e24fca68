/** A metric of a place by year, quarter or month, of permits with any tag, over years or one's own range. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { filtersOf } from '../api/places';
import { useService } from '../api/service';
import { groupsQuery } from '../api/summary-queries';
import { Part } from '../design/record-parts';
import { DateField } from '../explorer/filter-fields';
import { Failure } from '../shell/failure';
import { rowsShown } from '../summary/series';
import { ShareButton } from '../summary/share-button';
import { groupsOf, parametersOf, type Summary } from '../summary/summary';
import { SummaryChart } from '../summary/summary-chart';
import { counted } from '../words/format';
import { MetricSelect } from './metric-select';
import { type MetricId, metricOf } from './metrics';
import type { PlaceProps } from './place-page';
import { TagSelect } from './tag-select';

const periods = { year: 'Year', quarter: 'Quarter', month: 'Month' } as const;
type Period = keyof typeof periods;
const periodIds = Object.keys(periods) as Period[];

/** Years that are shown at first. */
const years = 5;

export function MonthsPart({ place, release, begin, lastDay }: PlaceProps) {
  const { lintel } = useService();
  const [metricId, setMetricId] = useState<MetricId>('permits');
  const [period, setPeriod] = useState<Period>('month');
  const [tag, setTag] = useState('all');
  const [range, setRange] = useState({ from: firstDay(begin, lastDay), to: lastDay });
  const { measure } = metricOf(metricId);
  const summary: Summary = {
    ...filtersOf(place),
    ...range,
    renewals: 'no',
    tags: tag === 'all' ? undefined : [tag],
    group: [period],
    measure: measure === 'count' ? undefined : [measure],
  };
  const { data, error, refetch } = useQuery(groupsQuery(lintel, parametersOf(summary, lastDay)));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Part
      title="Over time"
      aside={
        <Link to="/summary" search={summary}>
          Summarize
        </Link>
      }
    >
      <div className="controls">
        <MetricSelect value={metricId} onChange={setMetricId} />
        <label className="field">
          <span className="label">By</span>
          <select
            className="input"
            value={period}
            onChange={({ target }) => setPeriod(periodIds.find((id) => id === target.value) ?? 'month')}
          >
            {periodIds.map((id) => (
              <option key={id} value={id}>
                {periods[id]}
              </option>
            ))}
          </select>
        </label>
        <TagSelect label="With the tag" value={tag} onChange={setTag} />
        <DateField label="First day" value={range.from} onChange={(from) => setRange({ ...range, from })} />
        <DateField label="Last day" value={range.to} onChange={(to) => setRange({ ...range, to })} />
      </div>
      {data === undefined ? (
        <div className="waiting page-block" />
      ) : data.permit_count === 0 ? (
        <p>No permits in this period.</p>
      ) : (
        <>
          <SummaryChart
            summary={summary}
            release={release}
            place={place.kind === 'area' ? null : place}
            lastDay={lastDay}
            answer={{ ...data, rows: rowsShown(data.rows, groupsOf(summary), begin, release) }}
            extent={{ begin, lastDay }}
          />
          <p className="summary-actions">
            <ShareButton summary={summary} />
            <span className="soft">{counted(data.permit_count, 'permit')} in all.</span>
          </p>
        </>
      )}
    </Part>
  );
}

/** The first day that is shown: of whole years, but of none before there are permits. */
function firstDay(begin: string | null, lastDay: string): string {
  const from = `${Number(lastDay.slice(0, 4)) - years}-01-01`;
  return begin !== null && begin > from ? `${begin.slice(0, 7)}-01` : from;
}
