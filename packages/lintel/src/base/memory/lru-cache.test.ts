import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LruCache, memoize } from './lru-cache.js';

test('a cache holds at least half of its capacity of the entries used last, and never more than its capacity', () => {
  const cache = new LruCache<number, number>(10);
  for (let key = 0; key < 1_000; key++) cache.set(key, key * 2);
  const held = Array.from({ length: 1_000 }, (_, key) => key).filter((key) => cache.get(key) !== undefined);
  assert.ok(held.length >= 5 && held.length <= 10, `${held.length} entries`);
  assert.deepEqual(held.slice(-5), [995, 996, 997, 998, 999]);
});

test('an entry that is used stays in the cache, however many others come and go', () => {
  const cache = new LruCache<string, string>(4);
  cache.set('used', 'kept');
  for (let other = 0; other < 100; other++) {
    cache.set(`other ${other}`, 'evicted');
    assert.equal(cache.get('used'), 'kept');
  }
});

test('setting a key again replaces its value and evicts nothing', () => {
  const cache = new LruCache<string, number | null>(4);
  cache.set('a', 1);
  cache.set('b', 2);
  for (let time = 0; time < 10; time++) cache.set('b', null);
  assert.equal(cache.get('a'), 1);
  assert.equal(cache.get('b'), null);
});

test('a memoized function computes a short text once and a long one each time', () => {
  const asked: string[] = [];
  const upper = memoize(
    (text) => {
      asked.push(text);
      return text === '' ? null : text.toUpperCase();
    },
    { capacity: 100, maxKeyLength: 4 },
  );
  const results = ['roof', 'deck', 'roof', '', '', 'fence', 'fence'].map(upper);
  assert.deepEqual(results, ['ROOF', 'DECK', 'ROOF', null, null, 'FENCE', 'FENCE']);
  assert.deepEqual(asked, ['roof', 'deck', '', 'fence', 'fence']);
});
