/** Pages that ask for a mail with a link: to sign up, or for another password. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/account';
import { EmailField, Form } from '../form';
import { Door } from './door';
import { useEntrance } from './use-entrance';

/** Asks for a mail with a link, to sign up or for another password. */
function AskForLink({
  title,
  intro,
  endpoint,
}: {
  readonly title: string;
  readonly intro: string;
  readonly endpoint: 'POST /sign-up' | 'POST /auth/request-password-reset';
}) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <Door title="Look into your mail">
        <p className="lede" role="status">
          If <strong>{sentTo}</strong> can have an account here, a link is on its way to it. It works once,
          within an hour.
        </p>
        <p className="soft">
          Nothing arrived? Look among unwanted mail, or ask the operator of this service.
        </p>
        <button type="button" className="button" onClick={() => setSentTo(null)}>
          Use another address
        </button>
      </Door>
    );
  }
  return (
    <Door title={title}>
      <p className="lede">{intro}</p>
      <Form
        button="Send the link"
        action={async ({ email = '' }) => {
          await ask(endpoint, { body: { email } });
          return email;
        }}
        onDone={setSentTo}
        aside={<Link to="/">Sign in instead</Link>}
      >
        <EmailField autoFocus />
      </Form>
    </Door>
  );
}

export function SignUp() {
  const { data: entrance } = useEntrance();
  return (
    <AskForLink
      title="Sign up"
      intro={
        entrance?.sign_up === false
          ? 'Accounts here are made by invitation. If you are invited, enter your address: we mail you a link.'
          : 'Enter your address: we mail you a link with which you choose a password.'
      }
      endpoint="POST /sign-up"
    />
  );
}

export function ForgotPassword() {
  return (
    <AskForLink
      title="A new password"
      intro="Enter the address of your account: we mail you a link with which you choose another password."
      endpoint="POST /auth/request-password-reset"
    />
  );
}
