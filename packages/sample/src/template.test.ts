import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random, seedOf } from './random.js';
import { compileTemplate } from './template.js';

const random = new Random();

function sentences(text: string, count = 300): Set<string> {
  const template = compileTemplate<string>(text, { room: (_random, context) => context });
  random.start(seedOf('t'), 1, 1);
  return new Set(Array.from({ length: count }, () => template(random, 'den')));
}

test('ranges give exactly their numbers', () => {
  assert.deepEqual([...sentences('{3-6}')].sort(), ['3', '4', '5', '6']);
  assert.deepEqual([...sentences('{400-520/50} sf')].sort(), ['400 sf', '450 sf', '500 sf']);
});

test('choices give every entry, including empty ones', () => {
  assert.deepEqual([...sentences('house{ and garage|}')].sort(), ['house', 'house and garage']);
  assert.deepEqual([...sentences('{3/4|1|2.5} inch')].sort(), ['1 inch', '2.5 inch', '3/4 inch']);
});

test('named gaps take the value of the caller', () => {
  assert.deepEqual([...sentences('Enclose {room}')], ['Enclose den']);
});

test('a misspelt name or an unclosed gap is refused when the template is compiled', () => {
  assert.throws(() => compileTemplate('{rom}', { room: () => '' }), /unknown gap \{rom\}/);
  assert.throws(() => compileTemplate('{3-4 windows', {}), /unclosed gap/);
});
