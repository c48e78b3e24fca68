/**
 * Made-up rows of sources that write owners and firms into one column: a name is published or its refusal is
 * counted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeography } from '../geography/load.js';
import { refine } from '../refine/refine.js';
import { loadCatalog } from '../sources/source/load-catalog.js';

const catalog = loadCatalog();
const geography = loadGeography();

/** What is published of the contractor of a row, and the defects of contractors. */
function contractorOf(id: string, row: Record<string, string>): string {
  const source = catalog.require(id);
  const refined = refine(source.map(row), source.context, geography, { today: '2026-06-30' });
  assert.equal(refined.kind, 'permit');
  if (refined.kind !== 'permit') return '';
  const { name, business_name: business } = refined.contractor?.facts ?? {};
  const defects = refined.defects.filter(({ field }) => field === 'contractor_name');
  return [name, business, ...defects.map(({ name: defect }) => defect)].filter(Boolean).join(' | ');
}

const austin = (folder: string, owner = '') =>
  contractorOf('austin-tx-daily', {
    permit_number: '2016-000001 BP',
    sub_type: 'R- 101 Single Family Houses',
    folder_owner: folder,
    property_owner: owner,
    folder_owner_phone: '5125550142',
  });

test('austin-tx-daily: firms after commas and people without a firm are contractors, owners are counted', () => {
  assert.equal(austin('Quill Concrete Co.LTD,', 'Example Homes LLC,'), 'Quill Concrete Co. LTD');
  assert.equal(austin('Pat Example, Quill Plumbing,'), 'Pat Example | Quill Plumbing');
  assert.equal(
    austin('Pat Example, Quill Mechanical Services', 'Elm, Joan,'),
    'Pat Example | Quill Mechanical Services',
  );
  assert.equal(austin('Pat L Example,', 'ELM JOAN'), 'Pat L Example | private_contact');
  assert.equal(austin('Pat L Example,', 'EXAMPLE PAT & JOAN'), 'contractor_owner');
  assert.equal(austin('Pat L Example,', 'Pat L Example,'), 'contractor_none');
  assert.equal(austin('Test Example, Test Example'), 'contractor_none');
  assert.equal(austin(''), '');
});

test('a contractor column with the owner or nobody is counted in every source known to have one', () => {
  const named: readonly [string, Record<string, string>][] = [
    ['nashville-tn', { Permit__: '1', Contact: 'SELF CONTRACTOR RESIDENTIAL (SEE APPLICANT INFORMATION)' }],
    ['yarmouth-me', { OBJECTID: '1', ISSUED: '2018-01-01', Location: '1 Elm St', CONTRACTOR: 'Undecided' }],
    ['boulder-co', { ContractorTrade: 'Owner/Contractor', ContractorCompanyName: 'Pat Example' }],
    ['boulder-co', { ContractorCompanyName: 'Waiting for Licensed Contractor' }],
    ['rockford-il', { contractorfullname: 'Pat Example', ownerfullname: 'Pat Example' }],
    ['albany-ny', { contractor: 'Pat Example 518-555-0142', owner: 'Pat Example 518-555-01' }],
    ['new-york-ny-dob-now', { applicant_business_name: '{0AB1-22}' }],
    ['philadelphia-pa-odata', { pri_contact_type: 'CONTRACTOR', pri_contact_company_name: '**DO NOT USE**' }],
  ];
  for (const [id, row] of named) {
    const filled = { ...row, ...numberOf(id) };
    assert.equal(contractorOf(id, filled), 'contractor_none', `${id} ${JSON.stringify(row)}`);
  }
});

/** A number for a row of the source, in the column that its definition reads. */
function numberOf(id: string): Record<string, string> {
  const { definition } = catalog.require(id);
  const columns = definition.row_key.filter((column) => typeof column === 'string');
  return Object.fromEntries(
    [...columns, definition.map.number].flatMap((column) =>
      typeof column === 'string' ? [[column, '12345']] : [],
    ),
  );
}
