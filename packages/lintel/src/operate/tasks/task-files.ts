/**
 * The files of tasks, `tasks/ID/` in the home: `order.json` (what was asked for), `progress.json` (replaced by a rename
 * while it runs), `result.json` (the command's own document), `stop` (a byte for each request to stop), `alive.lock`. The
 * process of a task holds two locks until it ends: its own, so a running task without it has died, and that of its kind.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { locateHome } from '../../base/home.js';
import { type ProcessLock, shareProcessLock, takeProcessLock } from '../../base/process-lock.js';
import { lockOfKind, maxTasks, startLimitMs, type Task, type TaskOrder, type TaskProgress } from './task.js';

const idPattern = /^\d{17}-[a-z]{4}$/;

/** The directory of all tasks of the home in a directory. */
const tasksDirectory = (home: string) => locateHome(home).tasks;

const directoryOf = (home: string, id: string) => join(tasksDirectory(home), id);
const lockOfTask = (home: string, { id }: TaskOrder) => join(directoryOf(home, id), 'alive.lock');
const lockOfItsKind = (home: string, { kind }: TaskOrder) =>
  join(tasksDirectory(home), `${lockOfKind[kind]}.lock`);

/** Stores what is asked for, and removes the files of the oldest tasks that have ended. */
export function storeOrder(home: string, order: TaskOrder): void {
  mkdirSync(directoryOf(home, order.id), { recursive: true, mode: 0o700 });
  writeJson(join(directoryOf(home, order.id), 'order.json'), order);
  for (const id of taskIds(home).slice(maxTasks)) {
    if (readTask(home, id)?.endedMs !== null) rmSync(directoryOf(home, id), { recursive: true, force: true });
  }
}

export function readOrder(home: string, id: string): TaskOrder | null {
  if (!idPattern.test(id)) return null;
  return readJson<TaskOrder>(join(directoryOf(home, id), 'order.json'));
}

/** A task as it is now; null if there is none of that id. */
export function readTask(home: string, id: string): Task | null {
  const order = readOrder(home, id);
  if (order === null) return null;
  const progress = readProgress(home, id);
  if (progress === null) {
    const isLate = Date.now() - order.startedMs > startLimitMs;
    return { ...order, ...(isLate ? failed(order, 'Its process did not start.') : starting) };
  }
  if (progress.endedMs !== null || isAlive(home, order)) return { ...order, ...progress };
  // It may have ended between the two looks.
  const last = readProgress(home, id) ?? progress;
  if (last.endedMs !== null) return { ...order, ...last };
  return { ...order, ...failed(order, 'Its process was killed.'), lines: last.lines };
}

/** The progress of a task whose process has not said anything yet. */
export const starting: TaskProgress = {
  state: 'running',
  lines: [],
  error: null,
  endedMs: null,
  pid: null,
};

function failed({ startedMs }: TaskOrder, error: string): TaskProgress {
  return { ...starting, state: 'failed', error, endedMs: startedMs };
}

function isAlive(home: string, order: TaskOrder): boolean {
  const lock = shareProcessLock(lockOfTask(home, order));
  lock?.release();
  return lock === null;
}

/** The lock of the task's kind; null while a task that excludes it runs. */
export function takeLockOfKind(home: string, order: TaskOrder): ProcessLock | null {
  return takeProcessLock(lockOfItsKind(home, order));
}

/** The task's own lock; null while somebody looks whether it is alive. */
export function takeLockOfTask(home: string, order: TaskOrder): ProcessLock | null {
  return takeProcessLock(lockOfTask(home, order));
}

const readProgress = (home: string, id: string) =>
  readJson<TaskProgress>(join(directoryOf(home, id), 'progress.json'));

export function writeProgress(home: string, id: string, progress: TaskProgress): void {
  writeJson(join(directoryOf(home, id), 'progress.json'), progress);
}

/** What the command printed with `--json`; null if it did not come to that. */
export function readResult(home: string, id: string): unknown {
  return idPattern.test(id) ? readJson<unknown>(join(directoryOf(home, id), 'result.json')) : null;
}

export function writeResult(home: string, id: string, result: unknown): void {
  writeJson(join(directoryOf(home, id), 'result.json'), result);
}

/** Asks a task to stop; asked again, it ends at once. */
export function askToStop(home: string, id: string): void {
  appendFileSync(join(directoryOf(home, id), 'stop'), '.');
}

/** How often the task was asked to stop. */
export function stopRequests(home: string, id: string): number {
  return statSync(join(directoryOf(home, id), 'stop'), { throwIfNoEntry: false })?.size ?? 0;
}

/** The ids of all tasks, the newest first. */
export function taskIds(home: string): string[] {
  if (!existsSync(tasksDirectory(home))) return [];
  return readdirSync(tasksDirectory(home))
    .filter((name) => idPattern.test(name))
    .sort()
    .reverse();
}

function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    // Missing, or the end of a disk: then there is nothing to know.
    return null;
  }
}

function writeJson(path: string, value: unknown): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(value), { mode: 0o600 });
  renameSync(temporary, path);
}
