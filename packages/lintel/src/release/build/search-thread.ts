/**
 * The thread of a build that writes what permits are filtered by, and the properties: it takes blocks of permits, and
 * gives at the end what it wrote. What goes wrong is told to the build, which ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { silentProgress } from '../../base/progress.js';
import type { FilterOutputs } from '../filter/permit-filter-writer.js';
import { serveBlocks } from './block-thread.js';
import { Pace } from './pace.js';
import { localSearchWriter, noTail, searchEntryAt } from './search-writer.js';

const outputs = workerData as FilterOutputs;
const writer = localSearchWriter(outputs);

serveBlocks(parentPort, {
  directory: outputs.directory,
  take: addAll,
  finish: () => writer.finish(new Pace(silentProgress, null)),
});

function addAll(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const payload = at + searchEntryAt.payload;
    const end = payload + bytes.readUInt32LE(at + searchEntryAt.length);
    const next = end + bytes.readUInt32LE(at + searchEntryAt.tailLength);
    const from = bytes.readUInt32LE(at + searchEntryAt.tailFrom);
    const tail = from === noTail ? null : { from: payload + from, text: bytes.subarray(end, next) };
    writer.add(bytes, payload, end, bytes.readInt32LE(at + searchEntryAt.contractor), tail);
    at = next;
  }
}
