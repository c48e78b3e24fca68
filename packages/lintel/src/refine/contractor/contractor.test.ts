import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chicago as source } from '@lintel/testing/refine/sources.js';
import { loadGeography } from '../../geography/load.js';
import type { CanonicalPermit } from '../record/canonical.js';
import type { DefectList } from '../record/defects.js';
import { deriveClasses, mentionContractor } from './contractor.js';
import { readName } from './contractor-name.js';
import { refineContractor } from './license.js';
import { parsePhone, readEmail } from './phone.js';

const geography = loadGeography();

/** `person|business|dba` of a company column. */
function names(company: string, person?: string): string | null {
  const name = readName(company, person);
  return name === null ? null : [name.person, name.business, name.dba].map((part) => part ?? '').join('|');
}

test('names are split and put in reading order', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['MAPLE ROOFING, INC.', '|MAPLE ROOFING INC.|'],
    ['QUILL, D R INC', '|D R QUILL INC|'],
    ['QUILL, JOHN', 'JOHN QUILL||'],
    ['QUILL, W G & SONS CONSTRUCTION CO', '|W G QUILL & SONS CONSTRUCTION CO|'],
    ['QUILL, JOHN B CONSTRUCTION, LLC', '|JOHN B QUILL CONSTRUCTION LLC|'],
    ['MAPLE GROUP INC, THE', '|MAPLE GROUP INC|'],
    ['MAPLE LLC DBA ELM HOMES', '|MAPLE LLC|ELM HOMES'],
    ['MAPLE, INC. D/B/A ELM SIGNS', '|MAPLE INC.|ELM SIGNS'],
    ['ELM BUILDERS, MAPLE HOLDINGS LLC DBA', '|MAPLE HOLDINGS LLC|ELM BUILDERS'],
    ['MAPLE, INC. T/A ELM HOMES', '|MAPLE INC.|ELM HOMES'],
    ['Joan Quill, Maple Electric LLC', 'Joan Quill|Maple Electric LLC|'],
    ['MAPLE &amp; ELM&nbsp;HEATING', '|MAPLE & ELM HEATING|'],
    ['MAPLE MECHANICAL LLC | ELM INC', '|MAPLE MECHANICAL LLC|'],
    ['JOAN QUILL | MAPLE MECHANICAL LLC', '|MAPLE MECHANICAL LLC|'],
    ['MAPLE ROOFING, INC. DBA', '|MAPLE ROOFING INC.|'],
    ['Joan Quill, Jr., Maple Electric LLC', 'Joan Quill, Jr.|Maple Electric LLC|'],
    ['_QUILL&#039;S ELECTRIC ***MAIN***', "|QUILL'S ELECTRIC|"],
    ["Owner's Choice Roofing", "|Owner's Choice Roofing|"],
    ['joan quill', 'joan quill||'],
    ['Quill Maple Co.LTD,', '|Quill Maple Co. LTD|'],
    ['Quill Maple Co.,Ltd.', '|Quill Maple Co. Ltd.|'],
    ['Joan Quill,', 'Joan Quill||'],
  ];
  for (const [text, expected] of cases) assert.equal(names(text), expected, text);
  assert.equal(names('Maple', 'Quill, Joan'), 'Joan Quill|Maple|');
  assert.equal(names('', 'Joan Quill'), 'Joan Quill||');
});

test('owners and placeholders are not contractors', () => {
  const nobody = [
    'OWNER',
    'Homeowner',
    'OWNER/BUILDER',
    'Owner as contractor',
    'SELF',
    'SELF CONTRACTOR RESIDENTIAL',
    'N/A',
    'none',
    'TBD',
    'To be determined',
    'Contractor of Record Not Designated',
    'NOT APPLICABLE',
    'Undecided',
    'Home owners',
    'Waiting for Licensed Contractor',
    '*** DO NOT USE ***',
    '{0A1B-22}',
    'Joan Quill (owner)',
    'UNKNOWN',
    '---',
    'XXX',
    '12345',
    'BUSINESS OWNER',
    'IN',
    'I',
    'LLC',
    'The Company, Inc.',
    'Builder',
    'Landlord',
    'CONTRACTOR TO BE NAMED',
    'Home Owner Permit',
    'See notes for details',
    'GC TBD',
    'Tenant/Owner',
    'General Contractor to be determined later',
  ];
  for (const text of nobody) assert.equal(names(text), null, text);
  for (const text of [
    'Landlord Construction LLC',
    'See, Joan',
    'Tenant Finish Specialists',
    'Owners Building Company',
  ])
    assert.notEqual(names(text), null, text);
  const defects: DefectList = [];
  assert.equal(
    mentionContractor(
      { contractor_name: 'OWNER', contractor_license: 'C-88123' },
      source,
      geography,
      defects,
    ),
    null,
  );
  assert.deepEqual(defects, [{ name: 'contractor_none', field: 'contractor_name' }]);
});

function keys(fields: CanonicalPermit): readonly string[] {
  return mentionContractor(fields, source, geography, [])?.keys ?? [];
}

test('identity keys come strongest first, and a common name never identifies within a whole state', () => {
  assert.deepEqual(
    keys({
      contractor_name: 'Millick Ostrander Roofing Inc',
      contractor_license: 'roc-1234',
      contractor_phone: '(312) 986-8000 x',
      contractor_email: 'Info@Maple.com',
    }),
    ['license:IL:ROC1234', 'phone:+13129868000', 'email:info@maple.com', 'name:MILLICK OSTRANDER ROOFING|IL'],
  );
  assert.deepEqual(keys({ contractor_name: 'Joan Quill' }), ['person:JOAN QUILL|IL|CHICAGO']);
  assert.deepEqual(keys({ contractor_name: 'Joan Quill', contractor_phone: '3129868000' }), [
    'phone:+13129868000',
    'person:JOAN QUILL|IL|CHICAGO',
  ]);
  assert.deepEqual(keys({ contractor_name: 'Quill Roofing' }), ['local:QUILL ROOFING|IL|CHICAGO']);
  for (const name of ['General Construction LLC', 'Smith Construction', 'ABC Plumbing', 'JB Builders']) {
    assert.match(keys({ contractor_name: name })[0] ?? '', /^common:.*\|IL\|CHICAGO$/, name);
  }
  assert.deepEqual(keys({ contractor_license: 'C-55521', contractor_license_state: 'Wisconsin' }), [
    'license:WI:C55521',
  ]);
  assert.deepEqual(keys({ contractor_name: 'Ostrander Roofing', contractor_license: '0000' }), [
    'local:OSTRANDER ROOFING|IL|CHICAGO',
  ]);
  assert.deepEqual(keys({ contractor_name: 'Quill Holdings LLC DBA Millick Ostrander Homes' }), [
    'local:QUILL HOLDING|IL|CHICAGO',
    'dba:MILLICK OSTRANDER HOME|IL',
  ]);
});

test('telephone numbers and e-mail addresses inside a name are taken out', () => {
  const read = (company: string) => {
    const defects: DefectList = [];
    const facts = mentionContractor({ contractor_name: company }, { ...source }, geography, defects)?.facts;
    return [facts?.name ?? facts?.business_name ?? null, defects.map(({ name }) => name)];
  };
  assert.deepEqual(read('Joan Quill 615-986-0142'), ['Joan Quill', ['contact_in_text']]);
  assert.deepEqual(read('Maple Roofing (615) 986-0142 office@mail.maple.com LLC'), [
    'Maple Roofing LLC',
    ['contact_in_text'],
  ]);
  assert.deepEqual(read('Maple Roofing 6159860142'), ['Maple Roofing', ['contact_in_text']]);
  assert.deepEqual(read('joan@maple.com'), [null, ['contact_in_text']]);
  assert.deepEqual(read('606 Maple Roofing 2019 LLC'), ['606 Maple Roofing 2019 LLC', []]);
});

test('a firm of the home state, all telephones and the form of a common name make keys', () => {
  assert.deepEqual(keys({ contractor_name: 'Millick Ostrander Roofing of Illinois LLC' }), [
    'name:MILLICK OSTRANDER ROOFING|IL',
  ]);
  assert.deepEqual(keys({ contractor_name: 'Bank of Illinois' }), ['name:BANK OF ILLINOIS|IL']);
  assert.deepEqual(
    keys({ contractor_name: 'Smith Roofing ll LLC', contractor_phone: '(312) 986-8000 | (312) 986-8001' }),
    [
      'phone:+13129868000',
      'phone:+13129868001',
      'common:SMITH ROOFING|IL|CHICAGO',
      'same:SMITHROOFING|IL|CHICAGO|LLC',
    ],
  );
  assert.deepEqual(
    keys({ contractor_name: 'J & B Roofing Inc' }).at(-1),
    'same:JANDBROOFINGINC|IL|CHICAGO|INC',
  );
  assert.deepEqual(keys({ contractor_name: 'City of Elgin' }), ['name:CITY OF ELGIN|IL']);
});

test("a name that fills the source's column counts as cut off, unless only its legal form is", () => {
  const cutting = { ...source, contractorNameWidth: 25 };
  const key = (name: string) => mentionContractor({ contractor_name: name }, cutting, geography, [])?.keys;
  assert.deepEqual(key('MILLICK OSTRANDER PLUMBIN'), ['cut:MILLICK OSTRANDER PLUMBIN|IL']);
  assert.deepEqual(key('MILLICK OSTRANDER CORPORA'), ['name:MILLICK OSTRANDER|IL']);
  assert.deepEqual(key('MILLICK OSTRANDER ROOFER'), ['name:MILLICK OSTRANDER ROOFER|IL']);
});

test("a contractor's address and trade are parsed", () => {
  const mention = mentionContractor(
    {
      contractor_name: 'Maple Roofing',
      contractor_address: '929 W ADAMS STREET STE 2',
      contractor_city: 'Chicago',
      contractor_state: 'IL',
      contractor_zip: '60607',
      contractor_trade: 'CONTRACTOR-ELECTRICAL',
    },
    source,
    geography,
    [],
  );
  assert.equal(mention?.facts.address.street, 'W ADAMS ST');
  assert.equal(mention?.facts.address.county, 'COOK COUNTY');
  assert.equal(mention?.facts.address.address_id?.length, 11);
  assert.deepEqual(mention?.facts.classification_derived, ['electrical']);
  assert.deepEqual(deriveClasses('B| C10', 'CA'), ['electrical', 'general_building_contractor']);
  assert.deepEqual(deriveClasses('C-39', 'CA'), ['roofing']);
  assert.deepEqual(deriveClasses('E - $500,000 PROJECT CEILING', 'IL'), []);
});

test('rows share a mention only if all their contractor columns are equal', () => {
  const base: CanonicalPermit = { contractor_name: 'Quillwork Roofing LLC', contractor_city: 'Elgin' };
  const others: readonly CanonicalPermit[] = [
    ...['60601', '60602', '60603', '60604', '60605', '60606', '60607', '60608'].map((zip) => ({
      ...base,
      contractor_zip: zip,
    })),
    { ...base, contractor_phone: '312-444-0142' },
    { ...base, contractor_phone: '000' },
    { ...base, contractor_person: 'Joan Quill' },
    { ...base, contractor_name: 'Quillwork Roofing' },
    { contractor_name: 'Quillwork Roofing LLC' },
  ];
  const see = (fields: CanonicalPermit, of = source) => {
    const defects: DefectList = [];
    return { mention: mentionContractor(fields, of, geography, defects), defects };
  };
  assert.equal(see({ ...base }).mention, see({ ...base }).mention);
  const fresh = others.map((fields) => see(fields, { ...source }));
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(
      others.map((fields) => see(fields)),
      fresh,
    );
  }
});

test('phone numbers must be valid, e-mail addresses plausible', () => {
  assert.equal(parsePhone('303-473-9542 (303) 516-4008'), '+13034739542');
  assert.equal(parsePhone('1 (312) 986.8000 ext 12'), '+13129868000');
  for (const text of [
    '',
    '986-8000',
    '012-986-8000',
    '911-986-8000',
    '312-186-8000',
    '0000000000',
    '5555555555',
    '1234567890',
    '312-555-0000',
  ]) {
    assert.equal(parsePhone(text), null, text);
  }
  const defects: DefectList = [];
  assert.equal(readEmail('Joan <JOAN.Q@Maple.co>', 'email', defects), 'joan.q@maple.co');
  assert.equal(readEmail('none@none.com', 'email', []), null);
  assert.equal(readEmail('joan@', 'email', defects), null);
  assert.deepEqual(defects, [{ name: 'email_unreadable', field: 'email' }]);
});

test('an entry of a licence list becomes a mention; one that names no one is refused', () => {
  const refined = refineContractor(
    {
      license: 'TGC-1234',
      business_name: 'MAPLE GROUP, INC',
      phone: '(773)342-1988',
      address: '39 WEST GRAND AVENUE&nbsp;CHICAGO&nbsp;IL&nbsp;60654',
      license_exp_date: '06/24/2035',
      classification: 'General contractor',
      website: 'https://Maple.com/',
    },
    { source, geography, today: '2026-11-21', defects: [] },
  );
  assert.equal(refined.kind, 'contractor');
  if (refined.kind !== 'contractor') return;
  const { facts, keys: found } = refined.contractor;
  assert.deepEqual(found, [
    'license:IL:TGC1234',
    'phone:+17733421988',
    `site:${facts.address.address_id}`,
    'common:MAPLE GROUP|IL|CHICAGO',
    'same:MAPLEGROUP|IL|CHICAGO|INC',
    'same:MAPLEGROUP|IL|CHICAGO|60654',
  ]);
  assert.equal(facts.license_exp_date, '2035-06-24');
  assert.equal(facts.website, 'maple.com');
  assert.equal(facts.address.street, 'W GRAND AVE');
  assert.equal(facts.address.city, 'CHICAGO');
  assert.deepEqual(facts.classification_derived, ['general_building_contractor']);
  assert.equal(
    refineContractor({ phone: '(773)342-1988' }, { source, geography, today: '2026-11-21', defects: [] })
      .kind,
    'refused',
  );
});
