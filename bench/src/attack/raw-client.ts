/** Connections that send bytes as no HTTP client would. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Opens a connection whose errors are ignored: being cut off is what an attack expects. */
export async function open(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1');
  const failed = new Promise<null>((resolve) => socket.on('error', () => resolve(null)));
  return Promise.race([once(socket, 'connect').then(() => socket), failed]).catch(() => null);
}

/** The bytes of `count` pipelined requests for a path. */
export function pipelined(count: number, path: string, headers: readonly string[] = []): Buffer {
  const one = [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
  return Buffer.from(one.repeat(count));
}

/** Repeats an action with several clients at once until the time is up. Gives the rounds. */
export async function repeatedly(
  seconds: number,
  clients: number,
  once: () => Promise<void>,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let rounds = 0;
  const client = async () => {
    while (performance.now() < end) {
      await once();
      rounds += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return rounds;
}

/** Resolves after the milliseconds. */
export const pause = (ms: number) => delay(ms);
