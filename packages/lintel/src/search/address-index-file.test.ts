/**
 * The file of the address index: the same for the same addresses, without leftovers, refused when incomplete.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { syntheticAddresses } from '@lintel/testing/release/synthetic-addresses.js';
import { addressOf, syntheticIndexes } from '@lintel/testing/release/synthetic-index.js';
import { UserError } from '../base/user-error.js';
import { createAddressIndex } from '../format/address-index/address-index-writer.js';
import { openAddressIndex } from './address-search.js';

const indexes = syntheticIndexes();
after(() => indexes.remove());

const { directory } = indexes;
const rows = [...syntheticAddresses(4000, 11)];

test('the file depends on the addresses only, not on how many are sorted at once', () => {
  const info = [undefined, 1000, 20_000, 1 << 20].map(
    (memoryBytes) => indexes.indexOf(rows, memoryBytes).info,
  );
  const bytes = info.map((_, i) => readFileSync(join(directory, `${i}.idx`)));
  for (const other of bytes) assert.ok(bytes[0]?.equals(other));
  assert.equal(info[0]?.addresses, rows.length);
  assert.equal(info[0]?.bytes, bytes[0]?.length);
});

test('no scratch file is left', () => {
  const writer = createAddressIndex(join(directory, 'discarded.idx'));
  writer.add(addressOf('1 A ST, B, TX 75001'));
  writer.discard();
  assert.deepEqual(
    readdirSync(directory).filter((name) => !/^\d+\.idx$/.test(name)),
    [],
  );
});

test('an index without addresses opens and finds nothing', () => {
  assert.deepEqual(indexes.indexOf([]).search('12 main st', 0, 10), {
    items: [],
    next: null,
    total: { value: 0, relation: 'eq' },
  });
});

test('a file that is missing, truncated, damaged or of another kind is refused by name', () => {
  const whole = join(directory, 'whole');
  const writer = createAddressIndex(whole);
  for (const row of rows.slice(0, 20)) writer.add(row);
  writer.finish();
  openAddressIndex(whole).close();
  const good = readFileSync(whole);
  rmSync(whole);
  const refuse = (name: string, bytes: Buffer | null) => {
    const path = join(directory, `${name}.bad`);
    if (bytes) writeFileSync(path, bytes);
    assert.throws(
      () => openAddressIndex(path),
      (error) => error instanceof UserError && error.message.includes(path),
    );
    if (bytes) rmSync(path);
  };
  refuse('missing', null);
  refuse('empty', Buffer.alloc(0));
  refuse('text', Buffer.from('number,street\n'.repeat(100)));
  refuse('short', good.subarray(0, good.length - 1));
  refuse('long', Buffer.concat([good, Buffer.alloc(1)]));
  const changed = Buffer.from(good);
  changed[40] = (changed[40] ?? 0) ^ 1;
  refuse('damaged', changed);
  const format = Buffer.from(good);
  format[8] = 99;
  refuse('format', format);
});
