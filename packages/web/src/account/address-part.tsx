/** Another address for the account: both have to agree, by a link each. */
import { useState } from 'react';
import { ask } from '../api/account';
import { Part } from '../design/record-parts';
import { Done, Field, Form } from './form';
import { useSession } from './session';

export function AddressPart() {
  const { user } = useSession();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Part title="E-mail address">
      <Form
        button="Change the address"
        action={async ({ address = '' }) => {
          setAsked(null);
          await ask('POST /auth/change-email', { body: { newEmail: address } });
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
