/** One account: plan, credits, keys; another plan, suspending it, ending a key. */
import type { AccountDetails, AccountKey } from '@lintel/contract/account';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Asked } from '../account/asked';
import { Problem } from '../account/form';
import { queries } from '../api/account';
import { acts, DataTable, TwoLines } from '../design/data-table';
import { Facts, Part } from '../design/record-parts';
import { count, date } from '../words/format';
import { accountQuery, revokeKey, setPlan, setSuspended } from './api';
import { ConfirmButton, OperatorPage } from './operator-page';
import { usePathId } from './path-id';
import { ago } from './words';

export function AccountDetailsPage() {
  const id = usePathId();
  const account = useQuery(accountQuery(id));
  return (
    <OperatorPage title={account.data?.name ?? id}>
      <Asked of={account}>{(details) => <AccountParts account={details} />}</Asked>
    </OperatorPage>
  );
}

/** Does something to an account and shows everything anew. */
function useAct(act: () => Promise<unknown>) {
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}

function AccountParts({ account }: { readonly account: AccountDetails }) {
  const { id, credits_used, credit_limit } = account;
  const changing = useAct(() => setSuspended(id, !account.suspended));
  return (
    <>
      <Facts
        facts={[
          ['Id', id],
          ['State', account.suspended ? <span className="problem">Suspended</span> : 'Active'],
          ['Plan', account.plan],
          ['Since', date(account.created_at)],
          ['Credits used', count(credits_used)],
          [
            'Credits left',
            credit_limit === null ? 'No limit' : count(Math.max(0, credit_limit - credits_used)),
          ],
          ['Next credit returns', account.available_at === null ? '–' : date(account.available_at)],
        ]}
      />
      <PlanForm key={account.plan} account={account} />
      <Part title={account.suspended ? 'Suspended' : 'Suspend'}>
        <p className="soft">
          {account.suspended
            ? 'All requests of this account are refused with 403. Its keys and credits are kept.'
            : 'All its requests are refused with 403 until it is resumed. Nothing is lost.'}
        </p>
        <div className="actions">
          {account.suspended ? (
            <button type="button" className="button" onClick={() => changing.mutate()}>
              Resume the account
            </button>
          ) : (
            <ConfirmButton
              label="Suspend the account"
              question="Refuse all its requests?"
              onConfirm={() => changing.mutate()}
            />
          )}
        </div>
        <Problem of={changing} />
      </Part>
      <Part title="Keys">
        {account.keys.length === 0 ? <p className="soft">It has none.</p> : <Keys keys={account.keys} />}
      </Part>
      <Part title="Credits by day">
        {account.daily.length === 0 ? (
          <p className="soft">None were used in the window.</p>
        ) : (
          <DataTable
            label="Credits by day"
            rows={[...account.daily].reverse()}
            columns={[
              { head: 'Day (UTC)', is: 'line', cell: (day) => date(day.date) },
              { head: 'Credits', is: 'number', cell: (day) => count(day.credits) },
            ]}
          />
        )}
      </Part>
    </>
  );
}

function PlanForm({ account }: { readonly account: AccountDetails }) {
  const [plan, choose] = useState(account.plan);
  const changing = useAct(() => setPlan(account.id, plan));
  return (
    <Part title="Plan">
      <p className="soft">
        The plan says how many credits there are. Another one counts from the next request on.
      </p>
      <form
        className="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          changing.mutate();
        }}
      >
        <label className="field">
          <span className="label">Plan</span>
          <select className="input" value={plan} onChange={(event) => choose(event.target.value)}>
            {account.plans.map(({ name, credits }) => (
              <option key={name} value={name}>
                {name} ({credits === null ? 'no limit' : `${count(credits)} credits`})
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button" disabled={plan === account.plan || changing.isPending}>
          Change the plan
        </button>
      </form>
      <Problem of={changing} />
    </Part>
  );
}

function Keys({ keys }: { readonly keys: readonly AccountKey[] }) {
  return (
    <DataTable
      label="Keys"
      isCards
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Key',
          is: 'name',
          cell: ({ id, name }) => <TwoLines first={name ?? 'Without a name'} second={id} />,
        },
        { head: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'Never' : ago(at)) },
        { head: 'Scopes', optional: true, cell: ({ scopes }) => scopes?.join(', ') ?? 'Everything' },
        { head: 'Made', is: 'line', optional: true, cell: ({ created_at }) => date(created_at) },
        { head: 'State', is: 'line', cell: stateOf },
        { ...acts, cell: (key) => (hasEnded(key) ? null : <Revoke id={key.id} />) },
      ]}
    />
  );
}

const hasEnded = ({ revoked_at, expires_at }: AccountKey) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

function stateOf(key: AccountKey): string {
  if (key.revoked_at !== null) return `Revoked ${date(key.revoked_at)}`;
  if (key.expires_at === null) return 'Active';
  return `${hasEnded(key) ? 'Expired' : 'Active until'} ${date(key.expires_at)}`;
}

function Revoke({ id }: Pick<AccountKey, 'id'>) {
  const revoking = useAct(() => revokeKey(id));
  return (
    <>
      <ConfirmButton label="Revoke" question="End it for good?" onConfirm={() => revoking.mutate()} />
      <Problem of={revoking} />
    </>
  );
}
