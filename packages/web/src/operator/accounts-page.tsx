/** All accounts: found by name, id or plan. */
import type { ListedAccount } from '@lintel/contract/account';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { Asked } from '../account/asked';
import { DataTable, TwoLines } from '../design/data-table';
import { Part } from '../design/record-parts';
import { count, date } from '../words/format';
import { accountsQuery } from './api';
import { OperatorPage } from './operator-page';

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
      <Asked of={accounts}>
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
      </Asked>
    </OperatorPage>
  );
}

function AccountTable({ rows }: { readonly rows: readonly ListedAccount[] }) {
  return (
    <DataTable
      label="Accounts"
      isCards
      rows={rows}
      columns={[
        {
          head: 'Account',
          is: 'name',
          cell: ({ id, name }) => (
            <TwoLines
              first={
                <Link to="/operator/accounts/$id" params={{ id }}>
                  {name}
                </Link>
              }
              second={id}
            />
          ),
        },
        { head: 'Plan', cell: ({ plan }) => plan },
        {
          head: 'Credits used',
          is: 'number',
          cell: ({ credits_used, credit_limit }) => (
            <>
              {count(credits_used)}
              {credit_limit === null ? null : <span className="soft nowrap"> of {count(credit_limit)}</span>}
            </>
          ),
        },
        { head: 'Keys', is: 'number', optional: true, cell: ({ keys }) => count(keys) },
        { head: 'Since', is: 'line', optional: true, cell: ({ created_at }) => date(created_at) },
        {
          head: 'State',
          cell: ({ suspended }) => (suspended ? <span className="problem">Suspended</span> : 'Active'),
        },
      ]}
    />
  );
}
