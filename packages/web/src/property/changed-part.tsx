/** What became of the permits at an address since the earliest release that is kept; nothing where nothing did. */
import type { Change, Permit } from '@lintel/client';
import { permitTitle } from '@lintel/contract/permit-title';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changesAtQuery, comparedReleasesQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { Part } from '../design/record-parts';
import { date, listed, sentence, statusNames, words } from '../words/format';

/** What the authority says of a permit; other fields may change because they are read better. */
const statedFields = new Set([
  'status',
  'file_date',
  'issue_date',
  'final_date',
  'job_value',
  'fees',
  'description',
  'contractor_id',
  'inspection_pass_rate',
]);

export function ChangedPart({ addressId }: { readonly addressId: string }) {
  const { lintel } = useService();
  const earliest = useQuery(comparedReleasesQuery(lintel)).data?.earlier.at(-1);
  const counts = earliest?.changes.find(({ kind }) => kind === 'permits');
  const { data: found = [] } = useQuery({
    ...changesAtQuery(lintel, earliest?.release_id ?? '', addressId),
    enabled: counts !== undefined && counts.new + counts.changed > 0,
  });
  const changes = found
    .map((one) => ({ ...one, changes: one.changes.filter(({ field }) => statedFields.has(field)) }))
    .filter(({ change, changes }) => change === 'new' || changes.length > 0);
  if (earliest === undefined || changes.length === 0) return null;
  return (
    <Part title="What changed">
      <p className="soft">Since the release of {date(earliest.release_id)}.</p>
      <ul className="change-list">
        {changes.map((change) => (
          <ChangedPermit key={change.id} {...change} />
        ))}
      </ul>
    </Part>
  );
}

function ChangedPermit({ id, change, changes, events, record }: Omit<Change, 'kind' | 'previous_id'>) {
  return (
    <li>
      <Link to="/permits/$id" params={{ id }}>
        {record === null ? id : permitTitle(record as Permit)}
      </Link>
      <span className="soft">{change === 'new' ? 'New' : whatChanged(changes, events)}</span>
    </li>
  );
}

/** `Finaled: status from Active to Final`, else the names of the fields. */
function whatChanged(changes: Change['changes'], events: Change['events'] = []): string {
  const status = changes.find(({ field }) => field === 'status');
  const named = (value: unknown) => (value === null ? 'none' : (statusNames[String(value)] ?? String(value)));
  const fields =
    status === undefined
      ? listed(changes.map(({ field }) => words(field.replace(/_id$/, ''))))
      : `status from ${named(status.old)} to ${named(status.new)}`;
  return sentence([events.map(words).join(', '), fields].filter(Boolean).join(': '));
}
