/**
 * A TCP proxy in front of a service that resets connections, or goes silent, after a number of bytes of the answer, and
 * knows nothing of HTTP.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The end of a connection: after so many bytes from the service it is reset, or nothing more arrives. */
export interface Cut {
  readonly after: number;
  readonly by: 'reset' | 'silence';
}

export class CuttingProxy {
  /** Cuts of the next connections that get an answer; later ones are whole. */
  cuts: Cut[] = [];
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async before(target: string): Promise<CuttingProxy> {
    const { port } = new URL(target);
    const server = createServer((near) => proxy.#join(near, connect(Number(port), '127.0.0.1')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new CuttingProxy(server);
    return proxy;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket, far: Socket): void {
    // A client may open connections that it does not use: the first answer takes the cut.
    let cut: Cut | undefined;
    let left: number | null = null;
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      if (left === null) {
        cut = this.cuts.shift();
        left = cut?.after ?? Number.POSITIVE_INFINITY;
      }
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      if (left > 0) {
        if (!near.write(passed)) far.pause();
        return;
      }
      far.pause();
      // What was passed on before the reset must arrive.
      near.write(passed, () => cut?.by === 'reset' && setTimeout(() => near.resetAndDestroy(), 20));
    });
    near.on('drain', () => left !== 0 && far.resume());
  }
}
