import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchLines } from './fetch-lines.js';

/** A stream that remembers what was written, and a clock that the test moves. */
function recorder(terminal: boolean, count: number) {
  const written: string[] = [];
  let nowMs = 0;
  const stream = { isTTY: terminal, columns: 80, write: (text: string) => written.push(text) > 0 };
  return { written, watch: fetchLines(count, stream, () => nowMs), wait: (ms: number) => (nowMs += ms) };
}

/** The lines that stay on a terminal, and what is below them at the end. */
function screen(written: readonly string[]): string[] {
  return written
    .join('')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\x1b[2K') + (line.includes('\x1b[2K') ? 4 : 0)));
}

test('a terminal has one live line for all sources, below a line for each that ended', () => {
  const { written, watch, wait } = recorder(true, 3);
  watch.started('chicago-il');
  watch.started('nashville-tn');
  wait(200);
  watch.progressed('chicago-il', { rows: 120, total: 500 });
  assert.equal(
    screen(written).at(-1),
    '0 of 3 sources; chicago-il: 120 of 500 rows (24 %); nashville-tn: asking the portal …'.slice(0, 78) +
      '…',
  );
  watch.ended({ source: 'chicago-il', run: null, failure: null });
  assert.deepEqual(screen(written), [
    'chicago-il: 0 rows in 0.2 s: 0 new, 0 changed',
    '1 of 3 sources; nashville-tn: asking the portal …',
  ]);
  watch.close();
  assert.equal(screen(written).at(-1), '');
});

test('a dataset that grows while it is read never has more than all of its rows', () => {
  const { written, watch, wait } = recorder(false, 1);
  watch.started('chicago-il');
  wait(16_000);
  watch.progressed('chicago-il', { rows: 612, total: 500 });
  assert.equal(written.at(-1), 'chicago-il: 500 of 500 rows (100 %)\n');
});
