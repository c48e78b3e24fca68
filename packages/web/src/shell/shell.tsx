/** The frame of every page: the header with the search box, the page itself, the footer. */
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { releaseQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { useLastDay } from '../api/summary-queries';
import { Icon } from '../design/icons';
import { count, counted, date } from '../words/format';
import { KeyNeeded } from './failure';
import { KeyForm } from './key-form';
import { LeftOutOfAddress } from './left-out';
import { Offline } from './offline';
import { useReadingPlace } from './reading-place';
import { SearchBox } from './search-box';
import { ThemeButton } from './theme-button';

export function Shell() {
  const { key, settings } = useService();
  const matches = useMatches();
  const page = matches.at(-1);
  const isExplorer = page?.routeId === '/';
  const main = useRef<HTMLElement>(null);
  useReadingPlace(main, page?.pathname);
  return (
    <div className={isExplorer ? 'frame fixed' : 'frame'}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="header">
        <Link to="/" search={{}} className="brand" aria-label="Lintel, explore permits">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M4 7h24v5H4zM7 14h5v11H7zM20 14h5v11h-5z" fill="currentColor" />
          </svg>
          Lintel
        </Link>
        <SearchBox />
        <nav className="nav" aria-label="Pages">
          <Link to="/" search={{}} activeOptions={{ exact: true, includeSearch: false }}>
            Explore
          </Link>
          <Link to="/contractors" activeOptions={{ exact: true, includeSearch: false }}>
            Contractors
          </Link>
          <Link to="/compare">Compare</Link>
          <Link to="/data">Data</Link>
          {settings.release_files === 'open' ? (
            <Link to="/query" className="optional">
              Query
            </Link>
          ) : null}
          <a href="/docs/">Docs</a>
          <KeyButton />
          <ThemeButton />
        </nav>
        <Offline />
      </header>
      <LeftOutOfAddress />
      <main id="content" ref={main} tabIndex={-1}>
        {key === null && !settings.visitors ? <KeyNeeded /> : <Outlet />}
      </main>
      {isExplorer ? null : <Footer />}
    </div>
  );
}

function Footer() {
  const { lintel } = useService();
  const { data } = useQuery(releaseQuery(lintel));
  const lastDay = useLastDay(undefined, data);
  return (
    <footer className="footer">
      {data ? (
        <>
          <span>
            Release {data.release_id}, data up to {date(lastDay)}
          </span>
          <span>{counted(data.counts.permits, 'permit')}</span>
        </>
      ) : null}
      <Link to="/data">Sources and licenses</Link>
      <a href="/docs/">Docs</a>
    </footer>
  );
}

function KeyButton() {
  const { key, lintel, settings } = useService();
  const [isOpen, setOpen] = useState(false);
  const { data: usage } = useQuery({
    queryKey: ['usage', isOpen],
    queryFn: ({ signal }) => lintel.usage({ signal }),
    enabled: isOpen && (key !== null || settings.visitors),
    staleTime: 0,
  });
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className="button quiet" aria-label={key === null ? 'Use an API key' : 'The API key in use'}>
        <Icon name="key" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label="API key">
          {usage ? (
            <p className="soft">
              {key === null ? (settings.account ?? 'All visitors together') : 'The account of this key'}:{' '}
              {count(usage.credits_used)}
              {usage.credit_limit === null ? ' credits' : ` of ${count(usage.credit_limit)} credits`} used in
              the last 30 days. A record costs one credit.
            </p>
          ) : null}
          <KeyForm onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
