/**
 * Bounds what an identity provider answers, in bytes and time: the authentication library reads whatever comes, by the
 * global `fetch`, and takes no other. What is asked outside of it is not touched.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from './mail.js';

/** Documents and tokens of a provider have some kilobytes. */
const maxBytes = 1_000_000;
/** For the whole of an answer. */
const maxMs = 10_000;

const asked = new AsyncLocalStorage<Log>();
const unbounded = globalThis.fetch;

/** Answers in time and of bearable length; others become an error 502 and are logged. */
const bounded: typeof globalThis.fetch = async (input, init) => {
  const log = asked.getStore();
  if (log === undefined) return unbounded(input, init);
  const inTime = AbortSignal.timeout(maxMs);
  const signal = init?.signal ? AbortSignal.any([init.signal, inTime]) : inTime;
  try {
    const answer = await unbounded(input, { ...init, signal });
    const { status, statusText, headers } = answer;
    const body = answer.body === null ? null : await readAll(answer.body);
    return new Response(body, { status, statusText, headers });
  } catch (error) {
    const address = input instanceof Request ? input.url : String(input);
    const reason = inTime.aborted ? `it took longer than ${maxMs / 1000} s` : String(error);
    const message = `The identity provider's answer of ${address} is not read: ${reason}`;
    log.error({ library: 'better-auth' }, message);
    return Response.json({ error: 'server_error', error_description: message }, { status: 502 });
  }
};

async function readAll(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error(`it is longer than ${maxBytes / 1_000_000} MB`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Does some work of the library, which may ask the provider. */
export function withBoundedAnswers<T>(log: Log, work: () => Promise<T>): Promise<T> {
  globalThis.fetch = bounded;
  return asked.run(log, work);
}
