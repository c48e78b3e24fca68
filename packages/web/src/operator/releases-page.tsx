/** The releases on disk: which is published, publishing another one, and going back. */
import type { ListedRelease } from '@lintel/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Asked } from '../account/asked';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { count, date } from '../words/format';
import { releasesQuery } from './api';
import { ConfirmButton, OperatorPage } from './operator-page';
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
      <Asked of={releases}>
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
      </Asked>
    </OperatorPage>
  );
}

function Published({
  rows,
  rollbackTo,
  here,
}: {
  readonly rows: readonly ListedRelease[];
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

function ReleaseTable({ rows }: { readonly rows: readonly ListedRelease[] }) {
  return (
    <DataTable
      label="Releases on disk"
      isCards
      rows={rows}
      columns={[
        {
          head: 'Release',
          is: 'name',
          cell: ({ id }) => (
            <Link to="/operator/releases/$id" params={{ id }} className="nowrap">
              {id}
            </Link>
          ),
        },
        {
          head: 'State',
          cell: ({ fault, published }) =>
            fault === null ? published && 'Published' : <span className="problem">{fault}</span>,
        },
        { head: 'Permits', is: 'number', cell: ({ counts }) => count(counts?.permits) },
        {
          head: 'Contractors',
          is: 'number',
          optional: true,
          cell: ({ counts }) => count(counts?.contractors),
        },
        { head: 'Decisions', is: 'number', optional: true, cell: ({ counts }) => count(counts?.decisions) },
        { head: 'Size', is: 'number', optional: true, cell: ({ bytes: size }) => bytes(size) },
        { head: 'Built', is: 'line', optional: true, cell: ({ built_at }) => moment(built_at) },
      ]}
    />
  );
}
