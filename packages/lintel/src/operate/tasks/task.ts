/**
 * A task: a command of Lintel that an operator started in the browser, or a service at its time. It runs in processes of its own, as if typed in
 * a terminal, and leaves its state in files of the home, so that every serving process can show it.
 */

import type { TaskKind, TaskState } from '@lintel/contract/account';

/** The lock that a task holds while it runs: tasks with the same one exclude each other. */
export const lockOfKind: Readonly<Record<TaskKind, string>> = {
  fetch: 'fetch',
  build: 'build',
  publish: 'publish',
  rollback: 'publish',
  nightly: 'nightly',
  compare: 'compare',
  check: 'check',
};

/** What was asked for. Stored once, when the task is started. */
export interface TaskOrder {
  /** Sorts by time: 17 digits and four letters. */
  readonly id: string;
  readonly kind: TaskKind;
  /** The source, the release or the two releases (`FROM..TO`) that it is about; null for all. */
  readonly subject: string | null;
  /** The words of the command line after `lintel`. */
  readonly command: readonly string[];
  /** The mail address of the operator who started it, or the command that did. */
  readonly by: string;
  readonly startedMs: number;
}

/** How far it is. Replaced as a whole while the task runs. */
export interface TaskProgress {
  readonly state: TaskState;
  /** What the command said, the last line last; at most `maxLines`. */
  readonly lines: readonly string[];
  /** Why it failed or stopped; null otherwise. */
  readonly error: string | null;
  readonly endedMs: number | null;
  /** The process of the command; null before it has begun. */
  readonly pid: number | null;
}

export interface Task extends TaskOrder, TaskProgress {}

/** Lines of a command that are kept. */
export const maxLines = 200;

/** Bytes of a command's JSON document that are kept; a longer one counts as none. */
export const maxResultBytes = 8 * 1024 * 1024;

/** Milliseconds between two looks at whether a task changed, or is asked to stop. */
export const lookEveryMs = 250;

/** Tasks whose files are kept. */
export const maxTasks = 100;

/** Milliseconds in which the process of a task must have begun. */
export const startLimitMs = 20_000;
