/** The figures of every state or county of the map as a table, those with most of the chosen metric first. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AreaGroup, officialAreasQuery } from '../api/place-queries';
import { useService } from '../api/service';
import { Bar } from '../design/bar';
import { type KnownMetric, type MetricId, metricOf, metrics, nameOf, valueIn } from '../place/metrics';
import { Failure, Notice } from '../shell/failure';
import { date, unknown } from '../words/format';
import type { AreaView } from './areas';
import { activeFilters, cleared, type Filters, type Period } from './filters';
import { OfficialTable } from './official-table';

interface AreasTableProps {
  readonly view: AreaView;
  readonly filters: Filters;
  readonly period: Period;
  /** Undefined before they are known. */
  readonly areas: readonly AreaGroup[] | undefined;
  readonly error: unknown;
  retry(): void;
  change(changed: Partial<Filters>): void;
}

export default function AreasTable(props: AreasTableProps) {
  const { view, areas, error, retry } = props;
  const { lintel } = useService();
  const { data: official = [], isPending } = useQuery(officialAreasQuery(lintel, view.wanted));
  if (view.metric === null && official.length > 0)
    return <OfficialTable wanted={view.wanted} areas={official} />;
  if (error) return <Failure error={error} retry={retry} />;
  if (!areas || (view.metric === null && isPending)) {
    return <div className="waiting fill" role="status" aria-label="Loading" />;
  }
  if (areas.length === 0) return <NothingHere {...props} hasOfficial={official.length > 0} />;
  return <Measured {...props} areas={areas} metric={view.metric ?? metricOf('permits')} />;
}

function NothingHere({
  filters,
  period: { from, to },
  hasOfficial,
  change,
}: AreasTableProps & { readonly hasOfficial: boolean }) {
  return (
    <Notice
      title="No such permits"
      actions={
        <>
          {activeFilters(filters) > 0 ? (
            <button type="button" className="button" onClick={() => change(cleared)}>
              Clear the filters
            </button>
          ) : null}
          {hasOfficial ? (
            <button type="button" className="button" onClick={() => change({ metric: 'homes' })}>
              Homes by the official count
            </button>
          ) : null}
        </>
      }
    >
      <p>
        None from {date(from)} to {date(to)}. Choose another period or other filters.
      </p>
    </Notice>
  );
}

interface MeasuredProps extends AreasTableProps {
  readonly areas: readonly AreaGroup[];
  readonly metric: KnownMetric;
}

function Measured({ view: { wanted }, filters, period, areas, metric, change }: MeasuredProps) {
  const value = ({ group }: AreaGroup) => valueIn(metric, group) ?? Number.NEGATIVE_INFINITY;
  const rows = areas.toSorted((one, other) => value(other) - value(one));
  const most = rows[0] === undefined ? 1 : Math.max(1, value(rows[0]));
  const noun = wanted.kind === 'state' ? 'State' : 'County';
  const shown = metrics.filter(
    (each) => each.id === metric.id || areas.some(({ group }) => valueIn(each, group) !== null),
  );
  const { list: _, metric: __, map: ___, ...others } = filters;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="states" tabIndex={0} aria-label={`${noun} by ${noun}, scrolls`}>
      <table className="plain-table">
        <caption>
          {nameOf(metric)}, {date(period.from)} to {date(period.to)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            <th scope="col" className="bar-cell">
              <span className="visually-hidden">Share of the largest</span>
            </th>
            {shown.map((each) => (
              <MetricHead key={each.id} metric={each} chosen={metric.id} change={change} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((area) => (
            <tr key={area.geoId}>
              <th scope="row">
                <Link to="/" search={{ ...others, in: area.geoId }}>
                  {wanted.state === null ? area.name : area.name.replace(/, [A-Z]{2}$/, '')}
                </Link>
              </th>
              <td className="bar-cell" aria-hidden="true">
                <Bar share={value(area) / most} />
              </td>
              {shown.map((each) => (
                <td key={each.id} className={classOf(each.id, metric.id)}>
                  {shownValue(each, area)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft table-note">
        Job values are sums of what the authorities state. A place that is not listed has no such permits in
        this release.
      </p>
    </section>
  );
}

/** The head of a column, a button that orders the areas by it. */
function MetricHead({
  metric,
  chosen,
  change,
}: Pick<AreasTableProps, 'change'> & { readonly metric: KnownMetric; readonly chosen: MetricId }) {
  const { id } = metric;
  return (
    <th scope="col" className={classOf(id, chosen)} aria-sort={id === chosen ? 'descending' : 'none'}>
      <button
        type="button"
        className="sort"
        onClick={() => change({ metric: id === 'permits' ? undefined : id })}
      >
        {nameOf(metric)}
        <span aria-hidden="true">{id === chosen ? ' ↓' : ''}</span>
      </button>
    </th>
  );
}

/** Narrow screens have the number of permits and the metric that was chosen. */
function classOf(metric: MetricId, chosen: MetricId): string {
  return metric === chosen || metric === 'permits' ? 'number' : 'number optional';
}

function shownValue(metric: KnownMetric, { group }: AreaGroup): string {
  const value = valueIn(metric, group);
  return value === null ? unknown : metric.show(value);
}
