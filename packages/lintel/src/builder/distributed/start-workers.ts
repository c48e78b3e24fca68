/** Starts workers on this machine, each a process that refines on one core, and follows them to their end. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { UserError } from '../../base/user-error.js';
import type { WorkerMessage, WorkerTask } from './help-build.js';

/** As for the threads that refine (refinery.ts): the young generation is three times a semi-space. */
const memory = ['--max-old-space-size=1024', '--max-semi-space-size=32'];

export interface StartedWorkers {
  /** Resolves when all have ended, with why some ended before the build. */
  readonly ended: Promise<readonly UserError[]>;
  /** Ends them now; others continue what they had begun. */
  stop(): void;
}

/**
 * `module` calls `serveBuildWorker`. `onRows` is called with the rows of each batch that one of them has refined.
 */
export function startWorkers(
  module: URL,
  count: number,
  task: WorkerTask,
  onRows: (rows: number) => void = () => {},
): StartedWorkers {
  const workers = Array.from({ length: count }, () => fork(module, { execArgv: memory }));
  let isStopped = false;
  const follow = async (worker: ChildProcess): Promise<readonly UserError[]> => {
    let failure: UserError | null = null;
    worker.on('message', (message: WorkerMessage) => {
      if ('rows' in message) onRows(message.rows);
      else failure = new UserError(message.failure.message, hintOf(message.failure.hint));
    });
    worker.on('error', () => {});
    worker.send(task);
    const [code, signal] = await once(worker, 'exit');
    if (isStopped || (code === 0 && failure === null)) return [];
    const how = signal === null ? `with status ${code}` : `by ${signal}`;
    return [failure ?? new UserError(`A worker was ended ${how}; others take over what it had begun.`)];
  };
  return {
    ended: Promise.all(workers.map(follow)).then((failures) => failures.flat()),
    stop() {
      isStopped = true;
      for (const worker of workers) worker.kill('SIGKILL');
    },
  };
}

const hintOf = (hint: string | null) => (hint === null ? {} : { hint });
