/** The service, started on a home as a program of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { lintelCommand } from './home.js';

export interface Served {
  readonly url: string;
  readonly pid: number;
  /** Ends when the service has. */
  stop(): Promise<void>;
}

interface ServeOptions {
  readonly workers?: number;
  /** The program, if it is not that of this checkout. */
  readonly command?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Starts the service on a free port. Throws if it ends before it answers. */
export async function serve(
  home: string,
  { workers = 1, command = lintelCommand, environment = {} }: ServeOptions = {},
): Promise<Served> {
  const args = [command, 'serve', '--port', '0', '--workers', `${workers}`, '--json', '--home', home];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environment },
  });
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (typeof value !== 'string') throw new Error('the service did not start');
  child.stdout.resume();
  const { address } = JSON.parse(value) as { address: string };
  return {
    url: address,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
