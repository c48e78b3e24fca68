/**
 * `fetch` without a network: requests are handed to a service in this process. A client made for HTTP works
 * with it unchanged, and gets the same bytes.
 *
 * Answers are whole before they are returned, which suits pages and objects, not long streams.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import inject, { type DispatchFunc, type InjectOptions } from 'light-my-request';

/** The type of the global `fetch`. */
export type Fetch = typeof globalThis.fetch;

interface InProcessOptions {
  /** Headers of every request that does not have them itself, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the client on whose behalf requests are made, for limits by address. */
  readonly remoteAddress?: string;
  /** Called with each request before the service gets it. */
  readonly onRequest?: (request: IncomingMessage) => void;
}

/**
 * The `fetch` of a service that need not listen. The origin of an address does not matter. It rejects with the
 * reason of an aborted signal, and with an error of the service's own code; errors for the caller are answers.
 */
export function fetchFrom(app: FastifyInstance, options: InProcessOptions = {}): Fetch {
  const { headers = {}, remoteAddress, onRequest } = options;
  const dispatch: DispatchFunc = (request, response) => {
    // What never leaves the process is as safe as TLS.
    Object.assign(request.socket, { encrypted: true });
    onRequest?.(request);
    app.routing(request, response);
  };
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    await app.ready();
    const { pathname, search, host } = new URL(request.url);
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    const answered = await inject(dispatch, {
      method: request.method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      authority: host,
      headers: { ...headers, ...Object.fromEntries(request.headers) },
      signal: request.signal,
      ...(body === null ? {} : { payload: body }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    }).catch((error: unknown) => {
      throw request.signal.aborted ? request.signal.reason : error;
    });
    request.signal.throwIfAborted();
    return responseOf(answered.statusCode, answered.headers, answered.rawPayload);
  };
}

/** Statuses whose answers have no body. */
const withoutBody = [204, 205, 304];

function responseOf(
  status: number,
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
  body: Buffer<ArrayBuffer> | Buffer,
): Response {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) sent.append(name, String(each));
  }
  const hasBody = !withoutBody.includes(status) && body.length > 0;
  return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: sent });
}
