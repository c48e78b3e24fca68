/**
 * The load for one-account.ts and soak.ts: callers who each keep a connection and ask one question after the other, with a pause
 * after each answer. It reports the statuses of the answers, what they cost and how
 * long each took.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerParent } from './child.js';
import { threadMs, toldThread, toldWork } from './tell-work.js';

export interface Question {
  readonly path: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bytes of the answer's body after which the caller hangs up. */
  readonly cutAfter?: number;
}

export interface CallersOrder {
  readonly url: string;
  /** A key for each caller. */
  readonly keys: readonly string[];
  /** Asked one after the other, around and around, each caller beginning elsewhere. */
  readonly questions: readonly Question[];
  readonly pauseMs: number;
  /** For how long they ask, once answers count. */
  readonly seconds: number;
  /** Seconds of asking before it, in which connections are opened and code is made ready. Default: 0. */
  readonly warmSeconds?: number;
  /** Seconds before the first question. Default: 0. */
  readonly delaySeconds?: number;
}

export interface CallersResult {
  /** Answers by status; 0 for a connection that broke before its answer was whole. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Credits that the answers cost, by their headers. */
  readonly credits: number;
  /** Milliseconds from sending a question to the end of its answer. */
  readonly timesMs: readonly number[];
  /** Of them, those of questions that were sent in the first second. */
  readonly firstTimesMs: readonly number[];
  /**
   * Milliseconds of processor time that the answering thread took for whatever it did, from sending a question to the
   * head of its answer; where the service says it (tell-work.ts).
   */
  readonly workMs: readonly number[];
}

answerParent(async (order: CallersOrder): Promise<CallersResult> => {
  const { url, keys, questions, pauseMs, seconds, warmSeconds = 0, delaySeconds = 0 } = order;
  const timesMs: number[] = [];
  const firstTimesMs: number[] = [];
  const workMs: number[] = [];
  const statuses: Record<number, number> = {};
  let allCredits = 0;
  await delay(delaySeconds * 1000);
  const start = performance.now() + warmSeconds * 1000;
  const end = start + seconds * 1000;
  const caller = async (key: string, first: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // The thread that answers this connection, once it is known.
    let thread: number | null = null;
    if (pauseMs > 0) await delay((first % keys.length) * (pauseMs / keys.length));
    for (let next = first; performance.now() < end; next++) {
      const question = questions[next % questions.length];
      if (question === undefined) throw new Error('callers without a question');
      const begun = performance.now();
      const workBefore: number | null = thread && threadMs(thread);
      const { status, credits, worker } = await ask(agent, url, key, question);
      const tookMs = performance.now() - begun;
      if (begun >= start) {
        if (workBefore !== null && worker?.thread === thread) workMs.push(worker.workMs - workBefore);
        timesMs.push(tookMs);
        if (begun - start < 1000) firstTimesMs.push(tookMs);
      }
      thread = worker?.thread ?? null;
      allCredits += credits;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (pauseMs > 0 || status === 0) await delay(Math.max(1, pauseMs));
    }
    agent.destroy();
  };
  await Promise.all(keys.map((key, i) => caller(key, i * 7)));
  return { statuses, timesMs, firstTimesMs, workMs, credits: allCredits };
});

interface Asked {
  readonly status: number;
  readonly credits: number;
  /** The thread that answered, and its processor time at the head of the answer. */
  readonly worker: { readonly thread: number; readonly workMs: number } | null;
}

/** The status and price of the answer, read to its end unless it is to be cut. */
function ask(agent: Agent, url: string, key: string, question: Question): Promise<Asked> {
  const { path, method = 'GET', headers = {}, body, cutAfter = Number.POSITIVE_INFINITY } = question;
  return new Promise((resolve) => {
    const broken = () => resolve({ status: 0, credits: 0, worker: null });
    const options = { agent, method, headers: { 'x-api-key': key, ...headers } };
    const sent = request(url + path, options, (answer) => {
      const asked = {
        status: answer.statusCode ?? 0,
        // A HEAD has the headers of the GET, and costs nothing.
        credits: method === 'HEAD' ? 0 : Number(answer.headers['x-credits-request'] ?? 0),
        worker:
          answer.headers[toldThread] === undefined
            ? null
            : { thread: Number(answer.headers[toldThread]), workMs: Number(answer.headers[toldWork]) },
      };
      let bytes = 0;
      answer.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes < cutAfter) return;
        resolve(asked);
        answer.destroy();
      });
      answer.on('end', () => resolve(asked));
      answer.on('error', broken);
    });
    sent.on('error', broken);
    sent.end(body);
  });
}
