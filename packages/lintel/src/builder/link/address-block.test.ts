import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressBlock, placeBytes } from './address-block.js';

function blockOf(address: string, stated: readonly string[], block = new AddressBlock()): AddressBlock {
  block.begin(Buffer.from(address), 0);
  for (const [i, text] of stated.entries()) {
    const bytes = Buffer.concat([Buffer.alloc(placeBytes, i), Buffer.from([i, 0]), Buffer.from(text)]);
    block.add(bytes, 0, bytes.length);
  }
  return block;
}

test('a permit keeps its place, its source and what it states', () => {
  const block = blockOf('ADDRESS1', ['[1]', '', '[22]']);
  assert.deepEqual(
    [0, 1, 2].map((i) => [block.place(i)[0], block.source(i), block.stated(i)]),
    [
      [0, 0, '[1]'],
      [1, 1, ''],
      [2, 2, '[22]'],
    ],
  );
});

test('permits are alike only when all of them state exactly the same', () => {
  assert.ok(blockOf('ADDRESS1', ['[1]', '[1]', '[1]']).isAlike());
  assert.ok(blockOf('ADDRESS1', ['', '']).isAlike());
  assert.ok(!blockOf('ADDRESS1', ['[1]', '[2]']).isAlike());
  assert.ok(!blockOf('ADDRESS1', ['[1]', '[1]', '']).isAlike());
  assert.ok(!blockOf('ADDRESS1', ['', '[1]']).isAlike());
});

test('a block continues only a block of the same address', () => {
  const block = blockOf('ADDRESS1', ['[1]']);
  assert.equal(block.isContinued, false);
  assert.equal(blockOf('ADDRESS1', ['[1]'], block).isContinued, true);
  assert.equal(blockOf('ADDRESS2', ['[1]'], block).isContinued, false);
  assert.equal(new AddressBlock().isContinued, false);
});
