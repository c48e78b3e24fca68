/** The second step of signing in: a code of the app, or a backup code. */
import { useState } from 'react';
import { ask } from '../../api/account';
import { CodeField, Field, Form } from '../form';
import { Door } from './door';

export function SecondFactor({ onDone, onBack }: { onDone(): Promise<void>; onBack(): void }) {
  const [isBackup, setBackup] = useState(false);
  return (
    <Door title="Second step">
      <p className="lede">
        {isBackup
          ? 'Enter one of the backup codes that you kept. Each works once.'
          : 'Enter the code that your authenticator app shows now.'}
      </p>
      <Form
        key={String(isBackup)}
        button="Continue"
        action={({ code = '' }) =>
          ask(isBackup ? 'POST /auth/two-factor/verify-backup-code' : 'POST /auth/two-factor/verify-totp', {
            body: { code: code.trim() },
          })
        }
        onDone={onDone}
        aside={
          <button type="button" className="button quiet" onClick={() => setBackup(!isBackup)}>
            {isBackup ? 'Use the app' : 'Use a backup code'}
          </button>
        }
      >
        {isBackup ? (
          <Field label="Backup code" name="code" autoComplete="off" spellCheck={false} required autoFocus />
        ) : (
          <CodeField label="Code" />
        )}
      </Form>
      <button type="button" className="button quiet" onClick={onBack}>
        Sign in as somebody else
      </button>
    </Door>
  );
}
