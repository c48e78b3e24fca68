/** The figures of every state or county of the map as a table, those with most of the chosen metric first. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { areasQuery } from '../api/place-queries';
import { useService } from '../api/service';
import { metrics } from '../place/metrics';
import { Failure, Notice } from '../shell/failure';
import { sentence } from '../words/format';
import type { AreaView } from './areas';
import type { Filters } from './filters';

interface AreasTableProps {
  readonly view: AreaView;
  change(changed: Partial<Filters>): void;
}

export default function AreasTable({ view, change }: AreasTableProps) {
  const { lintel } = useService();
  const { wanted, metric } = view;
  const { data, error, refetch } = useQuery(areasQuery(lintel, wanted));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <div className="waiting fill" role="status" aria-label="Loading" />;
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
            {metrics.map(({ id, name }) => (
              <th
                scope="col"
                key={id}
                className={id === metric.id || id === 'permits' ? 'number' : 'number optional'}
                aria-sort={id === metric.id ? 'descending' : 'none'}
              >
                <button
                  type="button"
                  className="sort"
                  onClick={() => change({ metric: id === 'permits' ? undefined : id })}
                >
                  {name}
                  <span aria-hidden="true">{id === metric.id ? ' ↓' : ''}</span>
                </button>
              </th>
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
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.max(0, (100 * value(area)) / most)} height="8" />
                </svg>
              </td>
              {metrics.map((each) => {
                const shown = each.read(area);
                const isShown = each.id === metric.id || each.id === 'permits';
                return (
                  <td key={each.id} className={isShown ? 'number' : 'number optional'}>
                    {shown === null ? '–' : each.show(shown)}
                  </td>
                );
              })}
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
