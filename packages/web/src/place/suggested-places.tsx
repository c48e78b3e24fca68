/** Places that one may compare: two as an example, and such as have about as many permits as the last one chosen. */
import type { PermitGroups, ReleaseInfo } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { yearQuery } from '../api/place-queries';
import { kindOf } from '../api/places';
import { useService } from '../api/service';
import { states } from '../api/states';
import { authoritiesQuery, lastDayOf, similarQuery } from '../api/summary-queries';
import { monthsUpTo } from '../charts/line-chart';
import { maxPlaces, usualYears } from './comparison';

/** Suggestions that are shown at once. */
const maxShown = 5;

interface SuggestedProps {
  readonly ids: readonly string[];
  readonly release: ReleaseInfo;
  choose(ids: readonly string[]): void;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The authorities with the most permits of the years that are usually compared; undefined until they are known. */
export function useLargest(release: ReleaseInfo | undefined): readonly Named[] | undefined {
  const { lintel } = useService();
  const [from] = release === undefined ? [] : monthsUpTo(lastDayOf(release), usualYears);
  const { data, error } = useQuery({
    ...authoritiesQuery(lintel, { permit_from: from }),
    enabled: release !== undefined,
  });
  return error ? [] : data && namedOf(data.rows, 'jurisdiction');
}

export function SuggestedPlaces({ ids, release, choose }: SuggestedProps) {
  const lastDay = lastDayOf(release);
  const largest = useLargest(release);
  const similar = useSimilar(ids.at(-1), lastDay).filter(({ id }) => !ids.includes(id));
  const known = largest ?? [];
  if (ids.length >= maxPlaces) return null;
  const further = similar.length > 0 ? similar : known.filter(({ id }) => !ids.includes(id));
  // Room for them, so that the chart below does not move when they come.
  if (further.length === 0) return largest === undefined ? <div className="suggested-places" /> : null;
  return (
    <div className="suggested-places">
      <span className="soft">{similar.length > 0 ? 'About as many permits:' : 'The most permits:'}</span>
      <ul className="place-chips" aria-label="Suggestions">
        {further.slice(0, maxShown).map(({ id, name }) => (
          <li key={id}>
            <button type="button" className="button small" onClick={() => choose([...ids, id])}>
              Add {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Places of the same kind with about as many permits in the last year, the most alike first. */
function useSimilar(id: string | undefined, lastDay: string): readonly Named[] {
  const { lintel } = useService();
  const kind = id === undefined ? null : kindOf(id);
  const isGroup = kind !== null && kind !== 'zip' && kind !== 'address';
  const year = useQuery({ ...yearQuery(lintel, { geo_id: id ?? '' }, lastDay), enabled: isGroup });
  const count = year.data?.rows[0]?.count ?? 0;
  const { data } = useQuery({
    ...similarQuery(lintel, isGroup ? kind : 'state', count, lastDay),
    enabled: isGroup && count > 0,
  });
  if (!isGroup || data === undefined) return [];
  const unlikeness = (row: PermitGroups['rows'][number]) => Math.abs(Math.log((row.count ?? 1) / count));
  return namedOf(
    [...data.rows].sort((row, next) => unlikeness(row) - unlikeness(next)),
    kind,
  );
}

function namedOf(
  rows: PermitGroups['rows'] = [],
  kind: 'state' | 'county' | 'city' | 'jurisdiction',
): readonly Named[] {
  return rows.flatMap((row) => {
    const [id, name] = [row[kind], kind === 'state' ? states[row.state ?? '']?.[0] : row[`${kind}_name`]];
    return id && name ? [{ id, name }] : [];
  });
}
