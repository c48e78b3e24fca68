/**
 * A thread of `hashFiles`: answers the path of a file with its checksum, and reports the bytes as they are
 * read.
 */
import { serveRequests } from '../base/worker-pool.js';
import { hashOne } from './hash-files.js';

await serveRequests(() => (path: string, progress) => hashOne(path, progress));
