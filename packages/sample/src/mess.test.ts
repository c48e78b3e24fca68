import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { messOf, messRates, misspell } from './mess.js';
import { Random, seedOf } from './random.js';

test('every fault is documented with its rate', () => {
  const page = readFileSync('docs/sample-data.md', 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const [name, rate] of Object.entries(messRates)) {
    const row = rows.find(([, fault]) => fault?.startsWith(`\`${name}\``));
    assert.equal(row?.[2], `${Number((rate * 100).toFixed(2))} %`, name);
  }
});

test('a permit has the same faults every time, and most have none', () => {
  const seed = seedOf('mess');
  const all = Array.from({ length: 4000 }, (_, index) => messOf(seed, index));
  assert.deepEqual(messOf(seed, 17), all[17]);
  const without = all.filter((mess) => mess.length === 0).length / all.length;
  assert.ok(without > 0.6 && without < 0.85, `${without} have none`);
});

test('a misspelt word differs from the right one but begins with the same letter', () => {
  const random = new Random().start(seedOf('typo'), 1, 1);
  let changed = 0;
  for (let n = 0; n < 200; n++) {
    const typo = misspell('Fredericksburg', random);
    assert.equal(typo[0], 'F');
    assert.ok(Math.abs(typo.length - 14) <= 1);
    if (typo !== 'Fredericksburg') changed++;
  }
  assert.equal(changed, 200);
  assert.equal(misspell('Oak', random), 'Oak');
});
