/** The command as a user runs it, in a process of its own, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../lintel/bin/lintel.js', import.meta.url));

export interface Ended {
  /** Null when a signal ended the process. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

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
  const child = spawn(process.execPath, [bin, ...args], { env: { ...process.env, LINTEL_HOME: home } });
  let stdout = '';
  let stderr = '';
  let look = () => {};
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
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

/** Runs `lintel` in the home to its end. */
export function runLintel(home: string, ...args: string[]): Promise<Ended> {
  return startLintel(home, ...args).ended;
}

/** The one JSON document that a command prints with `--json`, whatever its exit status. */
export async function jsonOf<T>(
  home: string,
  ...args: string[]
): Promise<T & { readonly status: number | null }> {
  const { status, stdout } = await runLintel(home, ...args, '--json');
  return { ...(JSON.parse(stdout) as T), status };
}
