/**
 * The scanner finds every record of any JSON, however it is split into chunks, and refuses broken structure.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonFault, JsonScanner } from './json-scanner.js';

function scan(text: string, path: readonly string[], cuts: readonly number[] = []): unknown[] {
  const scanner = new JsonScanner(path, 1_000_000);
  const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const found: string[] = [];
  let from = 0;
  for (const end of [...ends, text.length]) {
    found.push(...scanner.push(text.slice(from, end)));
    from = end;
  }
  found.push(...scanner.end());
  assert.equal(scanner.records, found.length);
  return found.map((record) => JSON.parse(record));
}

const spaces = fc.constantFrom(undefined, 1, '\t');
const cuts = fc.array(fc.nat(5000), { maxLength: 12 });

test('all records of a list are found, whatever they hold and wherever chunks end', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), spaces, cuts, (list, space, where) => {
      assert.deepEqual(scan(JSON.stringify(list, null, space), [], where), JSON.parse(JSON.stringify(list)));
    }),
    { numRuns: 300 },
  );
});

test('only the list at the path is found, whatever surrounds it', () => {
  const other = fc.dictionary(fc.constantFrom('a', 'meta', 'rows', '"x\\'), fc.jsonValue(), { maxKeys: 3 });
  fc.assert(
    fc.property(
      other,
      other,
      fc.array(fc.jsonValue(), { maxLength: 4 }),
      spaces,
      cuts,
      (outer, inner, list, space, where) => {
        const text = JSON.stringify(
          { ...outer, d: { ...inner, results: list }, z: [1, { d: [2] }] },
          null,
          space,
        );
        assert.deepEqual(scan(text, ['d', 'results'], where), JSON.parse(JSON.stringify(list)));
      },
    ),
    { numRuns: 200 },
  );
});

test('a text cut off anywhere is refused, with the records before the cut counted', () => {
  const text = '{"d": {"results": [{"a": "}\\""}, [1, 2], 3, "x", null]}}';
  for (let length = 1; length < text.length; length += 1) {
    assert.throws(
      () => scan(text.slice(0, length), ['d', 'results']),
      (error) => error instanceof JsonFault && /file ends|expected/.test(error.message),
      text.slice(0, length),
    );
  }
  assert.equal(scan(text, ['d', 'results']).length, 5);
});

test('broken structure is refused with line and column', () => {
  const cases: [string, number, number, RegExp][] = [
    ['[{"a":1}\n {"a":2}]', 2, 2, /expected a comma or \]/],
    ['[{"a":1},\n]', 2, 1, /expected a record, found "]"/],
    ['{"rows" [1]}', 1, 9, /expected a colon/],
    ['{rows: []}', 1, 2, /expected a name in quotes/],
    ['{"rows": [1}', 1, 12, /expected a comma or \]/],
    ['[1]\n[2]', 2, 1, /after the end/],
    ['{"x": tru, "rows": []}', 1, 7, /expected a value/],
    ['', 1, 1, /file ends before its JSON does/],
  ];
  for (const [text, line, column, message] of cases) {
    const path = text.startsWith('{') ? ['rows'] : [];
    for (const where of [[], [1, 4, 9], text.split('').map((_, index) => index)]) {
      assert.throws(
        () => scan(text, path, where),
        (error) =>
          error instanceof JsonFault &&
          error.line === line &&
          error.column === column &&
          message.test(error.message),
        text,
      );
    }
  }
});

test('an endless record is refused before it fills the memory', () => {
  const scanner = new JsonScanner([], 1000);
  scanner.push('[{"a": "');
  assert.throws(() => {
    for (let i = 0; i < 10_000; i += 1) scanner.push('x'.repeat(100));
  }, /longer than 1000 characters/);
});

test('other lists are named in the message if the wanted one is missing', () => {
  const scanner = new JsonScanner(['rows'], 1000);
  scanner.push('{"meta": {"columns": [1]}, "data": [[1], [2]]}');
  scanner.end();
  assert.equal(scanner.isFound, false);
  assert.deepEqual(scanner.otherLists, ['meta.columns', 'data']);
});
