/**
 * The program of one worker process: serves as its environment orders, asks the first process how often a key has
 * called, reads settings anew and stops when the first process says so or is gone. Signals from the terminal reach every
 * process of the group; the first process decides what they mean.
 */
import type { Registry } from 'prom-client';
import { openHome } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import { type Server, startServer } from './server.js';
import { remoteRates } from './worker-rates.js';
import { orderVariable, type ToPrimary, type ToWorker, type WorkerOptions } from './workers.js';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

function tell(message: ToPrimary): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

const rates = remoteRates((questions) => void tell(questions));

/** Lets the first process ask for the counters of this one. */
async function shareMetrics(registry: Registry): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client');
  AggregatorRegistry.setRegistries([registry]);
  // Made for its listener, which answers the first process.
  new AggregatorRegistry();
}

async function start(): Promise<Server | null> {
  try {
    const { directory, isAlone, ledgerMustExist, avoidReleases, ...order } = JSON.parse(
      process.env[orderVariable] ?? '',
    ) as WorkerOptions;
    return await startServer(
      { ...order, home: openHome(directory) },
      {
        ...(isAlone ? {} : { limitRate: rates.decide, shareMetrics }),
        ledgerMustExist: ledgerMustExist === true,
        avoidReleases: avoidReleases ?? [],
      },
    );
  } catch (error) {
    const hint = error instanceof UserError ? error.hint : null;
    await tell({ kind: 'failed', message: (error as Error).message, hint });
    return null;
  }
}

async function obey(server: Server, message: ToWorker): Promise<void> {
  if (message.kind === 'reload') {
    const fault = await server.reload(message.config).then(
      () => null,
      (error: Error) => error.message,
    );
    await tell({ kind: 'reloaded', fault });
  }
  if (message.kind !== 'stop') return;
  await server.stop();
  process.exit(0);
}

process.on('message', (message: ToWorker) => {
  if (message.kind === 'rates') rates.receive(message);
});
const server = await start();
if (server === null) process.exit(1);
process.on('message', (message: ToWorker) => void obey(server, message));
await tell({ kind: 'listening', url: server.url });
