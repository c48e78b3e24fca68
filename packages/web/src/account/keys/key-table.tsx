/** A table of keys, with what may be done to each. */
import type { OwnKey } from '@lintel/contract/account';
import { date } from '../../words/format';
import { nameOf } from './key';

export function KeyTable({
  keys,
  label,
  onChoose,
}: {
  readonly keys: readonly OwnKey[];
  readonly label: string;
  readonly onChoose?: (what: 'rotate' | 'revoke', key: OwnKey) => void;
}) {
  return (
    <table className="plain-table cards" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Begins with</th>
          <th scope="col">May ask for</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">{onChoose ? 'Expires' : 'Ended'}</th>
          {onChoose ? (
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{nameOf(key)}</th>
            <td data-label="Begins with">
              <code>{key.hint}…</code>
            </td>
            <td data-label="May ask for">{key.scopes === null ? 'everything' : key.scopes.join(', ')}</td>
            <td data-label="Created">{date(key.created_at)}</td>
            <td data-label="Last used">{key.last_used_at === null ? 'never' : date(key.last_used_at)}</td>
            <td data-label={onChoose ? 'Expires' : 'Ended'}>
              {(key.revoked_at ?? key.expires_at) === null ? 'never' : date(key.revoked_at ?? key.expires_at)}
            </td>
            {onChoose ? (
              <td className="row-actions">
                <button
                  type="button"
                  className="button small"
                  aria-label={`Rotate ${nameOf(key)}`}
                  onClick={() => onChoose('rotate', key)}
                >
                  Rotate
                </button>
                <button
                  type="button"
                  className="button small danger"
                  aria-label={`Revoke ${nameOf(key)}`}
                  onClick={() => onChoose('revoke', key)}
                >
                  Revoke
                </button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
