/** What the service keeps of a person, as a file, and how they delete their account. */
import { useState } from 'react';
import { ask } from '../api/account';
import { Part } from '../design/record-parts';
import { Page } from '../shell/page';
import { Sheet } from './dialog';
import { Form } from './form';
import { useSession } from './session';

export function LeavingPart() {
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  return (
    <Part title="Your data">
      <p>
        What this service keeps of you: your name and address, where you are signed in, keys, saved searches
        and usage.
      </p>
      <div className="actions">
        <a className="button" href="/account/api/data" download="lintel-account.json">
          Download it
        </a>
        <button type="button" className="button danger" onClick={() => setOpen(true)}>
          Delete the account
        </button>
      </div>
      {isOpen ? (
        <Sheet title="Delete the account?" onClose={() => setOpen(false)}>
          {isSent ? (
            <p role="status">
              Open the link in the mail to <strong>{user.email}</strong>, in this browser, within an hour.
            </p>
          ) : (
            <>
              <WhatGoes />
              <Form
                button="Send me the link"
                action={() => ask('POST /auth/delete-user', { body: {} })}
                onDone={() => setSent(true)}
              />
            </>
          )}
        </Sheet>
      ) : null}
    </Part>
  );
}

/** What a deletion removes, and what it leaves. */
function WhatGoes() {
  return (
    <>
      <p>
        Your keys stop working at once. Your name, password, sessions and saved searches are removed, also
        those of organizations in which you are alone.
      </p>
      <p className="soft">
        What was used stays in the ledger without your name, and the operator’s log keeps your address with
        what you did. Credits are lost.
      </p>
    </>
  );
}

/** The page of the mailed link that deletes the account; its token is behind `#`. */
export function DeletePage() {
  const [token] = useState(() => location.hash.slice(1));
  const { user } = useSession();
  return (
    <Page title="Delete your account" lede={<p className="lede">{user.email}</p>}>
      <WhatGoes />
      <Form
        button="Delete it for good"
        isDangerous
        action={() => ask('POST /auth/delete-user', { body: { token } })}
        onDone={() => location.assign('/')}
        aside={<a href="/account/profile">Keep it</a>}
      />
    </Page>
  );
}
