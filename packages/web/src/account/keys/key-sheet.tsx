/** The steps of making, replacing and revoking a key, and the key itself, which is shown once. */
import type { NewKey, OwnKey } from '@lintel/contract/account';
import { ask } from '../../api/account';
import { date } from '../../words/format';
import { Code, CopyButton, Sheet } from '../dialog';
import { Cancel, Form, SelectField } from '../form';
import { CreateKey } from './create-key';
import { type MakerProps, nameOf } from './key';

export type Open =
  | { readonly what: 'create' }
  | { readonly what: 'rotate' | 'revoke'; readonly key: OwnKey }
  | { readonly what: 'made'; readonly key: NewKey };

const titles = {
  create: () => 'Create a key',
  rotate: (name: string) => `Rotate ${name}`,
  revoke: (name: string) => `Revoke ${name}?`,
  made: () => 'Copy the key now',
};

interface KeySheetProps extends MakerProps {
  readonly open: Open;
  readonly scopes: readonly string[];
  onRevoked(): void;
}

/** One dialog for all steps, so that the page behind it stays hidden from one to the next. */
export function KeySheet({ open, scopes, onClose, onMade, onRevoked }: KeySheetProps) {
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

function RotateKey({ of: key, onClose, onMade }: MakerProps & { readonly of: OwnKey }) {
  return (
    <>
      <p>A new key takes its place, with the same name, scopes and end.</p>
      <Form
        button="Make the new key"
        action={({ overlap = '' }) =>
          ask('POST /keys/{id}/rotate', { id: key.id, body: { overlap_days: Number(overlap) } })
        }
        onDone={onMade}
        aside={<Cancel onClose={onClose}>Cancel</Cancel>}
      >
        <SelectField label="The old key works for" name="overlap" defaultValue="7">
          <option value="0">not a moment longer</option>
          <option value="1">one more day</option>
          <option value="7">one more week</option>
          <option value="30">30 more days</option>
        </SelectField>
      </Form>
    </>
  );
}

function RevokeKey({ of: key, onClose, onDone }: { readonly of: OwnKey; onClose(): void; onDone(): void }) {
  return (
    <>
      <p>
        Programs that use it are refused from now on. This cannot be undone.{' '}
        {key.last_used_at === null ? 'It was never used.' : `It was last used on ${date(key.last_used_at)}.`}
      </p>
      <Form
        button="Revoke it"
        isDangerous
        action={() => ask('DELETE /keys/{id}', { id: key.id })}
        onDone={onDone}
        aside={<Cancel onClose={onClose}>Keep it</Cancel>}
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
