/** A thread that encodes row groups of records, of one export or of all that a service sends. */
import { memoize } from '../base/memory/lru-cache.js';
import { serveRequests } from '../base/worker-pool.js';
import { rowGroupEncoder } from './row-group.js';
import type { RowGroupRequest } from './row-group-pool.js';

const keptEncoders = 8;

await serveRequests(() => {
  const encoderOf = memoize((columns: string) => rowGroupEncoder(JSON.parse(columns)), {
    capacity: keptEncoders,
  });
  return ({ columns, lines }: RowGroupRequest) => encoderOf(JSON.stringify(columns))(lines);
});
