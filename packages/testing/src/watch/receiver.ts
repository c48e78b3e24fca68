/** A webhook receiver over real HTTP that keeps what comes and answers as a test says. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly host: string;
  readonly received: Received[];
  /** How further messages are answered; at first with 204. */
  answer: Answer;
  /** Resolves when this many messages have come in all. */
  has(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body };
      receiver.received.push(received);
      server.emit('received');
      receiver.answer(response, received);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    async has(count) {
      while (receiver.received.length < count) await once(server, 'received');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Answers with a status and a text. */
export function status(code: number, text = ''): Answer {
  return (response) => response.writeHead(code, { 'content-type': 'text/plain' }).end(text);
}
