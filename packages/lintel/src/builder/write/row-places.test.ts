import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permitAt } from '../entry/permit-entry.js';
import { PermitView } from '../entry/permit-view.js';
import { RowPlaces, requireSamePlaces } from './row-places.js';

/** The head of a permit in a city and a ZIP code. */
function permitIn(city: number, zip: number): Buffer {
  const bytes = Buffer.alloc(permitAt.end);
  bytes.writeUInt32BE(city, permitAt.city_id);
  bytes.writeUInt32LE(zip, permitAt.zip_code);
  return bytes;
}

const permits = [permitIn(7, 94_103), permitIn(8, 94_104), permitIn(7, 94_105)];

function placesOf(rows: readonly Buffer[]): Uint32Array {
  const places = new RowPlaces();
  for (const row of rows) places.read(new PermitView().moveTo(row));
  return places.keys.sorted();
}

test('two writers with the same permits agree on the numbers of places', () => {
  requireSamePlaces(placesOf(permits), placesOf(permits));
});

test('a writer that missed a permit, or saw two in another order, fails the build', () => {
  const [first, second, third] = permits;
  assert.ok(first && second && third);
  for (const rows of [[first, third], [second, first, third], []]) {
    assert.throws(() => requireSamePlaces(placesOf(permits), placesOf(rows)), /number places differently/);
  }
});
