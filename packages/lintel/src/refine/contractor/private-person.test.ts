import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeography } from '../../geography/load.js';
import { contextOfState } from '../free-record.js';
import type { CanonicalPermit } from '../record/canonical.js';
import type { DefectList } from '../record/defects.js';
import { refine } from '../refine.js';
import { isOfOwner, isPrivateOwner, withoutContacts } from './private-person.js';

const geography = loadGeography();

function mention(fields: CanonicalPermit) {
  const refined = refine(
    { kind: 'permits', key: 'k', fields: { number: '1', ...fields } },
    contextOfState('TX', geography),
    geography,
    { today: '2026-11-21' },
  );
  if (refined.kind !== 'permit' || refined.contractor === null) throw new Error('no contractor');
  return { ...refined.contractor, defects: refined.defects.map(({ name }) => name) };
}

const contacts = {
  contractor_phone: '512-986-8000',
  contractor_email: 'joan@quill.org',
  contractor_address: '12 Elm St',
  contractor_city: 'Austin',
  contractor_zip: '78701',
};

test('a person without business and licence is published without phone, e-mail and street', () => {
  const { facts, keys, defects } = mention({ contractor_person: 'Joan Quill', ...contacts });
  assert.deepEqual([facts.primary_phone, facts.primary_email], [null, null]);
  assert.deepEqual(
    [facts.address.street, facts.address.zip_code, facts.address.address_id],
    [null, null, null],
  );
  assert.equal(facts.address.city, 'AUSTIN');
  assert.ok(defects.includes('private_contact'));
  assert.ok(keys.includes('phone:+15129868000'), 'it still distinguishes contractors');
});

test('the contacts of a business and of a licensed person are published', () => {
  for (const fields of [
    { contractor_name: 'Quill Roofing LLC' },
    { contractor_person: 'Joan Quill', contractor_license: 'TACL12345' },
  ]) {
    const { facts, defects } = mention({ ...fields, ...contacts });
    assert.equal(facts.primary_phone, '+15129868000');
    assert.equal(facts.address.street, 'ELM ST');
    assert.deepEqual(defects, []);
  }
});

test('telephone numbers and e-mail addresses in a description are withheld, other numbers are not', () => {
  const read = (text: string) => {
    const defects: DefectList = [];
    return [withoutContacts(text, 'description', defects), defects.length];
  };
  for (const contact of [
    '512-986-8000',
    '(512) 986-8000',
    '512.986.8000',
    '+1 512 986 8000',
    'joan.q@quill.org',
  ])
    assert.deepEqual(read(`Ask ${contact} first`), ['Ask [withheld] first', 1], contact);
  assert.deepEqual(read('POC cell: 5129868000'), ['POC cell: [withheld]', 1]);
  assert.deepEqual(read('phone 986-8000'), ['phone [withheld]', 1]);
  for (const text of [
    'Permit 100-200-3000-01',
    'see 2016-012345',
    '12,500 SF, 3 stories',
    'BP 123-456-78901',
    'permit 2015129868',
    'lot 555-1234',
  ])
    assert.deepEqual(read(text), [text, 0], text);
});

test('telephone numbers and e-mail addresses in the texts of a decision are also withheld', () => {
  const refined = refine(
    {
      kind: 'decisions',
      key: 'k',
      fields: {
        title: 'Rezoning, contact joan@quill.org',
        description: 'Call (512) 986-8000 about the hearing',
        applicant_name: 'Joan Quill 512-986-8000',
      },
    },
    contextOfState('TX', geography),
    geography,
    { today: '2026-11-21' },
  );
  if (refined.kind !== 'decision') throw new Error('no decision');
  assert.ok(!/joan@|986/.test(JSON.stringify(refined.record)), JSON.stringify(refined.record));
  assert.deepEqual(
    refined.defects.map(({ name, field }) => `${name} ${field}`),
    ['contact_in_text title', 'contact_in_text description', 'contact_in_text applicant_name'],
  );
});

test('a person with the surname of an organisation word is a private person', () => {
  for (const owner of ['CHURCH, FRANK A', 'Bank, Maria', 'QUILL FAMILY TRUST', 'Joan Quill'])
    assert.equal(isPrivateOwner(owner, null), true, owner);
  for (const owner of ['QUILL CHURCH OF CHRIST', 'FIRST BANK', 'CITY OF ELGIN', 'QUILL, OSTRANDER & CO'])
    assert.equal(isPrivateOwner(owner, null), false, owner);
  assert.equal(isPrivateOwner('12 ELM ST.,LLC', 'individual'), false);
  assert.equal(isPrivateOwner('QUILL FAMILY LLC', 'individual'), true);
});

test('an owner whom the source calls a company, a public body or a trust is kept', () => {
  for (const [owner, type] of [
    ['TRIUMPH HOTELS', 'company_owned'],
    ['MILLICK OSTRANDER', 'corporation'],
    ['OFFICE OF RECOVERY', 'government'],
    ['ELM STREET TRUST', 'trust'],
  ] as const)
    assert.equal(isPrivateOwner(owner, type), false, owner);
  for (const [owner, type] of [
    ['QUILL, JOAN M', 'company_owned'],
    ['QUILL FAMILY TRUST', 'trust'],
    ['MILLICK OSTRANDER', 'private_owner'],
    ['TRIUMPH HOTELS', null],
  ] as const)
    assert.equal(isPrivateOwner(owner, type), true, owner);
});

test("a contractor with the owner's name is the owner, unless it is a firm or licensed", () => {
  assert.ok(isOfOwner('Joan Quill', 'QUILL JOAN B & PAT'));
  assert.ok(isOfOwner('Pat Quill Jr', 'Quill, Joan'));
  assert.ok(isOfOwner('Quill Joan', 'JOAN QUILL'));
  assert.ok(!isOfOwner('Joan Elm', 'QUILL JOAN'));
  const owned = { owner_name: 'QUILL JOAN', ...contacts };
  assert.throws(() => mention({ contractor_name: 'Joan Quill', ...owned }), /no contractor/);
  assert.equal(
    mention({ contractor_name: 'Joan Quill Roofing', ...owned }).facts.business_name,
    'Joan Quill Roofing',
  );
  assert.equal(
    mention({ contractor_name: 'Joan Quill', contractor_license: 'TX-1234', ...owned }).facts.name,
    'Joan Quill',
  );
});

test('every rejected contractor name is counted', () => {
  const noted = (fields: CanonicalPermit) => {
    const row = { kind: 'permits', key: 'k', fields: { number: '1', ...fields } } as const;
    const refined = refine(row, contextOfState('TX', geography), geography, { today: '2026-11-21' });
    if (refined.kind !== 'permit') throw new Error('no permit');
    assert.equal(refined.contractor, null);
    return refined.defects.map(({ name }) => name);
  };
  assert.deepEqual(noted({ contractor_name: 'Owner' }), ['contractor_none']);
  assert.deepEqual(noted({ contractor_name: '12345' }), ['contractor_unreadable']);
  const own = noted({ contractor_person: 'Joan Quill', owner_name: 'Quill, Joan' });
  assert.deepEqual(own, ['private_owner', 'contractor_owner']);
  assert.deepEqual(noted({}), []);
});

test('e-mail addresses are found anywhere in a text, in one pass over it', () => {
  const withheld = (text: string) => withoutContacts(text, 'description', []);
  const found = withheld('a.b+c@d-e.org, x@y.z @home q@r.com1s@t.net');
  assert.equal(found, '[withheld], x@y.z @home [withheld][withheld]');
  const text = `${'9'.repeat(10_000)}@`;
  assert.equal(withheld(text), text);
  assert.equal(withheld(`${'a@'.repeat(5_000)}b.com`)?.endsWith('@[withheld]'), true);
});
