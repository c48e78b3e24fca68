import assert from 'node:assert/strict';
import { PassThrough, Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { type BlockFilter, filterBlock, filterLines, type JsonObject } from './filter-lines.js';

/** A filter that answers later blocks before earlier ones. */
const through = (work: (object: JsonObject) => unknown, parallel = 1): BlockFilter => ({
  parallel,
  async run(block) {
    for (let turns = 10 - (block.first % 10); turns > 0; turns--) await Promise.resolve();
    return filterBlock(block, (objects) => objects.map((object) => ({ made: work(object) })));
  },
});
const same = (given: JsonObject) => given;
const never = new AbortController().signal;

async function filter(chunks: readonly (string | Buffer)[]): Promise<{ lines: unknown[]; refused: number }> {
  const output = new PassThrough();
  let text = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const refused = await filterLines(
    Readable.from(chunks, { objectMode: false }),
    output,
    never,
    through(same, 3),
  );
  return {
    lines: text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown),
    refused,
  };
}

test('every input line gives one output line in the same position, whatever it holds', async () => {
  const { lines, refused } = await filter(['{"a":1}\r\n\n[2]\nnul', 'l\n{"b":', '2}']);
  assert.equal(refused, 3);
  assert.equal(lines.length, 5);
  assert.deepEqual(lines[0], { a: 1 });
  assert.deepEqual(
    lines.slice(1, 4).map((line) => (line as { line: number }).line),
    [2, 3, 4],
  );
  assert.deepEqual(lines[4], { b: 2 });
});

test('characters that are cut by a chunk are put together, and a byte order mark is passed over', async () => {
  const bytes = Buffer.from('\ufeff{"a":"é"}\n');
  const { lines } = await filter([bytes.subarray(0, 10), bytes.subarray(10)]);
  assert.deepEqual(lines, [{ a: 'é' }]);
  assert.deepEqual(await filter([]), { lines: [], refused: 0 });
});

test('a slow reader holds the filter back instead of filling memory', async () => {
  const line = `${JSON.stringify({ text: 'x'.repeat(1000) })}\n`;
  let taken = 0;
  const input = Readable.from(
    (function* () {
      for (; taken < 5000; taken++) yield line;
    })(),
    { objectMode: false },
  );
  let release: (() => void) | null = null;
  const output = new Writable({
    write(_chunk, _encoding, done) {
      release = done;
    },
  });
  const end = new AbortController();
  const done = filterLines(input, output, end.signal, through(same, 3));
  for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(release !== null);
  assert.ok(taken < 1000, `${taken} lines were taken while nobody read`);
  end.abort();
  await done;
});

test('an interruption ends the wait for more input', async () => {
  const input = new PassThrough();
  const end = new AbortController();
  input.write('{}\n');
  const done = filterLines(
    input,
    new PassThrough(),
    end.signal,
    through(() => ({})),
  );
  await new Promise((resolve) => setImmediate(resolve));
  end.abort();
  assert.equal(await done, 0);
});

test('a reader that goes away ends the filter without an error', async () => {
  const output = new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    },
  });
  assert.equal(
    await filterLines(
      Readable.from(['{}\n'], { objectMode: false }),
      output,
      never,
      through(() => ({})),
    ),
    0,
  );
});
