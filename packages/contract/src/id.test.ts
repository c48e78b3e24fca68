/** Identifiers (C9). The vectors were computed independently of this code; they may never change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  contractorId,
  contractorIdPattern,
  decisionId,
  decisionIdPattern,
  geoId,
  geoIdKind,
  geoKinds,
  permitId,
  permitIdPattern,
} from './id.js';

test('ids of the same thing never change between versions', () => {
  assert.equal(permitId('us-ca-san-francisco', '1415843502419'), 'c4e461c6cdfc2fe0');
  assert.equal(contractorId('ca:123456'), 'vWQQpbiVYi');
  assert.equal(decisionId('us-ny-new-york', 'LU 0001-2024'), 'f630538e-1f63-58fd-9d56-2cf33570874e');
  assert.equal(geoId('address', '06075'), 'Oh4mUc6pWmQ');
  assert.equal(geoId('city', '06075'), 'RlcWKYFCS58');
  assert.equal(geoId('jurisdiction', '06075'), 'hnD25Whvyg4');
  assert.equal(geoId('county', '06075'), 'yGAhzADZxSo');
});

test('every id has the form of its kind', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      assert.match(permitId(a, b), permitIdPattern);
      assert.match(contractorId(a), contractorIdPattern);
      assert.match(decisionId(a, b), decisionIdPattern);
    }),
  );
});

test('a geo_id encodes its kind in its top two bits', () => {
  fc.assert(
    fc.property(fc.constantFrom(...geoKinds), fc.string(), (kind, key) => {
      const id = geoId(kind, key);
      assert.equal(id.length, 11);
      assert.equal(geoIdKind(id), kind);
      assert.equal((Buffer.from(id, 'base64url')[0] ?? 0) >> 6, geoKinds.indexOf(kind));
    }),
  );
});

test('the kinds are numbered as C9 numbers them', () => {
  assert.deepEqual([...geoKinds], ['address', 'city', 'jurisdiction', 'county']);
});

test('states and ZIP codes are geo_ids of their own', () => {
  assert.equal(geoIdKind('CA'), 'state');
  assert.equal(geoIdKind('94103'), 'zip');
  assert.equal(geoIdKind('94103-1234'), 'zip');
});

test('a malformed geo_id has no kind', () => {
  const malformed = [
    '',
    'ca',
    'CAL',
    '9410',
    '94103-12',
    'yGAhzADZxS',
    'yGAhzADZxSoo',
    'yGAhzADZxS=',
    'yGAhzADZxS+',
  ];
  for (const text of malformed) assert.equal(geoIdKind(text), null, text);
});

test('a geo_id has one spelling: spare bits in its last character are refused', () => {
  assert.equal(geoIdKind('yGAhzADZxSo'), 'county');
  for (const last of 'pqr') assert.equal(geoIdKind(`yGAhzADZxS${last}`), null);
});
