/**
 * Where the processor time of this process goes by function, by V8's profiler. Only JavaScript's own thread is seen, not
 * those that compile, collect garbage or wait for the disk.
 */
import { type Profiler, Session } from 'node:inspector';
import { promisify } from 'node:util';

/** A function, and its shares of the time in which the thread was not idle. */
export interface FunctionShare {
  /** The function and its file. */
  readonly name: string;
  /** In its own code and what was inlined into it. */
  readonly own: number;
  /** With all that it calls. */
  readonly whole: number;
}

/** Microseconds between two samples. */
const sampleEveryMicros = 200;

/** Begins to profile; the function that is given back ends it. */
export async function startProfile(): Promise<() => Promise<FunctionShare[]>> {
  const session = new Session();
  session.connect();
  const post = promisify(session.post.bind(session)) as (
    method: string,
    parameters?: object,
  ) => Promise<unknown>;
  await post('Profiler.enable');
  await post('Profiler.setSamplingInterval', { interval: sampleEveryMicros });
  await post('Profiler.start');
  return async () => {
    const { profile } = (await post('Profiler.stop')) as Profiler.StopReturnType;
    session.disconnect();
    return sharesOf(profile);
  };
}

const nameOf = ({ callFrame }: Profiler.ProfileNode) => {
  const file = /[^/]+\/[^/]+$/.exec(callFrame.url)?.[0] ?? callFrame.url;
  const name = callFrame.functionName === '' ? '(anonymous)' : callFrame.functionName;
  return file === '' ? name : `${name} ${file}`;
};

function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): FunctionShare[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const micros = new Map<number, number>();
  for (const [i, id] of samples.entries()) micros.set(id, (micros.get(id) ?? 0) + (timeDeltas[i] ?? 0));
  const own = new Map<string, number>();
  const whole = new Map<string, number>();
  const add = (times: Map<string, number>, name: string, time: number) =>
    times.set(name, (times.get(name) ?? 0) + time);
  let all = 0;
  for (const [leaf, time] of micros) {
    const stack: string[] = [];
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const node = byId.get(id);
      if (node !== undefined) stack.push(nameOf(node));
    }
    const [name = ''] = stack;
    if (name === '(idle)') continue;
    all += time;
    add(own, name, time);
    for (const each of new Set(stack)) add(whole, each, time);
  }
  return [...whole]
    .map(([name, time]) => ({ name, own: (own.get(name) ?? 0) / all, whole: time / all }))
    .sort((a, b) => b.own - a.own);
}
