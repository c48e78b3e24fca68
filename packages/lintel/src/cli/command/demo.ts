/**
 * `lintel demo`: the whole service on generated data in one command. The first run makes sample records and builds
 * and publishes a release from them; later runs serve what is there. Every run makes a fresh key.
 */

import type { Address } from '@lintel/contract';
import type { Home } from '../../base/home.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { CommandGroup } from '../define.js';
import type { Installation } from '../installation.js';
import { wholeNumber } from '../option-value.js';
import { printText } from '../print.js';

const demoAccountName = 'Demo';
const demoKeyName = 'demo';

interface DemoOptions {
  readonly host: string;
  readonly port: string;
  readonly permits: string;
  readonly json?: boolean;
}

export function defineDemo(root: CommandGroup): void {
  root
    .define('demo', 'Make sample data, build a release and serve it', 'lintel demo')
    .option('--permits <number>', 'sample permits to generate', '50000')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '8080')
    .run(async (installation, options: DemoOptions) => {
      const { home, config } = installation;
      const permits = wholeNumber('--permits', options.permits, 1_000, 10_000_000);
      const port = wholeNumber('--port', options.port, 0, 65_535);
      const { currentReleaseId } = await import('../../release/shelf.js');
      if (currentReleaseId(home) === null) await makeRelease(installation, permits);
      if (installation.signal.aborted) return null;
      const { serve } = await import('../../http/serve.js');
      const serving = await serve({ home, config, host: options.host, port, workers: 1, logLevel: 'error' });
      // Only now: a second demo that finds its port in use must not revoke the key of the first.
      const key = await freshKey(await installation.ledger());
      const text = options.json
        ? JSON.stringify({ address: serving.url, key })
        : greeting(serving.url, key, await anAddress(home));
      printText(text);
      await serving.stopped;
      return null;
    });
}

async function makeRelease(installation: Installation, permits: number): Promise<void> {
  const { home, config, progress, signal } = installation;
  const [{ makeSample }, { defaultToday }, { buildFrom }, { publish }] = await Promise.all([
    import('../make-sample.js'),
    import('../../sample/world.js'),
    import('../build.js'),
    import('../../release/shelf.js'),
  ]);
  await makeSample(installation, permits);
  if (signal.aborted) return;
  // The release is of the sample's last day, so that "current" metrics have permits whenever the demo is run.
  const { id } = await buildFrom(installation, { asOf: defaultToday });
  await publish(home, id, { isVerified: true, keep: config.keep_releases, progress });
  progress.done();
}

/** A new key of the demo account; the demo's earlier keys stop working, for nobody can read them any more. */
async function freshKey(ledger: Ledger): Promise<string> {
  const account =
    (await ledger.accounts()).find((each) => each.name === demoAccountName) ??
    (await ledger.createAccount({ name: demoAccountName, plan: 'unlimited' }));
  for (const key of await ledger.keys(account.id)) {
    if (key.name === demoKeyName && key.revokedMs === null) await ledger.revokeKey(key.id);
  }
  return (await ledger.createKey(account.id, { name: demoKeyName })).secret;
}

/** What someone might type for the first address of the published release: without commas, ZIP code or capitals. */
async function anAddress(home: Home): Promise<string> {
  const { openShelf } = await import('../../release/store/open-shelf.js');
  const shelf = openShelf(home);
  const [first] = shelf.current()?.searchAddresses('main', 0, 1).items ?? [];
  shelf.close();
  const { name } = JSON.parse(first?.toString() ?? '{"name": "100 MAIN ST"}') as Address;
  return name
    .replace(/ \d{5}$/, '')
    .replaceAll(',', '')
    .toLowerCase();
}

function greeting(url: string, key: string, address: string): string {
  return `
Lintel serves ${url}
Key           ${key}
Try           curl -H "X-API-Key: ${key}" "${url}/v2/addresses/search?q=${address.replaceAll(' ', '+')}"

Ctrl-C stops it. \`npm start\` again serves the same data with a new key.`;
}
