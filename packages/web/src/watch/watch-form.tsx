/** How permits of a search come: by mail for who is signed in, to a webhook, or as a feed for anybody with a key. */
import type { AccountAnswer } from '@lintel/contract/account';
import { type FormEvent, useId, useState } from 'react';
import { AccountError, ask } from '../api/account';
import { useService } from '../api/service';
import type { Watched as Search } from './watch-button';

type Made = AccountAnswer<'POST /watches'>;

/** Of which permits it may tell, each with what it is called. */
const tellable = [
  ['new', 'New permits'],
  ['issued', 'Permits that are issued'],
  ['finaled', 'Permits that are finaled'],
  ['inspection_failed', 'Failed inspections'],
] as const;
type Tellable = (typeof tellable)[number][0];

export default function WatchForm({ name, search }: Search) {
  const { settings } = useService();
  const [made, setMade] = useState<Made | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [changes, setChanges] = useState<readonly Tellable[]>(['new']);
  const watch = async (webhook: string | null) => {
    setBusy(true);
    setFault(null);
    try {
      setMade(await ask('POST /watches', { body: { name, search, changes: [...changes], webhook } }));
    } catch (error) {
      setFault(wordsOf(error));
    }
    setBusy(false);
  };
  if (made) return <MadeNote watch={made} />;
  return (
    <div className="watch">
      {settings.account === null ? (
        <p>
          <a href="/account">Sign in</a> to get permits by mail or at a webhook, after each update.
        </p>
      ) : (
        <>
          <Changes chosen={changes} choose={setChanges} />
          {settings.mail ? (
            <button
              type="button"
              className="button primary"
              disabled={isBusy || changes.length === 0}
              onClick={() => void watch(null)}
            >
              Mail them to me
            </button>
          ) : (
            <p className="note">This service sends no mail yet. Its operator can set a mail server.</p>
          )}
          <WebhookForm
            isOpen={!settings.mail}
            isBusy={isBusy || changes.length === 0}
            onChosen={(url) => void watch(url)}
          />
          <p className="note">A credit for each permit that is sent.</p>
        </>
      )}
      {fault === null ? null : (
        <p role="alert" className="watch-problem">
          {fault}
        </p>
      )}
      <p className="note">
        Or read it as a feed, with a key as the password: <a href={`/feeds/permits.atom?${search}`}>Atom</a>,{' '}
        <a href={`/feeds/permits.json?${search}`}>JSON</a>
      </p>
    </div>
  );
}

interface ChangesProps {
  readonly chosen: readonly Tellable[];
  choose(changes: readonly Tellable[]): void;
}

/** What the watch tells of: an event only of permits that had been there before. */
function Changes({ chosen, choose }: ChangesProps) {
  return (
    <fieldset className="fields">
      <legend>Tell me of</legend>
      {tellable.map(([id, name]) => (
        <label key={id} className="choice">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

interface WebhookFormProps {
  /** Whether it is there at once. */
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  onChosen(url: string): void;
}

function WebhookForm({ isOpen, isBusy, onChosen }: WebhookFormProps) {
  const id = useId();
  const [url, setUrl] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '') onChosen(url.trim());
  };
  return (
    <details open={isOpen}>
      <summary>To a webhook</summary>
      <form className="watch" onSubmit={submit}>
        <label className="field" htmlFor={id}>
          <span className="label">Address</span>
          <input
            id={id}
            className="input"
            type="url"
            required
            placeholder="https://example.com/permits"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={isBusy}>
          Send them there
        </button>
      </form>
    </details>
  );
}

function MadeNote({ watch: { channel, target, secret } }: { readonly watch: Made }) {
  return (
    <div className="watch" role="status">
      <p>
        <strong>Watched.</strong> Permits go to {target}
        {channel === 'mail' ? ', one mail after each update.' : ' after each update.'}
      </p>
      {secret === null ? null : (
        <p>
          This secret <a href="/docs/changes#webhooks">verifies the messages</a> and is not shown again:{' '}
          <code>{secret}</code>
        </p>
      )}
      <p>
        <a href="/account/watches">All your watches</a>
      </p>
    </div>
  );
}

const wordsOf = (error: unknown) =>
  error instanceof AccountError && error.status === 401
    ? 'You are not signed in any more.'
    : error instanceof Error
      ? error.message
      : String(error);
