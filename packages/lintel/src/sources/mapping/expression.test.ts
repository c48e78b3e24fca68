/** Mapping expressions: what each function makes of a row, and how wrong ones are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.js';
import { compileExpression } from './expression.js';
import type { Row } from './value.js';

function compile(expression: unknown) {
  const columns = new Set<string>();
  const place = { file: 'x.json', path: 'map.address' };
  return { evaluate: compileExpression(expression, { place, columns, slotChoices: new Map() }), columns };
}

function gives(expression: unknown, row: Row, expected: string | undefined): void {
  assert.equal(
    compile(expression).evaluate(row),
    expected,
    `${JSON.stringify(expression)} of ${JSON.stringify(row)}`,
  );
}

test('a column gives its trimmed text, or nothing', () => {
  gives('A', { A: ' x ' }, 'x');
  gives('A', { A: '  ' }, undefined);
  gives('A', { B: 'x' }, undefined);
  gives('A.B', { 'A.B': 7, A: { B: 8 } }, '7');
});

test('first takes the first that tells something', () => {
  gives({ first: ['A', 'B', { constant: 'none' }] }, { A: '', B: 'b' }, 'b');
  gives({ first: ['A', 'B', { constant: 'none' }] }, {}, 'none');
  gives({ first: ['A', 'B'] }, {}, undefined);
});

test('join leaves out what is missing', () => {
  gives({ join: ['A', 'B', 'C'] }, { A: '12', C: 'St' }, '12 St');
  gives({ join: ['A', 'B'], with: '' }, { A: '12', B: 'A' }, '12A');
  gives({ join: ['A', 'B'] }, {}, undefined);
});

test('match gives a group, ignores case, and gives nothing where the pattern does not fit', () => {
  const expression = { match: 'A', pattern: '^contractor: (.+)$' };
  gives(expression, { A: 'Contractor: Roofing' }, 'Roofing');
  gives(expression, { A: 'Owner' }, undefined);
  gives(expression, {}, undefined);
  gives({ match: 'A', pattern: '^(?!self\\b).+' }, { A: 'ACME BUILDERS' }, 'ACME BUILDERS');
  gives({ match: 'A', pattern: '^(?!self\\b).+' }, { A: 'SELF CONTRACTOR' }, undefined);
  gives({ match: 'A', pattern: '(\\d+)-(\\d+)', group: 2 }, { A: '12-34' }, '34');
});

test('lookup knows words in any case, hides those set to null, and passes others on where told', () => {
  const table = { R: 'residential', '0': null };
  gives({ lookup: 'A', table }, { A: ' r ' }, 'residential');
  gives({ lookup: 'A', table }, { A: 'X' }, undefined);
  gives({ lookup: 'A', table, otherwise: 'A' }, { A: 'X' }, 'X');
  gives({ lookup: 'A', table, otherwise: 'A' }, { A: '0' }, undefined);
  gives({ lookup: 'A', table, otherwise: 'B' }, { B: 'b' }, 'b');
});

test('split counts from either end', () => {
  const row = { A: '555-0100 | 555-0101' };
  gives({ split: 'A', on: '|', at: 0 }, row, '555-0100');
  gives({ split: 'A', on: '|', at: -1 }, row, '555-0101');
  gives({ split: 'A', on: '|', at: 2 }, row, undefined);
});

test('slot takes all fields from the group that the patterns prefer', () => {
  const choice = { of: 3, where: 'P{n}_TYPE', patterns: ['^GENERAL', '^CONTRACTOR'] };
  const name = { slot: 'P{n}_NAME', ...choice };
  const phone = { slot: 'P{n}_PHONE', ...choice };
  const row = {
    P1_TYPE: 'OWNER',
    P1_NAME: 'Pat Private',
    P1_PHONE: '1',
    P2_TYPE: 'CONTRACTOR-ELECTRICAL',
    P2_NAME: 'VOLT INC',
    P2_PHONE: '2',
    P3_TYPE: 'General contractor',
    P3_NAME: 'ACME',
  };
  gives(name, row, 'ACME');
  gives(phone, row, undefined);
  gives(name, { ...row, P3_TYPE: 'ARCHITECT' }, 'VOLT INC');
  gives(name, { P1_TYPE: 'OWNER', P1_NAME: 'Pat Private' }, undefined);
  gives(name, {}, undefined);
});

test('fields that choose the same group agree on every row, also when rows alternate', () => {
  const columns = new Set<string>();
  const context = { place: { file: 'x', path: '' }, columns, slotChoices: new Map() };
  const choice = { of: 2, where: 'T{n}', patterns: ['^C'] };
  const name = compileExpression({ slot: 'N{n}', ...choice }, context);
  const phone = compileExpression({ slot: 'F{n}', ...choice }, context);
  const one = { T1: 'C', N1: 'one', F1: '1' };
  const two = { T2: 'C', N2: 'two', F2: '2' };
  const seen = [one, two, one].flatMap((row) => [name(row), phone(row)]);
  assert.deepEqual(seen, ['one', '1', 'two', '2', 'one', '1']);
});

test('sum, path and count', () => {
  gives({ sum: ['A', 'B', 'C'] }, { A: '$10.50', C: 2 }, '12.50');
  gives({ sum: ['A', 'B'] }, { A: '10', B: 'n/a' }, undefined);
  gives({ path: 'geometry.coordinates.1' }, { geometry: { coordinates: [-70.1, 43.8] } }, '43.8');
  gives({ path: 'geometry.coordinates' }, { geometry: { coordinates: [-70.1, 43.8] } }, undefined);
  const visits = { inspections: [{ result: { text: '(90) APPROVED' } }, { result: { text: 'FAILED' } }, {}] };
  gives({ count: 'inspections' }, visits, '3');
  gives({ count: 'inspections', where: { 'result.text': 'approved' } }, visits, '1');
  gives({ count: 'inspections' }, { inspections: [] }, '0');
  gives({ count: 'inspections' }, {}, undefined);
});

test('an expression tells which columns it reads', () => {
  const nested = {
    first: [{ join: ['A', { path: 'B.c' }] }, { slot: 'N{n}', of: 2, where: 'T{n}', patterns: ['x'] }],
  };
  assert.deepEqual([...compile(nested).columns].sort(), ['A', 'B', 'N1', 'N2', 'T1', 'T2']);
});

test('a wrong expression is refused with its place and what would be right', () => {
  const cases: [unknown, RegExp][] = [
    [
      { fist: ['A'] },
      /^x\.json: map\.address: the mapping function "fist" is not known\. Did you mean "first"\?/,
    ],
    [
      { first: ['A', { joyn: ['B'] }] },
      /map\.address\.first\.1: .*"joyn" is not known\. Did you mean "join"/,
    ],
    [{ join: ['A'], width: ' ' }, /map\.address: the key "width" is not known\. Did you mean "with"/],
    [{ split: 'A', on: '|' }, /map\.address must have required properties at/],
    [{ first: [] }, /map\.address\.first must not have fewer than 1 items/],
    [{ match: 'A', pattern: '(' }, /map\.address\.pattern is not a regular expression/],
    [{ match: 'A', pattern: 'x(.)', group: 2 }, /group is 2, but the pattern has 1 groups/],
    [{ slot: 'NAME', of: 2, where: 'T{n}', patterns: ['x'] }, /map\.address\.slot must match pattern/],
    [7, /map\.address must be a column name or an object/],
    [{ first: ['A', null] }, /map\.address\.first\.1 must be a column name/],
    ['  ', /empty column name/],
    [{}, /the mapping function "" is not known/],
  ];
  for (const [expression, message] of cases) {
    assert.throws(
      () => compile(expression),
      (error) => error instanceof Failure && message.test(error.message),
      `${JSON.stringify(expression)} should be refused by ${message}`,
    );
  }
});
