/**
 * The program of one worker process: serves as its environment orders, stops when the first process says so or is
 * gone. Signals from the terminal reach every process of the group; the first process decides what they mean.
 */
import { Failure } from '../base/failure.js';
import { openHome } from '../base/home.js';
import { type Server, startServer } from './server.js';
import { orderVariable, stopMessage, type WorkerOrder, type WorkerReport } from './workers.js';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

function report(message: WorkerReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

async function start(): Promise<Server | null> {
  try {
    const { directory, ...order } = JSON.parse(process.env[orderVariable] ?? '') as WorkerOrder;
    return await startServer({ ...order, home: openHome(directory) });
  } catch (error) {
    const hint = error instanceof Failure ? error.hint : null;
    await report({ kind: 'failed', message: (error as Error).message, hint });
    return null;
  }
}

const server = await start();
if (server === null) process.exit(1);
process.on('message', async (message) => {
  if (message !== stopMessage) return;
  await server.stop();
  process.exit(0);
});
await report({ kind: 'listening', url: server.url });
