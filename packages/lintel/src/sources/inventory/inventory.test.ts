/** The inventory of portals: its rows are facts of a known shape, and an address leads to its software. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portalAt, readInventory } from './inventory.js';
import { portalOfAddress } from './recognise-portal.js';
import { softwareIds } from './software.js';

test('every portal of a software that is read is recognised by its address', () => {
  const portals = readInventory();
  const programs = new Set(portals.map(({ software }) => software));
  assert.deepEqual([...programs].sort(), [...softwareIds].sort());
  const read = portals.filter(({ software }) => software === 'energov' || software === 'accela');
  assert.equal(read.length, 321);
  for (const { address, software } of read) {
    const page = software === 'accela' ? `${address}/Cap/CapHome.aspx?Module=Building` : `${address}#/home`;
    const module = software === 'accela' ? 'Building' : null;
    assert.deepEqual(portalOfAddress(page), { software, address, module });
    assert.equal(portalAt(`${address}/x`, portals)?.software, software);
  }
  for (const other of [
    'https://data.example.com/d/abcd-1234',
    'https://www.example.com/permits',
    'https://www.accela.com/',
  ])
    assert.equal(portalOfAddress(other), null);
});
