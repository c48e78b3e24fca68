/** The apps that are connected to the account: what each may use, what it has used, and its end. */
import type { OwnApp } from '@lintel/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { ask, mayManage } from '../api/account';
import type { Column } from '../design/data-table';
import { Page } from '../shell/page';
import { date } from '../words/format';
import { Asked, useAsk } from './asked';
import { creditsColumn } from './budget';
import { Code, CopyButton } from './dialog';
import { EndingTable } from './ending-table';
import { useSession } from './session';

export function AppsPage() {
  const asked = useAsk('GET /apps', {});
  const address = `${location.origin}/mcp`;
  return (
    <Page
      title="Apps"
      lede={
        <p className="lede">
          Assistants that ask this service in the name of your account. They connect by this address alone,
          and you say what they may read and how much.
        </p>
      }
    >
      <Code label="The address">{address}</Code>
      <div className="actions">
        <CopyButton text={address} label="Copy the address" />
      </div>
      <Asked of={asked}>
        {({ apps }) => {
          const used = apps.filter(({ revoked_at }) => revoked_at === null);
          return used.length === 0 ? (
            <div className="empty-state">
              <h2>No apps yet</h2>
              <p>
                Add the address as a connector in your assistant. <a href="/docs/agents">How to</a>
              </p>
            </div>
          ) : (
            <AppTable apps={used} />
          );
        }}
      </Asked>
    </Page>
  );
}

function AppTable({ apps }: { readonly apps: readonly OwnApp[] }) {
  const session = useSession();
  const cache = useQueryClient();
  const columns: Column<OwnApp>[] = [
    { head: 'App', is: 'name', cell: ({ name }) => name },
    {
      head: 'May read',
      cell: ({ scopes }) =>
        scopes?.includes('contractors') === false
          ? 'All but contractors'
          : scopes === null
            ? 'Everything'
            : 'Contractors',
    },
    creditsColumn('apps', mayManage(session)),
    { head: 'Last used', cell: ({ last_used_at: last }) => (last === null ? 'never' : date(last)) },
    { head: 'Since', cell: ({ created_at }) => date(created_at) },
  ];
  return (
    <EndingTable
      label="Connected apps"
      rows={apps}
      columns={columns}
      verb="Disconnect"
      consequence="Its key stops working at once. To connect it again, allow it once more in the app."
      mayEnd={mayManage(session)}
      end={(id: string) => ask('DELETE /apps/{id}', { id })}
      onEnded={() => cache.invalidateQueries({ queryKey: ['GET /apps'] })}
    />
  );
}
