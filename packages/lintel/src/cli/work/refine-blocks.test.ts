import assert from 'node:assert/strict';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { loadGeography } from '../../geography/load.js';
import { filterLines } from './filter-lines.js';
import { RefineFilter } from './refine-blocks.js';

const today = '2026-09-01';
const order = { source: null, sources: join(tmpdir(), 'no-sources'), today };

test('a thread that is killed ends the refining of a long input with its own error', async () => {
  const filter = new RefineFilter({ geography: loadGeography(), source: null, today }, order, 2);
  const started = once(process, 'worker') as Promise<[Worker]>;
  const line = '{"number":"A-1","state":"TX"}\n'.repeat(1000);
  const input = Readable.from(
    (function* () {
      for (let chunks = 0; chunks < 200; chunks++) yield line;
    })(),
    { objectMode: false },
  );
  const output = new PassThrough().resume();
  const refined = filterLines(input, output, new AbortController().signal, filter);
  const ended = assert.rejects(refined, /a thread for refining ended with exit code/);
  const [worker] = await started;
  await worker.terminate();
  await ended;
  await filter.close();
});
