/** The page of the mailed link with which people choose a password: the first one, or another one. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, renewSession } from '../../api/account';
import { EmailField, Form, NewPasswordField } from '../form';
import { Door } from './door';
import { SecondFactor } from './second-factor';

/** The page of the mailed link, which has its token and the address behind `#`. */
export function ChoosePassword() {
  const [[token = '', address = '']] = useState(() => location.hash.slice(1).split('/'));
  const [isSecondStep, setSecondStep] = useState(false);
  const navigate = useNavigate();
  const email = decoded(address);
  const enter = async () => {
    await renewSession();
    await navigate({ to: '/', hash: '', replace: true });
  };
  if (isSecondStep)
    return <SecondFactor onDone={enter} onBack={() => void navigate({ to: '/', hash: '' })} />;
  if (token === '' || email === '') {
    return (
      <Door title="This link is cut short">
        <p className="lede">Copy the whole line from the mail, or ask for another link.</p>
        <Link to="/forgot" className="button">
          Ask for another link
        </Link>
      </Door>
    );
  }
  return (
    <Door title="Choose a password">
      <Form
        button="Save and sign in"
        action={async ({ password = '' }) => {
          await ask('POST /auth/reset-password', { body: { token, newPassword: password } });
          return ask('POST /auth/sign-in/email', { body: { email, password } });
        }}
        onDone={async ({ twoFactorRedirect }) => {
          if (twoFactorRedirect === true) setSecondStep(true);
          else await enter();
        }}
        aside={<Link to="/forgot">Ask for another link</Link>}
      >
        <EmailField value={email} readOnly />
        <NewPasswordField
          name="password"
          note="At least 10 characters. A few words in a row are easy to remember and hard to guess."
          autoFocus
        />
      </Form>
    </Door>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
