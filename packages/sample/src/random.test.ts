import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponential, hash32, Random, seedOf } from './random.js';

const draws = (random: Random, count: number) => Array.from({ length: count }, () => random.next());

test('the stream of a thing does not depend on earlier draws', () => {
  const seed = seedOf('lintel');
  const random = new Random();
  const alone = draws(random.start(seed, 1, 42), 20);
  draws(random.start(seed, 1, 41), 7);
  assert.deepEqual(draws(random.start(seed, 1, 42), 20), alone);
});

test('streams of neighbouring things, of other domains and of other seeds have nothing in common', () => {
  const seen = new Set<string>();
  const random = new Random();
  for (const seed of [seedOf('a'), seedOf('b'), seedOf(1), seedOf('1 ')]) {
    for (const domain of [1, 2]) {
      for (let i = 0; i < 500; i++) seen.add(draws(random.start(seed, domain, i, i % 3), 2).join());
    }
  }
  assert.equal(seen.size, 4 * 2 * 500);
});

test('draws are uniform over their range', () => {
  const random = new Random().start(seedOf('even'), 1, 1);
  const counts = new Array(10).fill(0);
  for (let n = 0; n < 50_000; n++) counts[random.below(10)]++;
  for (const count of counts)
    assert.ok(Math.abs(count - 5000) < 350, `a tenth was drawn ${count} times of 50,000`);
});

test('first draws of neighbouring things are uniform, too', () => {
  const random = new Random();
  const seed = seedOf('first');
  let sum = 0;
  for (let i = 0; i < 20_000; i++) sum += random.start(seed, 3, i).unit();
  assert.ok(Math.abs(sum / 20_000 - 0.5) < 0.01);
  const odd = Array.from({ length: 20_000 }, (_, i) => hash32(seed, 3, i) & 1).reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(odd - 10_000) < 350);
});

test('normal draws have mean 0 and standard deviation 1', () => {
  const random = new Random().start(seedOf('normal'), 1, 1);
  const values = Array.from({ length: 20_000 }, () => random.normal());
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length;
  assert.ok(Math.abs(mean) < 0.03 && Math.abs(variance - 1) < 0.05);
});

test('log-normal draws are centred on their median', () => {
  const random = new Random().start(seedOf('log'), 1, 1);
  const values = Array.from({ length: 10_001 }, () => random.lognormal(800, 0.7)).sort((a, b) => a - b);
  assert.ok(Math.abs((values[5000] ?? 0) / 800 - 1) < 0.05);
  assert.ok((values[0] ?? 0) > 0);
});

test('the exponential without Math.exp agrees with it', () => {
  for (let x = -20; x <= 20; x += 0.37)
    assert.ok(Math.abs(exponential(x) / Math.exp(x) - 1) < 1e-9, `at ${x}`);
});

test('picking from an empty list is an error, not undefined', () => {
  assert.throws(() => new Random().pick([]), RangeError);
});
