/**
 * Starts, lists, follows and stops the tasks of a home. Any serving process may do so: what they share are files. When
 * a serving process ends as it should, the tasks that it started are asked to stop; when it dies, they go on.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockOfKind, lookEveryMs, type Task, type TaskOrder } from './task.js';
import { askToStop, readResult, readTask, starting, storeOrder, taskIds } from './task-files.js';

/** The tasks of one home. */
export interface Tasks {
  /** Starts a task, unless one that excludes it runs: then that one is returned as `running`. */
  start(order: Omit<TaskOrder, 'id' | 'startedMs'>): { readonly task: Task } | { readonly running: Task };
  find(id: string): Task | null;
  /** What its command printed as JSON; null if it did not come to that. */
  result(id: string): unknown;
  /** The newest first. */
  list(limit: number): readonly Task[];
  stop(id: string): void;
  /** The task now, and again whenever it has changed, until it has ended or the signal is aborted. */
  follow(id: string, signal: AbortSignal): AsyncGenerator<Task>;
  /** Asks the tasks that were started here to stop. */
  close(): void;
}

export function openTasks(home: string): Tasks {
  const started = new Set<string>();
  const list = (limit: number) =>
    taskIds(home)
      .slice(0, limit)
      .flatMap((id) => readTask(home, id) ?? []);
  return {
    start(given) {
      const running = list(Number.POSITIVE_INFINITY).find(
        (task) => task.endedMs === null && lockOfKind[task.kind] === lockOfKind[given.kind],
      );
      if (running !== undefined) return { running };
      const startedMs = Date.now();
      const order: TaskOrder = { ...given, id: newTaskId(startedMs), startedMs };
      storeOrder(home, order);
      startProcess(home, order.id);
      started.add(order.id);
      return { task: { ...order, ...starting } };
    },
    find: (id) => readTask(home, id),
    result: (id) => readResult(home, id),
    list,
    stop: (id) => askToStop(home, id),
    async *follow(id, signal) {
      let shown = '';
      while (!signal.aborted) {
        const task = readTask(home, id);
        if (task === null) return;
        const text = JSON.stringify(task);
        if (text !== shown) yield task;
        shown = text;
        if (task.endedMs !== null) return;
        await delay(lookEveryMs, undefined, { signal }).catch(() => {});
      }
    },
    close() {
      for (const id of started) if (readTask(home, id)?.endedMs === null) askToStop(home, id);
    },
  };
}

/** Digits of the time, and letters that tell two tasks of one millisecond apart. */
function newTaskId(nowMs: number): string {
  const letters = Array.from({ length: 4 }, () => String.fromCharCode(97 + randomInt(26)));
  return `${new Date(nowMs).toISOString().replace(/\D/g, '')}-${letters.join('')}`;
}

/** A process group of its own: Ctrl-C in the terminal of the service does not reach it. */
function startProcess(home: string, id: string): void {
  const program = join(import.meta.dirname, 'task-process.js');
  const child = spawn(process.execPath, [program, home, id], { detached: true, stdio: 'ignore' });
  // A process that cannot be started shows as a task that did not begin.
  child.on('error', () => {});
  child.unref();
}
