/**
 * The program of a worker process. It serves with the options that the first process sends, asks it how many
 * requests a key has made, reloads settings, and stops on command or when the first process is gone. Signals
 * from the terminal reach every process of the group; the first process decides what they mean.
 */
import type { Registry } from 'prom-client';
import { openHome } from '../../base/home.js';
import { messageOf, UserError } from '../../base/user-error.js';
import type { Server } from './server.js';
import type { ToPrimary, ToWorker, WorkerOptions } from './worker-messages.js';
import { remoteRates } from './worker-rates.js';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

function send(message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

const rates = remoteRates((requests) => void send(requests));

/** Lets the first process collect the counters of this one. */
async function shareMetrics(registry: Registry): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client');
  AggregatorRegistry.setRegistries([registry]);
  // Its constructor installs the listener that answers the first process.
  new AggregatorRegistry();
}

async function start({
  directory,
  isAlone,
  ledgerMustExist,
  avoidReleases,
  ...options
}: WorkerOptions): Promise<Server | null> {
  try {
    const { startServer } = await program;
    return await startServer(
      { ...options, home: openHome(directory) },
      {
        ...(isAlone ? {} : { limitRate: rates.decide, shareMetrics }),
        ledgerMustExist: ledgerMustExist === true,
        avoidReleases: avoidReleases ?? [],
      },
    );
  } catch (error) {
    const hint = error instanceof UserError ? error.hint : null;
    await send({ kind: 'failed', message: messageOf(error), hint });
    return null;
  }
}

async function reload(server: Server, message: ToWorker & { kind: 'reload' }): Promise<void> {
  const fault = await server.reload(message.config).then(() => null, messageOf);
  await send({ kind: 'reloaded', fault });
}

/** Stops, also when the order comes before the start is done. */
async function stop(): Promise<void> {
  await (await serving)?.stop();
  process.exit(0);
}

const options = new Promise<WorkerOptions>((resolve) => {
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') resolve(message.options);
    if (message.kind === 'rates') rates.receive(message);
    if (message.kind === 'stop') void stop();
  });
});
void send({ kind: 'ready' });
// Loaded while the first process still prepares the options: it takes most of the start.
const program = import('./server.js');
const serving = options.then(start);
const server = await serving;
if (server === null) process.exit(1);
process.on('message', (message: ToWorker) => {
  if (message.kind === 'reload') void reload(server, message);
});
await send({ kind: 'listening', url: server.url });
