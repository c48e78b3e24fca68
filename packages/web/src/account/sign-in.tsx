/** How people get in: sign in, the second factor, sign up, a new password, and the link from a mail. */
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { WithHeading } from '../shell/notice';
import { useTitle } from '../shell/title';
import { ask, renewSession } from './api';
import { Field, Form } from './form';

/** A page with one narrow column. */
export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useTitle(title);
  return (
    <div className="door">
      <h1>{title}</h1>
      <WithHeading value={true}>{children}</WithHeading>
    </div>
  );
}

interface Entrance {
  /** Whether people who were not invited may sign up. */
  readonly sign_up: boolean;
  /** The identity provider's name; null without one. */
  readonly provider: string | null;
}

const useEntrance = () =>
  useQuery({
    queryKey: ['entrance'],
    queryFn: ({ signal }) => ask<Entrance>('GET', '/entrance', undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface SignedIn {
  readonly twoFactorRedirect?: boolean;
}

/** Signs in where the page is, so that what was asked for is shown after it. */
export function SignIn({ hasEnded = false }: { readonly hasEnded?: boolean }) {
  const [isSecondStep, setSecondStep] = useState(false);
  const { data: entrance } = useEntrance();
  if (isSecondStep) return <SecondFactor onDone={renewSession} onBack={() => setSecondStep(false)} />;
  return (
    <Door title="Sign in">
      {hasEnded ? (
        <p className="lede" role="status">
          Your session has ended. Sign in again to go on where you were.
        </p>
      ) : null}
      {new URLSearchParams(location.search).has('error') ? (
        <p className="problem" role="alert">
          Signing in with {entrance?.provider ?? 'the other service'} did not work. You may need an
          invitation.
        </p>
      ) : null}
      <Form
        button="Sign in"
        action={({ email = '', password = '' }) =>
          ask<SignedIn>('POST', '/auth/sign-in/email', { email, password })
        }
        onDone={async ({ twoFactorRedirect }) => {
          if (twoFactorRedirect === true) setSecondStep(true);
          else await renewSession();
        }}
        aside={<Link to="/forgot">Forgot the password?</Link>}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          required
        />
      </Form>
      {entrance?.provider ? (
        <Form
          button={`Continue with ${entrance.provider}`}
          action={() =>
            ask<{ url: string }>('POST', '/auth/sign-in/social', {
              provider: 'oidc',
              callbackURL: '/account',
              errorCallbackURL: '/account',
            })
          }
          onDone={({ url }) => location.assign(url)}
        />
      ) : null}
      <p>
        {entrance?.sign_up === false ? (
          'Accounts here are made by invitation.'
        ) : (
          <>
            No account yet? <Link to="/sign-up">Sign up</Link>
          </>
        )}
      </p>
    </Door>
  );
}

function SecondFactor({ onDone, onBack }: { onDone(): Promise<void>; onBack(): void }) {
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
          ask('POST', isBackup ? '/auth/two-factor/verify-backup-code' : '/auth/two-factor/verify-totp', {
            code: code.trim(),
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
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\s*\d{6}\s*"
            title="Six digits"
            required
            autoFocus
          />
        )}
      </Form>
      <button type="button" className="button quiet" onClick={onBack}>
        Sign in as somebody else
      </button>
    </Door>
  );
}

/** Asks for a mail with a link, to sign up or for another password. */
function AskForLink({
  title,
  intro,
  path,
}: {
  readonly title: string;
  readonly intro: string;
  readonly path: string;
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
          await ask('POST', path, { email });
          return email;
        }}
        onDone={setSentTo}
        aside={<Link to="/">Sign in instead</Link>}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
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
      path="/sign-up"
    />
  );
}

export function ForgotPassword() {
  return (
    <AskForLink
      title="A new password"
      intro="Enter the address of your account: we mail you a link with which you choose another password."
      path="/auth/request-password-reset"
    />
  );
}

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
          await ask('POST', '/auth/reset-password', { token, newPassword: password });
          return ask<SignedIn>('POST', '/auth/sign-in/email', { email, password });
        }}
        onDone={async ({ twoFactorRedirect }) => {
          if (twoFactorRedirect === true) setSecondStep(true);
          else await enter();
        }}
        aside={<Link to="/forgot">Ask for another link</Link>}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          maxLength={128}
          note="At least 10 characters. A few words in a row are easy to remember and hard to guess."
          required
          autoFocus
        />
      </Form>
    </Door>
  );
}

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
        action={() => ask<{ changed: boolean }>('POST', '/confirm-address', { token })}
        onDone={({ changed }) => setState(changed ? 'changed' : 'asked')}
      >
        <p className="lede">This address and the new one both have to agree.</p>
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
