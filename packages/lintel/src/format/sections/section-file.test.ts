import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSectionFile, openSectionFile } from './section-file.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-sections-'));
after(() => rmSync(root, { recursive: true, force: true }));

const words = Uint32Array.of(0, 1, 0xffffffff, 7, 42);
const bytes = Uint8Array.of(1, 2, 3);

/** A file of the kind `test` with a section of numbers, one of three bytes, one that is streamed, and an empty one. */
function written(name: string): string {
  const path = join(root, name);
  const file = createSectionFile(path, 'test');
  file.put('words', words);
  const stream = file.reserve('streamed', 600_000);
  file.put('bytes', bytes);
  file.put('empty', new Uint32Array(0));
  for (let i = 0; i < 600; i++) stream.write(new Uint8Array(1000).fill(i % 256));
  file.finish({ addresses: 5 });
  return path;
}

test('every section comes back as it was written, whole and in parts', () => {
  const file = openSectionFile(written('whole.bin'), 'test');
  assert.deepEqual({ ...file.info }, { addresses: 5 });
  assert.deepEqual([...file.numbers('words')], [...words]);
  assert.deepEqual([...file.slice('words', 2, 2)], [0xffffffff, 7]);
  assert.deepEqual([...file.bytes('bytes')], [...bytes]);
  assert.equal(file.numbers('empty').length, 0);
  const streamed = file.bytes('streamed');
  assert.equal(streamed.length, 600_000);
  for (let i = 0; i < 600; i++) assert.equal(streamed[i * 1000 + 999], i % 256);
  file.close();
});

test('a section of another length than was reserved is refused before the file is finished', () => {
  const file = createSectionFile(join(root, 'short.bin'), 'test');
  file.reserve('streamed', 10).write(new Uint8Array(9));
  assert.throws(() => file.finish({}), /section streamed: 9 of 10 bytes written/);
});

test('a file that is truncated, foreign or of another kind is refused by name', () => {
  const path = written('damaged.bin');
  const whole = readFileSync(path);
  const refused = (damage: () => void, why: RegExp, kind = 'test') => {
    writeFileSync(path, whole);
    damage();
    assert.throws(
      () => openSectionFile(path, kind).close(),
      (error: Error) => error.message.startsWith(path) && why.test(error.message),
    );
  };
  refused(() => truncateSync(path, 20), /too short/);
  refused(() => truncateSync(path, whole.length - 1), /length is wrong/);
  refused(() => writeFileSync(path, Buffer.alloc(whole.length)), /does not begin as one/);
  refused(() => {}, /it holds test, not other/, 'other');
  refused(() => {
    const table = Buffer.from(whole);
    table[whole.length - 2] = 0;
    writeFileSync(path, table);
  }, /table is damaged/);
});

test('a damaged section, a missing one and a number outside are refused when they are read', () => {
  const path = written('bits.bin');
  const whole = readFileSync(path);
  whole[40] = (whole[40] ?? 0) ^ 1;
  writeFileSync(path, whole);
  const file = openSectionFile(path, 'test');
  assert.throws(() => file.numbers('words'), /damaged in its section words/);
  assert.throws(() => file.numbers('names'), /lacks its section names/);
  assert.throws(() => file.slice('words', 4, 2), /points outside its section words/);
  file.close();
});
