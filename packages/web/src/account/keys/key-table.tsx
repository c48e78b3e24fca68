/** A table of keys, with what may be done to each. */
import type { OwnKey } from '@lintel/contract/account';
import { acts, type Column, DataTable } from '../../design/data-table';
import { date } from '../../words/format';
import { nameOf } from './key';

interface KeyTableProps {
  readonly keys: readonly OwnKey[];
  readonly label: string;
  /** Undefined for keys that have ended. */
  readonly onChoose?: (what: 'rotate' | 'revoke', key: OwnKey) => void;
}

export function KeyTable({ keys, label, onChoose }: KeyTableProps) {
  const columns: Column<OwnKey>[] = [
    { head: 'Name', is: 'name', cell: nameOf },
    { head: 'Begins with', is: 'line', cell: ({ hint }) => <code>{hint}…</code> },
    { head: 'May ask for', cell: ({ scopes }) => (scopes === null ? 'everything' : scopes.join(', ')) },
    { head: 'Created', is: 'line', cell: ({ created_at }) => date(created_at) },
    { head: 'Last used', is: 'line', cell: ({ last_used_at }) => dateOrNever(last_used_at) },
    {
      head: onChoose ? 'Expires' : 'Ended',
      is: 'line',
      cell: ({ revoked_at, expires_at }) => dateOrNever(revoked_at ?? expires_at),
    },
  ];
  if (onChoose) {
    const button = (what: 'rotate' | 'revoke', word: string, key: OwnKey) => (
      <button
        type="button"
        className={what === 'revoke' ? 'button small danger' : 'button small'}
        aria-label={`${word} ${nameOf(key)}`}
        onClick={() => onChoose(what, key)}
      >
        {word}
      </button>
    );
    columns.push({
      ...acts,
      cell: (key) => (
        <>
          {button('rotate', 'Rotate', key)}
          {button('revoke', 'Revoke', key)}
        </>
      ),
    });
  }
  return <DataTable label={label} isCards rows={keys} keyOf={({ id }) => id} columns={columns} />;
}

function dateOrNever(moment: string | null): string {
  return moment === null ? 'never' : date(moment);
}
