/** The watches of the account: what each looks for and tells of, where it goes, and its end. */
import type { OwnWatch } from '@lintel/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { ask, mayManage } from '../api/account';
import type { Column } from '../design/data-table';
import { Page } from '../shell/page';
import { date, sentence } from '../words/format';
import { Asked, useAsk } from './asked';
import { EndingTable } from './ending-table';
import { useSession } from './session';

export function WatchesPage() {
  const asked = useAsk('GET /watches', {});
  return (
    <Page
      title="Watches"
      lede={<p className="lede">Searches whose permits are sent after each update of the data.</p>}
    >
      <Asked of={asked}>
        {({ mail, watches }) => (
          <>
            {mail ? null : (
              <p className="soft">
                This service has no mail server yet: webhooks and feeds work, mail does not.
              </p>
            )}
            {watches.length === 0 ? <NoWatches /> : <WatchTable watches={watches} />}
          </>
        )}
      </Asked>
    </Page>
  );
}

function NoWatches() {
  return (
    <div className="empty-state">
      <h2>No watches yet</h2>
      <p>
        Open an <a href="/">address, a search or a contractor</a>, and choose Watch.
      </p>
    </div>
  );
}

function WatchTable({ watches }: { readonly watches: readonly OwnWatch[] }) {
  const session = useSession();
  const cache = useQueryClient();
  const columns: Column<OwnWatch>[] = [
    { head: 'Name', is: 'name', cell: ({ name }) => name },
    { head: 'Looks for', cell: ({ search }) => <code>{decodeURIComponent(search)}</code> },
    { head: 'Tells of', cell: ({ changes }) => sentence(changes.join(', ')) },
    { head: 'Goes to', cell: ({ target }) => target },
    { head: 'Since', cell: ({ created_at, paused }) => (paused ? 'Paused' : date(created_at)) },
  ];
  return (
    <EndingTable
      label="Watches"
      rows={watches}
      columns={columns}
      verb="Remove"
      consequence="New permits of this search are no longer sent."
      mayEnd={mayManage(session)}
      end={(id: string) => ask('DELETE /watches/{id}', { id })}
      onEnded={() => cache.invalidateQueries({ queryKey: ['GET /watches'] })}
    />
  );
}
