/** Homes by the official count in every state or county as a table, the most first. */
import type { OfficialArea } from '@lintel/client';
import { Link } from '@tanstack/react-router';
import { Bar } from '../design/bar';
import { count } from '../words/format';
import type { AreaView } from './areas';

interface OfficialTableProps {
  readonly wanted: AreaView['wanted'];
  readonly areas: readonly OfficialArea[];
}

export function OfficialTable({ wanted, areas }: OfficialTableProps) {
  const rows = areas.toSorted((one, other) => other.units - one.units);
  const most = Math.max(1, rows[0]?.units ?? 1);
  const noun = wanted.kind === 'state' ? 'State' : 'County';
  const last = Math.max(...rows.map(({ year }) => year));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="states" tabIndex={0} aria-label={`${noun} by ${noun}, scrolls`}>
      <table className="plain-table">
        <caption>Homes authorised by the official count, {last}</caption>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            <th scope="col" className="bar-cell">
              <span className="visually-hidden">Share of the largest</span>
            </th>
            <th scope="col" className="number" aria-sort="descending">
              Homes
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ geo_id, name, year, units }) => (
            <tr key={geo_id}>
              <th scope="row">
                <Link to="/" search={{ in: geo_id }}>
                  {wanted.state === null ? name : name.replace(/, [A-Z]{2}$/, '')}
                </Link>
                {year === last ? null : <small className="soft"> {year}</small>}
              </th>
              <td className="bar-cell" aria-hidden="true">
                <Bar share={units / most} />
              </td>
              <td className="number">{count(units)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft table-note">
        Homes that all authorities authorised in the year, whether or not this release has their permits, with
        estimates for what was not reported. Source: U.S. Census Bureau, Building Permits Survey.
      </p>
    </section>
  );
}
