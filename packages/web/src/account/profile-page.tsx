/** A person's own things: name, password, second step, where they are signed in, address, and how they leave. */
import { useState } from 'react';
import { ask } from '../api/account';
import { Part } from '../design/record-parts';
import { Page } from '../shell/page';
import { AddressPart } from './address-part';
import { Done, Field, Form, NewPasswordField, PasswordField } from './form';
import { LeavingPart } from './leaving';
import { useSession, useSessionChange } from './session';
import { SessionsPart } from './sessions-part';
import { TwoFactorPart } from './two-factor-part';

export function ProfilePage() {
  const { user } = useSession();
  return (
    <Page title="Profile" lede={<p className="lede">{user.email}</p>}>
      <div className="two">
        <Name />
        <AddressPart />
      </div>
      <div className="two">
        <Password />
        <TwoFactorPart />
      </div>
      <SessionsPart />
      <LeavingPart />
    </Page>
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
        action={({ name = '' }) => {
          setDone(null);
          return ask('POST /auth/update-user', { body: { name } });
        }}
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
        action={({ current = '', next = '' }) => {
          setDone(null);
          return ask('POST /auth/change-password', {
            body: { currentPassword: current, newPassword: next },
          });
        }}
        onDone={(_result, form) => {
          form.reset();
          setDone('Changed. Everywhere else you are signed out.');
        }}
      >
        <PasswordField label="Current password" name="current" />
        <NewPasswordField name="next" note="At least 10 characters." />
      </Form>
      <Done text={done} />
    </Part>
  );
}
