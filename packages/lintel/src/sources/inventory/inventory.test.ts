/** The inventory of portals: its rows are facts of a known shape, and an address leads to its software. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/user-error.js';
import type { Geography } from '../../geography/geography.js';
import { loadGeography } from '../../geography/load.js';
import type { Jurisdiction } from '../definition/catalog-schema.js';
import { draftPlace } from '../draft/draft-place.js';
import { makeSource } from '../source/catalog-source.js';
import { loadCatalog } from '../source/load-catalog.js';
import { isSample } from '../source/other-sources.js';
import { type PortalPlace, portalAt, readInventory } from './inventory.js';
import { stateOfPortal } from './portal-state.js';
import { portalOfAddress } from './recognise-portal.js';
import { softwareIds } from './software.js';

test('every portal of a software that is read is recognised by its address', () => {
  const portals = readInventory();
  const programs = new Set(portals.map(({ software }) => software));
  assert.deepEqual([...programs].sort(), [...softwareIds].sort());
  const read = portals.filter(({ software }) => software === 'energov' || software === 'accela');
  assert.equal(read.length, 333);
  for (const { address, software } of read) {
    const page = software === 'accela' ? `${address}/Cap/CapHome.aspx?Module=Building` : `${address}#/home`;
    const module = software === 'accela' ? 'Building' : null;
    assert.deepEqual(portalOfAddress(page), { software, address, module });
    assert.equal(portalAt(`${address}/x`)?.software, software);
  }
  for (const other of [
    'https://data.example.com/d/abcd-1234',
    'https://www.example.com/permits',
    'https://www.accela.com/',
  ])
    assert.equal(portalOfAddress(other), null);
});

test('the places of the inventory are those of the Census, and those without a GEOID are not in it', () => {
  const geography = loadGeography();
  for (const { place, address } of readInventory()) {
    if (place === null) continue;
    const { name, state, level, geoid, countyGeoid } = place;
    const placed = placedBy(place, geography);
    if (geoid === null) assert.ok(placed === null || level === 'place', `${name}, ${state} has a GEOID`);
    else assert.deepEqual([placed?.geoid, placed?.county_geoid], [geoid, countyGeoid], address);
    if (placed !== null) assert.ok(name.toLowerCase().includes(placed.name.toLowerCase()), name);
  }
});

function placedBy({ name, state, level }: PortalPlace, geography: Geography): Jurisdiction | null {
  const options =
    level === 'state'
      ? { state, isStatewide: true }
      : level === 'county'
        ? { state, county: name }
        : { state, city: name };
  try {
    return draftPlace(options, [], geography).jurisdiction;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

test('a described portal shares the namespace of the catalog’s permits of its authority', () => {
  const own = new Map(loadCatalog().sources.map(({ definition }) => [definition.namespace, definition]));
  const namespaces = new Map<string, Set<string>>();
  for (const { kind, jurisdiction, namespace, jurisdictions, id } of own.values()) {
    if (kind !== 'permits' || jurisdictions !== undefined || isSample(id)) continue;
    const those = namespaces.get(jurisdiction.geoid) ?? new Set();
    namespaces.set(jurisdiction.geoid, those.add(namespace));
  }
  let shared = 0;
  for (const portal of readInventory()) {
    const { address, software } = portal;
    if (stateOfPortal(portal).state !== 'described') continue;
    const { definition } = makeSource({ platform: software, address }, 'it');
    const others = namespaces.get(definition.jurisdiction.geoid);
    assert.ok(others === undefined || others.has(definition.namespace), `${address} ${definition.namespace}`);
    shared += others === undefined ? 0 : 1;
  }
  assert.ok(shared > 50, `${shared} portals are of an authority of the catalog`);
});
