/** The short form of bench/src/year.ts. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { randomFrom, rounds, seed, seedName } from '@lintel/testing/base/rounds.js';
import { smallDisk } from '@lintel/testing/base/small-disk.js';
import { nightsOfYear } from './year/nights.js';

const disk = smallDisk(400_000);
const directory = disk?.path ?? mkdtempSync(join(tmpdir(), 'lintel-year-'));
after(() => {
  if (disk === null) rmSync(directory, { recursive: true, force: true });
});

test(`every bad spell is stopped and told, or leads back to the truth ${seedName}`, async () => {
  process.env.NODE_OPTIONS = `--import ${new URL('./year/clock.js', import.meta.url).href}`;
  const nights = rounds(3, 365);
  const became = new Set<string>();
  for await (const line of nightsOfYear({ directory, random: randomFrom(seed), nights, disk })) {
    assert.equal(line.fault, null, JSON.stringify(line));
    became.add(line.became);
  }
  assert.ok(became.has('published'));
});
