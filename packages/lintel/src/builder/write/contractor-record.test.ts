import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emptyContractor } from '../../refine/record/empty-records.js';
import type { ContractorFacts } from '../../refine/record/refined.js';
import { packFacts, unpackFacts } from '../entry/packed-facts.js';
import { type CountedFacts, contractorRecord, PermitTotals } from './contractor-record.js';

function seen(facts: Partial<ContractorFacts>, count: number, latest: number): CountedFacts {
  const whole = { ...emptyContractor, ...facts };
  return { facts: whole, text: packFacts(whole), count, latest };
}

const address = (street: string | null, city: string | null) => ({
  ...emptyContractor.address,
  street,
  city,
});

test('the most frequent phone and e-mail come first, whichever mention is newer', () => {
  const record = contractorRecord(
    'AAAAAAAAAA',
    [
      seen({ primary_phone: '+13125550001', primary_email: 'new@example.com' }, 2, 20260101),
      seen({ primary_phone: '+13125550002' }, 3, 20200101),
      seen({ primary_phone: '+13125550001', primary_email: 'old@example.com' }, 2, 20190101),
    ],
    new PermitTotals(),
  );
  assert.equal(record.primary_phone, '+13125550001');
  assert.equal(record.phone, '+13125550001,+13125550002');
  assert.equal(record.email, 'new@example.com,old@example.com');
});

test('other facts are the newest of any mention', () => {
  const record = contractorRecord(
    'AAAAAAAAAA',
    [
      seen(
        { business_name: 'OLD NAME', website: 'old.example', address: address('1 MAIN ST', 'CHICAGO') },
        9,
        20200101,
      ),
      seen({ business_name: 'NEW NAME', address: address(null, 'EVANSTON') }, 1, 20260101),
    ],
    new PermitTotals(),
  );
  assert.equal(record.business_name, 'NEW NAME');
  assert.equal(record.website, 'old.example');
  assert.equal(record.address.street, '1 MAIN ST', 'a whole address is better than a newer city');
});

test('facts of a licence come only from mentions that carry it', () => {
  const record = contractorRecord(
    'AAAAAAAAAA',
    [
      seen({ license: 'NEW', license_issue_date: '2026-01-01' }, 1, 20260101),
      seen({ license: 'OLD', license_exp_date: '2020-01-01', classification: 'C-10' }, 1, 20250101),
      seen({ classification: 'B' }, 1, 20240101),
    ],
    new PermitTotals(),
  );
  assert.equal(record.license, 'NEW');
  assert.equal(record.license_exp_date, null);
  assert.equal(record.classification, 'B');
});

test('a contractor without permits has empty tallies and null averages', () => {
  const record = contractorRecord('AAAAAAAAAA', [seen({ license: 'L' }, 1, 20260101)], new PermitTotals());
  assert.deepEqual(record.status_tally, {});
  assert.deepEqual(record.tag_tally, {});
  assert.equal(record.permit_count, 0);
  assert.deepEqual(
    [record.avg_job_value, record.total_job_value, record.avg_construction_duration, record.first_seen_date],
    [null, null, null, null],
  );
});

test('the record does not depend on the order of the mentions', () => {
  const text = fc.constantFrom(null, 'A', 'B', 'C');
  const facts = fc.record({ license: text, name: text, primary_phone: text, website: text, dba: text });
  const mention = fc
    .tuple(facts, fc.nat(3), fc.nat(3))
    .map(([f, count, day]) => seen(f, count + 1, 20260101 + day));
  fc.assert(
    fc.property(fc.array(mention, { minLength: 1, maxLength: 8 }), fc.nat(), (mentions, seed) => {
      const shuffled = mentions
        .map((value, i) => ({ value, place: Math.imul(i + 1, seed + 7919) >>> 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value);
      const record = (given: readonly CountedFacts[]) =>
        contractorRecord('AAAAAAAAAA', given, new PermitTotals());
      assert.deepEqual(record(shuffled), record(mentions));
    }),
  );
});

test('packed facts are unpacked unchanged', () => {
  const facts: ContractorFacts = {
    ...emptyContractor,
    name: 'JOSÉ "JO" BUILDER',
    classification_derived: ['electrical', 'hvac'],
    employee_count: '10-50',
    address: {
      ...emptyContractor.address,
      street: 'MAIN ST',
      latlng: [41.5, -87.25],
      address_id: 'AAAAAAAAAAA',
    },
  };
  assert.deepEqual(unpackFacts(packFacts(facts)), facts);
  assert.deepEqual(unpackFacts(packFacts(emptyContractor)), emptyContractor);
});
