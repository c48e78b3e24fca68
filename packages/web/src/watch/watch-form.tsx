/** How new permits of a search come: by mail for who is signed in, to a webhook, or as a feed for anybody with a key. */
import type { AccountAnswer } from '@lintel/contract/account';
import { type FormEvent, useId, useState } from 'react';
import { AccountError, ask } from '../api/account';
import { useService } from '../api/service';
import type { Watched } from './watch-button';

type Made = AccountAnswer<'POST /watches'>;

export default function WatchForm({ name, search }: Watched) {
  const { settings } = useService();
  const [made, setMade] = useState<Made | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const watch = async (webhook: string | null) => {
    setBusy(true);
    setFault(null);
    try {
      setMade(await ask('POST /watches', { body: { name, search, webhook } }));
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
          <a href="/account">Sign in</a> to get new permits by mail or at a webhook, after each update.
        </p>
      ) : (
        <>
          <button type="button" className="button primary" disabled={isBusy} onClick={() => void watch(null)}>
            Mail me new permits
          </button>
          <WebhookForm isBusy={isBusy} onChosen={(url) => void watch(url)} />
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

function WebhookForm({ isBusy, onChosen }: { readonly isBusy: boolean; onChosen(url: string): void }) {
  const id = useId();
  const [url, setUrl] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '') onChosen(url.trim());
  };
  return (
    <details>
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
          Send new permits there
        </button>
      </form>
    </details>
  );
}

function MadeNote({ watch: { channel, target, secret } }: { readonly watch: Made }) {
  return (
    <div className="watch" role="status">
      <p>
        <strong>Watched.</strong> New permits go to {target}
        {channel === 'mail' ? ', one mail after each update.' : ' after each update.'}
      </p>
      {secret === null ? null : (
        <p>
          This secret verifies the messages and is not shown again: <code>{secret}</code>
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
