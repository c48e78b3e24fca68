/**
 * The thread of a build that groups, sorts and writes addresses: it takes blocks of them, and gives at the end the files
 * that it wrote. What goes wrong is told to the build, which ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { silentProgress } from '../../base/progress.js';
import { AddressRecords } from './address-records.js';
import { type AddressWriting, blockAt } from './address-writer.js';
import { serveBlocks } from './block-thread.js';
import { Pace } from './pace.js';
import { writeAddresses } from './write-addresses.js';

const { populations, ...outputs } = workerData as AddressWriting;
const records = new AddressRecords(outputs.scratch, outputs.memoryBytes);

serveBlocks(parentPort, {
  directory: outputs.directory,
  take: addAll,
  finish: () => writeAddresses(records, populations, { ...outputs, pace: new Pace(silentProgress, null) }),
});

function addAll(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const json = at + blockAt.json;
    const end = json + bytes.readUInt32LE(at + blockAt.length);
    const behind = end + bytes.readUInt32LE(at + blockAt.facts);
    const facts = behind > end ? bytes.subarray(end, behind) : undefined;
    records.add(bytes, at + blockAt.address, at + blockAt.city, json, end, facts);
    at = behind;
  }
}
