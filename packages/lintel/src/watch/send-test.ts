/** Sends a test message of a watch: without records, and free. */
import type { Config } from '../base/config.js';
import { newId } from '../ledger/accounts.js';
import type { Ledger } from '../ledger/ledger.js';
import { Channels } from './deliver.js';
import type { WatchMessage } from './saved-search.js';
import type { Sent } from './sent.js';

export async function sendTest(
  ledger: Ledger,
  watchId: string,
  settings: Config['watch'],
  now: () => number = Date.now,
): Promise<Sent> {
  const { id, name, channel, target } = await ledger.watches.find(watchId);
  const nowMs = now();
  const message: WatchMessage = {
    type: 'watch.test',
    timestamp: new Date(nowMs).toISOString(),
    data: { watch: { id, name }, from: null, to: null, total: 0, items: [] },
  };
  const secret = await ledger.watches.secretOf(id);
  const channels = new Channels(settings);
  try {
    const receiver = { id: newId('msg'), channel, target, secret, nowMs };
    return await channels.send(receiver, Buffer.from(JSON.stringify(message)));
  } finally {
    await channels.close();
  }
}
