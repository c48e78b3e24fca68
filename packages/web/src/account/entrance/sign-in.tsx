/** Signing in: address and password, the second step, or the identity provider. */
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, renewSession } from '../../api/account';
import { EmailField, Form, PasswordField } from '../form';
import { Door } from './door';
import { SecondFactor } from './second-factor';
import { useEntrance } from './use-entrance';

/** Signs in where the page is, so that what was asked for is shown after it. */
export function SignIn({ hasEnded = false }: { readonly hasEnded?: boolean }) {
  const [isSecondStep, setSecondStep] = useState(false);
  const { data: entrance } = useEntrance();
  const { pathname } = useLocation();
  if (isSecondStep) return <SecondFactor onDone={renewSession} onBack={() => setSecondStep(false)} />;
  return (
    <Door title="Sign in">
      {hasEnded ? (
        <p className="lede" role="status">
          Your session has ended. Sign in again to go on where you were.
        </p>
      ) : null}
      {hasEnded ? null : <WhatWaits pathname={pathname} />}
      {new URLSearchParams(location.search).has('error') ? (
        <p className="problem" role="alert">
          Signing in with {entrance?.provider ?? 'the other service'} did not work. You may need an
          invitation.
        </p>
      ) : null}
      <Form
        button="Sign in"
        action={({ email = '', password = '' }) =>
          ask('POST /auth/sign-in/email', { body: { email, password } })
        }
        onDone={async ({ twoFactorRedirect }) => {
          if (twoFactorRedirect === true) setSecondStep(true);
          else await renewSession();
        }}
        aside={<Link to="/forgot">Forgot the password?</Link>}
      >
        <EmailField autoFocus />
        <PasswordField label="Password" />
      </Form>
      {entrance?.provider ? (
        <Form
          button={`Continue with ${entrance.provider}`}
          action={() => ask('POST /auth/sign-in/social', { body: pageToSee() })}
          onDone={({ url }) => location.assign(url)}
        />
      ) : null}
      <p>
        {entrance?.sign_up === false ? (
          <>
            Accounts here are made by invitation. Invited? <Link to="/sign-up">Sign up</Link>
          </>
        ) : (
          <>
            No account yet? <Link to="/sign-up">Sign up</Link>
          </>
        )}
      </p>
    </Door>
  );
}

/** What is seen after signing in, where a link or an app has led here. */
function WhatWaits({ pathname }: { readonly pathname: string }) {
  if (pathname.endsWith('/invitation')) {
    return (
      <p className="lede">
        To see the invitation, sign in with the address to which it was sent. Without an account yet, sign up
        with that address.
      </p>
    );
  }
  if (pathname.endsWith('/connect')) {
    return (
      <p className="lede">
        An app asks to be connected: sign in to see which, and to decide. Without an account yet, sign up,
        then start again in the app.
      </p>
    );
  }
  return null;
}

/** Where the identity provider sends people back to: the page that they wanted, such as that of an app which asks. */
function pageToSee(): { page: string } {
  const query = new URLSearchParams(location.search);
  query.delete('error');
  const path = location.pathname.replace(/\/$/, '');
  return { page: query.size === 0 ? path : `${path}?${String(query).replaceAll('*', '%2A')}` };
}
