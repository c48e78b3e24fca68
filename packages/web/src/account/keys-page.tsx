/** API keys: make one, which is shown once, rotate and revoke them, and see when each was last used. */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../shell/page';
import { date, sentence } from '../words/format';
import { ask, mayManage } from './api';
import { Asked, useAsk } from './asked';
import { Code, CopyButton, Sheet } from './dialog';
import { Field, Form } from './form';
import { useSession } from './session';

interface Key {
  readonly id: string;
  readonly name: string | null;
  readonly hint: string;
  readonly scopes: readonly string[] | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

interface NewKey extends Key {
  readonly secret: string;
}

interface Keys {
  readonly scopes: readonly string[];
  readonly keys: readonly Key[];
}

type Open =
  | { readonly what: 'create' }
  | { readonly what: 'rotate' | 'revoke'; readonly key: Key }
  | { readonly what: 'made'; readonly key: NewKey };

const nameOf = ({ name, hint }: Key) => name ?? `${hint}…`;
const isOver = ({ revoked_at, expires_at }: Key) =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

export function KeysPage() {
  const session = useSession();
  const cache = useQueryClient();
  const asked = useAsk<Keys>('/keys');
  const [open, setOpen] = useState<Open | null>(null);
  const isManager = mayManage(session);
  const changed = () => void cache.invalidateQueries({ queryKey: ['/keys'] });
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
      <Asked of={asked}>
        {({ keys }) => {
          const used = keys.filter((key) => !isOver(key));
          const over = keys.filter(isOver);
          return (
            <>
              {isManager ? (
                <div className="actions">
                  <button
                    type="button"
                    className="button primary"
                    onClick={() => setOpen({ what: 'create' })}
                  >
                    Create a key
                  </button>
                </div>
              ) : (
                <p className="soft">
                  Owners and administrators of the organization make and revoke its keys.
                </p>
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
                  {...(isManager ? { onChoose: (what, key) => setOpen({ what, key }) } : {})}
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
        }}
      </Asked>
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

function KeyTable({
  keys,
  label,
  onChoose,
}: {
  readonly keys: readonly Key[];
  readonly label: string;
  readonly onChoose?: (what: 'rotate' | 'revoke', key: Key) => void;
}) {
  return (
    <table className="plain-table cards" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Begins with</th>
          <th scope="col">May ask for</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">{onChoose ? 'Expires' : 'Ended'}</th>
          {onChoose ? (
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{nameOf(key)}</th>
            <td data-label="Begins with">
              <code>{key.hint}…</code>
            </td>
            <td data-label="May ask for">{key.scopes === null ? 'everything' : key.scopes.join(', ')}</td>
            <td data-label="Created">{date(key.created_at)}</td>
            <td data-label="Last used">{key.last_used_at === null ? 'never' : date(key.last_used_at)}</td>
            <td data-label={onChoose ? 'Expires' : 'Ended'}>
              {(key.revoked_at ?? key.expires_at) === null ? 'never' : date(key.revoked_at ?? key.expires_at)}
            </td>
            {onChoose ? (
              <td className="row-actions">
                <button
                  type="button"
                  className="button small"
                  aria-label={`Rotate ${nameOf(key)}`}
                  onClick={() => onChoose('rotate', key)}
                >
                  Rotate
                </button>
                <button
                  type="button"
                  className="button small danger"
                  aria-label={`Revoke ${nameOf(key)}`}
                  onClick={() => onChoose('revoke', key)}
                >
                  Revoke
                </button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const titles = {
  create: () => 'Create a key',
  rotate: (name: string) => `Rotate ${name}`,
  revoke: (name: string) => `Revoke ${name}?`,
  made: () => 'Copy the key now',
};

interface MakerProps {
  onClose(): void;
  onMade(key: NewKey): void;
}

interface KeySheetProps extends MakerProps {
  readonly open: Open;
  readonly scopes: readonly string[];
  onRevoked(): void;
}

/** One dialog for all steps, so that the page behind it stays hidden from one to the next. */
function KeySheet({ open, scopes, onClose, onMade, onRevoked }: KeySheetProps) {
  const title = titles[open.what]('key' in open ? nameOf(open.key) : '');
  return (
    <Sheet title={title} {...(open.what === 'made' ? {} : { onClose })}>
      {open.what === 'create' ? <CreateKey scopes={scopes} onClose={onClose} onMade={onMade} /> : null}
      {open.what === 'rotate' ? <RotateKey of={open.key} onClose={onClose} onMade={onMade} /> : null}
      {open.what === 'revoke' ? <RevokeKey of={open.key} onClose={onClose} onDone={onRevoked} /> : null}
      {open.what === 'made' ? <ShownOnce of={open.key} onClose={onClose} /> : null}
    </Sheet>
  );
}

function CreateKey({ scopes, onClose, onMade }: MakerProps & { readonly scopes: readonly string[] }) {
  const [isConfined, setConfined] = useState(false);
  return (
    <Form
      button="Create"
      action={(fields) => {
        const chosen = scopes.filter((scope) => fields[`scope ${scope}`] !== undefined);
        if (isConfined && chosen.length === 0) throw new Error('Choose at least one.');
        return ask<NewKey>('POST', '/keys', {
          name: fields.name ?? '',
          scopes: isConfined ? chosen : null,
          days: fields.days === '' ? null : Number(fields.days),
        });
      }}
      onDone={onMade}
      aside={
        <button type="button" className="button quiet" onClick={onClose}>
          Cancel
        </button>
      }
    >
      <Field
        label="Name"
        name="name"
        maxLength={100}
        note="Where it is used, such as “map server”."
        required
        autoFocus
      />
      <label className="field">
        <span className="label">Expires</span>
        <select className="input" name="days" defaultValue="">
          <option value="">never</option>
          <option value="30">in 30 days</option>
          <option value="90">in 90 days</option>
          <option value="365">in a year</option>
        </select>
      </label>
      <fieldset className="field plain">
        <legend className="label">May ask for</legend>
        <label className="choice">
          <input type="radio" name="extent" checked={!isConfined} onChange={() => setConfined(false)} />
          everything
        </label>
        <label className="choice">
          <input type="radio" name="extent" checked={isConfined} onChange={() => setConfined(true)} />
          only what I choose
        </label>
        {isConfined ? (
          <div className="scope-choices">
            {scopes.map((scope) => (
              <label className="choice" key={scope}>
                <input type="checkbox" name={`scope ${scope}`} />
                {sentence(scope)}
              </label>
            ))}
          </div>
        ) : null}
      </fieldset>
    </Form>
  );
}

function RotateKey({ of: key, onClose, onMade }: MakerProps & { readonly of: Key }) {
  return (
    <>
      <p>A new key takes its place, with the same name, scopes and end.</p>
      <Form
        button="Make the new key"
        action={({ overlap = '' }) =>
          ask<NewKey>('POST', `/keys/${key.id}/rotate`, { overlap_days: Number(overlap) })
        }
        onDone={onMade}
        aside={
          <button type="button" className="button quiet" onClick={onClose}>
            Cancel
          </button>
        }
      >
        <label className="field">
          <span className="label">The old key works for</span>
          <select className="input" name="overlap" defaultValue="7">
            <option value="0">not a moment longer</option>
            <option value="1">one more day</option>
            <option value="7">one more week</option>
            <option value="30">30 more days</option>
          </select>
        </label>
      </Form>
    </>
  );
}

function RevokeKey({ of: key, onClose, onDone }: { readonly of: Key; onClose(): void; onDone(): void }) {
  return (
    <>
      <p>
        Programs that use it are refused from now on. This cannot be undone.{' '}
        {key.last_used_at === null ? 'It was never used.' : `It was last used on ${date(key.last_used_at)}.`}
      </p>
      <Form
        button="Revoke it"
        isDangerous
        action={() => ask('DELETE', `/keys/${key.id}`)}
        onDone={onDone}
        aside={
          <button type="button" className="button quiet" onClick={onClose}>
            Keep it
          </button>
        }
      />
    </>
  );
}

function ShownOnce({ of: key, onClose }: { readonly of: NewKey; onClose(): void }) {
  const command = `curl '${location.origin}/v2/list/tags' -H 'X-API-Key: ${key.secret}'`;
  return (
    <>
      <p>This is the only time that it is shown. If it is lost, make another one.</p>
      <Code label="The key">{key.secret}</Code>
      <CopyButton text={key.secret} label="Copy the key" />
      <p className="soft">A first request with it:</p>
      <Code label="A first request">{command}</Code>
      <div className="actions">
        <CopyButton text={command} label="Copy the request" />
        <button type="button" className="button primary" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </>
  );
}
