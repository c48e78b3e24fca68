/** Mapping expressions: what each function makes of a row, and how wrong ones are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/user-error.js';
import { compileExpression } from './expression.js';
import type { SourceRow } from './value.js';

function compile(expression: unknown) {
  const columns = new Set<string>();
  const place = { file: 'x.json', path: 'map.address' };
  return { evaluate: compileExpression(expression, { place, columns, slotChoices: new Map() }), columns };
}

function gives(expression: unknown, row: SourceRow, expected: string | undefined): void {
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

test('first takes the first non-empty value', () => {
  gives({ first: ['A', 'B', { constant: 'none' }] }, { A: '', B: 'b' }, 'b');
  gives({ first: ['A', 'B', { constant: 'none' }] }, {}, 'none');
  gives({ first: ['A', 'B'] }, {}, undefined);
});

test('join leaves out what is missing', () => {
  gives({ join: ['A', 'B', 'C'] }, { A: '12', C: 'St' }, '12 St');
  gives({ join: ['A', 'B'], with: '' }, { A: '12', B: 'A' }, '12A');
  gives({ join: ['A', 'B'] }, {}, undefined);
});

test('match gives a group, ignores case, and gives nothing if the pattern does not match', () => {
  const expression = { match: 'A', pattern: '^contractor: (.+)$' };
  gives(expression, { A: 'Contractor: Roofing' }, 'Roofing');
  gives(expression, { A: 'Owner' }, undefined);
  gives(expression, {}, undefined);
  gives({ match: 'A', pattern: '.+', unless: '^self\\b' }, { A: 'ACME BUILDERS' }, 'ACME BUILDERS');
  gives({ match: 'A', pattern: '.+', unless: '^self\\b' }, { A: 'SELF CONTRACTOR' }, undefined);
  gives({ match: 'A', pattern: '(\\d+)-(\\d+)', group: 2 }, { A: '12-34' }, '34');
});

test('lookup ignores case, hides words set to null, and passes others on if configured', () => {
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

test('slot takes all fields from the group that the patterns choose', () => {
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

test('parties lists the numbered groups that have a name, and the text that refinement reads', () => {
  const columns = { name: 'P{n}_NAME', trade: 'P{n}_TYPE' };
  const row = { P1_TYPE: 'OWNER', P2_TYPE: 'CONTRACTOR', P2_NAME: ' VOLT "INC" ', P3_NAME: 'ACME' };
  const list = [{ name: 'VOLT "INC"', trade: 'CONTRACTOR' }, { name: 'ACME' }];
  gives({ parties: columns, of: 3 }, row, JSON.stringify(list));
  gives({ parties: columns, of: 1 }, row, undefined);
  const people = [{ name: 'OAK LLC' }, { name: 'VOLT INC' }, { name: null }];
  gives({ parties: { name: 'people.{n}.name' }, of: 5 }, { people }, '[{"name":"VOLT INC"}]');
  gives({ parties: { name: 'people.{n}.name' }, of: 5 }, { people: 'VOLT INC' }, undefined);
  const { columns: read } = compile({ parties: columns, of: 2 });
  assert.deepEqual([...read].sort(), ['P1_NAME', 'P1_TYPE', 'P2_NAME', 'P2_TYPE']);
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

test('an expression lists the columns it reads', () => {
  const nested = {
    first: [{ join: ['A', { path: 'B.c' }] }, { slot: 'N{n}', of: 2, where: 'T{n}', patterns: ['x'] }],
  };
  assert.deepEqual([...compile(nested).columns].sort(), ['A', 'B', 'N1', 'N2', 'T1', 'T2']);
});

test('when compares two texts: the same, or the start of the other, in any case', () => {
  const same = { when: 'A', same: 'B', give: null, otherwise: 'A' };
  gives(same, { A: 'Pat Example', B: 'PAT EXAMPLE' }, undefined);
  gives(same, { A: 'Pat Example', B: 'Pat' }, 'Pat Example');
  gives(same, { A: 'Pat' }, 'Pat');
  gives(same, { B: 'Pat' }, undefined);
  const starts = { when: 'A', starts: 'B', give: null, otherwise: 'A' };
  gives(starts, { A: 'PAT', B: 'Pat Example' }, undefined);
  gives(starts, { A: 'Example', B: 'Pat Example' }, 'Example');
});

test('replace puts the given text in literally', () => {
  gives({ replace: 'A', pattern: '\\s+', by: '$1-' }, { A: 'a  b c' }, 'a$1-b$1-c');
  gives({ replace: 'A', pattern: 'x*', by: '-' }, { A: 'axb' }, '-a--b-');
});

const nested = (levels: number): unknown => (levels === 0 ? 'A' : { first: [nested(levels - 1)] });

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
    [{ match: 'A', pattern: 'x(.)', group: 2 }, /group is 2, but the pattern has 1 groups/],
    [{ slot: 'NAME', of: 2, where: 'T{n}', patterns: ['x'] }, /map\.address\.slot must match pattern/],
    [{ parties: { trade: 'T{n}' }, of: 2 }, /map\.address\.parties must have required properties name/],
    [{ parties: { name: 'NAME' }, of: 2 }, /map\.address\.parties\.name must match pattern/],
    [7, /map\.address must be a column name or an object/],
    [{ first: ['A', null] }, /map\.address\.first\.1 must be a column name/],
    ['  ', /empty column name/],
    [{}, /the mapping function "" is not known/],
    [{ match: 'A', pattern: '(' }, /map\.address\.pattern is not a regular expression of RE2\. It is "\("/],
    [{ match: 'A', pattern: '^(?!owner).+' }, /pattern looks ahead with \(\?!…\).*Say with "unless"/],
    [{ match: 'A', pattern: '^.+(?= x)' }, /pattern looks ahead with \(\?=…\).*behind the group/],
    [{ match: 'A', pattern: '(?<=x).+' }, /pattern looks behind with/],
    [{ when: 'A', is: '^(.+)\\|\\1$', give: 'A' }, /is refers back to a group.*"same" or "starts"/],
    [{ match: 'A', pattern: '(?:[a-z]{1,30} ){1,20}' }, /is too large: .* steps of at most 500/],
    [{ when: 'A', give: 'B' }, /map\.address needs one of "is", "same" and "starts"; it has 0/],
    [{ when: 'A', is: 'x', same: 'B', give: 'B' }, /map\.address needs one of .* it has 2/],
    [nested(100), /nests too deep/],
  ];
  for (const [expression, message] of cases) {
    assert.throws(
      () => compile(expression),
      (error) => error instanceof UserError && message.test(error.message),
      `${JSON.stringify(expression)} should be refused by ${message}`,
    );
  }
});

test('when gives the matching branch, a missing text counts as empty, and null leaves a value out', () => {
  const party = { when: 'Role', is: '^contractor$', give: 'Name' };
  gives(party, { Role: 'CONTRACTOR', Name: 'ACME' }, 'ACME');
  gives(party, { Role: 'OWNER', Name: 'Pat' }, undefined);
  gives({ ...party, otherwise: 'Firm' }, { Role: 'OWNER', Firm: 'ACME' }, 'ACME');
  gives({ when: 'Role', is: '^$', give: 'Name' }, { Name: 'ACME' }, 'ACME');
});

test('replace changes every match, and a text that is all match becomes nothing', () => {
  gives({ replace: 'A', pattern: '&nbsp;', by: ' ' }, { A: '12&nbsp;Elm&NBSP;St' }, '12 Elm St');
  gives({ replace: 'A', pattern: '.*' }, { A: 'x' }, undefined);
  gives({ replace: 'A', pattern: 'x' }, {}, undefined);
});

test('join of all parts gives nothing when one is missing', () => {
  const acres = { join: ['A', { constant: 'acres' }], all: true };
  gives(acres, { A: 0.25 }, '0.25 acres');
  gives(acres, {}, undefined);
});

test('find and total read the matching entries of a list, and give nothing without a list', () => {
  const row = {
    fees: [
      { status: 'POSTED', due: '$25.00', to: { name: 'City' } },
      { status: 'REVERSED', due: '($25.00)' },
      { status: 'HOLD', due: '$1,000.00', to: { name: 'County' } },
    ],
    tags: ['a', 'b'],
  };
  gives({ total: 'fees', give: 'due' }, row, '1000.00');
  gives({ total: 'fees', where: { status: '^(posted|reversed)$' }, give: 'due' }, row, '0.00');
  gives({ total: 'fees', where: { status: 'none' }, give: 'due' }, row, undefined);
  gives({ total: 'absent', give: 'due' }, row, undefined);
  gives({ find: 'fees', where: { status: 'hold', 'to.name': 'county' }, give: 'to.name' }, row, 'County');
  gives({ find: 'fees', give: 'to.name' }, row, 'City');
  gives({ find: 'tags' }, row, 'a');
  gives({ find: 'absent', give: 'to' }, row, undefined);
});

test('plane gives degrees for known systems, and nothing for an invalid coordinate', () => {
  const point = (plane: string, x: number | string, y: number | string) => {
    const text = compile({ plane, x: 'X', y: 'Y' }).evaluate({ X: x, Y: y });
    return /POINT \((\S+) (\S+)\)/
      .exec(text ?? '')
      ?.slice(1)
      .map(Number);
  };
  // The origin of each zone is at its false easting, which is 656,167 or 984,250 or 1,968,500 US survey feet.
  const origins: [string, number, number, number][] = [
    ['EPSG:2236', 656_166.6667, -81, 24.3333333],
    ['EPSG:2926', 1_640_416.6667, -120.8333333, 47],
    ['EPSG:2237', 656_166.6667, -82, 24.3333333],
    ['EPSG:2238', 1_968_500, -84.5, 29],
    ['EPSG:2263', 984_250, -74, 40.1666667],
    ['EPSG:2272', 1_968_500, -77.75, 39.3333333],
  ];
  for (const [plane, east, lng, lat] of origins) {
    const [x = 0, y = 0] = point(plane, east, 0.001) ?? [];
    assert.ok(Math.abs(x - lng) < 1e-6 && Math.abs(y - lat) < 1e-6, `${plane}: ${x} ${y}`);
  }
  const [x = 0, y = 0] = point('EPSG:3857', '-9757139.21', '5138516.71') ?? [];
  assert.ok(Math.abs(x + 87.65) < 0.001 && Math.abs(y - 41.85) < 0.001);
  assert.equal(point('EPSG:2237', 0, 0), undefined);
  assert.equal(point('EPSG:2237', 'n/a', 12), undefined);
  assert.throws(() => compile({ plane: 'EPSG:2', x: 'X', y: 'Y' }), /"EPSG:2" is not known.*EPSG:\d+/);
});
