/** The sources of the home: when each was read last and what came of it, what is wrong in its rows, and fetching. */
import type { ListedSource, OfferedSource, Run } from '@lintel/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Asked } from '../account/asked';
import { DataTable, TwoLines } from '../design/data-table';
import { Part } from '../design/record-parts';
import { count, counted } from '../words/format';
import { sourcesQuery } from './api';
import { incidentId, titleOf } from './incidents';
import { OperatorPage } from './operator-page';
import { TaskView } from './task-view';
import { useTask } from './use-task';
import { ago, moment } from './words';

export function SourcesPage() {
  const fetching = useTask(['fetch']);
  const building = useTask(['build']);
  const sources = useQuery(sourcesQuery);
  return (
    <OperatorPage
      title="Sources"
      lede={
        <p className="lede">
          What this service reads, and from where. A fetch brings rows; a build makes a release of all rows;
          it is served once it is <Link to="/operator/releases">published</Link>.
        </p>
      }
    >
      <Part
        title="Work"
        aside={
          <button
            type="button"
            className="button"
            disabled={building.isRunning}
            onClick={() => building.start({ kind: 'build' })}
          >
            Build now
          </button>
        }
      >
        <TaskView here={fetching} />
        <TaskView here={building}>
          <p>
            <Link to="/operator/releases">Look at the new release</Link>
          </p>
        </TaskView>
        {fetching.task === null && building.task === null ? (
          <p className="soft">Nothing was fetched or built from here yet.</p>
        ) : null}
      </Part>
      <Asked of={sources}>
        {({ sources: rows, offered }) => (
          <>
            <Findings of={rows} />
            <Part title={counted(rows.length, 'source')}>
              {rows.length === 0 ? (
                <p className="soft">This home has no rows yet. Fetch a source of the catalog below.</p>
              ) : (
                <SourceTable
                  rows={rows}
                  isBusy={fetching.isRunning}
                  onFetch={(source) => fetching.start({ kind: 'fetch', source })}
                />
              )}
              <p className="soft">
                A source is due as often as its publisher renews it, and sooner after a failure. What is due
                is fetched by a job that calls <code>lintel fetch --due</code> every hour, or from here.
              </p>
            </Part>
            <AddSource
              offered={offered}
              isBusy={fetching.isRunning}
              onFetch={(source) => fetching.start({ kind: 'fetch', source })}
            />
          </>
        )}
      </Asked>
    </OperatorPage>
  );
}

/** What is the matter with sources, a line each; nothing if all is well. */
export function Findings({ of }: { readonly of: readonly ListedSource[] }) {
  const found = of.flatMap((source) => source.findings.map((finding) => ({ source, finding })));
  if (found.length === 0) return null;
  return (
    <Part title="To look at">
      <ul>
        {found.map(({ source, finding }) => (
          <li key={finding.text} className="problem">
            <Link to="/operator/incidents/$id" params={{ id: incidentId(source, finding) }}>
              {titleOf(source, finding)}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function SourceTable({
  rows,
  isBusy,
  onFetch,
}: {
  readonly rows: readonly ListedSource[];
  readonly isBusy: boolean;
  readonly onFetch: (source: string) => void;
}) {
  return (
    <DataTable
      label="Sources"
      isCards
      rows={rows}
      columns={[
        {
          head: 'Source',
          is: 'name',
          cell: ({ id, name }) => (
            <TwoLines
              first={
                <Link to="/operator/sources/$id" params={{ id }}>
                  {name}
                </Link>
              }
              second={id}
            />
          ),
        },
        { head: 'Last read', cell: ({ last_run }) => <LastRun run={last_run} /> },
        { head: 'Next fetch', cell: ({ next_fetch }) => <Next of={next_fetch} /> },
        { head: 'Rows', is: 'number', optional: true, cell: (source) => count(source.rows) },
        {
          head: 'With defects',
          is: 'number',
          optional: true,
          cell: ({ release }) => (release === null ? '–' : share(release.defective, release.refined)),
        },
        { head: 'Quarantine', is: 'number', optional: true, cell: ({ quarantined }) => count(quarantined) },
        {
          head: <span className="visually-hidden">Fetch</span>,
          is: 'acts',
          cell: ({ id, can_fetch }) =>
            can_fetch ? (
              <button
                type="button"
                className="button small"
                aria-label={`Fetch now: ${id}`}
                disabled={isBusy}
                onClick={() => onFetch(id)}
              >
                Fetch now
              </button>
            ) : null,
        },
      ]}
    />
  );
}

/** When a source was read last, and what came of it. */
export function LastRun({ run }: { readonly run: Run | null }) {
  if (run === null) return <span className="soft">Never</span>;
  const isBad = run.state === 'failed' || run.state === 'interrupted';
  return (
    <>
      <time dateTime={run.started_at} title={moment(run.started_at)}>
        {ago(run.started_at)}
      </time>
      <br />
      <span className={isBad ? 'problem' : 'soft'}>{isBad ? runStates[run.state] : changesOf(run)}</span>
    </>
  );
}

/** When a source is fetched next, and what is the matter if nothing fetches it. */
export function Next({ of }: { readonly of: ListedSource['next_fetch'] }) {
  if (of === null) return <span className="soft">From files</span>;
  const { due_at, state, failures } = of;
  const failed = failures > 0 ? `failed ${failures === 1 ? 'once' : `${count(failures)} times`}` : '';
  return (
    <>
      {due_at === null || (state === 'due' && Date.parse(due_at) > Date.now()) ? (
        'Now'
      ) : (
        <time dateTime={due_at} title={moment(due_at)}>
          {ago(due_at)}
        </time>
      )}
      {state === 'overdue' || failed !== '' ? (
        <>
          <br />
          <span className="problem">
            {[state === 'overdue' ? 'overdue' : '', failed].filter(Boolean).join(', ')}
          </span>
        </>
      ) : null}
    </>
  );
}

export const runStates: Readonly<Record<Run['state'], string>> = {
  running: 'Running',
  finished: 'Finished',
  interrupted: 'Interrupted',
  failed: 'Failed',
  reverted: 'Reverted',
};

function changesOf({ new: added, changed, vanished, state }: Run): string {
  if (state === 'running') return 'Running';
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [vanished, 'vanished'],
  ] as const;
  const some = parts.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`);
  return some.length === 0 ? 'Nothing new' : some.join(', ');
}

export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function AddSource({
  offered,
  isBusy,
  onFetch,
}: {
  readonly offered: readonly OfferedSource[];
  readonly isBusy: boolean;
  readonly onFetch: (source: string) => void;
}) {
  const [chosen, setChosen] = useState('');
  if (offered.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== '') onFetch(chosen);
  };
  return (
    <Part title="Another source">
      <p className="soft">
        Sources of the catalog that this home has no rows of. The first fetch reads all rows, which may take
        an hour for a large city. The definition of an unverified one was never tried on real rows.
      </p>
      <form className="inline-form" onSubmit={submit}>
        <label className="field">
          <span className="label">Source of the catalog</span>
          <select className="input" value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">Choose one</option>
            {offered.map(({ id, name, verified_on }) => (
              <option key={id} value={id}>
                {name} ({id}){verified_on === null ? ', unverified' : ''}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button" disabled={chosen === '' || isBusy}>
          Fetch now
        </button>
      </form>
    </Part>
  );
}
