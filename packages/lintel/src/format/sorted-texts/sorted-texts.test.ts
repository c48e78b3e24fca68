/** Sorted texts: found whole and by prefix, whatever their length. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { silentProgress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { SortedTextsReader, SortedTextsWriter } from './sorted-texts.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-format-'));
after(() => rmSync(root, { recursive: true, force: true }));
const ticker = new Ticker(silentProgress, null);

test('texts are found whole and by prefix', async () => {
  const texts = [
    '',
    'A',
    'AB',
    'AB',
    'ABC',
    'AC',
    'B',
    'É',
    'x'.repeat(300),
    `${'x'.repeat(299)}y`,
    'z'.repeat(5000),
  ];
  const writer = new SortedTextsWriter(root, 'texts', join(root, 'texts.scratch'), 1000);
  for (const [number, text] of [...texts.entries()].reverse()) writer.add(text, number);
  await writer.finish(ticker);
  const reader = new SortedTextsReader(root, 'texts');
  for (const text of [...texts, 'ABD', 'Z', 'a']) {
    const whole = texts.flatMap((other, number) => (other === text ? number : []));
    assert.deepEqual([...reader.numbersOf(text)], whole, text);
    const { from, to } = reader.beginning(text);
    const begun = texts.flatMap((other, number) => (other.startsWith(text) ? number : []));
    assert.deepEqual([...reader.numbers(from, to)], begun, text);
  }
  reader.close();
});

test('an empty list finds nothing, and files that do not match are refused by name', async () => {
  const empty = new SortedTextsWriter(root, 'empty', join(root, 'empty.scratch'), 1000);
  await empty.finish(ticker);
  const reader = new SortedTextsReader(root, 'empty');
  assert.deepEqual([...reader.numbersOf('')], []);
  reader.close();
  for (const part of ['texts', 'places', 'numbers']) {
    const name = `cut-${part}`;
    const writer = new SortedTextsWriter(root, name, join(root, `${name}.scratch`), 1000);
    for (const text of ['ONE', 'TWO']) writer.add(text, text.length);
    await writer.finish(ticker);
    truncateSync(join(root, `${name}.${part}`), 4);
    assert.throws(() => new SortedTextsReader(root, name), new RegExp(`${name}.*do not fit each other`));
  }
});
