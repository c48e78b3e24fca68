/**
 * The thread of a build that groups, sorts and writes addresses: it takes blocks of them, and answers each, and at the
 * end with the files that it wrote. What goes wrong is told to the build, which ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../base/failure.js';
import { silentProgress } from '../../base/progress.js';
import { AddressRecords } from './address-records.js';
import { type AddressAnswer, type AddressBlock, type AddressWriting, blockAt } from './address-writer.js';
import { writeFailure } from './file-writer.js';
import { Pace } from './pace.js';
import { writeAddresses } from './write-addresses.js';

const { populations, ...outputs } = workerData as AddressWriting;
const records = new AddressRecords(outputs.scratch, outputs.memoryBytes);

const answer = (message: AddressAnswer) => parentPort?.postMessage(message);

parentPort?.on('message', (block: AddressBlock) => {
  take(block).catch((error: unknown) => {
    const { message, stack } = error as Error;
    const isFailure = error instanceof Failure;
    answer({
      error: isFailure ? message : (stack ?? message),
      isFailure,
      hint: isFailure ? error.hint : null,
    });
  });
});

async function take(block: AddressBlock): Promise<void> {
  try {
    if (block === null) {
      const pace = new Pace(silentProgress, null);
      answer({
        written: await writeAddresses(records, populations, { ...outputs, pace }),
      });
    } else {
      addAll(Buffer.from(block.buffer, block.byteOffset, block.byteLength));
      answer(null);
    }
  } catch (error) {
    throw writeFailure(outputs.directory, error);
  }
}

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
