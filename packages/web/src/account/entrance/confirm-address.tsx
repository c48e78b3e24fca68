/** The page of mailed links about another address. */
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/account';
import { Form } from '../form';
import { Door } from './door';

/** The page of mailed links about another address, which have their token behind `#`. */
export function ConfirmAddress() {
  const { hash } = useLocation();
  // The second link may be opened where the first one was.
  return <Confirmation key={hash} token={hash} />;
}

function Confirmation({ token }: { readonly token: string }) {
  const [state, setState] = useState<'asked' | 'changed' | null>(null);
  if (state !== null) {
    return (
      <Door title={state === 'asked' ? 'One more link' : 'Your address is changed'}>
        <p className="lede" role="status">
          {state === 'asked'
            ? 'A link is on its way to the new address. Your address changes when it is opened.'
            : 'From now on you sign in with the new address.'}
        </p>
        <a className="button" href="/account/profile">
          Your profile
        </a>
      </Door>
    );
  }
  return (
    <Door title="Change your address">
      <Form
        button="Confirm"
        action={() => ask('POST /confirm-address', { body: { token } })}
        onDone={({ changed }) => setState(changed ? 'changed' : 'asked')}
      >
        <p className="lede">This address and the new one both have to agree.</p>
      </Form>
    </Door>
  );
}
