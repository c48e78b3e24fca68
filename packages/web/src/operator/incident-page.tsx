/** One incident: what is the matter with a source and since when, what its runs brought, and what to do. */
import type { Incident, ListedSource } from '@lintel/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Asked } from '../account/asked';
import { Facts, Part } from '../design/record-parts';
import { date, sentence } from '../words/format';
import { sourceQuery, sourcesQuery } from './api';
import { findIncident, steps, titleOf } from './incidents';
import { OperatorPage } from './operator-page';
import { usePathId } from './path-id';
import { Fetch, Runs } from './source-page';
import { LastRun, Next } from './sources-page';
import { RowsByDay } from './trends-page';
import { ago } from './words';

export function IncidentPage() {
  const id = usePathId();
  const sources = useQuery(sourcesQuery);
  const found = findIncident(sources.data?.sources ?? [], id);
  return (
    <OperatorPage title={found ? titleOf(found.source, found.incident) : 'Incident'}>
      <Asked of={sources}>
        {() =>
          found ? (
            <Shown {...found} />
          ) : (
            <p>
              This incident is over, or there never was one. <Link to="/operator/trends">Trends</Link> has
              those of now.
            </p>
          )
        }
      </Asked>
    </OperatorPage>
  );
}

function Shown({ source, incident }: { readonly source: ListedSource; readonly incident: Incident }) {
  const details = useQuery(sourceQuery(source.id));
  return (
    <>
      <Facts
        facts={[
          [
            'Source',
            <Link key="source" to="/operator/sources/$id" params={{ id: source.id }}>
              {source.id}
            </Link>,
          ],
          ['Since', `${date(incident.since.slice(0, 10))}, ${ago(incident.since)}`],
          ['Renewed by its publisher', source.updates === null ? 'Not known' : sentence(source.updates)],
          ['Last read', <LastRun key="last" run={source.last_run} />],
          ['Next fetch', <Next key="next" of={source.next_fetch} />],
        ]}
      />
      <p>{incident.text}</p>
      <Part title="What to do">
        <ol>
          {steps[incident.kind].map((step) => (
            <li key={step}>{step.replace(/\bID\b/, source.id)}</li>
          ))}
        </ol>
        {details.data?.homepage ? (
          <p>
            <a href={details.data.homepage} rel="noreferrer">
              Page of the publisher
            </a>
          </p>
        ) : null}
      </Part>
      {source.can_fetch ? <Fetch id={source.id} /> : null}
      <Part title="What its runs brought">
        <RowsByDay sources={[source]} />
      </Part>
      <Part title="Last runs">
        <Asked of={details}>{({ runs }) => <Runs runs={runs} />}</Asked>
      </Part>
    </>
  );
}
