import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradeFacts } from '../trades.js';
import { areaCodes, compoundName, compoundNames, givenNames } from './names.js';
import { ordinal, streetNames } from './streets.js';

test('no two numbers give the same compound name', () => {
  const names = new Set(Array.from({ length: compoundNames }, (_, n) => compoundName(n)));
  assert.equal(names.size, compoundNames);
});

test('ordinals have their English endings', () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 101, 111, 112, 122].map(ordinal), [
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '101st',
    '111th',
    '112th',
    '122nd',
  ]);
});

test('a city has each street name once', () => {
  for (const flavour of ['spanish', 'coast', 'plains', 'west', 'east'] as const) {
    const names = streetNames(flavour, 50);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.length > 350);
  }
});

test('no two trades share a word after the name, so firms of different trades never share a name', () => {
  const nouns = Object.values(tradeFacts).flatMap((facts) => facts.nouns);
  assert.equal(new Set(nouns).size, nouns.length);
});

test('area codes have three digits and belong to one state only', () => {
  const codes = Object.values(areaCodes).flat();
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(codes.every((code) => /^[2-9]\d\d$/.test(code)));
  assert.ok(givenNames.length > 80);
});
