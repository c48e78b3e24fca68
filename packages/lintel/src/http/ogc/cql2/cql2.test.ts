/** CQL2 Basic in both encodings: what is read, what it gives for a record, and what is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkTypes, conjuncts, type Expression, evaluate, FilterFault, type Scalar } from './expression.js';
import { parseCqlJson } from './parse-json.js';
import { parseCqlText } from './parse-text.js';

const record: Readonly<Record<string, Scalar | null>> = {
  status: 'final',
  value: 5,
  day: '2026-06-30',
  flag: true,
  empty: null,
  "o'c": 'x',
  quoted: "it's a \\t",
};
const types = {
  status: 'string',
  value: 'number',
  day: 'date',
  flag: 'boolean',
  empty: 'string',
  "o'c": 'string',
} as const;
const read = (name: string) => record[name] ?? null;
const text = (filter: string) => evaluate(parseCqlText(filter), read);
const json = (filter: unknown) => evaluate(parseCqlJson(JSON.stringify(filter)), read);

test('basic-cql2/comparison, basic-cql2/logical, cql2-text/escaping: a text filter gives what CQL2 says for a record', () => {
  const cases: Readonly<Record<string, boolean | null>> = {
    "status = 'final'": true,
    "status <> 'final'": false,
    "'final' = status": true,
    '"status" = \'final\'': true,
    "\"o'c\" = 'x'": true,
    "status = 'it''s'": false,
    "quoted = 'it''s a \\t' AND quoted = 'it\\'s a \\t' AND quoted <> 'it\\''": true,
    'value < 5': false,
    'value <= 5': true,
    'value > -1.5e1': true,
    'value >= +5.0': true,
    'value = .5e1': true,
    'flag = TRUE': true,
    'flag = false': false,
    true: true,
    "day = DATE('2026-06-30')": true,
    "day < date('2026-07-01') and day >= TIMESTAMP('2026-06-30T23:00:00Z')": true,
    'empty IS NULL': true,
    'status is not null': true,
    "empty = 'x'": null,
    "NOT empty = 'x'": null,
    "empty = 'x' OR value = 5": true,
    "empty = 'x' AND value = 5": null,
    "empty = 'x' AND value = 6": false,
    "value = 6 AND value = 5 OR status = 'final'": true,
    "value = 6 AND (value = 5 OR status = 'final')": false,
    "NOT (value = 6) AND NOT status = 'active'": true,
    ' ( ( value = 5 ) ) ': true,
  };
  for (const [filter, expected] of Object.entries(cases)) assert.equal(text(filter), expected, filter);
});

test('cql2-json/validate: a JSON filter gives the same', () => {
  const value = { op: '=', args: [{ property: 'value' }, 5] };
  const unknown = { op: '=', args: [{ property: 'empty' }, 'x'] };
  const cases: readonly (readonly [unknown, boolean | null])[] = [
    [value, true],
    [{ op: 'not', args: [value] }, false],
    [{ op: 'and', args: [value, unknown] }, null],
    [{ op: 'or', args: [value, unknown] }, true],
    [{ op: 'isNull', args: [{ property: 'empty' }] }, true],
    [{ op: '<', args: [{ property: 'day' }, { date: '2026-07-01' }] }, true],
    [{ op: '>', args: [{ property: 'day' }, { timestamp: '2026-06-30T00:00:00Z' }] }, false],
    [{ op: '<>', args: [{ property: 'flag' }, false] }, true],
    [true, true],
  ];
  for (const [filter, expected] of cases) assert.equal(json(filter), expected, JSON.stringify(filter));
});

test('what is not CQL2 Basic is refused with a reason', () => {
  const texts = [
    ...['', '(', 'value', 'value =', '= 5', 'value = 5 AND', 'value = 5)', 'value == 5', "status = 'open"],
    ...['value IS 5', '5 IS NULL', 'value = 5 value = 5', 'NOT', "status LIKE 'a%'", 'value BETWEEN 1 AND 2'],
    ...['S_INTERSECTS(geometry, POINT(1 2))', "day = DATE('2026-13-01')", "day = TIMESTAMP('now')", 'a = ;'],
    ...[`${'('.repeat(40)}value = 5${')'.repeat(40)}`, Array(101).fill('value = 5').join(' OR ')],
  ];
  for (const filter of texts) assert.throws(() => parseCqlText(filter), FilterFault, filter);
  const objects = ['{', 'null', '5', '[]', '{}', '{"op":"and","args":[true]}', '{"op":"=","args":[1]}'];
  for (const filter of [
    ...objects,
    '{"op":"like","args":[{"property":"a"},"b"]}',
    '{"op":"=","args":[{"x":1},1]}',
  ]) {
    assert.throws(() => parseCqlJson(filter), FilterFault, filter);
  }
  const deep = `${'{"op":"not","args":['.repeat(40)}true${']}'.repeat(40)}`;
  assert.throws(() => parseCqlJson(deep), FilterFault);
});

test('names and types are checked', () => {
  const check = (filter: string) => checkTypes(parseCqlText(filter), types);
  check("status = 'a' AND NOT (value > 1 OR day = DATE('2026-01-01')) AND empty IS NULL");
  check("day = '2026-01-01'");
  for (const filter of [
    "colour = 'red'",
    'colour IS NULL',
    'status = 5',
    "value = 'x'",
    'flag = 1',
    'toString IS NULL',
  ]) {
    assert.throws(() => check(filter), FilterFault, filter);
  }
});

/** Expressions at random, and the texts that say them. */
const scalar = fc.oneof(fc.constantFrom('final', "it's", ''), fc.integer({ min: -3, max: 9 }), fc.boolean());
const property = fc.constantFrom(...Object.keys(types));
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small' },
    property.map((name) => ({ op: 'isNull', property: name }) as const),
    fc.boolean().map((value) => ({ op: 'is', value }) as const),
    fc
      .tuple(fc.constantFrom('=', '<>', '<', '<=', '>', '>='), property, scalar)
      .map(([op, name, value]) => ({ op, left: { property: name }, right: { value } }) as const),
    tie('expression').map((arg) => ({ op: 'not', arg }) as const),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('expression'), { minLength: 2, maxLength: 3 }))
      .map(([op, args]) => ({ op, args }) as const),
  ),
}));

const literal = (value: Scalar) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

function asText(each: Expression): string {
  if ('args' in each) return `(${each.args.map(asText).join(` ${each.op} `)})`;
  if ('arg' in each) return `NOT ${asText(each.arg)}`;
  if (each.op === 'isNull') return `"${each.property}" IS NULL`;
  if (each.op === 'is') return String(each.value);
  const [left, right] = [each.left, each.right].map((operand) =>
    'property' in operand ? `"${operand.property}"` : literal(operand.value),
  );
  return `${left} ${each.op} ${right}`;
}

function asJson(each: Expression): unknown {
  if ('args' in each) return { op: each.op, args: each.args.map(asJson) };
  if ('arg' in each) return { op: 'not', args: [asJson(each.arg)] };
  if (each.op === 'isNull') return { op: 'isNull', args: [{ property: each.property }] };
  if (each.op === 'is') return each.value;
  return { op: each.op, args: [each.left, each.right].map((one) => ('property' in one ? one : one.value)) };
}

test('both encodings of a filter are read as it is, and records that pass it pass its conjuncts', () => {
  fc.assert(
    fc.property(expression, (filter) => {
      assert.deepEqual(parseCqlText(asText(filter)), filter);
      assert.deepEqual(parseCqlJson(JSON.stringify(asJson(filter))), filter);
      if (evaluate(filter, read) !== true) return;
      for (const { property: name, op, value } of conjuncts(filter)) {
        assert.equal(evaluate({ op, left: { property: name }, right: { value } }, read), true);
      }
    }),
  );
});
