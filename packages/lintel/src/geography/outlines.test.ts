/** The outlines of counties and states as GeoJSON demands them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf, readOutlines } from './outlines.js';

for (const kind of ['counties', 'states'] as const) {
  test(`every ring of the outlines of ${kind} ends where it begins (RFC 7946)`, () => {
    const rings = readOutlines(kind).flatMap((outline) =>
      partsOf(outline).flatMap((part) => part.map((ring) => ({ name: outline.name, ring }))),
    );
    assert.ok(rings.length > 50);
    for (const { name, ring } of rings) {
      assert.ok(ring.length >= 4, name);
      assert.deepEqual(ring[0], ring.at(-1), name);
    }
  });
}
