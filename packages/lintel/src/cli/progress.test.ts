import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress } from './progress.js';

/** A stream that remembers what was written, and a clock that the test moves. */
function recorder(terminal: boolean) {
  const written: string[] = [];
  let nowMs = 0;
  const stream = { isTTY: terminal, columns: 200, write: (text: string) => written.push(text) > 0 };
  return { written, progress: createProgress(stream, () => nowMs), wait: (ms: number) => (nowMs += ms) };
}

test('a log gets a plain line every few seconds, with rows, rate and time left', () => {
  const { written, progress, wait } = recorder(false);
  progress.step('Refining', 100_000);
  for (let i = 0; i < 6; i++) {
    wait(1_000);
    progress.advance(10_000);
  }
  progress.done();
  assert.deepEqual(written, [
    'Refining: 50,000 of 100,000 rows (50 %), 10,000 rows/s, 5.0 s left\n',
    'Refining: 60,000 rows, 10,000 rows/s, in 6.0 s\n',
  ]);
});

test('a terminal gets one line that is drawn over', () => {
  const { written, progress, wait } = recorder(true);
  progress.step('Refining', 10);
  for (let i = 0; i < 2; i++) {
    wait(200);
    progress.advance(5);
  }
  progress.done();
  assert.ok(written.length >= 3);
  for (const text of written) assert.ok(text.startsWith('\r\x1b[2K'));
  assert.equal(written.filter((text) => text.endsWith('\n')).length, 1);
});

test('a file read by the byte shows its rows too', () => {
  const { written, progress, wait } = recorder(false);
  progress.step('Reading permits.csv', 8_000_000, 'bytes');
  wait(5_000);
  progress.advance(0, 20_000);
  progress.advance(2_000_000);
  assert.equal(written.at(-1), 'Reading permits.csv: 0 kB of 8.0 MB (0 %), 20,000 rows, 4,000 rows/s\n');
  progress.done();
  assert.equal(written.at(-1), 'Reading permits.csv: 2.0 MB, 20,000 rows, 4,000 rows/s, in 5.0 s\n');
});

test('a new step ends the one before', () => {
  const { written, progress } = recorder(false);
  progress.step('One', 1);
  progress.advance(1);
  progress.step('Two', null, 'permits');
  progress.done();
  assert.deepEqual(written, ['One: 1 rows, in 0.0 s\n', 'Two: in 0.0 s\n']);
});

test('a terminal names a step that has nothing to count while it lasts', () => {
  const { written, progress, wait } = recorder(true);
  progress.step('Indexing', null);
  assert.deepEqual(written, ['\r\x1b[2KIndexing …']);
  wait(1_500);
  progress.done();
  assert.equal(written.at(-1), '\r\x1b[2KIndexing: in 1.5 s\n');
});
