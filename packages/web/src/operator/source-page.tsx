/** One source: fetching it, its last runs, the defects of its rows, and rows that could not be read. */
import type { Run, SourceDetails } from '@lintel/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Asked } from '../account/asked';
import { DataTable, TwoLines } from '../design/data-table';
import { Facts, Part } from '../design/record-parts';
import { count, date, sentence } from '../words/format';
import { sourceQuery } from './api';
import { OperatorPage } from './operator-page';
import { usePathId } from './path-id';
import { Findings, LastRun, Next, runStates, share } from './sources-page';
import { TaskView } from './task-view';
import { useTask } from './use-task';
import { moment } from './words';

export function SourcePage() {
  const id = usePathId();
  const source = useQuery(sourceQuery(id));
  return (
    <OperatorPage title={source.data?.name ?? id}>
      <Asked of={source}>{(details) => <Source source={details} />}</Asked>
    </OperatorPage>
  );
}

function Source({ source }: { readonly source: SourceDetails }) {
  const { id, runs, defects, release } = source;
  return (
    <>
      <Facts
        facts={[
          ['Id', id],
          ['Kind', sentence(source.kind)],
          ['Rows stored', count(source.rows)],
          ['Last read', <LastRun key="last" run={source.last_run} />],
          ['Next fetch', <Next key="next" of={source.next_fetch} />],
          ['Records published', count(release?.records)],
          ['Rows with a defect', release === null ? '–' : share(release.defective, release.refined)],
          ['Rows not readable', count(source.quarantined)],
          ['Refused by the build', count(release?.quarantined)],
          ['License', source.license ?? 'None stated'],
          ['Renewed by its publisher', source.updates ?? 'Not known'],
          ['Tried on real rows', source.verified_on === null ? 'Never' : date(source.verified_on)],
        ]}
      />
      {source.can_fetch ? <Fetch id={id} /> : null}
      <Findings of={[source]} />
      <Part title="Last runs">
        {runs.length === 0 ? <p className="soft">It was never read.</p> : <Runs runs={runs} />}
      </Part>
      <Part title="Defects in the published release">
        {defects.length === 0 ? (
          <p className="soft">{release === null ? 'It is not in the published release.' : 'None.'}</p>
        ) : (
          <DataTable
            label="Defects"
            isCards
            rows={defects}
            columns={[
              {
                head: 'Defect',
                is: 'name',
                cell: ({ name, meaning }) => (
                  <TwoLines first={meaning || sentence(name)} second={<code>{name}</code>} />
                ),
              },
              { head: 'Field', cell: ({ field }) => field },
              { head: 'Rows', is: 'number', cell: ({ count: rows }) => count(rows) },
            ]}
          />
        )}
      </Part>
      <Quarantine source={source} />
    </>
  );
}

export function Fetch({ id }: Pick<SourceDetails, 'id'>) {
  const here = useTask(['fetch'], id);
  return (
    <Part
      title="Fetch"
      aside={
        <span className="actions">
          <button
            type="button"
            className="button primary"
            disabled={here.isRunning}
            onClick={() => here.start({ kind: 'fetch', source: id })}
          >
            Fetch now
          </button>
          <button
            type="button"
            className="button"
            disabled={here.isRunning}
            onClick={() => here.start({ kind: 'fetch', source: id, full: true })}
          >
            Fetch all rows
          </button>
        </span>
      }
    >
      <p className="soft">
        A fetch asks the portal for what has changed, where the portal can say so. Fetching all rows also
        finds those that the portal has no longer.
      </p>
      <TaskView here={here} />
    </Part>
  );
}

export function Runs({ runs }: Pick<SourceDetails, 'runs'>) {
  return (
    <DataTable
      label="Last runs"
      isCards
      rows={runs}
      columns={[
        {
          head: 'Started',
          is: 'name',
          cell: ({ started_at }) => <span className="nowrap">{moment(started_at)}</span>,
        },
        { head: 'Result', cell: (run) => <Result run={run} /> },
        { head: 'Read', is: 'number', cell: ({ read }) => count(read) },
        { head: 'New', is: 'number', cell: (run) => count(run.new) },
        { head: 'Changed', is: 'number', cell: ({ changed }) => count(changed) },
        { head: 'Vanished', is: 'number', optional: true, cell: ({ vanished }) => count(vanished) },
        {
          head: 'Quarantine',
          is: 'number',
          optional: true,
          cell: ({ quarantined }) => count(quarantined),
        },
        {
          head: 'From',
          optional: true,
          cell: ({ input }) => <span className="soft breakable">{input}</span>,
        },
      ]}
    />
  );
}

/** The first rows that could not be read. */
function Quarantine({ source: { id, rows, refused } }: { readonly source: SourceDetails }) {
  return (
    <Part title="Quarantine">
      {refused.length === 0 ? (
        <p className="soft">{rows === 0 ? 'No row has come yet.' : 'Every row that came could be read.'}</p>
      ) : (
        <DataTable
          label="Quarantine"
          isCards
          rows={refused}
          columns={[
            {
              head: 'Where',
              cell: ({ input, line }) => (line === null ? input : `${input}, line ${count(line)}`),
            },
            { head: 'Reason', cell: ({ reason }) => reason },
          ]}
        />
      )}
      {refused.length > 0 ? (
        <p className="soft">
          The first {count(refused.length)}. All of them, with their rows:{' '}
          <code>lintel quarantine --source {id}</code>
        </p>
      ) : null}
    </Part>
  );
}

/** What became of a run, and why if it did not finish. */
function Result({ run: { state, message } }: { readonly run: Run }) {
  if (message === null) return <>{runStates[state]}</>;
  return (
    <>
      {runStates[state]}
      <br />
      <span className={`breakable ${state === 'failed' ? 'problem' : 'soft'}`}>{message}</span>
    </>
  );
}
