/** All accounts: found by name, id or plan. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { Part } from '../design/record-parts';
import { count, date } from '../words/format';
import { type AccountRow, accountsQuery } from './api';
import { Answer, OperatorPage, Table } from './operator-page';

export function AccountsPage() {
  const [text, setText] = useState('');
  const [page, setPage] = useState(0);
  const wanted = useDeferredValue(text);
  const accounts = useQuery({ ...accountsQuery(wanted, page), placeholderData: keepPreviousData });
  return (
    <OperatorPage title="Accounts">
      <label className="field account-search">
        <span className="label">Find an account</span>
        <input
          className="input"
          type="search"
          placeholder="Name, id or plan"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage(0);
          }}
        />
      </label>
      <Answer of={accounts}>
        {({ accounts: rows, total, next_page }) => (
          <Part title={total === 1 ? '1 account' : `${count(total)} accounts`}>
            {rows.length === 0 ? (
              <p className="soft">
                {wanted === '' ? 'There are none yet.' : 'None has this in its name, id or plan.'}
              </p>
            ) : (
              <AccountTable rows={rows} />
            )}
            {page > 0 || next_page !== null ? (
              <div className="actions">
                <button
                  type="button"
                  className="button"
                  disabled={page === 0}
                  onClick={() => setPage(page - 1)}
                >
                  Newer
                </button>
                <button
                  type="button"
                  className="button"
                  disabled={next_page === null}
                  onClick={() => setPage(page + 1)}
                >
                  Older
                </button>
              </div>
            ) : null}
          </Part>
        )}
      </Answer>
    </OperatorPage>
  );
}

function AccountTable({ rows }: { readonly rows: readonly AccountRow[] }) {
  return (
    <Table label="Accounts">
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Plan</th>
          <th scope="col" className="number">
            Credits used
          </th>
          <th scope="col" className="number optional">
            Keys
          </th>
          <th scope="col" className="optional">
            Since
          </th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((account) => (
          <tr key={account.id}>
            <th scope="row">
              <Link to="/operator/accounts/$id" params={{ id: account.id }}>
                {account.name}
              </Link>
              <br />
              <span className="soft">{account.id}</span>
            </th>
            <td>{account.plan}</td>
            <td className="number">
              {count(account.credits_used)}
              {account.credit_limit === null ? null : (
                <span className="soft nowrap"> of {count(account.credit_limit)}</span>
              )}
            </td>
            <td className="number optional">{count(account.keys)}</td>
            <td className="nowrap optional">{date(account.created_at)}</td>
            <td>{account.suspended ? <span className="problem">Suspended</span> : 'Active'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
