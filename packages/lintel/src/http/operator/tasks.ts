/**
 * Tasks in the operator view: commands that run in processes of their own, with the locks that the command line takes.
 * A task is followed as server-sent events, each of which has all that is known: a reader that comes late, or comes
 * again after a lost connection, misses nothing.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Task as SentTask, TaskKind, TaskOrder } from '@lintel/contract/account';
import type { Home } from '../../base/home.js';
import { currentReleaseId } from '../../format/published.js';
import type { Task } from '../../operate/tasks/task.js';
import { moment } from '../account/wire.js';
import type { OperatorTools } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { eventHeartbeatMs, maxTaskFollowers } from '../request/limits.js';
import { operatorRoute } from './operator-route.js';

/** Tasks that are listed. */
const maxListed = 30;

interface Command {
  readonly kind: TaskKind;
  readonly subject: string | null;
  readonly command: readonly string[];
}

/** The words of the command line for an order. By the contract no id can be taken for an option. */
function commandOf(order: TaskOrder, home: Home): Command {
  switch (order.kind) {
    case 'fetch':
      return {
        ...order,
        subject: order.source,
        command: ['fetch', order.source, ...flag('full', order.full)],
      };
    case 'build':
      return { ...order, subject: null, command: ['build'] };
    case 'publish':
      return {
        ...order,
        subject: order.release,
        command: ['publish', order.release, ...flag('force', order.force)],
      };
    case 'rollback':
      return { ...order, subject: currentReleaseId(home), command: ['rollback'] };
    case 'compare':
      return {
        ...order,
        subject: `${order.from}..${order.to}`,
        command: ['diff', order.from, order.to, '--summary'],
      };
    case 'check':
      return { ...order, subject: null, command: ['doctor', ...flag('quick', order.quick)] };
  }
}

const flag = (name: string, isSet: boolean | undefined) => (isSet === true ? [`--${name}`] : []);

/** What changes something is written to the audit log; a look is not. */
const looks: ReadonlySet<TaskKind> = new Set(['compare', 'check']);

export const startTask = operatorRoute('POST /operator/tasks', async ({ tools, operator, body }) => {
  const { kind, subject, command } = commandOf(body, tools.home);
  const begun = tools.tasks.start({ kind, subject, command, by: operator });
  if ('running' in begun) return { ...taskWire(begun.running), is_new: false };
  if (!looks.has(kind)) {
    const options = command.filter((word) => word.startsWith('--')).join(' ');
    await tools.ledger.as(operator).note(`task.${kind}`, subject ?? begun.task.id, options);
  }
  return { ...taskWire(begun.task), is_new: true };
});

export const listTasks = operatorRoute('GET /operator/tasks', async ({ tools }) => ({
  tasks: tools.tasks.list(maxListed).map(taskWire),
}));

export const showTask = operatorRoute('GET /operator/tasks/{id}', async ({ tools, id }) => ({
  ...taskWire(taskOf(tools, id)),
  result: tools.tasks.result(id),
}));

export const stopTask = operatorRoute('POST /operator/tasks/{id}/stop', async ({ tools, id, operator }) => {
  const task = taskOf(tools, id);
  if (task.endedMs === null) {
    tools.tasks.stop(id);
    await tools.ledger.as(operator).note('task.stop', task.subject ?? task.id, task.kind);
  }
  return taskWire(task);
});

/** Readers that follow tasks now, in this process. */
let followers = 0;

export const followTask = operatorRoute('GET /operator/tasks/{id}/events', async (question) => {
  const { tools, id, reply, context } = question;
  taskOf(tools, id);
  if (followers >= maxTaskFollowers) throw new HttpError('rate_limited', { headers: { 'retry-after': '5' } });
  // Whoever has left already has no `close` to come.
  if (reply.raw.destroyed) return undefined;
  followers += 1;
  const gone = new AbortController();
  reply.raw.once('close', () => {
    followers -= 1;
    gone.abort();
  });
  const stop = AbortSignal.any([gone.signal, context.stopping]);
  reply.hijack();
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  // A reader who leaves ends the stream with an error that says nothing.
  pipeline(Readable.from(events(tools.tasks.follow(id, stop), stop)), reply.raw).catch(() => {});
  return undefined;
});

/** Each state as an event; comments in between, so that no proxy takes the connection for dead. */
async function* events(states: AsyncGenerator<Task>, signal: AbortSignal): AsyncGenerator<string> {
  let next = states.next();
  while (!signal.aborted) {
    const beat = new Promise<null>((resolve) => {
      const timer = setTimeout(() => resolve(null), eventHeartbeatMs);
      void next.finally(() => clearTimeout(timer));
    });
    const state = await Promise.race([next, beat]);
    if (state === null) {
      yield ': still running\n\n';
      continue;
    }
    if (state.done === true) return;
    yield `data: ${JSON.stringify(taskWire(state.value))}\n\n`;
    next = states.next();
  }
}

function taskOf({ tasks }: OperatorTools, id: string): Task {
  const task = tasks.find(id);
  if (task === null) throw new HttpError('not_found', { detail: `There is no task ${id}.` });
  return task;
}

function taskWire({ id, kind, subject, by, startedMs, state, lines, error, endedMs }: Task): SentTask {
  return {
    ...{ id, kind, subject, by, state, lines: [...lines], error },
    started_at: moment(startedMs),
    ended_at: moment(endedMs),
  };
}
