/** Every attack in its short form: the promises that `npm run attack` checks at length before a release. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { attacks } from './attacks.js';
import { prepareGrounds } from './ground.js';

const grounds = prepareGrounds({ seconds: 2, isShort: true, tell() {} });
after(() => grounds.clear());

test('each attack has its own name', () => {
  assert.equal(new Set(attacks.map(({ name }) => name)).size, attacks.length);
});

for (const attack of attacks) {
  test(`${attack.name}: ${attack.promise}`, async () => {
    const { held, seen } = await grounds.run(attack);
    assert.ok(held, seen);
  });
}
