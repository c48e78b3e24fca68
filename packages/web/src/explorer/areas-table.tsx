/** The figures of every state or county of the map as a table, those with most of the chosen metric first. */

import type { AreaMetrics } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { areasQuery, officialAreasQuery } from '../api/place-queries';
import { useService } from '../api/service';
import { Bar } from '../design/bar';
import { type KnownMetric, type MetricId, metrics } from '../place/metrics';
import { Failure, Notice } from '../shell/failure';
import { sentence } from '../words/format';
import type { AreaView } from './areas';
import type { Filters } from './filters';
import { OfficialTable } from './official-table';

interface AreasTableProps {
  readonly view: AreaView;
  change(changed: Partial<Filters>): void;
}

export default function AreasTable({ view, change }: AreasTableProps) {
  const { lintel } = useService();
  const { wanted, metric } = view;
  const { data, error, refetch } = useQuery(areasQuery(lintel, wanted));
  const { data: official = [] } = useQuery(officialAreasQuery(lintel, wanted));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <div className="waiting fill" role="status" aria-label="Loading" />;
  if (data.length === 0 && official.length > 0) return <OfficialTable wanted={wanted} areas={official} />;
  if (data.length === 0) {
    return (
      <Notice title="No such permits in the last 12 months">
        <p>Choose another kind of work or property, or search for a place to see older permits.</p>
      </Notice>
    );
  }
  const value = (area: (typeof data)[number]) => metric.read(area) ?? Number.NEGATIVE_INFINITY;
  const rows = data.toSorted((one, other) => value(other) - value(one));
  const most = rows[0] === undefined ? 1 : Math.max(1, value(rows[0]));
  const noun = wanted.kind === 'state' ? 'State' : 'County';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="states" tabIndex={0} aria-label={`${noun} by ${noun}, scrolls`}>
      <table className="plain-table">
        <caption>
          {metric.yearly}
          {wanted.tag === 'all' ? '' : `, ${sentence(wanted.tag).toLowerCase()}`}
          {wanted.propertyType === 'all' ? '' : `, ${wanted.propertyType}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            <th scope="col" className="bar-cell">
              <span className="visually-hidden">Share of the largest</span>
            </th>
            {metrics.map((each) => (
              <MetricHead key={each.id} metric={each} chosen={metric.id} change={change} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((area) => (
            <tr key={area.geo_id}>
              <th scope="row">
                <Link to="/" search={{ in: area.geo_id }}>
                  {wanted.state === null ? area.name : area.name.replace(/, [A-Z]{2}$/, '')}
                </Link>
              </th>
              <td className="bar-cell" aria-hidden="true">
                <Bar share={value(area) / most} />
              </td>
              {metrics.map((each) => (
                <td key={each.id} className={classOf(each.id, metric.id)}>
                  {shownValue(each, area)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft table-note">
        Durations are averages, job values sums of what the authorities state. A place that is not listed has
        no such permits in this release.
      </p>
    </section>
  );
}

/** The head of a column, a button that orders the areas by it. */
function MetricHead({
  metric: { id, name },
  chosen,
  change,
}: Pick<AreasTableProps, 'change'> & { readonly metric: KnownMetric; readonly chosen: MetricId }) {
  return (
    <th scope="col" className={classOf(id, chosen)} aria-sort={id === chosen ? 'descending' : 'none'}>
      <button
        type="button"
        className="sort"
        onClick={() => change({ metric: id === 'permits' ? undefined : id })}
      >
        {name}
        <span aria-hidden="true">{id === chosen ? ' ↓' : ''}</span>
      </button>
    </th>
  );
}

/** Narrow screens have the number of permits and the metric that was chosen. */
function classOf(metric: MetricId, chosen: MetricId): string {
  return metric === chosen || metric === 'permits' ? 'number' : 'number optional';
}

function shownValue({ read, show }: KnownMetric, area: AreaMetrics): string {
  const value = read(area);
  return value === null ? '–' : show(value);
}
