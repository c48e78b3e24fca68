import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { SyntheticData, SyntheticRequest } from '@lintel/testing/base/synthetic-worker.js';
import { UserError } from './user-error.js';
import { inThisThread, type PoolOptions, WorkerPool } from './worker-pool.js';

const module = new URL(import.meta.resolve('@lintel/testing/base/synthetic-worker.js'));

async function withPool(
  options: Partial<PoolOptions<SyntheticRequest>>,
  use: (pool: WorkerPool<SyntheticRequest, number>) => Promise<void>,
): Promise<void> {
  const pool = new WorkerPool<SyntheticRequest, number>({ module, work: 'the test', threads: 1, ...options });
  try {
    await use(pool);
  } finally {
    await pool.close();
  }
}

const numbers = Array.from({ length: 50 }, (_, i) => i);

test('every request gets its own response, however many threads answer and in any order', async () => {
  for (const threads of [1, 3]) {
    for (const queue of [1, 4, undefined]) {
      await withPool({ threads, ...(queue && { queue }) }, async (pool) => {
        const responses = await Promise.all(
          numbers.map((double) => pool.run({ double, ...(double % 7 === 0 && { afterMs: 2 }) })),
        );
        assert.deepEqual(
          responses,
          numbers.map((number) => number * 2),
        );
      });
    }
  }
});

test('requests are spread over all threads', async () => {
  await withPool({ threads: 2, queue: 1 }, async (pool) => {
    const slow = pool.run({ double: 1, afterMs: 60_000 });
    // The other thread answers all of these while the first is busy.
    for (const double of numbers) assert.equal(await pool.run({ double }), double * 2);
    await pool.close();
    await assert.rejects(slow, /the threads for the test were ended/);
  });
});

test('what a handler reports is counted', async () => {
  let done = 0;
  await withPool({ onProgress: (more) => (done += more) }, async (pool) => {
    await pool.run({ progress: 5 });
    assert.equal(done, 5);
  });
});

const deaths = [
  ['throw', /made-up error[\s\S]*synthetic-worker/],
  ['throw later', /made-up uncaught error/],
  ['exit', /a thread for the test ended with exit code 7/],
  ['fill the memory', /memory limit/],
] as const;

for (const [death, message] of deaths) {
  test(`a thread that dies of "${death}" fails every request at once with its own error`, async () => {
    const failures: Error[] = [];
    const limits = { resourceLimits: { maxOldGenerationSizeMb: 20, maxYoungGenerationSizeMb: 4 } };
    await withPool({ ...limits, threads: 2, onFailure: (error) => failures.push(error) }, async (pool) => {
      const other = pool.run('never answer');
      const queued = [pool.run(death), pool.run({ double: 1 }), pool.run({ double: 2 })];
      for (const request of [other, ...queued]) await assert.rejects(request, message);
      await assert.rejects(pool.run({ double: 3 }), message);
      assert.equal(failures.length, 1);
      assert.match(String(failures[0]), message);
    });
  });
}

test('a thread ended from outside fails its requests', async () => {
  const started = once(process, 'worker') as Promise<[Worker]>;
  await withPool({}, async (pool) => {
    const request = pool.run('never answer');
    const [worker] = await started;
    await worker.terminate();
    await assert.rejects(request, /a thread for the test ended with exit code/);
  });
});

test('a module that is missing or does not open fails even a request made later', async () => {
  const missing = new URL('./no-such-worker.js', import.meta.url);
  for (const [options, message] of [
    [{ module: missing }, /Cannot find module/],
    [{ data: 'fail to open' satisfies SyntheticData }, /made-up opening/],
  ] as const) {
    const { promise: failed, resolve: onFailure } = withResolvers<Error>();
    await withPool({ ...options, onFailure }, async (pool) => {
      assert.match((await failed).message, message);
      await assert.rejects(pool.run({ double: 1 }), message);
    });
  }
});

test('a UserError of a thread arrives as a UserError with its hint', async () => {
  await withPool({}, async (pool) => {
    await assert.rejects(pool.run('throw a UserError'), (error) => {
      assert.ok(error instanceof UserError);
      assert.deepEqual([error.message, error.hint], ['made-up mistake', 'mend it']);
      return true;
    });
  });
});

test('closing rejects pending requests and reports no failure, even before the threads have opened', async () => {
  const failures: Error[] = [];
  for (const data of [null, 'never open'] satisfies SyntheticData[]) {
    let request: Promise<number> | null = null;
    await withPool({ data, onFailure: (error) => failures.push(error) }, async (pool) => {
      request = pool.run({ double: 1, afterMs: 60_000 });
    });
    await assert.rejects(async () => request, /were ended/);
  }
  assert.deepEqual(failures, []);
});

test('closing while threads are in native code ends them and not the process', async () => {
  let ended = 0;
  for (let round = 0; round < 20; round++) {
    await withPool({ threads: 2 }, async (pool) => {
      // Far more than is done by then, unless this thread is held up: threads end before they are through.
      const queries = Array.from({ length: 500 }, () => pool.run('query'));
      if (round > 0) await queries[round - 1];
      await pool.close();
      for (const query of await Promise.allSettled(queries)) {
        if (query.status === 'fulfilled') continue;
        assert.match(String(query.reason), /were ended/);
        ended += 1;
      }
    });
  }
  assert.ok(ended > 0);
});

test('requests in this thread are answered one after the other, up to the first that fails', async () => {
  const steps: string[] = [];
  const workers = inThisThread(async (request: number) => {
    steps.push(`begin ${request}`);
    await new Promise((resolve) => setTimeout(resolve, 3 - request));
    if (request === 2) throw new RangeError('made-up error');
    steps.push(`end ${request}`);
    return request * 2;
  });
  const [first, second, third] = [1, 2, 3].map((request) => workers.run(request));
  assert.equal(await first, 2);
  for (const request of [second, third]) await assert.rejects(async () => request, RangeError);
  assert.deepEqual(steps, ['begin 1', 'end 1', 'begin 2']);
  await workers.close();
});

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
