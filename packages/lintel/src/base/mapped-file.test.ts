/** A release file is read correctly, mapped or not, whatever its size; reading outside it is an error. */
import assert from 'node:assert/strict';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MappedFile } from './mapped-file.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-mapped-'));
after(() => rmSync(root, { recursive: true, force: true }));

const ways = [
  ['as this system can', {}],
  ['at random', { access: 'at random' }],
  ['without mapping', { map: null }],
] as const;

for (const [way, options] of ways) {
  test(`any stretch of a file is read, and nothing outside of it (${way})`, () => {
    const path = join(root, 'small');
    const content = Buffer.from(Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 251));
    writeFileSync(path, content);
    const file = new MappedFile(path, options);
    assert.equal(file.bytes, content.length);
    for (const [from, length] of [
      [0, 10_000],
      [0, 0],
      [10_000, 0],
      [4095, 2],
      [9999, 1],
      [17, 5000],
    ] as const) {
      assert.deepEqual(file.slice(from, length), content.subarray(from, from + length));
    }
    for (const [from, length] of [
      [0, 10_001],
      [10_000, 1],
      [-1, 2],
      [5, -1],
      [Number.NaN, 1],
    ] as const) {
      assert.throws(() => file.slice(from, length), /has 10000 bytes; .* is out of range/);
    }
    const kept = file.slice(17, 5000);
    file.close();
    assert.deepEqual(kept, content.subarray(17, 5017), 'what was given stays when the file is closed');
    assert.throws(() => file.slice(0, 1));
    file.close();
  });

  test(`numbers are read at any place, aligned or not (${way})`, () => {
    const path = join(root, 'numbers');
    const values = Float64Array.from([1.5, -2, 3e300, 4]);
    writeFileSync(path, Buffer.concat([Buffer.from([1, 2, 3, 4]), new Uint8Array(values.buffer)]));
    const file = new MappedFile(path, options);
    assert.deepEqual(file.numbers(Float64Array, 4), values);
    assert.deepEqual(file.numbers(Float64Array, 12, 2), values.slice(1, 3));
    assert.deepEqual(file.numbers(Uint32Array, 0, 1), Uint32Array.of(0x04030201));
    file.close();
  });

  test(`a file of more bytes than an array can hold is read at its seams (${way})`, () => {
    const path = join(root, 'sparse');
    const bytes = 5 * 2 ** 30;
    writeFileSync(path, '');
    truncateSync(path, bytes);
    const marks = [0, 2 ** 31 - 3, 2 ** 32 - 3, bytes - 6];
    const fd = openSync(path, 'r+');
    for (const mark of marks) writeSync(fd, `at ${mark % 997}`.padEnd(6), mark);
    closeSync(fd);
    const file = new MappedFile(path, options);
    for (const mark of marks) assert.equal(file.slice(mark, 6).toString(), `at ${mark % 997}`.padEnd(6));
    file.close();
  });

  test(`an empty file has nothing to read (${way})`, () => {
    const path = join(root, 'empty');
    writeFileSync(path, '');
    const file = new MappedFile(path, options);
    assert.equal(file.slice(0, 0).length, 0);
    assert.throws(() => file.slice(0, 1), /has 0 bytes/);
    file.close();
  });
}

test('a file that is not there is named', () => {
  assert.throws(() => new MappedFile(join(root, 'nowhere')), /nowhere/);
});

test('a file that the system refuses to map is read', () => {
  const path = join(root, 'refused');
  writeFileSync(path, 'abc');
  const file = new MappedFile(path, { map: () => null });
  assert.equal(file.slice(1, 2).toString(), 'bc');
  file.close();
});

test('memory of closed files is given back', { skip: process.platform !== 'linux' }, async () => {
  const path = join(root, 'given-back');
  writeFileSync(path, Buffer.alloc(1 << 20, 'x'));
  const isMapped = () => readFileSync('/proc/self/maps', 'utf8').includes(path);
  const file = new MappedFile(path);
  assert.ok(isMapped());
  file.close();
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let i = 0; i < 50 && isMapped(); i++) {
    collect();
    await setImmediate();
  }
  assert.ok(!isMapped());
});
