/** Homes by the official count as tables, the most first: every state or county, and of a state its cities too. */
import type { OfficialArea } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { homesRate, officialCitiesQuery } from '../api/place-queries';
import { useService } from '../api/service';
import { Bar } from '../design/bar';
import { count, unknown } from '../words/format';
import type { AreaView } from './areas';

interface OfficialTableProps {
  readonly wanted: AreaView['wanted'];
  readonly areas: readonly OfficialArea[];
}

export function OfficialTable({ wanted, areas }: OfficialTableProps) {
  const rows = areas.toSorted((one, other) => other.units - one.units);
  const noun = wanted.kind === 'state' ? 'State' : 'County';
  const last = Math.max(...rows.map(({ year }) => year));
  const after = `, ${wanted.state ?? ''}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="states" tabIndex={0} aria-label={`${noun} by ${noun}, scrolls`}>
      <HomesTable
        caption={`Homes authorized by the official count, ${last}`}
        noun={noun}
        rows={rows.map(({ geo_id, name, year, units }) => ({
          id: geo_id,
          units,
          name: (
            <>
              <Link to="/" search={{ in: geo_id }}>
                {name.endsWith(after) ? name.slice(0, -after.length) : name}
              </Link>
              {year === last ? null : <small className="soft"> {year}</small>}
            </>
          ),
        }))}
      />
      {wanted.state === null ? null : <CitiesTable state={wanted.state} />}
      <p className="soft table-note">
        Homes that all authorities authorized in the year, whether or not this release has their permits, with
        estimates for what was not reported. Source: U.S. Census Bureau, Building Permits Survey.
      </p>
    </section>
  );
}

/** Cities before all of them are asked for. */
const citiesShown = 100;

/** What the circles of the map are, with links for those who do not point at them. */
function CitiesTable({ state }: { readonly state: string }) {
  const { lintel } = useService();
  const { data } = useQuery(officialCitiesQuery(lintel, state));
  const [isWhole, setWhole] = useState(false);
  const cities = (data?.features ?? []).map(({ properties }) => properties);
  const last = Math.max(...cities.map(({ year }) => year));
  if (cities.length === 0) return null;
  return (
    <>
      <HomesTable
        caption={`Homes by city, the circles of the map, ${last}`}
        noun="City"
        rate="For 1,000 people"
        rows={cities.slice(0, isWhole ? undefined : citiesShown).map((city) => ({
          id: city.geo_id,
          units: city.units,
          rate: homesRate(city),
          name: (
            <>
              <Link to="/places/$kind/$id" params={{ kind: 'city', id: city.geo_id }}>
                {city.name}
              </Link>
              {city.year === last ? null : <small className="soft"> {city.year}</small>}
            </>
          ),
        }))}
      />
      {isWhole || cities.length <= citiesShown ? null : (
        <button type="button" className="button small" onClick={() => setWhole(true)}>
          Show all {count(cities.length)} cities
        </button>
      )}
    </>
  );
}

interface HomesTableProps {
  readonly caption: string;
  readonly noun: string;
  /** The head of the column of rates; without it there is none. */
  readonly rate?: string;
  readonly rows: readonly {
    readonly id: string;
    readonly name: ReactNode;
    readonly units: number;
    readonly rate?: number | null;
  }[];
}

function HomesTable({ caption, noun, rate, rows }: HomesTableProps) {
  const most = Math.max(1, rows[0]?.units ?? 1);
  return (
    <table className="plain-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{noun}</th>
          <th scope="col" className="bar-cell">
            <span className="visually-hidden">Share of the largest</span>
          </th>
          <th scope="col" className="number" aria-sort="descending">
            Homes
          </th>
          {rate === undefined ? null : (
            <th scope="col" className="number optional">
              {rate}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, units, rate: own }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td className="bar-cell" aria-hidden="true">
              <Bar share={units / most} />
            </td>
            <td className="number">{count(units)}</td>
            {rate === undefined ? null : <td className="number optional">{own ?? unknown}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
