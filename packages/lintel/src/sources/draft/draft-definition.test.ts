/**
 * Drafts of definitions: which columns are found, what identifies rows, what is asked, and that every draft
 * loads.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { elmCityJurisdiction } from '@lintel/testing/sources/elm-city.js';
import { makeXlsx, makeZip } from '@lintel/testing/sources/synthetic-archive.js';
import fc from 'fast-check';
import { givenFields } from '../../refine/record/canonical.js';
import { firstRows } from '../read/first-rows.js';
import { makeSource } from '../source/catalog-source.js';
import { draftDefinition, type Sample } from './draft-definition.js';
import { fetchOfAddress } from './portal-address.js';
import { readSample } from './read-sample.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-draft-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const options = {
  id: 'elm-city-ks',
  name: 'Elm City',
  kind: 'permits',
  jurisdiction: elmCityJurisdiction,
  timeZone: 'America/Chicago',
} as const;
const header = [
  'Permit #',
  'Permit Type',
  'Work Desc',
  'Status',
  'Date Filed',
  'Issued Date',
  'Est. Cost',
  'Site Address',
  'Zip',
  'Contractor Name',
];
const table = Array.from({ length: 40 }, (_, i) => [
  `B-${i}`,
  ['Roof', 'Deck', 'Plumbing'][i % 3] ?? '',
  `work number ${i} on a café`,
  ['Issued', 'Finaled', 'Bond Awaited', 'Zapped'][i % 4] ?? '',
  `06/${(i % 28) + 1}/2026`,
  i % 4 === 0 ? '' : `07/${(i % 28) + 1}/2026`,
  `$${i},500.00`,
  `${100 + i} Elm St`,
  '67501',
  i % 2 ? 'ACME LLC' : 'Owner',
]);
const rows = table.map((cells) =>
  Object.fromEntries(header.map((name, i) => [name, cells[i]]).filter(([, cell]) => cell !== '')),
);
const draft = (sample: Sample) => draftDefinition(sample, options);
const mapOf = (sample: Sample) => (draft(sample).definition as { map: Record<string, unknown> }).map;
const keyOf = (sample: Sample) => (draft(sample).definition as { row_key: unknown }).row_key;

test('columns are found by their names and values', () => {
  assert.deepEqual(mapOf({ format: {}, rows }), {
    number: 'Permit #',
    type: 'Permit Type',
    description: 'Work Desc',
    status_raw: 'Status',
    file_date: 'Date Filed',
    issue_date: 'Issued Date',
    job_value: 'Est. Cost',
    address: 'Site Address',
    zip: 'Zip',
    contractor_name: 'Contractor Name',
  });
  const misleading = rows.map((row) => ({ ...row, 'Issued Date': 'see file' }));
  assert.equal(mapOf({ format: {}, rows: misleading }).issue_date, undefined);
});

test('the kind of a record and its master permit are columns with such values, whatever a filing is called', () => {
  const withKind = (kindOf: (i: number) => string) =>
    rows.map((row, i) => ({ ...row, 'Filing Status': kindOf(i), 'Master Permit No': `M-${i % 20}` }));
  const found = mapOf({ format: {}, rows: withKind((i) => (i % 3 === 0 ? 'RENEWAL' : 'INITIAL')) });
  assert.deepEqual([found.record_kind, found.parent_number], ['Filing Status', 'Master Permit No']);
  assert.deepEqual([found.number, found.status_raw, found.type], ['Permit #', 'Status', 'Permit Type']);
  const other = mapOf({ format: {}, rows: withKind((i) => (i % 3 === 0 ? 'Approved' : 'Objections')) });
  assert.equal(other.record_kind, undefined);
});

test('a draft lists what it could not map and what must be decided', () => {
  const { unmapped, questions, definition } = draft({
    format: {},
    rows: rows.map((row) => ({ ...row, Ward: '7' })),
  });
  assert.deepEqual(
    unmapped.map(({ name }) => name),
    ['Ward'],
  );
  assert.ok(questions.some((question) => question.includes('"zapped"')));
  assert.deepEqual((definition as { status_words: unknown }).status_words, {
    'bond awaited': null,
    zapped: null,
  });
  const bare = draft({ format: {}, rows: [{ N: '1', When: 'x' }] });
  assert.ok(bare.questions.some((question) => question.includes('the permit number')));
  assert.ok(bare.questions.some((question) => question.includes('"status_when_issued"')));
  assert.ok(!('status_when_issued' in (bare.definition as object)), 'a status is not guessed');
});

test('the key is the number, or what else identifies rows, and repeated keys are reported', () => {
  assert.deepEqual(keyOf({ format: {}, rows }), ['Permit #']);
  const perAddress = rows.map((row, i) => ({
    ...row,
    'Permit #': `B-${i >> 2}`,
    'Record ID': `${9000 + i}`,
  }));
  assert.deepEqual(keyOf({ format: {}, rows: perAddress }), ['Record ID']);
  const likeTimes = perAddress.map((row, i) => ({ ...row, 'Record ID': `${1_596_460_430_476 + i}` }));
  assert.deepEqual(keyOf({ format: {}, rows: likeTimes }), ['Record ID']);
  const perTrade = [1, 2, 3, 4].flatMap((n) =>
    ['E', 'P'].map((trade) => ({ Permit: `B-${n}`, Trade: trade, Fixed: 'x' })),
  );
  assert.deepEqual(keyOf({ format: {}, rows: perTrade }), ['Permit', 'Trade']);
  const twice = [...rows, ...rows.slice(0, 3)];
  assert.deepEqual(keyOf({ format: {}, rows: twice }), ['Permit #'], 'a row that is there twice counts once');
  const more = Array.from({ length: 60 }, (_, i) => ({ ...rows[i % 40], 'Permit #': `C-${i}` }));
  const renewed = draft({ format: {}, rows: [...rows, ...more, { ...rows[0], Status: 'Finaled' }] });
  assert.deepEqual((renewed.definition as { row_key: unknown }).row_key, ['Permit #']);
  assert.match(
    renewed.questions.join(' '),
    /1 of 101 rows have the "Permit #" of another row.*later versions/,
  );
  const alike = [1, 2, 3].map((n) => ({ Permit: 'B-1', Note: { n } }));
  assert.match(
    draft({ format: {}, rows: alike }).questions.join(' '),
    /no three columns together differ from row to row; even with these 2 rows/,
  );
});

test('a point is found as columns, as GeoJSON, as Esri JSON and as a location of Socrata', () => {
  const where = (row: object) => {
    const { lat, lng, point } = mapOf({ format: {}, rows: [row as Record<string, unknown>] });
    return [lat, lng, point];
  };
  assert.deepEqual(where({ Latitude: '38.1', Longitude: -97.9 }), ['Latitude', 'Longitude', undefined]);
  assert.deepEqual(where({ geometry: { type: 'Point', coordinates: [-97.9, 38.1] } }), [
    { path: 'geometry.coordinates.1' },
    { path: 'geometry.coordinates.0' },
    undefined,
  ]);
  assert.deepEqual(where({ geometry: { x: -97.9, y: 38.1 } }), [
    { path: 'geometry.y' },
    { path: 'geometry.x' },
    undefined,
  ]);
  assert.deepEqual(where({ geometry: { x: 665_522.5, y: 1_364_221.3 } }), [undefined, undefined, undefined]);
  assert.deepEqual(where({ location: { latitude: '38.1', longitude: '-97.9' } })[0], {
    path: 'location.latitude',
  });
  assert.deepEqual(where({ Latitude: '38.1' }), [undefined, undefined, undefined]);
});

test('every draft of any rows loads and gives its own rows what it mapped', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.double(),
    fc.constant(null),
    fc.constantFrom('06/01/2026', '12 Elm St', '67501', 'Issued'),
  );
  const names = fc.constantFrom(
    'Permit',
    'Status',
    'Date',
    'Address',
    'X',
    'Y',
    'Cost',
    'Zip',
    'location',
    'A.B',
    '#',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(fc.dictionary(names, cell), { minLength: 1, maxLength: 8 }), (sample) => {
      const { definition } = draft({ format: {}, rows: sample });
      const key = (definition as { row_key: unknown[] }).row_key;
      if (key.length === 0) return;
      const source = makeSource(definition, 'draft.json');
      for (const row of sample) assert.equal(typeof source.map(row).key, 'string');
    }),
  );
});

const text = (mark: string) =>
  [header, ...table]
    .map((cells) => cells.map((cell) => (cell.includes(mark) ? `"${cell}"` : cell)).join(mark))
    .join('\r\n');
const files: Readonly<Record<string, readonly [string | Uint8Array, object]>> = {
  'comma.csv': [text(','), { type: 'csv' }],
  'semicolon.txt': [text(';'), { type: 'csv', delimiter: ';' }],
  'mark.csv': [`\ufeff${text(',')}`, { type: 'csv' }],
  'wide.csv': [
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text('\t'), 'utf16le')]),
    { type: 'csv', delimiter: '\t' },
  ],
  'windows.csv': [Buffer.from(text(','), 'latin1'), { type: 'csv', encoding: 'windows-1252' }],
  'nested.json': [
    JSON.stringify({ about: { n: 1 }, data: { permits: rows } }),
    { type: 'json', records: 'data.permits' },
  ],
  'esri.json': [
    JSON.stringify({ features: rows.map((row) => ({ attributes: row })) }),
    { type: 'json', records: 'features[].attributes' },
  ],
  'headless.csv': [
    table.map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')).join('\n'),
    { type: 'csv', columns: header },
  ],
  'joined.json': [rows.map((row) => JSON.stringify(row, null, 1)).join(''), { type: 'ndjson' }],
  'lines.dat': [rows.map((row) => JSON.stringify(row)).join('\n'), { type: 'ndjson' }],
  'book.xlsx': [makeXlsx({ Permits: [header, ...table] }), {}],
  'all.zip': [makeZip([{ name: 'a.csv', data: text(',') }]), {}],
};

for (const [name, [content, format]] of Object.entries(files)) {
  test(`the format of ${name} is found, and its draft reads all of it`, async () => {
    const path = join(directory, name);
    writeFileSync(path, content);
    const sample = await readSample(path, 1000, name.startsWith('headless') ? header : undefined);
    assert.deepEqual(sample.format, format);
    const source = makeSource(draft(sample).definition, 'draft.json');
    const items = await firstRows(path, source, 1000);
    assert.equal(items.length, 40);
    assert.ok(items.every((item) => 'row' in item && source.rowKey(item.row) !== null));
    const [, second] = items;
    assert.ok(second !== undefined && 'row' in second);
    const { description } = Object.fromEntries(givenFields(source.map(second.row).fields));
    assert.equal(description, 'work number 1 on a café');
  });
}

test('a table without a header asks for the names of its columns and loses no row', async () => {
  const path = join(directory, 'headless.csv');
  const sample = await readSample(path, 1000);
  assert.equal(sample.rows.length, 40);
  assert.match(draft(sample).questions.join(' '), /has no header, so .* values; name them.*--columns/);
  const other = join(directory, 'headless-too.csv');
  writeFileSync(
    other,
    'B-1,Roof,"June, 1 2026 00:00:00",100 Elm St\nB-2,Deck,"June, 2 2026 00:00:00",102 Elm St\n',
  );
  assert.equal((await readSample(other, 10)).rows.length, 2);
});

test('what is not sure is left open with the reason and the candidates', () => {
  const unclear = rows.map((row, i) => ({
    ...row,
    'Issued Date': 'see file',
    X_COORD: 6_561_666 + i,
    Y_COORD: 1_640_416,
  }));
  const nowhere = { ...options, isInside: () => false };
  const { fields, open } = draftDefinition({ format: {}, rows: unclear }, nowhere);
  const sure = Object.fromEntries(fields.map(({ field, confidence }) => [field, confidence]));
  assert.ok((sure.number ?? 0) > 0.9 && sure.issue_date === undefined);
  const issue = open.find(({ field }) => field === 'issue_date');
  assert.match(issue?.reason ?? '', /not dates, such as "see file"/);
  assert.deepEqual(
    issue?.candidates.map(({ column }) => column),
    ['Issued Date'],
  );
  assert.match(
    open.find(({ field }) => field === 'point')?.reason ?? '',
    /not degrees, and no system is known/,
  );
});

test('dates in the wrong order, and values that are not what the name says, are not believed', () => {
  const late = rows.map((row) => ({ ...row, 'Date Filed': '08/30/2026', 'Issued Date': '07/01/2026' }));
  const { fields, open } = draft({ format: {}, rows: late });
  assert.equal(
    fields.some(({ field }) => field === 'file_date'),
    false,
  );
  assert.match(
    open.find(({ field }) => field === 'file_date')?.reason ?? '',
    /after "Issued Date" in 40 of 40/,
  );
  const long = rows.map((row) => ({ ...row, 'Issued Date': 'June, 30 2026 00:00:00' }));
  assert.equal(mapOf({ format: {}, rows: long }).issue_date, 'Issued Date');
});

test('swapped degrees, and feet of the zone of the place, become points', () => {
  const swapped = rows.map((row) => ({ ...row, Latitude: '-97.9', Longitude: '38.1' }));
  const { lat, lng } = mapOf({ format: {}, rows: swapped });
  assert.deepEqual([lat, lng], ['Longitude', 'Latitude']);
  const feet = rows.map((row, i) => ({ ...row, X: 1_500_000 + i, Y: 1_700_000 + i }));
  const here = { ...options, isInside: (y: number, x: number) => y > 37 && y < 39 && x > -98.5 && x < -97 };
  const { definition, fields } = draftDefinition({ format: {}, rows: feet }, here);
  const plane = { plane: 'EPSG:3420', x: 'X', y: 'Y' };
  assert.deepEqual((definition.map as Record<string, unknown>).point, plane);
  assert.match(fields.find(({ field }) => field === 'point')?.doubt ?? '', /the portal does not state it/);
  const stated = draftDefinition({ format: {}, rows: feet, metadata: { epsg: 3420 } }, options);
  assert.deepEqual((stated.definition.map as Record<string, unknown>).point, plane);
});

test('columns alone give a draft too, which says that no value was seen', () => {
  const { definition, fields, questions } = draft({
    format: {},
    rows: [],
    columns: [
      { name: 'permit_num', type: 'text' },
      { name: 'PermitIssueDt', type: 'esriFieldTypeDate' },
      { name: 'OWNER_MAIL_ADDR' },
      { name: 'siteaddr' },
    ],
  });
  assert.deepEqual(definition.map, {
    number: 'permit_num',
    issue_date: 'PermitIssueDt',
    address: 'siteaddr',
  });
  assert.ok(fields.every(({ doubt, confidence }) => doubt === 'no value was seen' && confidence < 0.95));
  assert.match(questions.join(' '), /no rows were seen, so check that "permit_num" does not repeat/);
});

const drafted = (kind: 'permits' | 'properties' | 'decisions' | 'contractors', ...names: string[]) => {
  const sample = { format: {}, rows: [], columns: names.map((name) => ({ name })) };
  return draftDefinition(sample, { ...options, kind }).definition.map;
};

test('a field that nearly every dataset has takes the only column that may be it, never one of two', () => {
  assert.deepEqual(drafted('permits', 'PERMIT_NO', 'DATE'), { number: 'PERMIT_NO', issue_date: 'DATE' });
  assert.deepEqual(drafted('decisions', 'CASE_NUMBER', 'STATUS'), {
    title: 'CASE_NUMBER',
    outcome: 'STATUS',
  });
  // A word that is not known may say that it is another type.
  assert.deepEqual(drafted('permits', 'PERMIT_NO', 'QUX_TYPE'), { number: 'PERMIT_NO' });
});

test('what describes a case or project is its title rather than its number', () => {
  assert.deepEqual(drafted('decisions', 'CASE_NUMBER', 'PROJECT_DESCRIPTION', 'STATUS'), {
    title: 'PROJECT_DESCRIPTION',
    outcome: 'STATUS',
  });
});

test('one example of a column is no evidence against a column without', () => {
  const mapOf = (columns: readonly { name: string; examples?: string[] }[]) =>
    draftDefinition({ format: {}, rows: [], columns }, options).definition.map as Record<string, unknown>;
  const category = { name: 'PERMIT_CATEGORY', examples: ['Alteration'] };
  assert.equal(mapOf([category, { name: 'PERMIT_TYPE' }]).type, 'PERMIT_TYPE');
  assert.deepEqual(mapOf([{ name: 'PERMIT_TYPE', examples: ['Commercial'] }]), { type: 'PERMIT_TYPE' });
  const several = { name: 'PERMIT_TYPE', examples: ['Commercial', 'Residential'] };
  assert.deepEqual(mapOf([several]), { property_type: 'PERMIT_TYPE' });
});

test('a class of permits of the standard that says what is done is no type of property', () => {
  const names = ['PermitNum', 'Description', 'IssuedDate', 'CompletedDate', 'StatusCurrent', 'AppliedDate'];
  const others = [...names, 'OriginalAddress1', 'OriginalCity', 'OriginalState', 'OriginalZip', 'PermitType'];
  const classed = (...examples: string[]) =>
    draftDefinition(
      {
        format: {},
        rows: [],
        columns: [...others.map((name) => ({ name })), { name: 'PermitClass', examples }],
      },
      options,
    ).definition.map as Record<string, unknown>;
  assert.equal(classed('Fire Sprinkler', 'Limited Term').subtype, 'PermitClass');
  assert.equal(classed('Fire Sprinkler').property_type, undefined);
  assert.equal(classed('Residential').property_type, 'PermitClass');
});

test('a field without a plain name is offered the columns that have its words, and none of another thing', () => {
  const names = ['PERMIT_NO', 'TOTAL_BLDG_COST_CUSTOMER', 'INSURANCE_CONSTRUCTION_COST'];
  const sample = { format: {}, rows: [], columns: names.map((name) => ({ name })) };
  const { definition, open } = draftDefinition(sample, options);
  assert.deepEqual(definition.map, { number: 'PERMIT_NO' });
  const offered = open.map(({ field, candidates }) => [field, candidates.map(({ column }) => column)]);
  assert.deepEqual(offered, [['job_value', ['TOTAL_BLDG_COST_CUSTOMER']]]);
});

test('of two names the plainer one is taken, and a part of an address is no point, state or whole', () => {
  assert.deepEqual(drafted('permits', 'PERMIT_ID', 'PERMIT_NUMBER'), { number: 'PERMIT_NUMBER' });
  assert.deepEqual(drafted('permits', 'PERMIT_NO', 'LOCATION', 'STREET_NUMBER', 'STREET_NAME'), {
    number: 'PERMIT_NO',
    street_no: 'STREET_NUMBER',
    street_name: 'STREET_NAME',
  });
  assert.deepEqual(drafted('contractors', 'LICENSE_NO', 'CITY', 'ST'), {
    license: 'LICENSE_NO',
    city: 'CITY',
    state: 'ST',
  });
  assert.deepEqual(drafted('contractors', 'LICENSE_NO', 'CITY', 'STREET'), {
    license: 'LICENSE_NO',
    city: 'CITY',
  });
});

test('columns say together whose an address and a date are', () => {
  // Mail needs more than a city.
  assert.deepEqual(drafted('properties', 'SITE_ADDR', 'CITY'), { address: 'SITE_ADDR', city: 'CITY' });
  assert.deepEqual(drafted('properties', 'SITE_ADDR', 'ADDR_1', 'CITY', 'ZIP'), { address: 'SITE_ADDR' });
  assert.deepEqual(drafted('properties', 'SITE_ADDR', 'ADDR_1', 'TOWN'), {
    address: 'SITE_ADDR',
    city: 'TOWN',
  });
  assert.deepEqual(drafted('properties', 'PROPERTY_ADDRESS', 'MAILING_STREET', 'CITY', 'ZIP'), {
    address: 'PROPERTY_ADDRESS',
  });
  // An applicant's, and the prefix of a number.
  assert.deepEqual(drafted('permits', 'PERMIT_NO', 'PREFIX', 'APL_ADDRESS'), { number: 'PERMIT_NO' });
  assert.deepEqual(drafted('permits', 'ADDRNO', 'ADDRST'), { street_no: 'ADDRNO', street_name: 'ADDRST' });
  assert.deepEqual(drafted('contractors', 'license', 'insurancecompany', 'insuranceamt', 'expirationdate'), {
    license: 'license',
  });
  assert.deepEqual(drafted('decisions', 'street_number', 'street_name'), {
    address: { join: ['street_number', 'street_name'] },
  });
});

test('bare names are parts of the address where other columns are those of the permit', () => {
  const permit = { number: 'PERMIT_NUMBER', type: 'PERMIT_TYPE' };
  const whole = ['PERMIT_NUMBER', 'PERMIT_TYPE', 'NUMBER', 'STREET', 'TYPE'];
  assert.deepEqual(drafted('permits', ...whole), {
    ...permit,
    street_no: 'NUMBER',
    street_name: 'STREET',
    street_suffix: 'TYPE',
  });
  // No other column is the permit's.
  assert.deepEqual(drafted('permits', 'NUMBER', 'STREET', 'TYPE'), {
    number: 'NUMBER',
    type: 'TYPE',
    address: 'STREET',
  });
  assert.deepEqual(drafted('permits', 'PERMIT_NO', 'PROPSTREET'), {
    number: 'PERMIT_NO',
    address: 'PROPSTREET',
  });
});

test('what is of a case is not of the permit where a dataset has the number of both', () => {
  assert.deepEqual(drafted('permits', 'PERMIT_NO', 'CASE_NO', 'CASE_STATUS', 'STATUS_DESC', 'TYPE_DESC'), {
    number: 'PERMIT_NO',
    status_raw: 'STATUS_DESC',
    type: 'TYPE_DESC',
  });
  assert.deepEqual(drafted('permits', 'CASE_NO', 'CASE_STATUS'), {
    number: 'CASE_NO',
    status_raw: 'CASE_STATUS',
  });
});

test('units of a measure are no homes, and an address may have its unit', () => {
  const ofColumns = (columns: { name: string; examples?: string[] }[]) =>
    mapOf({ format: {}, rows: [], columns });
  const units = (example: string) =>
    ofColumns([
      { name: 'permit_number' },
      { name: 'unit_count', examples: ['12'] },
      { name: 'unit_type', examples: [example] },
    ]).unit_count;
  assert.deepEqual([units('gallons'), units('apartments')], [undefined, 'unit_count']);
  const { address, unit } = ofColumns([{ name: 'PermitID' }, { name: 'ADDRESSWITHUNIT' }]);
  assert.deepEqual([address, unit], ['ADDRESSWITHUNIT', undefined]);
});

test('a professional is the contractor, the name of a business only may be', () => {
  const names = ['PERMIT_NO', 'PROFESSIONAL_NAME', 'PROFESSIONAL_PHONE', 'BUSINESS_NAME'];
  assert.deepEqual(drafted('permits', ...names), {
    number: 'PERMIT_NO',
    contractor_name: 'PROFESSIONAL_NAME',
    contractor_phone: 'PROFESSIONAL_PHONE',
  });
  assert.deepEqual(drafted('permits', 'PERMIT_NO', 'BUSINESS_NAME'), { number: 'PERMIT_NO' });
});

test('a name that was cut off is completed where its whole words alone say less', () => {
  assert.deepEqual(drafted('properties', 'PARID', 'LandUseDes'), { parcel: 'PARID', use: 'LandUseDes' });
});

test('a dataset address as people copy it identifies its protocol', () => {
  const socrata = { protocol: 'socrata', base_url: 'https://data.example.com', dataset: 'abcd-1234' };
  for (const path of [
    'd/abcd-1234',
    'resource/abcd-1234.json',
    'api/views/abcd-1234.json',
    'Housing/Permits/abcd-1234/about_data',
  ]) {
    assert.deepEqual(fetchOfAddress(`https://data.example.com/${path}`), socrata);
  }
  assert.deepEqual(
    fetchOfAddress('https://gis.example.com/a/arcgis/rest/services/B/Permits/FeatureServer/0/query?f=json'),
    {
      protocol: 'arcgis',
      base_url: 'https://gis.example.com/a/arcgis/rest/services',
      dataset: 'B/Permits/FeatureServer/0',
    },
  );
  assert.deepEqual(fetchOfAddress('https://example.com/files/permits.csv'), {
    protocol: 'file',
    base_url: 'https://example.com',
    dataset: 'files/permits.csv',
  });
  assert.throws(
    () => fetchOfAddress('https://example.com/permits'),
    /is not an address of a dataset that Lintel knows/,
  );
});
