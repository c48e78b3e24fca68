/** A thread of `hashFiles`: hashes each file whose path it is sent, and tells the bytes on the way. What goes wrong ends it. */
import { parentPort } from 'node:worker_threads';
import { hashFile } from '../base/files/file-writer.js';
import type { HashAnswer } from './hash-files.js';

const answer = (message: HashAnswer) => parentPort?.postMessage(message);

parentPort?.on('message', async (path: string) => {
  const { sha256 } = await hashFile(path, async (bytes) => answer({ bytes }));
  answer({ path, sha256 });
});
