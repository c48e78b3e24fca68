/** A client with a valid key repeatedly requests full pages on many connections, and reads none of them. */
import type { Socket } from 'node:net';
import type { Attack } from './attack.js';
import { watchMemory } from './memory-watch.js';
import { open, pause } from './raw-client.js';

const connections = 200;
/** Requests on each connection, beyond what a service may hold. */
const requestsEach = 400;
/** Requests sent together: the most that a well-behaved client may. */
const together = 8;
/** Megabytes that unread answers may take, and the service's memory without them. */
const maxMegabytes = 650;

export const unreadPages: Attack = {
  name: 'unread-pages',
  promise: 'answers that nobody reads are bounded, a connection and in all',
  async run({ seconds, serve, tell }) {
    const served = await serve();
    const path = await fullPage(served.url, served.home.key);
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${served.home.key}\r\n\r\n`;
    const sockets: Socket[] = [];
    const attack = (async () => {
      const end = performance.now() + seconds * 1000;
      for (let sent = 0; sent < requestsEach && performance.now() < end; sent += together) {
        for (let i = 0; i < connections; i++) {
          const held = sockets[i];
          if (held && !held.destroyed) held.write(request.repeat(together));
          else {
            const socket = await open(served.port);
            socket?.pause();
            if (socket) sockets[i] = socket;
          }
        }
        await pause(50);
      }
    })();
    const course = await watchMemory(served, seconds, tell, attack);
    for (const socket of sockets) socket.destroy();
    const lives = await served.answers();
    return {
      held: lives && course.peak <= maxMegabytes,
      seen: `${connections} connections that do not read, ${course.text}${lives ? '' : ', and the service is dead'}`,
    };
  },
};

/** A path whose answer is a page of a hundred permits. */
export async function fullPage(url: string, key: string): Promise<string> {
  const path = '/v2/permits/search?geo_id=CA&permit_from=1990-01-01&permit_to=2030-01-01&size=100';
  for (const state of ['CA', 'NY', 'TX', 'FL']) {
    const tried = path.replace('geo_id=CA', `geo_id=${state}`);
    const response = await fetch(url + tried, { headers: { 'x-api-key': key } });
    const { size } = (await response.json()) as { size?: number };
    if (size === 100) return tried;
  }
  throw new Error('no state of the sample has a hundred permits');
}
