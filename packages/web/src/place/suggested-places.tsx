/** Places that one may compare: two to begin with, then such as have about as many permits as the last one chosen. */
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

export function SuggestedPlaces({ ids, release, choose }: SuggestedProps) {
  const { lintel } = useService();
  const lastDay = lastDayOf(release);
  const [from] = monthsUpTo(lastDay, usualYears);
  const largest = useQuery(authoritiesQuery(lintel, { permit_from: from }));
  const similar = useSimilar(ids.at(-1), lastDay).filter(({ id }) => !ids.includes(id));
  const known = namedOf(largest.data?.rows, 'jurisdiction');
  const [one, other] = known;
  if (ids.length >= maxPlaces) return null;
  if (ids.length === 0)
    return one && other ? (
      <div>
        <button type="button" className="button small" onClick={() => choose([one.id, other.id])}>
          For example {one.name} and {other.name}
        </button>
      </div>
    ) : null;
  const further = similar.length > 0 ? similar : known.filter(({ id }) => !ids.includes(id));
  // Room for them, so that the chart below does not move when they come.
  if (further.length === 0) return largest.isPending ? <div className="suggested-places" /> : null;
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
