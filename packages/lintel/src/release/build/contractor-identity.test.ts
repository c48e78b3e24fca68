import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractorId } from '@lintel/contract';
import fc from 'fast-check';
import { ContractorIdentity } from './contractor-identity.js';
import { TextTable } from './text-table.js';

const key = fc
  .tuple(fc.constantFrom('license', 'phone', 'email', 'name'), fc.nat(12))
  .map(([kind, number]) => `${kind}:${number}`);
const sighting = fc.uniqueArray(key, { minLength: 1, maxLength: 3 });

/** The contractors as sets of keys, found by merging until nothing changes. */
function naiveContractors(sightings: readonly (readonly string[])[]): Set<string>[] {
  let groups = sightings.map((keys) => new Set(keys));
  for (let changed = true; changed; ) {
    changed = false;
    const merged: Set<string>[] = [];
    for (const group of groups) {
      const other = merged.find((known) => [...group].some((one) => known.has(one)));
      if (other === undefined) merged.push(group);
      else {
        for (const one of group) other.add(one);
        changed = true;
      }
    }
    groups = merged;
  }
  return groups;
}

const strength = ['license', 'phone', 'email', 'name'];

function decidingKey(keys: ReadonlySet<string>): string {
  const rank = (text: string) => strength.indexOf(text.split(':')[0] ?? '');
  return [...keys].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0] ?? '';
}

test('sightings linked by chains of keys are one contractor, named after its strongest smallest key', () => {
  fc.assert(
    fc.property(fc.array(sighting, { maxLength: 30 }), (sightings) => {
      const identity = new ContractorIdentity();
      const nodes = sightings.map((keys) => identity.link(keys));
      identity.settle();
      const groups = naiveContractors(sightings);
      for (const [i, keys] of sightings.entries()) {
        const group = groups.find((known) => known.has(keys[0] ?? ''));
        assert.ok(group);
        const id = identity.id(identity.contractor(nodes[i] ?? 0)).toString('latin1');
        assert.equal(id, contractorId(decidingKey(group)));
      }
    }),
  );
});

test('a text keeps its number however many others come', () => {
  const table = new TextTable();
  const texts = Array.from({ length: 20_000 }, (_, i) => `name:MADE-UP é ${i}`);
  for (const [i, text] of texts.entries()) assert.equal(table.number(text), i);
  const long = 'x'.repeat(100_000);
  assert.equal(table.number(long), 20_000);
  for (const [i, text] of texts.entries()) {
    assert.equal(table.number(text), i);
    assert.equal(table.text(i), text);
  }
  assert.equal(table.text(20_000), long);
  assert.equal(table.size, 20_001);
});
