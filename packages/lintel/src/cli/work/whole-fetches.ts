/** Waits until no other process reads into the raw store, so that what is built has whole fetches only. */
import { setTimeout as delay } from 'node:timers/promises';
import { StoreBusyError } from '../../raw/raw-store.js';
import type { Installation } from '../terminal/installation.js';
import { printNote } from '../terminal/print.js';

/** Milliseconds between two attempts, and after which the night is given up. */
const retryMs = 500;
const longestMs = 3_600_000;

/** Keeps others out of a store in a file from then on. Throws a StoreBusyError after an hour. */
export async function untilWhole({ rawStore, signal }: Installation): Promise<void> {
  const store = await rawStore();
  const begun = performance.now();
  for (let isNoted = false; ; ) {
    try {
      await store.holdLock();
      const other = (await store.runs()).find(({ state }) => state === 'running');
      if (other === undefined) return;
      throw new StoreBusyError(`Another process is reading into ${other.source}: run ${other.id}.`, {
        hint: 'Wait until it has ended, or stop it, and try again.',
      });
    } catch (error) {
      if (!(error instanceof StoreBusyError) || signal.aborted || performance.now() - begun > longestMs)
        throw error;
      if (!isNoted) printNote(`${error.message} Waiting until it has ended.`);
      isNoted = true;
    }
    await delay(retryMs, null, { signal }).catch(() => {});
  }
}
