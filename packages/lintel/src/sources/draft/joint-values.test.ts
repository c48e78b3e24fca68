/** What columns and their values say together in drafts: objects, groups, joined fields and names that say nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSource } from '../source/catalog-source.js';
import { draftDefinition } from './draft-definition.js';

const rows = 30;
const options = {
  id: 'oak-tx',
  name: 'Oak',
  kind: 'permits',
  jurisdiction: { geoid: '48453', name: 'Oak', state: 'TX', county_geoid: null, default_city: null },
  timeZone: 'UTC',
} as const;

/** The mapping and the first row of a draft of rows that are made of their number. */
function drafted(rowOf: (n: number) => Readonly<Record<string, unknown>>) {
  const sample = Array.from({ length: rows }, (_, n) => rowOf(n));
  const { definition, questions } = draftDefinition({ format: { type: 'json' }, rows: sample }, options);
  const source = makeSource(definition, 'the draft');
  return { map: definition.map, questions, first: source.map(sample[0] ?? {}).fields };
}

test('values inside objects are read by their paths, with what the object says of them', () => {
  const { map, first, questions } = drafted((n) => ({
    permit: `P-${n}`,
    detail: { address: `${n} Elm St`, status: n % 2 === 0 ? 'Issued' : 'Zorped', apply_date: '2024-05-01' },
    owner: { name: 'Elm Holdings LLC', address: '9 Far Rd' },
    links: [{ url: 'x' }],
  }));
  assert.deepEqual(map, {
    number: 'permit',
    status_raw: { path: 'detail.status' },
    file_date: { path: 'detail.apply_date' },
    address: { path: 'detail.address' },
    owner_name: { path: 'owner.name' },
  });
  assert.deepEqual(
    [first.address, 'owner_name' in first && first.owner_name],
    ['0 Elm St', 'Elm Holdings LLC'],
  );
  assert.match(questions.join(' '), /what does "zorped" mean/);
});

test('block and lot are the parcel, but not in New York, and a number that a spreadsheet cut is none', () => {
  const lots = (n: number) => ({ permit_no: `P-${n}`, block: `${n}`, lot: '07' });
  assert.deepEqual(drafted(lots).map, {
    number: 'permit_no',
    parcel: { join: ['block', 'lot'], with: '/', all: true },
  });
  assert.deepEqual(drafted((n) => ({ ...lots(n), bin: `${1000000 + n}` })).map, { number: 'permit_no' });
  const parcel = (value: string) => drafted((n) => ({ permit_no: `P-${n}`, parcel_id: value })).map;
  assert.deepEqual(parcel('1.57707E+11'), { number: 'permit_no' });
  assert.deepEqual(parcel('157707000012'), { number: 'permit_no', parcel: 'parcel_id' });
});

test('of two costs the revised one counts, and a name is made of its parts', () => {
  const { map } = drafted((n) => ({
    permit_no: `P-${n}`,
    estimated_cost: 1000,
    revised_cost: 2000,
    permittee_first_name: 'ANN',
    permittee_last_name: 'ODD',
    contractor: 'Odd Roofing 555-1234',
  }));
  assert.deepEqual(map, {
    number: 'permit_no',
    job_value: { first: ['revised_cost', 'estimated_cost'] },
    contractor_person: { join: ['permittee_first_name', 'permittee_last_name'] },
  });
});

test('of the people of a permit the type of their group says which is the contractor', () => {
  const { first } = drafted((n) => ({
    permit_no: `P-${n}`,
    contractor_1_type: 'OWNER AS GENERAL CONTRACTOR',
    contractor_1_name: 'ANN ODD',
    contractor_2_type: 'CONTRACTOR-ELECTRICAL',
    contractor_2_name: 'VOLT INC',
    contractor_3_type: 'CONTRACTOR-GENERAL CONTRACTOR',
    contractor_3_name: 'OAK BUILDERS INC',
  }));
  assert.equal('contractor_name' in first && first.contractor_name, 'OAK BUILDERS INC');
});

test('a city behind a mailing address is where mail goes', () => {
  const cells = { city: 'Elsewhere', state: 'ME', zip: '04102' };
  const { map } = drafted((n) => ({
    permit_no: `P-${n}`,
    location: `${n} Elm St`,
    mailing_ad: '9 Far Rd',
    ...cells,
  }));
  assert.deepEqual(map, { number: 'permit_no', address: 'location' });
  const site = drafted((n) => ({ permit_no: `P-${n}`, site_address: `${n} Elm St`, ...cells }));
  assert.deepEqual(site.map, {
    number: 'permit_no',
    address: 'site_address',
    city: 'city',
    state: 'state',
    zip: 'zip',
  });
});

test('where names say nothing, addresses, status words and the only dates are known by their values', () => {
  const { map } = drafted((n) => ({
    permit_no: `P-${n}`,
    q: `${n} Elm St`,
    j: n % 2 === 0 ? 'Issued' : 'Expired',
    k: '2024-05-01',
    z: 'ROUGH',
  }));
  assert.deepEqual(map, { number: 'permit_no', status_raw: 'j', issue_date: 'k', address: 'q' });
  // Which of two columns it is nobody can know.
  assert.deepEqual(drafted((n) => ({ permit_no: `P-${n}`, q: `${n} Elm St`, j: `${n} Oak St` })).map, {
    number: 'permit_no',
  });
});

test('a filled column is the field rather than one of a better name that is mostly empty or inside an object', () => {
  const { map } = drafted((n) => ({
    permit_no: `P-${n}`,
    permit_type: n === 0 ? 'Building' : null,
    type: n % 2 === 0 ? 'Building' : 'Electrical',
    detail: { address: n < 3 ? `${n} Far Rd` : null },
    site_addr: `${n} Elm St`,
  }));
  assert.deepEqual(map, { number: 'permit_no', type: 'type', address: 'site_addr' });
});

test('of two columns the values say which has the status, the firm and the number as it is printed', () => {
  const people = ['ANN ODD', 'BOB EVEN', 'CARL OAK'];
  const firms = ['OAK BUILDERS INC', 'ELM ELECTRIC LLC', 'ASH PLUMBING CO'];
  const { map } = drafted((n) => ({
    permit_number: `${n + 1}`,
    application_number: `15 - ${n}`,
    project_status: n % 2 === 0 ? 'Phase A' : 'Phase B',
    status: n % 2 === 0 ? 'Issued' : 'Expired',
    contractor_name: people[n % 3],
    company_name: firms[n % 3],
  }));
  const { number, status_raw: status, contractor_name: contractor } = map as Record<string, unknown>;
  assert.deepEqual(
    { number, status, contractor },
    { number: 'application_number', status: 'status', contractor: 'company_name' },
  );
});

test('a table without a header gets its columns by their values, and a date of permits in review is that of filing', () => {
  const { map } = drafted((n) => ({
    'column 1': '2015',
    'column 2': `${n + 1}`,
    'column 3': `${n} ELM ST`,
    'column 4': `2014-06-${String(10 + (n % 20))}`,
    'column 5': `15 - ${n}`,
    'column 6': n % 3 === 0 ? 'HVAC CHANGE OUT RESIDENTIAL' : 'BLDG - ALTERATION',
    'column 7': `$${1000 + 37 * n}.00`,
    'column 8': n % 3 === 0 ? 'IN REVIEW' : 'ISSUED',
    'column 9': n % 2 === 0 ? 'ELM HEATING CO' : 'OAK BUILDERS INC',
  }));
  assert.deepEqual(map, {
    number: 'column 5',
    type: 'column 6',
    status_raw: 'column 8',
    file_date: 'column 4',
    job_value: 'column 7',
    address: 'column 3',
    contractor_name: 'column 9',
  });
});

test('of two dates without a name the earlier one is that of filing', () => {
  const { map } = drafted((n) => ({
    permit_no: `P-${n}`,
    q: `2024-06-${String(10 + (n % 20))}`,
    j: `2024-05-${String(10 + (n % 20))}`,
  }));
  assert.deepEqual(map, { number: 'permit_no', file_date: 'j', issue_date: 'q' });
});

test('days as a spreadsheet counts them are dates where the name says so, and are read as such', () => {
  const { map, first } = drafted((n) => ({
    permit_no: `P-${n}`,
    issue_date: `${45292 + n}`,
    file: `${45292 + n}`,
    Finaled: `${45300 + n}`,
  }));
  assert.deepEqual(map, { number: 'permit_no', issue_date: 'issue_date', final_date: 'Finaled' });
  assert.equal('issue_date' in first && first.issue_date, '45292');
});

test('the name of a project is the description only where nothing else may be, and a kind of review is no work', () => {
  const project = (n: number) => ({ permit_no: `P-${n}`, project_name: 'Elm Court' });
  assert.deepEqual(drafted(project).map, { number: 'permit_no', description: 'project_name' });
  const beside = (other: string) => drafted((n) => ({ ...project(n), [other]: 'Elm Solar' })).map;
  assert.deepEqual(beside('case_name'), { number: 'permit_no' });
  assert.deepEqual(beside('work_description'), { number: 'permit_no', description: 'work_description' });
  const work = (value: string) => drafted((n) => ({ permit_no: `P-${n}`, work_type: value })).map;
  assert.deepEqual(work('No plan review'), { number: 'permit_no' });
  assert.notDeepEqual(work('New'), { number: 'permit_no' });
});
