/** Every state with permits in the last year of the release, the most permits first. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { states, statesQuery } from '../api/queries';
import { useService } from '../api/service';
import { Failure, Notice } from '../shell/failure';
import { count, days, shortMoney } from '../words/format';

export default function StatesTable() {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(statesQuery(lintel));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <div className="waiting fill" role="status" aria-label="Loading" />;
  if (data.length === 0) {
    return (
      <Notice title="This release has no permits of the last year">
        <p>Search for a place to see older ones.</p>
      </Notice>
    );
  }
  const most = data[0]?.permit_count ?? 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="states" tabIndex={0} aria-label="States, scrolls">
      <table className="plain-table">
        <caption>States by permits in the last 12 months of the release</caption>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col" className="number">
              Permits
            </th>
            <th scope="col" className="bar-cell">
              <span className="visually-hidden">Share of the largest</span>
            </th>
            <th scope="col" className="number optional">
              Contractors
            </th>
            <th scope="col" className="number">
              Job value
            </th>
            <th scope="col" className="number optional">
              To approve
            </th>
            <th scope="col" className="number optional">
              To build
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((state) => (
            <tr key={state.geo_id}>
              <th scope="row">
                <Link to="/" search={{ in: state.geo_id }}>
                  {states[state.geo_id]?.[0] ?? state.geo_id}
                </Link>
              </th>
              <td className="number">{count(state.permit_count)}</td>
              <td className="bar-cell" aria-hidden="true">
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * state.permit_count) / most} height="8" />
                </svg>
              </td>
              <td className="number optional">{count(state.contractor_count)}</td>
              <td className="number">{shortMoney(state.total_job_value)}</td>
              <td className="number optional">{days(state.avg_approval_duration)}</td>
              <td className="number optional">{days(state.avg_construction_duration)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft table-note">
        Durations are averages, job values sums of what the authorities state.
      </p>
    </section>
  );
}
