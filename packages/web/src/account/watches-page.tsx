/** The watches of the account: what each looks for and tells of, where it goes, and its end. */
import type { OwnWatch } from '@lintel/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { ask, mayManage } from '../api/account';
import { type Column, TwoLines } from '../design/data-table';
import { ago, moment } from '../operator/words';
import { Page } from '../shell/page';
import { counted, date, sentence } from '../words/format';
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
    { head: 'Last message', cell: ({ last }) => (last === null ? '–' : <LastMessage of={last} />) },
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

/** What became of the newest message, and what its receiver said where it did not arrive. */
function LastMessage({ of: { state, at, records, answer } }: { readonly of: NonNullable<OwnWatch['last']> }) {
  if (state === 'delivered') {
    return <TwoLines first={counted(records, 'permit')} second={<span title={moment(at)}>{ago(at)}</span>} />;
  }
  const next = Date.parse(at) > Date.now() ? `It is tried again ${ago(at)}` : 'It waits for the next round';
  if (answer === null) return <TwoLines first={counted(records, 'permit')} second={`${next}.`} />;
  return (
    <TwoLines
      first={<span className="problem">{state === 'dead' ? 'Given up' : 'Did not arrive'}</span>}
      second={`${answer}. ${state === 'dead' ? 'It is not charged.' : `${next}.`}`}
    />
  );
}
