import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldBy } from './text-findings.js';

const texts = { type: 'Building', work: 'Alteration', use: 'Dwelling', description: 'Remodel the kitchen' };

test('permits with the same texts share what was found in them', () => {
  toldBy(texts).sentence = 'Remodel the kitchen.';
  assert.equal(toldBy({ ...texts }).sentence, 'Remodel the kitchen.');
});

test('one text that differs, or stands in another column, is another permit to the memory', () => {
  toldBy(texts).sentence = 'Remodel the kitchen.';
  const { work, ...withoutWork } = texts;
  for (const other of [
    { ...texts, use: 'Office' },
    { ...texts, subtype: 'Minor' },
    { ...withoutWork, subtype: work },
    { ...texts, description: 'Remodel the kitchen.' },
  ]) {
    assert.equal(toldBy(other).sentence, undefined, JSON.stringify(other));
  }
});

test('a text too long to come again is read each time', () => {
  const long = { ...texts, description: 'Remodel the kitchen. '.repeat(20) };
  toldBy(long).sentence = 'Remodel the kitchen.';
  assert.equal(toldBy(long).sentence, undefined);
});

test('of one description under many types only the last few are remembered, and none is mistaken for another', () => {
  const of = (type: string) => toldBy({ type, description: 'Replace the fence' });
  const types = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  for (const type of types) of(type).sentence = `${type}: replace the fence.`;
  for (const type of types) {
    const { sentence } = of(type);
    assert.ok(sentence === undefined || sentence === `${type}: replace the fence.`, `${type}: ${sentence}`);
  }
});
