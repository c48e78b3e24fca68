/** Where somebody is signed in, and how to sign out there. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/account';
import { acts, DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { Asked, useAsk } from './asked';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export function SessionsPart() {
  const cache = useQueryClient();
  const asked = useAsk('GET /sessions', {});
  const again = () => void cache.invalidateQueries({ queryKey: ['GET /sessions'] });
  const [problem, setProblem] = useState<string | null>(null);
  const end = (work: Promise<unknown>) => {
    setProblem(null);
    work.then(again, (error: Error) => setProblem(error.message));
  };
  return (
    <Part title="Where you are signed in">
      <Asked of={asked}>
        {(places) => (
          <>
            <DataTable
              label="Where you are signed in"
              isCards
              rows={places}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Browser', is: 'name', cell: ({ browser }) => browserName(browser) },
                { head: 'Address', cell: ({ address }) => address ?? 'unknown' },
                { head: 'Since', cell: ({ created_at }) => moment.format(new Date(created_at)) },
                {
                  ...acts,
                  cell: ({ id, browser, current }) =>
                    current ? (
                      <span className="soft">This one</span>
                    ) : (
                      <button
                        type="button"
                        className="button small"
                        aria-label={`Sign out ${browserName(browser)}`}
                        onClick={() => end(ask('DELETE /sessions/{id}', { id }))}
                      >
                        Sign out
                      </button>
                    ),
                },
              ]}
            />
            <p className="problem" role="alert">
              {problem}
            </p>
            {places.length > 1 ? (
              <div className="actions">
                <button
                  type="button"
                  className="button"
                  onClick={() => end(ask('POST /auth/revoke-other-sessions', { body: {} }))}
                >
                  Sign out everywhere else
                </button>
              </div>
            ) : null}
          </>
        )}
      </Asked>
    </Part>
  );
}

/** What a `User-Agent` header says in two words. */
function browserName(header: string | null): string {
  if (header === null) return 'Unknown';
  // Browsers also name those that they are like, so the order matters.
  const browser = ['Edg', 'Firefox', 'Chrome', 'Safari', 'curl'].find((name) => header.includes(name));
  const system = /\b(Windows|Mac OS X|Android|iPhone|iPad|Linux)\b/.exec(header)?.[1];
  const name = browser === 'Edg' ? 'Edge' : (browser ?? 'A program');
  return system === undefined ? name : `${name} on ${system === 'Mac OS X' ? 'macOS' : system}`;
}
