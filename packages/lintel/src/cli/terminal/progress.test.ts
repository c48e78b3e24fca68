import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandProgress, createProgress } from './progress.js';
import { buildStages, readingStage } from './stages.js';

/** A stream that remembers what was written, and a clock that the test moves. */
function recorder(terminal: boolean, columns = 80) {
  const written: string[] = [];
  let nowMs = 0;
  const stream = { isTTY: terminal, columns, write: (text: string) => written.push(text) > 0 };
  return { written, progress: createProgress(stream, () => nowMs), wait: (ms: number) => (nowMs += ms) };
}

/** Works off rows in a step, a batch every 100 ms. */
function work(progress: CommandProgress, wait: (ms: number) => void, batches: number, rows: number): void {
  for (let i = 0; i < batches; i++) {
    wait(100);
    progress.advance(rows);
  }
}

test('a log gets a plain line now and then, and one when the work ends', () => {
  const { written, progress, wait } = recorder(false);
  progress.step('Refining', 200_000);
  work(progress, wait, 120, 1_000);
  progress.done();
  assert.deepEqual(written, [
    '50 %, about 10 s left: Refining, 100,000 of 200,000 rows\n',
    'Refining: 120,000 rows in 12 s\n',
  ]);
});

test('a terminal gets one line that is drawn over and never wider than it', () => {
  const { written, progress, wait } = recorder(true, 40);
  progress.step('Reading a-file-with-a-rather-long-name.csv', 10);
  work(progress, wait, 2, 5);
  assert.ok(written.length >= 3);
  for (const text of written) {
    assert.ok(text.startsWith('\r\x1b[2K'));
    assert.ok(text.length - 5 < 40, text);
  }
  assert.equal(written.at(-1), '\r\x1b[2K100 %: Reading a-file-with-a-rather-lo…');
  progress.done();
  assert.equal(written.filter((text) => text.endsWith('\n')).length, 1);
});

test('a file read by the byte shows its rows too', () => {
  const { written, progress, wait } = recorder(false);
  progress.step('Reading permits.csv', 8_000_000, 'bytes');
  wait(10_000);
  progress.advance(2_000_000, 20_000);
  assert.equal(written.at(-1), '25 %: Reading permits.csv, 2.0 MB of 8.0 MB, 20,000 rows\n');
  progress.done();
  assert.equal(written.at(-1), 'Reading permits.csv: 2.0 MB, 20,000 rows in 10 s\n');
});

test('counts never go beyond what there is to do', () => {
  const { written, progress, wait } = recorder(true);
  progress.step('Indexing', 100, 'permits');
  wait(200);
  progress.advance(250);
  assert.equal(written.at(-1), '\r\x1b[2K100 %: Indexing, 100 of 100 permits');
});

test('without a plan a new step ends the one before', () => {
  const { written, progress } = recorder(false);
  progress.step('One', 1);
  progress.advance(1);
  progress.step('Two', null, 'permits');
  progress.done();
  assert.deepEqual(written, ['One: 1 rows in 0.0 s\n', 'Two: 0.0 s\n']);
});

test('a terminal names a step that has nothing to count while it lasts', () => {
  const { written, progress, wait } = recorder(true);
  progress.step('Indexing', null);
  assert.deepEqual(written, ['\r\x1b[2KIndexing …']);
  wait(1_500);
  progress.done();
  assert.equal(written.at(-1), '\r\x1b[2KIndexing: 1.5 s\n');
});

test('a plan groups steps to stages and shows how far all the work is, which never goes back', () => {
  const { written, progress, wait } = recorder(true, 200);
  progress.plan([
    { title: 'Cleaning', steps: [['Refining', 60]] },
    {
      title: 'Writing',
      steps: [
        ['Merging', 10],
        ['Writing', 20],
      ],
    },
    { title: 'Checking', steps: [['Verifying', 10]] },
  ]);
  progress.step('Refining', 1_000);
  work(progress, wait, 10, 100);
  progress.done();
  progress.step('Merging permits', 1_000);
  work(progress, wait, 10, 100);
  progress.step('Sorting', null);
  work(progress, wait, 10, 100);
  progress.step('Writing permits', 1_000, 'permits');
  work(progress, wait, 10, 100);
  progress.step('Verifying', 10, 'bytes');
  work(progress, wait, 10, 1);
  progress.done();
  const ended = written.filter((text) => text.endsWith('\n')).map((text) => text.slice(5, -1));
  assert.deepEqual(ended, [
    'Cleaning: 1,000 rows in 1.0 s',
    'Writing: 1,000 permits in 3.0 s',
    'Checking: 0 kB in 1.0 s',
  ]);
  const percents = written.flatMap((text) => /(\d+) %/.exec(text)?.[1] ?? []).map(Number);
  assert.deepEqual(
    percents,
    [...percents].sort((a, b) => a - b),
  );
  assert.equal(percents.at(-1), 100);
  assert.ok(percents.includes(60) && percents.includes(90), percents.join());
});

test('a step belongs to the stage with the longest name that fits, and one of no stage takes nothing back', () => {
  const { written, progress, wait } = recorder(true, 200);
  progress.plan([readingStage, ...buildStages]);
  progress.step('Reading permits.csv', 10, 'bytes');
  work(progress, wait, 10, 1);
  progress.done();
  progress.step('Counting', 10);
  work(progress, wait, 10, 1);
  progress.step('Reading contractor mentions', 10);
  work(progress, wait, 10, 1);
  progress.done();
  const ended = written.filter((text) => text.endsWith('\n')).map((text) => text.slice(5).split(':')[0]);
  assert.deepEqual(ended, ['Reading', 'Counting', 'Matching contractors']);
  const percents = written.flatMap((text) => /(\d+) %/.exec(text)?.[1] ?? []).map(Number);
  assert.deepEqual(
    percents,
    [...percents].sort((a, b) => a - b),
  );
});

test('all weights of the stages of a build are positive, and their steps are distinct', () => {
  const names = buildStages.flatMap(({ steps }) => steps.map(([name]) => name));
  assert.equal(new Set(names).size, names.length);
  assert.ok(buildStages.length <= 7, 'a handful');
  for (const [, weight] of buildStages.flatMap(({ steps }) => steps)) assert.ok(weight > 0);
});
