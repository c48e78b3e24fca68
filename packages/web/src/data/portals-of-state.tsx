/** The portals of permit software of a state that is chosen: whose each is, what is known of it, and why. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { portalsQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { states } from '../api/states';
import { DataTable } from '../design/data-table';
import { Failure } from '../shell/failure';
import { counted, sentence, words } from '../words/format';

export function PortalsOfState({ lastDay }: { readonly lastDay: string }) {
  const [state, setState] = useState('');
  return (
    <>
      <label className="field portals-state">
        <span className="label">Portals of a state, one by one</span>
        <select className="input" value={state} onChange={(event) => setState(event.target.value)}>
          <option value="">Choose a state</option>
          {Object.entries(states).map(([code, [name]]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {state === '' ? null : <PortalTable state={state} lastDay={lastDay} />}
    </>
  );
}

function PortalTable({ state, lastDay }: { readonly state: string; readonly lastDay: string }) {
  const { lintel } = useService();
  const { data, error, refetch } = useQuery(portalsQuery(lintel, state, lastDay));
  const name = states[state]?.[0] ?? state;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <div className="waiting page-block" />;
  if (data.length === 0) return <p role="status">No portal of {name} is known.</p>;
  return (
    <>
      <p className="soft" role="status">
        {counted(data.length, 'portal')} of {name}
      </p>
      <DataTable
        label={`Portals of ${name}`}
        isCards
        rows={data}
        keyOf={({ name: place, url }) => `${place} ${url}`}
        columns={[
          { head: 'Place', is: 'name', cell: ({ name: place }) => place },
          {
            head: 'Portal',
            cell: ({ software, url }) => (
              <a href={url} rel="noopener noreferrer">
                {software}
              </a>
            ),
          },
          { head: 'Known', is: 'line', cell: ({ state: known }) => sentence(words(known)) },
          { head: 'Why', cell: ({ reason }) => sentence(reason) },
        ]}
      />
    </>
  );
}
