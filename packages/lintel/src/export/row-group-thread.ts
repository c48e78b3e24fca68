/** A thread that encodes row groups of records with the columns that it is given. */
import { serveRequests } from '../base/worker-pool.js';
import { rowGroupEncoder } from './row-group.js';

await serveRequests(rowGroupEncoder);
