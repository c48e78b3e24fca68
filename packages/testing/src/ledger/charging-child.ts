/**
 * A process that charges one account as fast as it can, for tests that kill it or break its disk. Arguments:
 * the file, the account, requests in flight, requests at most. Before a charge it writes `sent N` with all
 * credits sent so far, after its answer `kept N` with all credits acknowledged; a charge that fails writes
 * `failed` and why.
 */
import { writeSync } from 'node:fs';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import { order, testPlans } from './engine.js';

const [path = '', accountId = '', inFlight = '8', most = '1000000'] = process.argv.slice(2);
const ledger = openLedger({ path, plans: testPlans });
let requests = 0;
let sent = 0;
let kept = 0;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Writes a line synchronously, so that it is not lost in a kill. Waits while the reader is behind. */
function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

async function client(): Promise<void> {
  while (requests < Number(most)) {
    requests += 1;
    const credits = 1 + (requests % 5);
    sent += credits;
    say(`sent ${sent}`);
    try {
      const { granted } = await ledger.charge(order(accountId, credits));
      if (!granted) {
        sent -= credits;
        if (credits === 1) return;
        continue;
      }
      kept += credits;
      say(`kept ${kept}`);
    } catch (error) {
      say(`failed ${(error as Error).message}`);
      return;
    }
  }
}

await Promise.all(Array.from({ length: Number(inFlight) }, client));
await ledger.close().catch(() => {});
