/** The frame of the dashboard: its header, and the page, or how to sign in where nobody is signed in. */
import type { Session } from '@lintel/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type AccountError, ask, renewSession, sessionQuery } from '../api/account';
import { NavRow } from '../shell/nav-row';
import { Notice } from '../shell/notice';
import { Offline } from '../shell/offline';
import { ThemeButton } from '../shell/theme-button';
import { WaitingPage } from '../shell/waiting-page';
import { SignIn } from './entrance/sign-in';
import { SessionProvider } from './session';

/** Pages for people who are not signed in. */
const doors = new Set(['/sign-up', '/forgot', '/password', '/address']);

/** The pages of an account, in the order of the header. */
const pages = [
  ['/', 'Overview'],
  ['/keys', 'Keys'],
  ['/usage', 'Usage'],
  ['/watches', 'Watches'],
  ['/links', 'Links'],
  ['/apps', 'Apps'],
  ['/playground', 'Playground'],
  ['/organization', 'Organization'],
  ['/profile', 'Profile'],
] as const;

export function AccountShell() {
  const page = useMatches().at(-1);
  const path = page?.pathname.replace(/^\/account/, '') ?? '';
  const { data, error, refetch } = useQuery(sessionQuery);
  const session = data === undefined || data === null || data === 'ended' ? null : data;
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className={session === null ? 'header door-header' : 'header account-header'}>
        <a href="/" className="brand" aria-label="Lintel, explore permits">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M4 7h24v5H4zM7 14h5v11H7zM20 14h5v11h-5z" fill="currentColor" />
          </svg>
          Lintel
        </a>
        {session === null ? null : <AccountNav />}
        <nav className="nav" aria-label="Service">
          <a href="/">Explore</a>
          <a href="/docs/">Docs</a>
          {session?.operator === true ? <Link to="/operator">Operate</Link> : null}
          {session === null ? null : <SignOut />}
          <ThemeButton />
        </nav>
        <Offline />
      </header>
      <main id="content" ref={main} tabIndex={-1}>
        {pageOf(
          path,
          data === 'ended',
          session,
          data !== undefined,
          error as AccountError | null,
          () => void refetch(),
        )}
      </main>
    </div>
  );
}

function pageOf(
  path: string,
  hasEnded: boolean,
  session: Session | null,
  isKnown: boolean,
  error: AccountError | null,
  retry: () => void,
): ReactNode {
  if (doors.has(path)) return <Outlet />;
  if (!isKnown) return error === null ? <WaitingPage /> : <NotHere error={error} retry={retry} />;
  if (session === null) return <SignIn hasEnded={hasEnded} />;
  return (
    <SessionProvider value={session}>
      {session.account.suspended ? (
        <p className="banner" role="status">
          This account is suspended: its keys and its pages get no data. The operator of this service can
          change that.
        </p>
      ) : null}
      <Outlet />
    </SessionProvider>
  );
}

function NotHere({ error, retry }: { readonly error: AccountError; readonly retry: () => void }) {
  return (
    <Notice
      title={error.status === 0 ? 'No connection' : 'Accounts are not available here'}
      actions={
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      }
    >
      <p>{error.message}</p>
    </Notice>
  );
}

function AccountNav() {
  return (
    <NavRow className="nav account-nav" label="Account">
      {pages.map(([to, name]) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
          {name}
        </Link>
      ))}
    </NavRow>
  );
}

function SignOut() {
  const [isGoing, setGoing] = useState(false);
  return (
    <button
      type="button"
      className="button quiet"
      disabled={isGoing}
      onClick={() => {
        setGoing(true);
        ask('POST /auth/sign-out', { body: {} })
          .then(renewSession)
          .finally(() => setGoing(false));
      }}
    >
      Sign out
    </button>
  );
}
