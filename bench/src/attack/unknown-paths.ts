/** An anonymous client requests paths that do not exist, as fast as it can. */
import type { Attack } from './attack.js';
import { open } from './raw-client.js';

const requests = 2_000;
const connections = 8;
/** Of the default settings. */
const allowed = 600;

export const unknownPaths: Attack = {
  name: 'unknown-paths',
  promise: 'paths that do not exist count for the rate of the address',
  async run({ serve }) {
    const served = await serve();
    const begun = performance.now();
    const statuses = new Map<string, number>();
    const client = async (number: number) => {
      for (let i = 0; i < requests / connections; i++) {
        const socket = await open(served.port);
        if (!socket) continue;
        const answered = new Promise<string>((resolve) => {
          socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1', 9, 12)));
          socket.once('close', () => resolve('none'));
        });
        socket.write(`GET /nope/${number}/${i} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        const status = await answered;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        socket.destroy();
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, number) => client(number)));
    const minutes = Math.ceil((performance.now() - begun) / 60_000);
    const [found, limited] = [statuses.get('404') ?? 0, statuses.get('429') ?? 0];
    return {
      held: found + limited === requests && found <= allowed * minutes && limited > 0,
      seen: `${found} times 404, ${limited} times 429`,
    };
  },
};
