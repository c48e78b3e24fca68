/**
 * A process that runs commands of `lintel` one after the other, for `lintelHere` of run-lintel.ts: modules are loaded and
 * compiled once for all commands of a test file, not once for each. A command gets arguments, environment and directory,
 * and what it prints is sent back.
 */
import { createProgram } from 'lintel/dist/cli/program.js';
import { usageStatus } from 'lintel/dist/cli/terminal/define.js';

/** A command line and where it is run. */
export interface Command {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** What a command printed, and its exit status: null when a signal ended the process. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const printed = { stdout: '', stderr: '' };

/** Collects what is written to a stream. */
function capture(name: 'stdout' | 'stderr'): void {
  const write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = more.at(-1);
    if (typeof done === 'function') process.nextTick(done as () => void);
    return true;
  };
  process[name].write = write as typeof process.stdout.write;
}

async function run({ args, env, cwd }: Command): Promise<Ended> {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.exitCode = 0;
  Object.assign(printed, { stdout: '', stderr: '' });
  try {
    await createProgram(args[0] ?? '').parseAsync([...args], { from: 'user' });
  } catch (error) {
    const status = usageStatus(error);
    process.exitCode = status ?? 1;
    if (status === null) printed.stderr += error instanceof Error ? error.stack : String(error);
  }
  return { status: Number(process.exitCode), ...printed };
}

let last: Promise<unknown> = Promise.resolve();
process.on('message', (command: Command) => {
  last = last.then(async () => process.send?.(await run(command)));
});
process.on('disconnect', () => process.exit());
capture('stdout');
capture('stderr');
