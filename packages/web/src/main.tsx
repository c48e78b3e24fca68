/** The first script: settings, the visitor's key, the router. */
import type { Lintel } from '@lintel/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { storedKey, storeKey } from './api/key';
import { releaseQuery } from './api/release-queries';
import { clientFor, readSettings, ServiceProvider, type Settings, useService } from './api/service';
import { authoritiesQuery, groupsQuery } from './api/summary-queries';
import './design/tokens.css';
import './design/base.css';
import './design/parts.css';
import './design/pages.css';
import './design/search.css';
import './design/explorer.css';
import './design/map.css';
import { loadPages, router } from './router';
import { Notice } from './shell/failure';
import { endFirstScreen, known } from './shell/first-screen';
import { reloadAfterUpgrade } from './shell/upgraded';

reloadAfterUpgrade();

/** Milliseconds after which other pages are loaded, unless this one still waits for something. */
const quietMs = 3_000;

/** Data of a release does not change while the page is open; errors are shown at once, not tried again silently. */
function newQueryClient(lintel: Lintel): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: (query) => query.state.error !== null,
        retry: false,
        networkMode: 'always',
      },
    },
  });
  if (known !== null) {
    // A browser may have kept the document: its release is shown at once, and asked for all the same.
    queries.setQueryData(releaseQuery(lintel).queryKey, known.release, { updatedAt: 1 });
    queries.setQueryData(authoritiesQuery(lintel).queryKey, known.authorities);
    if (known.states) {
      queries.setQueryData(groupsQuery(lintel, known.states.parameters).queryKey, known.states.groups);
    }
  }
  return queries;
}

function Pages({ settings }: { readonly settings: Settings }) {
  const [key, setKey] = useState(storedKey);
  const service = useMemo(
    () => ({
      settings,
      key,
      lintel: clientFor(key),
      setKey(next: string | null) {
        storeKey(next);
        setKey(next);
      },
    }),
    [settings, key],
  );
  return (
    <ServiceProvider value={service}>
      <Answers key={key} />
    </ServiceProvider>
  );
}

/** Another key may see other things, so with each key everything is asked anew. */
function Answers() {
  const { lintel } = useService();
  const [queries] = useState(() => newQueryClient(lintel));
  useEffect(() => {
    const timer = setInterval(() => {
      if (queries.isFetching() > 0) return;
      clearInterval(timer);
      loadPages();
    }, quietMs);
    return () => clearInterval(timer);
  }, [queries]);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

const element = document.getElementById('root');
if (element === null) throw new Error('The document has no #root.');
const pages = createRoot(element);
readSettings().then(
  (settings) =>
    pages.render(
      <StrictMode>
        <Pages settings={settings} />
      </StrictMode>,
    ),
  () => {
    endFirstScreen();
    pages.render(
      <Notice
        title="No connection"
        actions={
          <button type="button" className="button" onClick={() => location.reload()}>
            Try again
          </button>
        }
      >
        <p>The service does not answer.</p>
      </Notice>,
    );
  },
);
