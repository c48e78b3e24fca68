/** The releases on disk: which is published, publishing another one, and going back. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Part } from '../design/record-parts';
import { count, date } from '../words/format';
import { type ReleaseRow, releasesQuery } from './api';
import { Answer, ConfirmButton, OperatorPage, Table } from './operator-page';
import { TaskView } from './task-view';
import { type TaskHere, useTask } from './use-task';
import { bytes, moment } from './words';

export function ReleasesPage() {
  const releases = useQuery(releasesQuery);
  const publishing = useTask(['publish', 'rollback']);
  return (
    <OperatorPage
      title="Releases"
      lede={
        <p className="lede">
          One release is published: every answer of this service comes from it. Publishing another one takes a
          moment and interrupts nobody.
        </p>
      }
    >
      <Answer of={releases}>
        {({ releases: rows, rollback_to }) => (
          <>
            <Published rows={rows} rollbackTo={rollback_to} here={publishing} />
            <Part title="On disk">
              {rows.length === 0 ? (
                <p className="soft">
                  There is none yet. Fetch a source and build one, in{' '}
                  <Link to="/operator/sources">Sources</Link>.
                </p>
              ) : (
                <ReleaseTable rows={rows} />
              )}
            </Part>
          </>
        )}
      </Answer>
    </OperatorPage>
  );
}

function Published({
  rows,
  rollbackTo,
  here,
}: {
  readonly rows: readonly ReleaseRow[];
  readonly rollbackTo: string | null;
  readonly here: TaskHere;
}) {
  const current = rows.find(({ published }) => published);
  return (
    <Part title="Published">
      <div className="spread">
        <p>
          {current === undefined ? (
            'Nothing is published: requests get 503.'
          ) : (
            <>
              <Link to="/operator/releases/$id" params={{ id: current.id }}>
                {current.id}
              </Link>
              , data up to {date(current.released_at)}
            </>
          )}
        </p>
        {rollbackTo === null || here.isRunning ? null : (
          <ConfirmButton
            label="Roll back"
            question={`Serve ${rollbackTo} again?`}
            onConfirm={() => here.start({ kind: 'rollback' })}
          />
        )}
      </div>
      <TaskView here={here} />
    </Part>
  );
}

function ReleaseTable({ rows }: { readonly rows: readonly ReleaseRow[] }) {
  return (
    <Table label="Releases on disk">
      <thead>
        <tr>
          <th scope="col">Release</th>
          <th scope="col">State</th>
          <th scope="col" className="number">
            Permits
          </th>
          <th scope="col" className="number optional">
            Contractors
          </th>
          <th scope="col" className="number optional">
            Decisions
          </th>
          <th scope="col" className="number optional">
            Size
          </th>
          <th scope="col" className="optional">
            Built
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, published, counts, bytes: size, built_at, fault }) => (
          <tr key={id}>
            <th scope="row" className="nowrap">
              <Link to="/operator/releases/$id" params={{ id }}>
                {id}
              </Link>
            </th>
            <td>
              {fault === null ? published ? 'Published' : '' : <span className="problem">{fault}</span>}
            </td>
            <td className="number">{count(counts?.permits)}</td>
            <td className="number optional">{count(counts?.contractors)}</td>
            <td className="number optional">{count(counts?.decisions)}</td>
            <td className="number optional">{bytes(size)}</td>
            <td className="nowrap optional">{moment(built_at)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
