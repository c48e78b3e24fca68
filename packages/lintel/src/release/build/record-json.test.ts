/** Records are written byte for byte as JSON.stringify writes them, and ids become the bytes that they stand for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteSink } from './byte-sink.js';
import { recordJson } from './record-json.js';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', 'a"b\\c', '\u2028\n'),
);
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, 1e21, 1e-7));
const value = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constantFrom(null, undefined),
  fc.array(text),
  fc.tuple(number, number),
);

test('any record becomes the JSON that JSON.stringify makes of it', () => {
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(value, fc.dictionary(text, value))), (record) => {
      assert.equal(recordJson(record), JSON.stringify(record));
    }),
  );
});

test('a list that records share is written anew for each of them', () => {
  const tags = ['roof', 'solar'];
  assert.equal(recordJson({ tags }), '{"tags":["roof","solar"]}');
  assert.equal(recordJson({ a: 1, tags }), '{"a":1,"tags":["roof","solar"]}');
});

test('a sink packs ids as the bytes that they are the text of', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (id) => {
      const bytes = Buffer.from(id);
      const sink = new ByteSink(1);
      sink.setGeoId(sink.skip(8), bytes.toString('base64url'));
      sink.hex(bytes.toString('hex'));
      sink.setGeoId(sink.skip(8), null);
      assert.deepEqual(Buffer.from(sink.taken()), Buffer.concat([bytes, bytes, Buffer.alloc(8)]));
    }),
  );
});
