/** A thread for the tests of worker pools: it answers, reports progress, throws or dies as requested. */
import { canMap } from 'lintel/dist/base/mapped-file.js';
import { openDatabase } from 'lintel/dist/base/sqlite.js';
import { UserError } from 'lintel/dist/base/user-error.js';
import { serveRequests } from 'lintel/dist/base/worker-pool.js';

export type SyntheticRequest =
  | { readonly double: number; readonly afterMs?: number }
  | { readonly progress: number }
  | 'throw'
  | 'throw a UserError'
  | 'throw later'
  | 'exit'
  | 'fill the memory'
  | 'query'
  | 'never answer';

export type SyntheticData = 'fail to open' | 'never open' | null;

await serveRequests((data: SyntheticData) => {
  if (data === 'fail to open') throw new UserError('made-up opening', { hint: 'mend it' });
  if (data === 'never open') return new Promise<never>(() => setInterval(() => {}, 1000));
  return async (request: SyntheticRequest, progress) => {
    if (request === 'throw') throw new TypeError('made-up error');
    if (request === 'throw a UserError') throw new UserError('made-up mistake', { hint: 'mend it' });
    if (request === 'throw later') setImmediate(() => thrown());
    if (request === 'exit') process.exit(7);
    if (request === 'fill the memory') fillMemory();
    if (request === 'query') return query();
    if (typeof request === 'string') return new Promise<never>(() => setInterval(() => {}, 1000));
    if ('progress' in request) {
      for (let i = 0; i < request.progress; i++) progress(1);
      return request.progress;
    }
    if (request.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, request.afterMs));
    return request.double * 2;
  };
});

function thrown(): never {
  throw new Error('made-up uncaught error');
}

function fillMemory(): never {
  const held: number[][] = [];
  for (;;) held.push(Array.from({ length: 1000 }, (_, i) => i + Math.random()));
}

/** A moment in native code: of the binding that maps files, when it is first used, and of SQLite. */
function query(): number {
  canMap();
  const database = openDatabase(':memory:');
  const one = database.prepare('SELECT 1 AS one');
  for (let i = 0; i < 1_000; i++) one.get();
  database.close();
  return 1;
}
