/** An anonymous client sends thousands of requests at once, resets the connection, and does so again and again. */
import type { Attack } from './attack.js';
import { watchMemory } from './memory-watch.js';
import { open, pipelined, repeatedly } from './raw-client.js';

/** As many as fit into one read of a socket. */
const requests = pipelined(1900, '/nope');
const clients = 16;
/** Megabytes of resident memory that the service may have meanwhile. */
const maxMegabytes = 400;
/** What the last third of the attack may have more than the second. */
const maxGrowth = 1.25;

export const pipelinedReset: Attack = {
  name: 'pipelined-reset',
  promise: 'thousands of pipelined requests and a reset, for ever, leave nothing in memory',
  async run({ seconds, serve, tell }) {
    const served = await serve();
    const attack = repeatedly(seconds, clients, async () => {
      const socket = await open(served.port);
      if (!socket) return;
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.write(requests, () => socket.resetAndDestroy());
      });
    });
    const course = await watchMemory(served, seconds, tell, attack);
    const lives = await served.answers();
    return {
      held: lives && course.peak <= maxMegabytes && course.growth <= maxGrowth,
      seen: `${await attack} connections, ${course.text}${lives ? '' : ', and the service is dead'}`,
    };
  },
};
