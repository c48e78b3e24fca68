/** One source: fetching it, its last runs, the defects of its rows, and rows that could not be read. */
import { useQuery } from '@tanstack/react-query';
import { Facts, Part } from '../design/record-parts';
import { count, date, sentence } from '../words/format';
import { type SourceDetails, sourceQuery } from './api';
import { Answer, OperatorPage, Table } from './operator-page';
import { usePathId } from './path-id';
import { LastRun, runStates, share } from './sources-page';
import { TaskView } from './task-view';
import { useTask } from './use-task';
import { moment } from './words';

export function SourcePage() {
  const id = usePathId();
  const source = useQuery(sourceQuery(id));
  return (
    <OperatorPage title={source.data?.name ?? id}>
      <Answer of={source}>{(details) => <Source source={details} />}</Answer>
    </OperatorPage>
  );
}

function Source({ source }: { readonly source: SourceDetails }) {
  const { id, runs, defects, refused, release } = source;
  const here = useTask(['fetch'], id);
  return (
    <>
      <Facts
        facts={[
          ['Id', id],
          ['Kind', sentence(source.kind)],
          ['Rows stored', count(source.rows)],
          ['Last read', <LastRun key="last" run={source.last_run} />],
          ['Records published', count(release?.records)],
          ['Rows with a defect', release === null ? '–' : share(release.defective, release.refined)],
          ['Rows not readable', count(source.quarantined)],
          ['Refused by the build', count(release?.quarantined)],
          ['License', source.license ?? 'None stated'],
          ['Renewed by its publisher', source.updates ?? 'Not known'],
          ['Tried on real rows', source.verified_on === null ? 'Never' : date(source.verified_on)],
        ]}
      />
      {source.can_fetch ? (
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
      ) : null}
      <Part title="Last runs">
        {runs.length === 0 ? (
          <p className="soft">It was never read.</p>
        ) : (
          <Table label="Last runs">
            <thead>
              <tr>
                <th scope="col">Started</th>
                <th scope="col">Result</th>
                <th scope="col" className="number">
                  Read
                </th>
                <th scope="col" className="number">
                  New
                </th>
                <th scope="col" className="number">
                  Changed
                </th>
                <th scope="col" className="number optional">
                  Vanished
                </th>
                <th scope="col" className="number optional">
                  Quarantine
                </th>
                <th scope="col" className="optional">
                  From
                </th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.id}>
                  <td className="nowrap">{moment(run.started_at)}</td>
                  <td>
                    {runStates[run.state]}
                    {run.message === null ? null : (
                      <>
                        <br />
                        <span className={run.state === 'failed' ? 'problem' : 'soft'}>{run.message}</span>
                      </>
                    )}
                  </td>
                  <td className="number">{count(run.read)}</td>
                  <td className="number">{count(run.new)}</td>
                  <td className="number">{count(run.changed)}</td>
                  <td className="number optional">{count(run.vanished)}</td>
                  <td className="number optional">{count(run.quarantined)}</td>
                  <td className="soft optional">{run.input}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Part>
      <Part title="Defects in the published release">
        {defects.length === 0 ? (
          <p className="soft">{release === null ? 'It is not in the published release.' : 'None.'}</p>
        ) : (
          <Table label="Defects">
            <thead>
              <tr>
                <th scope="col">Defect</th>
                <th scope="col">Field</th>
                <th scope="col" className="number">
                  Rows
                </th>
              </tr>
            </thead>
            <tbody>
              {defects.map(({ name, field, count: rows, meaning }) => (
                <tr key={`${name} ${field}`}>
                  <th scope="row">
                    {sentence(name)}
                    <br />
                    <span className="soft">{meaning}</span>
                  </th>
                  <td>{field}</td>
                  <td className="number">{count(rows)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Part>
      <Part title="Quarantine">
        {refused.length === 0 ? (
          <p className="soft">Every row that came could be read.</p>
        ) : (
          <Table label="Quarantine">
            <thead>
              <tr>
                <th scope="col">Where</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ input, line, reason }, at) => (
                <tr key={at}>
                  <td>{line === null ? input : `${input}, line ${count(line)}`}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {refused.length > 0 ? (
          <p className="soft">
            The first {count(refused.length)}. All of them, with their rows:{' '}
            <code>lintel quarantine --source {id}</code>
          </p>
        ) : null}
      </Part>
    </>
  );
}
