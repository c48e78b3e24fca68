/** The second step of signing in: turned on with a QR code, off with the password; backup codes. */
import type { AccountAnswer } from '@lintel/contract/account';
import { useState } from 'react';
import { encode } from 'uqr';
import { ask } from '../api/account';
import { Part } from '../design/record-parts';
import { Code, CopyButton, Sheet } from './dialog';
import { CodeField, Form, PasswordField } from './form';
import { useSession, useSessionChange } from './session';

type Enabled = AccountAnswer<'POST /auth/two-factor/enable'>;

export function TwoFactorPart() {
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
            action={({ password = '' }) => ask('POST /auth/two-factor/disable', { body: { password } })}
            onDone={() => {
              close();
              changed();
            }}
          >
            <PasswordField label="Your password" autoFocus />
          </Form>
        </Sheet>
      ) : null}
      {open === 'codes' ? <NewCodes onClose={close} /> : null}
    </Part>
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
          action={({ password = '' }) => ask('POST /auth/two-factor/enable', { body: { password } })}
          onDone={setEnabled}
        >
          <PasswordField label="Your password" autoFocus />
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
        action={({ code = '' }) => ask('POST /auth/two-factor/verify-totp', { body: { code: code.trim() } })}
        onDone={() => setOn(true)}
      >
        <CodeField label="The code that the app shows now" />
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
              ask('POST /auth/two-factor/generate-backup-codes', { body: { password } })
            }
            onDone={({ backupCodes }) => setCodes(backupCodes)}
          >
            <PasswordField label="Your password" autoFocus />
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
