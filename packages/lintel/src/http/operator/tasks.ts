/**
 * Tasks in the operator view: commands that run in processes of their own, with the locks that the command line takes.
 * A task is followed as server-sent events, each of which has all that is known: a reader that comes late, or comes
 * again after a lost connection, misses nothing.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from '@lintel/contract/typebox';
import type { Home } from '../../base/home.js';
import { currentReleaseId } from '../../format/published.js';
import type { Task, TaskKind } from '../../operate/tasks/task.js';
import { HttpError } from '../request/http-error.js';
import { eventHeartbeatMs, maxTaskFollowers } from '../request/limits.js';
import { moment, type OperatorQuestion, operatorAct, operatorView } from './operator-route.js';

/** Tasks that are listed. */
const maxListed = 30;

const ReleaseId = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{8}$' });
const SourceId = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,99}$' });

const strict = { additionalProperties: false } as const;
const Order = Type.Union([
  Type.Object({ kind: Type.Literal('fetch'), source: SourceId, full: Type.Optional(Type.Boolean()) }, strict),
  Type.Object({ kind: Type.Literal('build') }, strict),
  Type.Object(
    { kind: Type.Literal('publish'), release: ReleaseId, force: Type.Optional(Type.Boolean()) },
    strict,
  ),
  Type.Object({ kind: Type.Literal('rollback') }, strict),
  Type.Object({ kind: Type.Literal('compare'), from: ReleaseId, to: ReleaseId }, strict),
  Type.Object({ kind: Type.Literal('check'), quick: Type.Optional(Type.Boolean()) }, strict),
]);

interface Command {
  readonly kind: TaskKind;
  readonly subject: string | null;
  readonly command: readonly string[];
}

/** The words of the command line for an order. Ids are checked above: none can be taken for an option. */
function commandOf(order: Static<typeof Order>, home: Home): Command {
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

export const startTask = operatorAct('/tasks', Order, async ({ tools, operator, body }) => {
  const { kind, subject, command } = commandOf(body, tools.home);
  const begun = tools.tasks.start({ kind, subject, command, by: operator });
  if ('running' in begun) return { ...taskWire(begun.running), is_new: false };
  if (!looks.has(kind)) {
    const options = command.filter((word) => word.startsWith('--')).join(' ');
    await tools.ledger.as(operator).note(`task.${kind}`, subject ?? begun.task.id, options);
  }
  return { ...taskWire(begun.task), is_new: true };
});

export const listTasks = operatorView('/tasks', async ({ tools }) => ({
  tasks: tools.tasks.list(maxListed).map(taskWire),
}));

export const showTask = operatorView('/tasks/{id}', async (question) => {
  const task = taskOf(question);
  return { ...taskWire(task), result: question.tools.tasks.result(task.id) };
});

export const stopTask = operatorAct('/tasks/{id}/stop', Type.Object({}, strict), async (question) => {
  const { tools, operator } = question;
  const task = taskOf(question);
  if (task.endedMs === null) {
    tools.tasks.stop(task.id);
    await tools.ledger.as(operator).note('task.stop', task.subject ?? task.id, task.kind);
  }
  return taskWire(task);
});

/** Readers that follow tasks now, in this process. */
let followers = 0;

export const followTask = operatorView('/tasks/{id}/events', async (question) => {
  const { id } = taskOf(question);
  const { tools, reply, context } = question;
  if (followers >= maxTaskFollowers) throw new HttpError('rate_limited', { headers: { 'retry-after': '5' } });
  // Whoever has left already has no `close` to come.
  if (reply.raw.destroyed) return;
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

function taskOf({ tools, parameters }: OperatorQuestion<unknown>): Task {
  const task = tools.tasks.find(parameters.id ?? '');
  if (task === null) throw new HttpError('not_found', { detail: `There is no task ${parameters.id}.` });
  return task;
}

function taskWire({ id, kind, subject, by, startedMs, standing, lines, error, endedMs }: Task) {
  return {
    ...{ id, kind, subject, by, state: standing, lines, error },
    started_at: moment(startedMs),
    ended_at: moment(endedMs),
  };
}
