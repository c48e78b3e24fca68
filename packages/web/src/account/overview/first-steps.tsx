/** The way to a first request: a key, a place, and the request itself. */
import type { NewKey, OwnKey } from '@lintel/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ask, mayManage } from '../../api/account';
import { Code, CopyButton } from '../dialog';
import { Form } from '../form';
import { isOver, nameOf } from '../keys/key';
import type { FoundPlace } from '../newest-year';
import { useSession } from '../session';
import { ChoosePlace } from './choose-place';
import { FirstRequest } from './first-request';

interface FirstStepsProps {
  readonly keys: readonly OwnKey[];
  /** The request is sent. */
  onSend(): void;
}

export function FirstSteps({ keys, onSend }: FirstStepsProps) {
  const [made, setMade] = useState<NewKey | null>(null);
  const [place, setPlace] = useState<FoundPlace | null>(null);
  const isEmpty = place !== null && place.permits === 0;
  return (
    <section className="part">
      <div className="part-head">
        <h2>Your first request</h2>
      </div>
      <ol className="steps">
        <Step title="Make a key">
          <KeyStep keys={keys.filter((key) => !isOver(key))} made={made} onMade={setMade} />
        </Step>
        <Step title="Choose a place">
          <ChoosePlace onChosen={setPlace} />
        </Step>
        <Step title="Ask for its newest permit">
          {place === null || isEmpty ? (
            <p className="soft">Choose a place {isEmpty ? 'that has permits ' : ''}first.</p>
          ) : (
            <FirstRequest
              key={place.geo_id}
              place={place}
              secret={made?.secret ?? null}
              onSend={onSend}
              onNewKey={() => setMade(null)}
            />
          )}
        </Step>
      </ol>
    </section>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      {children}
    </li>
  );
}

interface KeyStepProps {
  readonly keys: readonly OwnKey[];
  /** The key that was made here, whose text is known. */
  readonly made: NewKey | null;
  onMade(key: NewKey): void;
}

function KeyStep({ keys, made, onMade }: KeyStepProps) {
  const session = useSession();
  const cache = useQueryClient();
  if (made !== null) {
    return (
      <>
        <Code label="The key">{made.secret}</Code>
        <div className="actions">
          <CopyButton text={made.secret} label="Copy the key" />
          <span className="soft">It is shown only now. Keep it like a password.</span>
        </div>
      </>
    );
  }
  if (!mayManage(session)) {
    return (
      <p className="soft">
        Owners and administrators of {session.organization?.name} make its keys. You can go on without one:
        this page asks in the name of the organization.
      </p>
    );
  }
  return (
    <>
      <p className="soft">
        {keys.length === 0 ? (
          'A program sends it with each request, as X-API-Key.'
        ) : (
          <>
            You have {keys.map(nameOf).join(', ')}. Its text was shown once; the code below takes it from a
            variable. <Link to="/keys">All keys</Link>
          </>
        )}
      </p>
      <Form
        button={keys.length === 0 ? 'Make a key' : 'Make another key'}
        action={() => ask('POST /keys', { body: { name: 'First request', scopes: null, days: null } })}
        onDone={(key) => {
          onMade(key);
          void cache.invalidateQueries({ queryKey: ['GET /keys'] });
        }}
      />
    </>
  );
}
