import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { dayOf } from './calendar.js';
import { contractorPool, typedPhone } from './contractors.js';
import { jurisdictions } from './jurisdictions.js';
import { localitiesOf } from './localities.js';
import { Random, seedOf } from './random.js';
import { trades } from './trades.js';

const austin = jurisdictions.find(({ id }) => id === 'sample-austin-tx');
assert.ok(austin);
const localities = localitiesOf(austin, loadGeography());
const pool = contractorPool('TX', 80_000, localities, 'test');
const all = trades.flatMap((trade) =>
  Array.from({ length: pool.counts[trade] }, (_, index) => pool.contractor(trade, index)),
);

test('contractors of a state never share a name, a licence, a phone number or an e-mail address', () => {
  assert.ok(all.length > 2500);
  for (const field of ['name', 'license', 'phone', 'email'] as const) {
    const values = all.map((contractor) => contractor[field]).filter((value) => value !== null);
    assert.equal(new Set(values).size, values.length, `${field} repeats`);
  }
});

test('spellings of different contractors never coincide', () => {
  const owner = new Map<string, number>();
  for (const { spellings, rank } of all) {
    for (const spelling of spellings) {
      const folded = spelling.toUpperCase().replace(' AND ', ' & ').replaceAll(/[.,]/g, '');
      assert.equal(owner.get(folded) ?? rank, rank, spelling);
      owner.set(folded, rank);
    }
  }
});

test('phone numbers and addresses are reserved for fiction', () => {
  for (const { phone, email, website } of all) {
    if (phone !== null) assert.match(phone, /^[2-9]\d\d55501\d\d$/);
    if (email !== null) assert.match(email, /^[a-z]+@[a-z0-9-]+\.example\.com$/);
    if (website !== null) assert.match(website, /^https:\/\/[a-z0-9-]+\.example\.com$/);
  }
  assert.ok(all.filter(({ phone }) => phone !== null).length > 1000);
});

test('no contractor is chosen before its licence, and busy ones are chosen more often', () => {
  const random = new Random().start(seedOf('choose'), 1, 1);
  const day = dayOf('2013-05-02');
  const times = new Map<number, number>();
  for (let n = 0; n < 3000; n++) {
    const contractor = pool.choose('plumbing', day, random);
    assert.ok(contractor.since <= day);
    times.set(contractor.rank, (times.get(contractor.rank) ?? 0) + 1);
  }
  const counts = [...times.values()].sort((a, b) => b - a);
  assert.ok((counts[0] ?? 0) > 8 * (counts[Math.floor(counts.length / 2)] ?? 0));
});

test('typed phone numbers keep their digits', () => {
  for (let style = 0; style < 6; style++) {
    assert.match(typedPhone('5125550143', style).replaceAll(/\D/g, ''), /^1?5125550143$/);
  }
});
