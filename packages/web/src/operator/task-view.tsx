/** A task as it runs: what it does, how far it is, how to stop it, and why it failed. */
import type { Task } from '@lintel/contract/account';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Problem } from '../account/form';
import { stopTask } from './api';
import type { TaskHere } from './use-task';
import { moment, percentIn, span, taskStates, taskTitle } from './words';

/** The task of a page, if there is one. `children` say what came of it when it is done. */
export function TaskView({ here, children }: { readonly here: TaskHere; readonly children?: ReactNode }) {
  const { task, isLost, isOther, error } = here;
  return (
    <>
      {isOther ? (
        <p className="soft">Only one task of a kind runs at a time. This one is in the way:</p>
      ) : null}
      {task === null ? null : <OneTask task={task} isLost={isLost} />}
      <Problem of={{ error }} />
      {task?.state === 'done' && !isOther ? children : null}
    </>
  );
}

function OneTask({ task, isLost }: { readonly task: Task; readonly isLost: boolean }) {
  const { state, error, lines, by, started_at, ended_at } = task;
  const isRunning = ended_at === null;
  const nowMs = useClock(isRunning);
  const line = lines.at(-1);
  return (
    <div className="task" data-state={state}>
      <div className="task-head">
        <h3>{taskTitle(task)}</h3>
        <span className="task-state" role="status">
          {taskStates[state]}
        </span>
        <span className="soft">
          {isRunning
            ? `for ${span(started_at, nowMs)}`
            : `${moment(started_at)}, ${span(started_at, Date.parse(ended_at))}`}
          , by {by}
        </span>
        {isRunning ? <StopButton task={task} /> : null}
      </div>
      {isRunning ? <Bar percent={percentIn(line)} label={taskTitle(task)} /> : null}
      {isRunning ? (
        <p className="soft tabular task-line">
          {isLost ? 'The connection is lost. The task goes on; connecting again …' : (line ?? 'Starting …')}
        </p>
      ) : null}
      {error === null ? null : (
        <p
          className={state === 'failed' ? 'problem' : 'soft'}
          role={state === 'failed' ? 'alert' : undefined}
        >
          {error}
        </p>
      )}
      {lines.length === 0 ? null : (
        <details>
          <summary>Log</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre className="task-log" tabIndex={0}>
            {lines.join('\n')}
          </pre>
        </details>
      )}
    </div>
  );
}

function Bar({ percent, label }: { readonly percent: number | null; readonly label: string }) {
  return (
    <progress
      className="task-bar"
      aria-label={label}
      max={100}
      {...(percent === null ? {} : { value: percent })}
    />
  );
}

function StopButton({ task }: { readonly task: Task }) {
  const stopping = useMutation({ mutationFn: () => stopTask(task.id) });
  return (
    <>
      <button type="button" className="button small" onClick={() => stopping.mutate()}>
        {task.state === 'stopping' ? 'Stop at once' : 'Stop'}
      </button>
      <Problem of={stopping} />
    </>
  );
}

/** The time in milliseconds, renewed each second while it is needed. */
function useClock(isNeeded: boolean): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return nowMs;
}
