/**
 * A process that sends the due messages of watches, for tests that kill it while a receiver has its message.
 * Arguments: the ledger's file, and a host that webhooks may call.
 */
import { defaultConfig } from 'lintel/dist/base/config.js';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import { deliverDue } from 'lintel/dist/watch/deliver.js';
import { noon, testPlans } from '../ledger/engine.js';

const [path = '', host = ''] = process.argv.slice(2);
const ledger = openLedger({ path, plans: testPlans, now: () => noon });
const watch = { ...defaultConfig.watch, allow_hosts: [host] };
await deliverDue(ledger, { config: { prices: defaultConfig.prices, watch } });
await ledger.close();
