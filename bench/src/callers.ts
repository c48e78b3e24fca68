/**
 * The load for one-account.ts: callers who each keep a connection and ask one question after the other, with a pause
 * after each answer. It reports the statuses of the answers and how long each took.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerParent } from './child.js';

export interface Question {
  readonly path: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CallersOrder {
  readonly url: string;
  /** A key for each caller. */
  readonly keys: readonly string[];
  /** Asked one after the other, around and around, each caller beginning elsewhere. */
  readonly questions: readonly Question[];
  readonly pauseMs: number;
  readonly seconds: number;
}

export interface CallersResult {
  /** Answers by status; 0 for a connection that broke. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds from sending a question to the end of its answer. */
  readonly timesMs: readonly number[];
}

answerParent(async ({ url, keys, questions, pauseMs, seconds }: CallersOrder): Promise<CallersResult> => {
  const timesMs: number[] = [];
  const statuses: Record<number, number> = {};
  const end = performance.now() + seconds * 1000;
  const caller = async (key: string, first: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    if (pauseMs > 0) await delay((first % keys.length) * (pauseMs / keys.length));
    for (let next = first; performance.now() < end; next++) {
      const question = questions[next % questions.length];
      if (question === undefined) throw new Error('callers without a question');
      const begun = performance.now();
      const status = await ask(agent, url, key, question);
      timesMs.push(performance.now() - begun);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (pauseMs > 0 || status === 0) await delay(Math.max(1, pauseMs));
    }
    agent.destroy();
  };
  await Promise.all(keys.map((key, i) => caller(key, i * 7)));
  return { statuses, timesMs };
});

/** The status of the answer, read to its end. */
function ask(agent: Agent, url: string, key: string, question: Question): Promise<number> {
  const { path, method = 'GET', headers = {}, body } = question;
  return new Promise((resolve) => {
    const options = { agent, method, headers: { 'x-api-key': key, ...headers } };
    const sent = request(url + path, options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}
