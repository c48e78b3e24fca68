/**
 * Servers that answer as no Lintel service does: what proxies, hotels, broken disks and strangers send. Each is a path of
 * one HTTP server, to be given to a client as its base address. As a program it prints its address and serves until it is
 * ended: `node packages/testing/dist/clients/bad-servers.js`.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const json = { 'Content-Type': 'application/json' };
const page = '{"items": [], "size": 0, "next_cursor": null}';
/** Bytes of a body that never ends. */
const piece = Buffer.alloc(1 << 20, 'x');

/** What each does with every request. */
const servers = {
  /** Takes the request and says nothing. */
  silent: () => {},
  /** Sends a byte now and then, so that no wait for a single byte is long. */
  dripping(answer) {
    answer.writeHead(200, json).write('{');
    const timer = setInterval(() => answer.write(' '), 50);
    answer.on('close', () => clearInterval(timer));
  },
  /** Breaks the connection within the body. */
  cut(answer) {
    answer.writeHead(200, { ...json, 'Content-Length': 1000 });
    answer.write('{"items": [', () => answer.destroy());
  },
  /** Ends the body properly, but within its JSON. */
  halved: (answer) => answer.writeHead(200, json).end('{"items": [{"id": '),
  /** The page of a hotel. */
  hotel: (answer) => answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Log in</html>'),
  /** JSON that is no object. */
  list: (answer) => answer.writeHead(200, json).end('[]'),
  /** JSON of something else. */
  other: (answer) => answer.writeHead(200, json).end('{"hello": "world"}'),
  /** JSON that is nested deeper than recursion goes. */
  deep: (answer) => answer.writeHead(200, json).end(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  moved: (answer) => answer.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
  /** A body without an end. */
  endless(answer) {
    answer.writeHead(200, json).write('{"items": "');
    const more = () => {
      while (!answer.destroyed && answer.write(piece));
    };
    answer.on('drain', more);
    more();
  },
  /** Says that it is compressed. */
  garbled: (answer) => answer.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end('no gzip at all'),
  /** Compressed, and shorter than it was. */
  squeezed: (answer) =>
    answer.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(gzipSync(page).subarray(0, 20)),
  storm: (answer) => answer.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>503</h1>'),
  /** Names its page as the next one for ever. */
  circular: (answer) =>
    answer.writeHead(200, json).end('{"items": [{"id": "a"}], "size": 1, "next_cursor": "again"}'),
  /** A page whose headers cannot be read, of another content type. */
  headers: (answer) =>
    answer
      .writeHead(200, {
        'Content-Type': 'text/plain',
        'X-Ignored-Parameters': '%, %ZZ',
        'X-Credits-Request': '9'.repeat(5_000),
        'X-Credits-Limit': '1e3',
        'X-Credits-Remaining': '-1',
      })
      .end(page),
} as const satisfies Record<string, (answer: ServerResponse) => unknown>;

export type BadServer = keyof typeof servers;

const isName = (name: string | undefined): name is BadServer =>
  name !== undefined && Object.hasOwn(servers, name);

export class BadServers {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<BadServers> {
    const server = createServer(({ url = '/' }, answer) => {
      const [, name] = url.split('/');
      if (isName(name)) servers[name](answer);
      else answer.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new BadServers(server);
  }

  /** The base address of a server; of all without a name. */
  url(name: BadServer | '' = ''): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${name}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = await BadServers.start();
  process.stdout.write(`${started.url()}\n`);
}
