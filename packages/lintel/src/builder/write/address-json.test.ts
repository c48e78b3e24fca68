/** Addresses keep what their records say, whatever the texts hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuildingAddress } from '@lintel/contract';
import fc from 'fast-check';
import { addressOf, addressParts } from './address-json.js';

const part = fc.option(fc.oneof(fc.constantFrom('', '12 "B"', 'CAÑON \\ RD', '😀', ',"city":'), fc.string()));
const degrees = fc.double({ min: -180, max: 180, noNaN: true });
const address: fc.Arbitrary<BuildingAddress> = fc.record({
  street_no: part,
  street: part,
  city: part,
  county: part,
  zip_code: part,
  zip_code_ext: part,
  state: part,
  jurisdiction: part,
  latlng: fc.option(fc.tuple(degrees, degrees)),
});

test('the parts of an address are read as they were written', () => {
  fc.assert(
    fc.property(address, (given) => {
      const made = addressOf('made-up', addressParts(Buffer.from(JSON.stringify(given).slice(0, -1))));
      const { latlng, ...parts } = given;
      // -0 is 0 on the wire.
      const [lat, long] = JSON.parse(JSON.stringify(latlng ?? [null, null]));
      assert.deepEqual(made, { geo_id: 'made-up', name: made.name, ...parts, lat, long });
    }),
  );
});

test('an address is named by the parts that are known', () => {
  const name = (change: Partial<BuildingAddress>) => {
    const given = { street_no: '1', street: 'ELM ST', city: 'ELMFORD', county: null, zip_code: '60000' };
    const rest = { zip_code_ext: null, state: 'IL', jurisdiction: null, latlng: null };
    const json = JSON.stringify({ ...given, ...rest, ...change }).slice(0, -1);
    return addressOf('made-up', addressParts(Buffer.from(json))).name;
  };
  assert.equal(name({}), '1 ELM ST, ELMFORD, IL 60000');
  assert.equal(name({ street_no: null }), 'ELM ST, ELMFORD, IL 60000');
  assert.equal(name({ city: '', zip_code: null }), '1 ELM ST, IL');
  assert.equal(name({ street_no: '1"', street: null, state: null, zip_code: null }), '1", ELMFORD');
});
