/**
 * The command as a user runs it, for tests: in a process of its own where the test is about a process (signals, standard
 * input, several at once), else in the process that a test file shares for its commands.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { shellWord } from 'lintel/dist/base/shell-word.js';
import type { Ended } from './command-host.js';

/** The program that `lintel` starts. */
export const lintelProgram = fileURLToPath(new URL('../../../lintel/bin/lintel.js', import.meta.url));

export type { Ended };

export interface Running {
  readonly child: ChildProcess;
  /** Everything on standard output and standard error so far. */
  output(): string;
  /** Resolves when the output matches the pattern; rejects when the process ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
}

/** Starts `lintel` in the home. */
export function startLintel(home: string, ...args: string[]): Running {
  return follow(
    spawn(process.execPath, [lintelProgram, ...args], { env: { ...process.env, LINTEL_HOME: home } }),
  );
}

/** Starts `lintel` in the home on a terminal of its own (Linux), of which its standard input are the keys. */
export function startInTerminal(home: string, ...args: string[]): Running {
  const line = [process.execPath, lintelProgram, ...args].map(shellWord).join(' ');
  return follow(
    spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
      env: { ...process.env, LINTEL_HOME: home },
    }),
  );
}

function follow(child: ChildProcess): Running {
  let stdout = '';
  let stderr = '';
  let look = () => {};
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    look();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    look();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      look = () => {
        const found = pattern.exec(stdout + stderr);
        if (found !== null) resolve(found);
      };
      look();
      void ended.then(({ status }) => reject(new Error(`ended with ${status}: ${stdout}${stderr}`)));
    });
  return { child, output: () => stdout + stderr, says, ended };
}

interface Place {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Its standard input: a command that reads it has a process of its own. */
  readonly input?: string | undefined;
}

let host: ChildProcess | null = null;
const waiting: ((ended: Ended) => void)[] = [];

/** Runs a command to its end, after those that were asked for before. */
export function lintelHere(
  args: readonly string[],
  { env = process.env, cwd = process.cwd(), input }: Place = {},
): Promise<Ended> {
  if (input !== undefined) {
    const { child, ended } = follow(spawn(process.execPath, [lintelProgram, ...args], { env, cwd }));
    child.stdin?.end(input);
    return ended;
  }
  host ??= startHost();
  const { channel } = host;
  host.send({ args, env, cwd });
  channel?.ref();
  return new Promise((resolve) => waiting.push(resolve));
}

function startHost(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./command-host.js', import.meta.url)));
  // A test file ends while its process of commands is idle.
  child.unref();
  child.channel?.unref();
  child.on('message', (ended: Ended) => {
    waiting.shift()?.(ended);
    if (waiting.length === 0) child.channel?.unref();
  });
  child.on('exit', (status) => {
    host = null;
    for (const resolve of waiting.splice(0)) {
      resolve({ status, stdout: '', stderr: 'the process of the commands ended' });
    }
  });
  return child;
}

/** Runs `lintel` in the home to its end. */
export function runLintel(home: string, ...args: string[]): Promise<Ended> {
  return lintelHere(args, { env: { ...process.env, LINTEL_HOME: home } });
}

/** The one JSON document that a command prints with `--json`, whatever its exit status. */
export async function jsonOf<T>(
  home: string,
  ...args: string[]
): Promise<T & { readonly status: number | null }> {
  const { status, stdout } = await runLintel(home, ...args, '--json');
  return { ...(JSON.parse(stdout) as T), status };
}
