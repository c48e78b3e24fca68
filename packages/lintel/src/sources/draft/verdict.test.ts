/** The verdict on a definition, and its mark: what holds, what does not and why, and when a mark is worth nothing. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { loadGeography } from '../../geography/load.js';
import { makeSource } from '../source/catalog-source.js';
import { readMarks, verifiedOf, withMark, writeMark } from '../source/verified-marks.js';
import { draftAuthorities } from './draft-authorities.js';
import { madeUpRows } from './made-up-rows.js';
import { trySource } from './source-trial.js';
import { faultsOf } from './verdict.js';

const geography = loadGeography();
const directory = mkdtempSync(join(tmpdir(), 'lintel-verdict-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const map = {
  number: 'Permit',
  type: 'Type',
  issue_date: 'Issued',
  address: 'Address',
  lat: 'Lat',
  lng: 'Lng',
};
const source = makeSource(
  { ...elmCity, format: {}, row_key: ['Permit'], required: ['Type'], map },
  'elm-city-ks.json',
);
const rows = Array.from({ length: 120 }, (_, i) => ({
  Permit: `B-${i}`,
  Type: 'Roof',
  Issued: '6/3/2026',
  Address: `${i} Elm St`,
  Lat: '38.05',
  Lng: '-97.93',
}));
const faults = (given: readonly Record<string, unknown>[], listed: string[] = []) =>
  faultsOf(
    source,
    trySource(
      source,
      given.map((row) => ({ row, line: 0 })),
      geography,
      { today: '2026-06-30', shown: 0 },
    ),
    listed,
  );

test('a definition holds on rows that it reads, and each way of not reading them is a fault', () => {
  assert.deepEqual(faults(rows), []);
  assert.deepEqual(faults([]), ['There were no rows.']);
  const cases: readonly (readonly [
    string,
    (row: (typeof rows)[number]) => Record<string, unknown>,
    RegExp,
  ])[] = [
    [
      'a lost column',
      ({ Issued, ...row }) => ({ ...row, IssuedOn: Issued }),
      /no column "Issued".*nearest is "IssuedOn"/,
    ],
    ['no keys', (row) => ({ ...row, Permit: '' }), /Only 0 of 120 rows can be used/],
    ['one key', (row) => ({ ...row, Permit: 'B-1' }), /119 of 120 rows have the row key of another row/],
    [
      'no dates',
      (row) => ({ ...row, Issued: 'soon' }),
      /120 of 120 rows have a date in "issue_date" that cannot be read/,
    ],
    ['feet', (row) => ({ ...row, Lat: '1640416', Lng: '6561666' }), /point_not_degrees/],
    ['elsewhere', (row) => ({ ...row, Lat: '34.05', Lng: '-118.24' }), /point_elsewhere/],
    ['nothing', (row) => ({ ...row, Address: '' }), /No row fills "address"/],
  ];
  for (const [what, change, message] of cases)
    assert.match(faults(rows.map(change)).join(' '), message, what);
  const late = (bad: number) =>
    rows.slice(0, 12).map((row, at) => (at < bad ? { ...row, Issued: 'soon' } : row));
  assert.deepEqual(faults(late(1)), [], 'one bad date of a few rows is dirt');
  assert.match(faults(late(2)).join(' '), /2 of 12 rows have a date/);
  const unfilled = rows.map(({ Lat, Lng, ...row }) => row);
  assert.deepEqual(faults(unfilled, ['Lat', 'Lng']), [], 'a portal leaves empty columns out of rows');
});

test('a mark in the home holds until the definition changes, and one in a file changes nothing else', () => {
  const path = join(directory, 'verified.json');
  const verified = { on: '2026-06-30', rows: 120 };
  writeMark(path, source.definition, verified);
  assert.deepEqual(verifiedOf(source.definition, readMarks(path)), verified);
  const changed = { ...source.definition, row_key: ['Type'] };
  assert.equal(verifiedOf(changed, readMarks(path)), null);
  const text = JSON.stringify({ ...source.definition, verified: null }, null, 2);
  assert.deepEqual(JSON.parse(withMark(text, verified)), { ...source.definition, verified });
  const unmarked = withMark(JSON.stringify(source.definition, null, 2), verified);
  assert.deepEqual(JSON.parse(unmarked), { ...source.definition, verified });
});

test('a made-up row keeps words, dates and shape, and nothing that names a person or a house', () => {
  const named = {
    ...map,
    owner_name: 'Owner',
    contractor_name: 'Firm',
    contractor_phone: 'Phone',
    description: 'Text',
  };
  const full = makeSource({ ...elmCity, format: {}, row_key: ['Permit'], map: named }, 'elm-city-ks.json');
  const secret = {
    ...rows[7],
    Owner: 'SMITH, JANE',
    Firm: 'SMITH ROOFING',
    Phone: '312-555-7788',
    Text: 'Call Jane Smith at 7 Elm St',
    Notes: 'not read',
  };
  const [made] = madeUpRows(full, [secret], rows);
  assert.doesNotMatch(JSON.stringify(made), /smith|jane|7788|"7 Elm|not read|38\.05/i);
  assert.deepEqual([made?.Type, made?.Issued, made?.Lat], ['Roof', '6/3/2026', '38.0']);
  assert.match(String(made?.Permit), /^B-\d$/);
});

test('a word that fewer than three rows have is not published, in whatever column it stands', () => {
  const fees = {
    number: 'Permit',
    type: 'Type',
    fees: 'Fees',
    zip: 'Zip',
    lat: 'Where',
    lng: 'Where',
    parcel: 'Parcel',
  };
  const wide = makeSource({ ...elmCity, format: {}, row_key: ['Permit'], map: fees }, 'elm-city-ks.json');
  const plain = Array.from({ length: 9 }, (_, index) => ({
    Permit: `B-${index}`,
    Type: index < 5 ? 'Roof' : 'SMITH, JANE',
    Fees: '120.50',
    Zip: '67801',
    Where: '7 Elm St (38.0512, -98.0721)',
    Parcel: `LOT-${index}`,
    Owner: 'SMITH, JANE',
  }));
  const odd = [
    { ...plain[0], Permit: 'B-10', Fees: 'Jane Smith', Type: 'Jane Smith', Zip: '67801-1234' },
    { ...plain[1], Permit: 'B-11', Fees: '(312) 555-7788', Parcel: 'Jones-7', Zip: 'Smith' },
    { ...plain[2], Permit: 'B-12', Fees: 'jane@example.org', Type: 'SMITH, JANE' },
  ];
  const owned = makeSource(
    { ...elmCity, format: {}, row_key: ['Permit'], map: { ...fees, owner_name: 'Owner' } },
    'elm-city-ks.json',
  );
  const made = madeUpRows(owned, odd, [...plain, ...odd]);
  assert.doesNotMatch(
    JSON.stringify(made.map(({ Parcel: _, ...row }) => row)),
    /smith|jane|7788|1234|05|0721|elm/i,
  );
  assert.deepEqual(
    made.map((row) => [row.Type, row.Fees, row.Zip, row.Where]),
    [
      ['Roof', '120.50', '67801', '(38.1, -98.1)'],
      ['Roof', '120.50', '67801', '(38.1, -98.1)'],
      ['Roof', '120.50', '67801', '(38.1, -98.1)'],
    ],
  );
  assert.deepEqual(
    made.map((row) => String(row.Parcel).replace(/\d/g, '0')),
    ['LOT-0', 'Xxxxx-0', 'LOT-0'],
  );
  assert.equal(madeUpRows(wide, odd, odd)[0]?.Parcel, 'XXX-8');
});

test('a file of several authorities names the place of each, and what it does not know', () => {
  const shared = ['City of Topeka', 'Shawnee County', 'Zebra Office'].map((Agency) => ({ Agency }));
  const { jurisdictions, questions } = draftAuthorities(shared, 'KS', geography);
  assert.equal(jurisdictions?.by, 'Agency');
  assert.deepEqual(
    Object.values(jurisdictions?.table ?? {}).map(({ name, default_city: city }) => [name, city]),
    [
      ['Topeka', 'Topeka'],
      ['Shawnee County', null],
    ],
  );
  assert.match(questions.join(' '), /which place is "Zebra Office"/);
  assert.equal(draftAuthorities([{ Agency: 'Topeka' }], 'KS', geography).jurisdictions, null);
});
