/** A list of permits, each with its date, what it is for and its state; a long one comes page by page. */
import '../design/summary.css';
import { permitTitle } from '@lintel/contract/permit-title';
import { Link } from '@tanstack/react-router';
import type { ListedPermit } from '../api/list-fields';
import { Status } from '../design/record-parts';
import { cityLine, count, date, money, streetLine, title } from '../words/format';

export function PermitList({
  permits,
  byAddress = false,
  builders,
}: {
  readonly permits: readonly ListedPermit[];
  /** Whether those of an address, which then follow each other, stand below its name. */
  readonly byAddress?: boolean;
  /** Names of contractors by their ids, where a permit says by whom it is. */
  readonly builders?: ReadonlyMap<string, string> | undefined;
}) {
  return (
    <ul className="record-list">
      {permits.map((permit, at) => (
        <li key={permit.id}>
          {byAddress && isOther(permit, permits[at - 1]) ? <AddressOf permit={permit} /> : null}
          <span className="soft tabular">{date(permit.start_date)}</span>
          <span className="what">
            <Link to="/permits/$id" params={{ id: permit.id }}>
              {permitTitle(permit)}
            </Link>
            <small className="soft">
              {[
                permit.address.unit && title(permit.address.unit),
                permit.job_value === null ? null : money(permit.job_value),
              ]
                .filter(Boolean)
                .join(' · ') || permit.type}
            </small>
            <Builder id={permit.contractor_id} names={builders} />
          </span>
          <Status status={permit.status} />
        </li>
      ))}
    </ul>
  );
}

function isOther(permit: ListedPermit, before: ListedPermit | undefined): boolean {
  const { address_id: id } = permit.geo_ids;
  return before === undefined || id === null || before.geo_ids.address_id !== id;
}

function AddressOf({ permit: { address, geo_ids: ids } }: { readonly permit: ListedPermit }) {
  const line = [streetLine(address), cityLine(address)].filter(Boolean).join(', ');
  return (
    <span className="address">
      {ids.address_id === null || line === '' ? (
        line || 'No address stated'
      ) : (
        <Link to="/properties/$id" params={{ id: ids.address_id }}>
          {line}
        </Link>
      )}
    </span>
  );
}

function Builder({
  id,
  names,
}: {
  readonly id: string | null | undefined;
  readonly names: ReadonlyMap<string, string> | undefined;
}) {
  const name = id == null ? undefined : names?.get(id);
  if (id == null || name === undefined) return null;
  return (
    <small>
      <Link to="/contractors/$id" params={{ id }}>
        {name}
      </Link>
    </small>
  );
}

/** Asks for the next page of a list, and says how much of it is there; nothing once all of it is. */
export function MorePermits({
  found,
  shown,
  all,
}: {
  readonly found: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
  };
  readonly shown: number;
  readonly all: number;
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
      </span>
    </p>
  );
}
