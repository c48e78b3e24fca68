/** What `lintel doctor` says of the installation. */
import type { Task } from '@lintel/contract/account';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../design/data-table';
import { Part } from '../design/record-parts';
import { sentence } from '../words/format';
import { taskQuery } from './api';
import { OperatorPage } from './operator-page';
import { TaskView } from './task-view';
import { useTask } from './use-task';

/** What `lintel doctor --json` prints, an object for each thing that it looked at. */
interface Finding {
  readonly what: string;
  readonly state: 'good' | 'warning' | 'bad';
  readonly finding: string;
}

const states: Readonly<Record<Finding['state'], string>> = { good: 'Good', warning: 'Warning', bad: 'Bad' };

export function HealthPage() {
  const here = useTask(['check']);
  return (
    <OperatorPage
      title="Health"
      lede={
        <p className="lede">
          Settings, disk, file modes, memory, clock, every balance of the ledger and every file of the
          published release.
        </p>
      }
    >
      <Part
        title="Check"
        aside={
          <span className="actions">
            <button
              type="button"
              className="button primary"
              disabled={here.isRunning}
              onClick={() => here.start({ kind: 'check' })}
            >
              Check now
            </button>
            <button
              type="button"
              className="button"
              disabled={here.isRunning}
              onClick={() => here.start({ kind: 'check', quick: true })}
            >
              Without reading the release
            </button>
          </span>
        }
      >
        {here.task === null ? <p className="soft">Nothing was checked from here yet.</p> : null}
        <TaskView here={here}>{here.task === null ? null : <Findings task={here.task} />}</TaskView>
      </Part>
    </OperatorPage>
  );
}

function Findings({ task }: { readonly task: Task }) {
  const { data } = useQuery(taskQuery(task.id));
  const found = (data?.result ?? null) as readonly Finding[] | null;
  if (found === null) return null;
  return (
    <DataTable
      label="Findings"
      isCards
      rows={found}
      columns={[
        { head: 'What', is: 'name', cell: ({ what }) => sentence(what) },
        {
          head: 'State',
          cell: ({ state }) => (
            <span className="finding" data-state={state}>
              {states[state]}
            </span>
          ),
        },
        { head: 'Finding', cell: ({ finding }) => finding },
      ]}
    />
  );
}
