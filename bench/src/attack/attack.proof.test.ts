/**
 * Every attack in its short form: the promises that `npm run attack` checks at length before a release. A share of the
 * proof, as CI makes it, is a third of them.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { drawn, rounds } from '@lintel/testing/base/rounds.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { attacks } from './attacks.js';
import { prepareGrounds } from './ground.js';

const home = mkdtempSync(join(tmpdir(), 'lintel-attacked-'));
await copySampleHome(home);
const grounds = prepareGrounds({ seconds: rounds(1, 60), isShort: true, tell() {}, home });
after(() => {
  grounds.clear();
  rmSync(home, { recursive: true, force: true });
});

test('each attack has its own name', () => {
  assert.equal(new Set(attacks.map(({ name }) => name)).size, attacks.length);
});

for (const attack of drawn(attacks, attacks.length / 3)) {
  test(`${attack.name}: ${attack.promise}`, async () => {
    const { held, seen } = await grounds.run(attack);
    assert.ok(held, seen);
  });
}
