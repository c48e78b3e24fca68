/**
 * The process of a task: runs its command, and keeps in its files what the command says, what became of it, and its
 * result. Its arguments are the home and the id of the task. Asked to stop, it sends the command what Ctrl-C sends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ProcessLock } from '../../base/process-lock.js';
import { lookEveryMs, maxLines, maxResultBytes, type TaskOrder, type TaskProgress } from './task.js';
import {
  readOrder,
  starting,
  stopRequests,
  takeLockOfKind,
  takeLockOfTask,
  writeProgress,
  writeResult,
} from './task-files.js';

/** The command line, as a user calls it. */
const lintel = fileURLToPath(new URL('../../../bin/lintel.js', import.meta.url));
/** A look at a task's lock holds it for a moment, and so does a task that is ending: a lock is tried again. */
const lockTries = 20;
const lockRetryMs = 100;

const [home = '', id = ''] = process.argv.slice(2);
const order = readOrder(home, id);
if (order === null) process.exit(1);
// Serving comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const own = await takenLock(() => takeLockOfTask(home, order));
const kind = own && (await takenLock(() => takeLockOfKind(home, order)));
if (kind === null) {
  const error = 'Another one of its kind began at the same moment.';
  writeProgress(home, id, { ...starting, state: 'failed', error, endedMs: Date.now() });
} else {
  await work(order);
}
kind?.release();
own?.release();

async function takenLock(take: () => ProcessLock | null): Promise<ProcessLock | null> {
  for (let tries = 0; tries < lockTries; tries += 1) {
    const taken = take();
    if (taken !== null) return taken;
    await delay(lockRetryMs);
  }
  return null;
}

async function work({ command }: TaskOrder): Promise<void> {
  let progress = starting;
  let isWritten = false;
  const show = (changed: Partial<TaskProgress>) => {
    progress = { ...progress, ...changed };
    isWritten = false;
  };
  const write = () => {
    if (!isWritten) writeProgress(home, id, progress);
    isWritten = true;
  };
  const child = spawn(process.execPath, [lintel, ...command, '--home', home, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LINTEL_PROGRESS_SECONDS: '0.5' },
  });
  show({ pid: child.pid ?? null });
  write();
  createInterface(child.stderr).on('line', (line) =>
    show({ lines: [...progress.lines, line].slice(-maxLines) }),
  );
  const output = textOf(child);
  let asked = 0;
  const look = setInterval(() => {
    for (; asked < stopRequests(home, id); asked += 1) {
      child.kill('SIGINT');
      show({ state: 'stopping' });
    }
    write();
  }, lookEveryMs);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGINT'));
  const { code, signal } = await endOf(child);
  clearInterval(look);
  const result = parsed(await output);
  if (result !== null) writeResult(home, id, result);
  // The findings of a check are its result, bad ones too.
  const isDone = code === 0 || Array.isArray(result);
  show({
    state: isDone ? 'done' : asked > 0 ? 'stopped' : 'failed',
    error: isDone ? null : reasonOf(result, code, signal, progress.lines),
    endedMs: Date.now(),
  });
  write();
}

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: 1, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

async function textOf({ stdout }: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdout ?? []) {
    bytes += (chunk as Buffer).length;
    if (bytes <= maxResultBytes) chunks.push(chunk as Buffer);
  }
  return bytes > maxResultBytes ? '' : Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Why the command failed, in its own words. */
function reasonOf(
  result: unknown,
  code: number | null,
  signal: string | null,
  lines: readonly string[],
): string {
  if (signal !== null) return `Its process was ended by ${signal}.`;
  const { error, hint, problems } = (result ?? {}) as {
    error?: string;
    hint?: string | null;
    problems?: readonly string[];
  };
  if (error !== undefined) return [error, hint].filter(Boolean).join(' ');
  if (problems !== undefined && problems.length > 0) return problems.join(' ');
  return lines.at(-1) ?? `It ended with status ${code}.`;
}
