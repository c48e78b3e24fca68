/** One release: what the gate says of it, publishing it, and what changes with it. */
import type { ReleaseDetails, Task } from '@lintel/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Asked } from '../account/asked';
import { DataTable } from '../design/data-table';
import { Facts, Part } from '../design/record-parts';
import { count, date, sentence } from '../words/format';
import { releaseQuery, taskQuery } from './api';
import { OperatorPage } from './operator-page';
import { usePathId } from './path-id';
import { TaskView } from './task-view';
import { useTask } from './use-task';
import { bytes, moment } from './words';

const counted = ['permits', 'contractors', 'decisions', 'addresses'] as const;

export function ReleasePage() {
  const id = usePathId();
  const release = useQuery(releaseQuery(id));
  return (
    <OperatorPage title={`Release ${id}`}>
      <Asked of={release}>{(details) => <Release release={details} />}</Asked>
    </OperatorPage>
  );
}

function Release({ release }: { readonly release: ReleaseDetails }) {
  const { id, counts, compared_with: published, fault } = release;
  return (
    <>
      {fault === null ? null : (
        <p className="problem" role="alert">
          {fault}
        </p>
      )}
      <Facts
        facts={[
          ['State', release.published ? 'Published' : 'Not published'],
          ['Data up to', date(release.released_at)],
          ['Built', moment(release.built_at)],
          ['Size', bytes(release.bytes)],
          ...counted.map(
            (kind) =>
              [
                sentence(kind),
                <Change key={kind} now={counts?.[kind]} before={published?.counts[kind]} />,
              ] as const,
          ),
        ]}
      />
      {published === null ? null : (
        <p className="soft">
          Differences are to <ReleaseLink id={published.id} />, which is published.
        </p>
      )}
      {release.verdict === null ? null : <Gate release={release} />}
      {published === null ? null : <Comparison from={published.id} to={id} />}
      <Sources release={release} />
    </>
  );
}

function ReleaseLink({ id }: { readonly id: string }) {
  return (
    <Link to="/operator/releases/$id" params={{ id }}>
      {id}
    </Link>
  );
}

/** A number, and by how much it differs from that of the published release. */
function Change({
  now,
  before,
}: {
  readonly now: number | undefined;
  readonly before: number | null | undefined;
}) {
  if (now === undefined || before == null || now === before) return <>{count(now)}</>;
  const change = now - before;
  return (
    <>
      {count(now)}{' '}
      <span className="soft nowrap">
        {change > 0 ? '+' : '−'}
        {count(Math.abs(change))}
      </span>
    </>
  );
}

function Gate({ release: { id, published, verdict } }: { readonly release: ReleaseDetails }) {
  const here = useTask(['publish', 'rollback'], id);
  const [isForced, setForced] = useState(false);
  const objections = verdict?.objections ?? [];
  const needsForce = objections.length > 0 && verdict?.was_published === false;
  return (
    <Part
      title="Gate"
      aside={
        published ? null : (
          <button
            type="button"
            className="button primary"
            disabled={here.isRunning || (needsForce && !isForced)}
            onClick={() => here.start({ kind: 'publish', release: id, ...(needsForce && { force: true }) })}
          >
            Publish
          </button>
        )
      }
    >
      {objections.length === 0 ? (
        <p>
          {published
            ? 'This release is what the service answers from.'
            : 'The gate agrees: nothing that it watches has fallen by a tenth.'}
        </p>
      ) : (
        <>
          <p>
            {verdict?.previous
              ? `The gate objects to this release in place of ${verdict.previous}:`
              : 'The gate objects to this release:'}
          </p>
          <ul className="objections">
            {objections.map((objection) => (
              <li key={objection}>{objection}</li>
            ))}
          </ul>
          {needsForce ? (
            <label className="choice">
              <input
                type="checkbox"
                checked={isForced}
                onChange={(event) => setForced(event.target.checked)}
              />
              Publish in spite of this
            </label>
          ) : (
            <p className="soft">It was published before, so it can be published again all the same.</p>
          )}
        </>
      )}
      <TaskView here={here} />
    </Part>
  );
}

interface Difference {
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly fields: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What becomes of records from one release to another: counted on request, since it reads both. */
function Comparison({ from, to }: { readonly from: string; readonly to: string }) {
  const here = useTask(['compare'], `${from}..${to}`);
  return (
    <Part
      title="What changes"
      aside={
        <button
          type="button"
          className="button"
          disabled={here.isRunning}
          onClick={() => here.start({ kind: 'compare', from, to })}
        >
          Compare
        </button>
      }
    >
      <p className="soft">Compares every record of both releases.</p>
      <TaskView here={here}>{here.task === null ? null : <Differences task={here.task} />}</TaskView>
    </Part>
  );
}

function Differences({ task }: { readonly task: Task }) {
  const { data } = useQuery(taskQuery(task.id));
  const found = (data?.result ?? null) as Difference | null;
  if (found === null) return null;
  const kinds = Object.entries(found.counts);
  if (kinds.length === 0) return <p>Nothing changes.</p>;
  return (
    <DataTable
      label="What changes"
      isCards
      rows={kinds}
      columns={[
        { head: 'Kind', is: 'name', cell: ([kind]) => sentence(kind) },
        { head: 'New', is: 'number', cell: ([, byType]) => count(byType.new) },
        { head: 'Changed', is: 'number', cell: ([, byType]) => count(byType.changed) },
        { head: 'Vanished', is: 'number', cell: ([, byType]) => count(byType.vanished) },
        {
          head: 'Fields that change most',
          cell: ([kind]) =>
            Object.entries(found.fields[kind] ?? {})
              .slice(0, 4)
              .map(([field, times]) => `${field} (${count(times)})`)
              .join(', '),
        },
      ]}
    />
  );
}

function Sources({ release: { sources, compared_with: published } }: { readonly release: ReleaseDetails }) {
  if (sources === undefined) return null;
  return (
    <Part title="Sources">
      <DataTable
        label="Sources of the release"
        isCards
        rows={sources}
        columns={[
          {
            head: 'Source',
            is: 'name',
            cell: ({ source }) => (
              <Link to="/operator/sources/$id" params={{ id: source }}>
                {source}
              </Link>
            ),
          },
          {
            head: 'Records',
            is: 'number',
            cell: ({ records, records_published: before }) => (
              <Change now={records} before={published === null ? null : (before ?? 0)} />
            ),
          },
          { head: 'With defects', is: 'number', cell: ({ defective }) => count(defective) },
          {
            head: 'Refused rows',
            is: 'number',
            cell: ({ quarantined }) => count(quarantined),
          },
        ]}
      />
    </Part>
  );
}
