/** A server on a local port that gives the replies of a subclass. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reply } from './reply.js';

export abstract class LocalServer {
  readonly #server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { status, headers, body: text } = this.reply(request, body);
      response.writeHead(status, headers).end(text);
    });
  });

  protected abstract reply(request: IncomingMessage, body: string): Reply;

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
