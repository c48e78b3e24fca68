/** API keys: make one, which is shown once, rotate and revoke them, and see when each was last used. */
import type { NewKey, OwnKey } from '@lintel/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mayManage } from '../../api/account';
import { Page } from '../../shell/page';
import { Asked, useAsk } from '../asked';
import { useSession } from '../session';
import { isOver } from './key';
import { KeySheet, type Open } from './key-sheet';
import { KeyTable } from './key-table';

export function KeysPage() {
  const session = useSession();
  const cache = useQueryClient();
  const asked = useAsk('GET /keys', {});
  const [open, setOpen] = useState<Open | null>(null);
  const isManager = mayManage(session);
  const changed = () => void cache.invalidateQueries({ queryKey: ['GET /keys'] });
  const onMade = (key: NewKey) => {
    setOpen({ what: 'made', key });
    changed();
  };
  return (
    <Page
      title="API keys"
      lede={
        <p className="lede">
          With a key a program asks in the name of {session.organization?.name ?? 'your account'}. Keep it
          like a password.
        </p>
      }
    >
      <Asked of={asked}>{({ keys }) => <Keys keys={keys} isManager={isManager} onOpen={setOpen} />}</Asked>
      {open === null ? null : (
        <KeySheet
          open={open}
          scopes={asked.data?.scopes ?? []}
          onClose={() => setOpen(null)}
          onMade={onMade}
          onRevoked={() => {
            setOpen(null);
            changed();
          }}
        />
      )}
    </Page>
  );
}

interface KeysProps {
  readonly keys: readonly OwnKey[];
  readonly isManager: boolean;
  onOpen(open: Open): void;
}

/** The keys in use, and those that are over. */
function Keys({ keys, isManager, onOpen }: KeysProps) {
  const used = keys.filter((key) => !isOver(key));
  const over = keys.filter(isOver);
  return (
    <>
      {isManager ? (
        <div className="actions">
          <button type="button" className="button primary" onClick={() => onOpen({ what: 'create' })}>
            Create a key
          </button>
        </div>
      ) : (
        <p className="soft">Owners and administrators of the organization make and revoke its keys.</p>
      )}
      {used.length === 0 ? (
        <div className="empty-state">
          <h2>No keys yet</h2>
          <p>
            {isManager
              ? 'Create one, and send it as X-API-Key with a request. Or try requests without a key in the '
              : 'Nobody has made a key for this organization. You can try requests in the '}
            <Link to="/playground">playground</Link>.
          </p>
        </div>
      ) : (
        <KeyTable
          keys={used}
          label="Keys in use"
          {...(isManager ? { onChoose: (what, key) => onOpen({ what, key }) } : {})}
        />
      )}
      {over.length === 0 ? null : (
        <details className="more">
          <summary>No longer in use ({over.length})</summary>
          <KeyTable keys={over} label="Keys no longer in use" />
        </details>
      )}
    </>
  );
}
