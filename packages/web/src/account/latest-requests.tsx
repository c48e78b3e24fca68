/** The last requests of an account: what they answered, what they cost, and what a refusal means. */
import type { AccountUsage } from '@lintel/contract/account';
import { DataTable, TwoLines } from '../design/data-table';
import { ago } from '../operator/words';
import { count } from '../words/format';

export function LatestRequests({
  latest,
  keyName,
}: {
  readonly latest: AccountUsage['latest'];
  keyName(id: string): string;
}) {
  return (
    <DataTable
      label="Latest requests"
      isCards
      rows={latest}
      columns={[
        { head: 'When', is: 'name', cell: ({ at }) => <span className="nowrap">{ago(at)}</span> },
        {
          head: 'Request',
          cell: ({ method, path }) => (
            <code>
              {method} {path}
            </code>
          ),
        },
        {
          head: 'Status',
          cell: ({ status, meaning }) =>
            meaning === null ? status : <TwoLines first={status} second={meaning} />,
        },
        { head: 'Key', optional: true, cell: ({ key_id }) => keyName(key_id) },
        { head: 'Credits', is: 'number', cell: ({ credits }) => count(credits) },
        { head: 'Took', is: 'number', cell: ({ latency_ms }) => `${latency_ms} ms` },
      ]}
    />
  );
}
