/** The choice of fields (C34) gives what parsing, picking and writing again would give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseFields, keepFields } from './keep-fields.js';

/** The slow way: keys in the order of the schema, the first one always. */
function naive(record: Record<string, unknown>, keys: readonly string[], wanted: readonly string[]): string {
  const kept = keys.filter((key, i) => (i === 0 || wanted.includes(key)) && Object.hasOwn(record, key));
  return JSON.stringify(Object.fromEntries(kept.map((key) => [key, record[key]])));
}

const keys = ['id', 'a', 'ab', 'text', 'nested', 'list', 'é"\\', 'last'];

test('the kept bytes are exactly the chosen keys, whatever the values hold', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const record = fc.record(
    {
      id: value,
      a: value,
      ab: value,
      text: fc.string({ unit: 'binary' }),
      nested: value,
      list: value,
      last: value,
    },
    {
      requiredKeys: ['id'],
    },
  );
  fc.assert(
    fc.property(record, fc.subarray(keys, { minLength: 0 }), (given, wanted) => {
      // The order of the schema is the order of the records.
      const ordered = Object.fromEntries(
        keys.filter((key) => Object.hasOwn(given, key)).map((key) => [key, given[key as keyof typeof given]]),
      );
      const bytes = Buffer.from(JSON.stringify(ordered));
      const choice = chooseFields(keys, wanted);
      assert.equal(keepFields(bytes, choice).toString(), naive(JSON.parse(bytes.toString()), keys, wanted));
    }),
    { numRuns: 1000 },
  );
});

test('keys within texts and within other values are not taken for keys of the record', () => {
  const record = { id: '","a":1', nested: { a: 2, list: [{ last: 3 }] }, last: '}' };
  const kept = keepFields(Buffer.from(JSON.stringify(record)), chooseFields(keys, ['a', 'last']));
  assert.equal(kept.toString(), '{"id":"\\",\\"a\\":1","last":"}"}');
});
