/** A list of permits, each with its date, what it is for and its state; a long one comes page by page. */
import { Link } from '@tanstack/react-router';
import type { ListedPermit } from '../api/list-fields';
import { Status } from '../design/record-parts';
import { cityLine, count, date, money, streetLine } from '../words/format';
import { permitTitle } from '../words/permit-title';

export function PermitList({
  permits,
  withAddress = false,
}: {
  readonly permits: readonly ListedPermit[];
  readonly withAddress?: boolean;
}) {
  return (
    <ul className="record-list">
      {permits.map((permit) => (
        <li key={permit.id}>
          <span className="soft tabular">{date(permit.start_date)}</span>
          <span className="what">
            <Link to="/permits/$id" params={{ id: permit.id }}>
              {permitTitle(permit)}
            </Link>
            <small className="soft">
              {[
                withAddress
                  ? [streetLine(permit.address), cityLine(permit.address)].filter(Boolean).join(', ')
                  : null,
                permit.job_value === null ? null : money(permit.job_value),
              ]
                .filter(Boolean)
                .join(' · ') || permit.type}
            </small>
          </span>
          <Status status={permit.status} />
        </li>
      ))}
    </ul>
  );
}

/** Asks for the next page of a list, and says how much of it is there; nothing once all of it is. */
export function MorePermits({
  found,
  shown,
  all,
  note = '',
}: {
  readonly found: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
  };
  readonly shown: number;
  readonly all: number;
  readonly note?: string;
}) {
  if (shown >= all) return null;
  return (
    <p className="summary-actions">
      {found.hasNextPage ? (
        <button
          type="button"
          className="button small"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {found.isFetchingNextPage ? 'Loading…' : 'More permits'}
        </button>
      ) : null}
      <span className="soft" role="status">
        {count(shown)} of {count(all)}
        {note}
      </span>
    </p>
  );
}
