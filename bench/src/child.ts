/**
 * A program of this folder as a child process that answers each message with one message. What it throws
 * comes back as an error of the request; a child that ends early fails the pending request.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

type Reply = { readonly answer: unknown } | { readonly error: string };

export class Child {
  readonly #process: ChildProcess;

  /** Starts `program`, a compiled file of this folder. What it logs to standard error is not shown. */
  constructor(program: string, { nice = 0 } = {}) {
    const path = fileURLToPath(new URL(program, import.meta.url));
    this.#process = fork(path, {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
    const { pid } = this.#process;
    if (nice > 0 && pid !== undefined) setPriority(pid, nice);
  }

  /** Asks one question at a time. */
  ask<Answer>(question: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null) => reject(new Error(`the child process ended with ${code}`));
      this.#process.once('exit', onExit);
      this.#process.once('message', (reply: Reply) => {
        this.#process.off('exit', onExit);
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.answer as Answer);
      });
      this.#process.send(question);
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#process.exitCode !== null) return resolve();
      this.#process.once('exit', () => resolve());
      this.#process.kill();
    });
  }
}

/** Asks a process that runs `program` one question. */
export async function askOnce<Answer>(program: string, question: object): Promise<Answer> {
  const child = new Child(program);
  try {
    return await child.ask<Answer>(question);
  } finally {
    await child.stop();
  }
}

/** Answers the questions of the process that started this one. */
export function answerParent<Question>(answer: (question: Question) => unknown): void {
  process.on('message', async (question) => {
    let reply: Reply;
    try {
      reply = { answer: await answer(question as Question) };
    } catch (error) {
      reply = { error: (error as Error).stack ?? String(error) };
    }
    process.send?.(reply);
  });
  process.on('disconnect', () => process.exit());
}

/** Milliseconds of processor time that this process, all its threads included, has used. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
