/**
 * A task: a command of Lintel that an operator started in the browser. It runs in processes of its own, as if typed in
 * a terminal, and leaves its state in files of the home, so that every serving process can show it.
 */

/** What a task does. Each is a command of the command line. */
export const taskKinds = ['fetch', 'build', 'publish', 'rollback', 'compare', 'check'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** What exclude each other: of one lane only one task runs at a time. */
export const laneOf: Readonly<Record<TaskKind, string>> = {
  fetch: 'fetch',
  build: 'build',
  publish: 'publish',
  rollback: 'publish',
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
  /** The mail address of the operator who started it. */
  readonly by: string;
  readonly startedMs: number;
}

/** `stopping`: it was asked to stop and has not ended yet. `stopped`: it ended because it was asked to. */
export type TaskStanding = 'running' | 'stopping' | 'done' | 'failed' | 'stopped';

/** How far it is. Replaced as a whole while the task runs. */
export interface TaskProgress {
  readonly standing: TaskStanding;
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
