/** A person's own things: name, password, second step, where they are signed in, address, and how they leave. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import { Part } from '../design/record-parts';
import { Page } from '../shell/page';
import { ask, sessionQuery } from './api';
import { Asked, useAsk } from './asked';
import { Code, CopyButton, Sheet } from './dialog';
import { Field, Form } from './form';
import { useSession } from './session';

export function ProfilePage() {
  const { user } = useSession();
  return (
    <Page title="Profile" lede={<p className="lede">{user.email}</p>}>
      <div className="two">
        <Name />
        <Address />
      </div>
      <div className="two">
        <Password />
        <TwoFactor />
      </div>
      <Sessions />
      <Leaving />
    </Page>
  );
}

/** Asks anew who is signed in, after something about them has changed. */
function useSessionChange() {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

function Done({ text }: { readonly text: string | null }) {
  return (
    <p className="done" role="status">
      {text}
    </p>
  );
}

function Name() {
  const { user } = useSession();
  const changed = useSessionChange();
  const [done, setDone] = useState<string | null>(null);
  return (
    <Part title="Name">
      <Form
        button="Save"
        action={({ name = '' }) => ask('POST', '/auth/update-user', { name })}
        onDone={() => {
          setDone('Saved.');
          changed();
        }}
      >
        <Field
          label="How others in your organizations see you"
          name="name"
          autoComplete="name"
          maxLength={100}
          defaultValue={user.name}
        />
      </Form>
      <Done text={done} />
    </Part>
  );
}

function Password() {
  const [done, setDone] = useState<string | null>(null);
  return (
    <Part title="Password">
      <Form
        button="Change the password"
        action={({ current = '', next = '' }) =>
          ask('POST', '/auth/change-password', {
            currentPassword: current,
            newPassword: next,
            revokeOtherSessions: true,
          })
        }
        onDone={(_result, form) => {
          form.reset();
          setDone('Changed. Everywhere else you are signed out.');
        }}
      >
        <Field
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          required
        />
        <Field
          label="New password"
          name="next"
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={128}
          note="At least 10 characters."
          required
        />
      </Form>
      <Done text={done} />
    </Part>
  );
}

interface Enabled {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

function TwoFactor() {
  const { user } = useSession();
  const changed = useSessionChange();
  const [open, setOpen] = useState<'on' | 'off' | 'codes' | null>(null);
  const close = () => setOpen(null);
  return (
    <Part title="Second step">
      <p>
        {user.two_factor
          ? 'On: signing in asks for a code of your authenticator app.'
          : 'Off. With it, signing in asks for a code of an authenticator app too, so that a stolen password is not enough.'}
      </p>
      <div className="actions">
        {user.two_factor ? (
          <>
            <button type="button" className="button" onClick={() => setOpen('codes')}>
              New backup codes
            </button>
            <button type="button" className="button danger" onClick={() => setOpen('off')}>
              Turn off
            </button>
          </>
        ) : (
          <button type="button" className="button primary" onClick={() => setOpen('on')}>
            Turn on
          </button>
        )}
      </div>
      {open === 'on' ? <TurnOn onClose={close} onDone={changed} /> : null}
      {open === 'off' ? (
        <Sheet title="Turn off the second step?" onClose={close}>
          <Form
            button="Turn off"
            isDangerous
            action={({ password = '' }) => ask('POST', '/auth/two-factor/disable', { password })}
            onDone={() => {
              close();
              changed();
            }}
          >
            <PasswordField />
          </Form>
        </Sheet>
      ) : null}
      {open === 'codes' ? <NewCodes onClose={close} /> : null}
    </Part>
  );
}

function PasswordField() {
  return (
    <Field
      label="Your password"
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={128}
      required
      autoFocus
    />
  );
}

function TurnOn({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const [enabled, setEnabled] = useState<Enabled | null>(null);
  const [isOn, setOn] = useState(false);
  if (enabled === null) {
    return (
      <Sheet title="Turn on the second step" onClose={onClose}>
        <Form
          button="Continue"
          action={({ password = '' }) => ask<Enabled>('POST', '/auth/two-factor/enable', { password })}
          onDone={setEnabled}
        >
          <PasswordField />
        </Form>
      </Sheet>
    );
  }
  if (isOn) {
    return (
      <Sheet title="Keep these codes">
        <BackupCodes codes={enabled.backupCodes} />
        <div className="actions">
          <button
            type="button"
            className="button primary"
            onClick={() => {
              onClose();
              onDone();
            }}
          >
            I have kept them
          </button>
        </div>
      </Sheet>
    );
  }
  const secret = new URL(enabled.totpURI).searchParams.get('secret') ?? '';
  return (
    <Sheet title="Scan this with your app" onClose={onClose}>
      <div className="qr-line">
        <Qr text={enabled.totpURI} />
        <div className="stack-small">
          <p>Any authenticator app will do. If it cannot scan, type this in:</p>
          <Code label="The secret">{secret.replace(/(.{4})/g, '$1 ').trim()}</Code>
        </div>
      </div>
      <Form
        button="Turn on"
        action={({ code = '' }) => ask('POST', '/auth/two-factor/verify-totp', { code: code.trim() })}
        onDone={() => setOn(true)}
      >
        <Field
          label="The code that the app shows now"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*\d{6}\s*"
          title="Six digits"
          required
          autoFocus
        />
      </Form>
    </Sheet>
  );
}

function NewCodes({ onClose }: { onClose(): void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Sheet title="New backup codes" {...(codes === null ? { onClose } : {})}>
      {codes === null ? (
        <>
          <p>The codes that you have now stop working.</p>
          <Form
            button="Make new codes"
            action={({ password = '' }) =>
              ask<Pick<Enabled, 'backupCodes'>>('POST', '/auth/two-factor/generate-backup-codes', {
                password,
              })
            }
            onDone={({ backupCodes }) => setCodes(backupCodes)}
          >
            <PasswordField />
          </Form>
        </>
      ) : (
        <>
          <BackupCodes codes={codes} />
          <div className="actions">
            <button type="button" className="button primary" onClick={onClose}>
              I have kept them
            </button>
          </div>
        </>
      )}
    </Sheet>
  );
}

function BackupCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <>
      <p>If you lose the app, each of these lets you in once. They are not shown again.</p>
      <Code label="Backup codes">{text}</Code>
      <CopyButton text={text} label="Copy the codes" />
    </>
  );
}

/** A text as a QR code, drawn here: nobody else learns the secret. */
function Qr({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code with the secret">
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}

interface SignedInPlace {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly used_at: string;
  readonly address: string | null;
  readonly browser: string | null;
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

function Sessions() {
  const cache = useQueryClient();
  const asked = useAsk<readonly SignedInPlace[]>('/sessions');
  const again = () => void cache.invalidateQueries({ queryKey: ['/sessions'] });
  const [problem, setProblem] = useState<string | null>(null);
  const end = (work: Promise<unknown>) => {
    setProblem(null);
    work.then(again, (error: Error) => setProblem(error.message));
  };
  return (
    <Part title="Where you are signed in">
      <Asked of={asked}>
        {(places) => (
          <>
            <table className="plain-table cards">
              <thead>
                <tr>
                  <th scope="col">Browser</th>
                  <th scope="col">Address</th>
                  <th scope="col">Since</th>
                  <th scope="col">
                    <span className="visually-hidden">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {places.map((place) => (
                  <tr key={place.id}>
                    <th scope="row">{browserName(place.browser)}</th>
                    <td data-label="Address">{place.address ?? 'unknown'}</td>
                    <td data-label="Since">{moment.format(new Date(place.created_at))}</td>
                    <td className="row-actions">
                      {place.current ? (
                        <span className="soft">This one</span>
                      ) : (
                        <button
                          type="button"
                          className="button small"
                          aria-label={`Sign out ${browserName(place.browser)}`}
                          onClick={() => end(ask('DELETE', `/sessions/${place.id}`))}
                        >
                          Sign out
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="problem" role="alert">
              {problem}
            </p>
            {places.length > 1 ? (
              <div className="actions">
                <button
                  type="button"
                  className="button"
                  onClick={() => end(ask('POST', '/auth/revoke-other-sessions', {}))}
                >
                  Sign out everywhere else
                </button>
              </div>
            ) : null}
          </>
        )}
      </Asked>
    </Part>
  );
}

function Address() {
  const { user } = useSession();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Part title="E-mail address">
      <Form
        button="Change the address"
        action={async ({ address = '' }) => {
          await ask('POST', '/auth/change-email', { newEmail: address });
          return address;
        }}
        onDone={(address, form) => {
          form.reset();
          setAsked(address);
        }}
      >
        <Field
          label="New address"
          name="address"
          type="email"
          autoComplete="email"
          note="You get a link at your present address, and then one at the new one."
          required
        />
      </Form>
      <Done
        text={
          asked === null
            ? null
            : `If ${asked} has no account yet, a link is on its way to ${user.email}. Your address changes when you have opened it and the one that follows.`
        }
      />
    </Part>
  );
}

function Leaving() {
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
            <>
              <p role="status">
                Open the link in the mail to <strong>{user.email}</strong>, in this browser, within an hour.
              </p>
              <div className="actions">
                <button type="button" className="button" onClick={() => setOpen(false)}>
                  Close
                </button>
              </div>
            </>
          ) : (
            <>
              <WhatGoes />
              <Form
                button="Send me the link"
                action={() => ask('POST', '/auth/delete-user', {})}
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
        action={() => ask('POST', '/auth/delete-user', { token })}
        onDone={() => location.assign('/')}
        aside={<a href="/account/profile">Keep it</a>}
      />
    </Page>
  );
}

/** What a `User-Agent` header says in two words. */
function browserName(header: string | null): string {
  if (header === null) return 'Unknown';
  // Browsers also name those that they are like, so the order matters.
  const browser = ['Edg', 'Firefox', 'Chrome', 'Safari', 'curl'].find((name) => header.includes(name));
  const system = /\b(Windows|Mac OS X|Android|iPhone|iPad|Linux)\b/.exec(header)?.[1];
  const name = browser === 'Edg' ? 'Edge' : (browser ?? 'A program');
  return system === undefined ? name : `${name} on ${system === 'Mac OS X' ? 'macOS' : system}`;
}
