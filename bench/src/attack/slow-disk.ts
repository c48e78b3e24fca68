/**
 * The disk takes a third of a second for each flush (strace holds the service there): every page is answered and charged
 * once. Then the service is killed while flushes wait: whoever has records has paid for them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfig } from 'lintel/dist/base/config.js';
import { openLedger } from 'lintel/dist/ledger/open-ledger.js';
import { benchPlan } from '../home.js';
import type { Attack } from './attack.js';
import { pause } from './raw-client.js';

const callers = 8;
const flushMs = 300;
/** Milliseconds until strace holds all threads of the service. */
const attachMs = 1_500;

export const slowDisk: Attack = {
  name: 'slow-disk',
  promise: 'on a disk that flushes slowly every record is paid for once, also when the service is killed',
  async run({ serve, isShort, seconds }) {
    if (spawnSync('strace', ['true']).status !== 0)
      return { held: true, seen: 'NOT TRIED: strace cannot be used' };
    const served = await serve();
    const inject = `inject=fsync,fdatasync:delay_enter=${flushMs * 1000}`;
    const args = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', inject];
    // The ledger is written by a worker, or by the service itself where there is one.
    const workers = readFileSync(`/proc/${served.pid}/task/${served.pid}/children`, 'utf8').split(' ');
    const pids = [String(served.pid), ...workers.filter((pid) => pid !== '')];
    const strace = spawn('strace', [...args, ...pids.flatMap((pid) => ['-p', pid])], { stdio: 'ignore' });
    let [received, answers, bad, longestMs, isKilled] = [0, 0, 0, 0, false];
    try {
      await pause(attachMs);
      const end = performance.now() + (isShort ? 4_000 : seconds * 1000);
      const caller = async () => {
        while (!isKilled) {
          const begun = performance.now();
          const page = await pageOf(`${served.url}/ogc/collections/permits/items?limit=20`, served.home.key);
          if (page === null) {
            if (!isKilled) bad += 1;
            return;
          }
          received += page;
          answers += 1;
          longestMs = Math.max(longestMs, performance.now() - begun);
        }
      };
      const all = Promise.all(Array.from({ length: callers }, caller));
      while (performance.now() < end) await pause(100);
      // In the middle of whatever is being flushed; the tracer would wait for its end.
      isKilled = true;
      process.kill(served.pid, 'SIGKILL');
      await all;
    } finally {
      strace.kill('SIGKILL');
      await served.stop();
    }
    const plans = { bench: benchPlan, ...defaultConfig.plans };
    const ledger = openLedger({ path: join(served.home.directory, 'ledger.sqlite'), plans });
    const [account] = await ledger.accounts();
    const { used } = await ledger.usage(account?.id ?? '');
    const faults = await ledger.check();
    await ledger.close();
    // The pages whose answers the kill took are charged and were not read.
    const lost = used - received;
    return {
      held:
        bad === 0 &&
        answers > 0 &&
        longestMs > flushMs &&
        lost >= 0 &&
        lost <= callers * 20 &&
        faults.length === 0,
      seen: `${answers} pages, the slowest ${Math.round(longestMs)} ms, ${bad} failed; ${received} records received, ${used} credits, ${faults.length} faults of the ledger`,
    };
  },
};

/** The records of a page; null where there is none. */
async function pageOf(url: string, key: string): Promise<number | null> {
  try {
    const answer = await fetch(url, { headers: { 'x-api-key': key } });
    const page = (await answer.json()) as { features?: readonly unknown[] };
    return answer.status === 200 ? (page.features?.length ?? null) : null;
  } catch {
    return null;
  }
}
