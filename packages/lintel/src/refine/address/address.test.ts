import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { geoIdKind } from '@lintel/contract';
import { realData, testOnRealData } from '@lintel/testing/base/real-data.js';
import fc from 'fast-check';
import { loadGeography } from '../../geography/load.js';
import { parseAddress } from './address.js';
import { addressGeoId, addressKey } from './address-key.js';
import { lineParser } from './address-line.js';
import { houseNumber } from './house-number.js';
import type { LinePlaces } from './line-places.js';
import { linePlaces } from './place.js';

const geography = loadGeography();

function places(state: string, city: string | null = null): LinePlaces {
  return linePlaces(
    { geoid: '0', name: city ?? 'Somewhere', state, countyGeoid: null, defaultCity: city },
    geography,
  );
}

/** `number|street|city|state|zip` of a line, blank for missing parts. */
function parts(line: string, state: string, city: string | null = null): string {
  const parsed = lineParser(places(state, city))(line);
  return [parsed.streetNo, parsed.street, parsed.city, parsed.state, parsed.zip]
    .map((part) => part ?? '')
    .join('|');
}

test('lines become house number and street in USPS notation, with unit, city, state and ZIP code', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['506 E Quincey Street', 'CO', '506|E QUINCEY ST|||'],
    ['13434 Heron Vista Drive, Austin, TX 78732, USA', 'TX', '13434|HERON VISTA DR|AUSTIN|TX|78732'],
    ['600 E Street NW, Washington, DC 20004-1234', 'DC', '600|E ST NW|WASHINGTON|DC|20004-1234'],
    ['4340 SE 58TH  PL , OCALA FL', 'FL', '4340|SE 58TH PL|OCALA|FL|'],
    ['100 03RD ST', 'CA', '100|3RD ST|||'],
    ['206 EAST   38 STREET', 'NY', '206|E 38TH ST|||'],
    ['33-30 Prince Street', 'NY', '33-30|PRINCE ST|||'],
    ['190 dean street brooklyn', 'NY', '190|DEAN ST|BROOKLYN||'],
    ['1841 S 1/2 MAIN ST', 'NY', '1841 1/2|S MAIN ST|||'],
    ['1841½ Main St', 'NY', '1841 1/2|MAIN ST|||'],
    ['4025 - 4041 N HARLOW', 'IL', '4025-4041|N HARLOW|||'],
    ['201,203,205 & 211 cove ter', 'CA', '201|COVE TER|||'],
    ['100 Central Park South', 'NY', '100|CENTRAL PARK S|||'],
    ['22 AVE S', 'NY', '22|AVENUE S|||'],
    ['5 Avenue of the Americas', 'NY', '5|AVENUE OF THE AMERICAS|||'],
    ['1 NORTH AVE', 'IL', '1|NORTH AVE|||'],
    ['100 W. NORTH AVENUE', 'IL', '100|W NORTH AVE|||'],
    ['200 S W 5TH AV', 'OR', '200|SW 5TH AVE|||'],
    ['350 E 200 S', 'UT', '350|E 200 S|||'],
    ['N6W23001 BLUEMOUND ROAD', 'WI', 'N6W23001|BLUEMOUND RD|||'],
    ["55 O'Malley St.", 'CA', '55|OMALLEY ST|||'],
    ['12 Cañada Rd', 'CA', '12|CANADA RD|||'],
    ['01902 N 17TH ST', 'PA', '1902|N 17TH ST|||'],
    ['100 BLOCK OF MAIN ST', 'WI', '|MAIN ST|||'],
    ['BARTON ST 05003', 'PA', '|BARTON ST|||'],
    ['179 STREET', 'NY', '|179TH ST|||'],
    ['100 LOT ST', 'CT', '100|LOT ST|||'],
    ['100 MAIN', 'OH', '100|MAIN|||'],
    ['1301 A WILLOW AVE', 'TN', '1301A|WILLOW AVE|||'],
    ['116 C S 11TH ST', 'TN', '116C|S 11TH ST|||'],
    ['2208 C2 WILLOW AVE', 'TN', '2208C2|WILLOW AVE|||'],
    ['1301 A ST', 'CA', '1301|A ST|||'],
    ['1301 E WILLOW AVE', 'TN', '1301|E WILLOW AVE|||'],
    ['195 NORTH 500 WEST', 'UT', '195|N 500 W|||'],
    ['12.5 ELM ST', 'PA', '12 1/2|ELM ST|||'],
    ['Smith job - 2300 S 5TH ST', 'TX', '2300|S 5TH ST|||'],
    ['15 CALL ST NORTH AUGUSTA, SC', 'SC', '15|CALL ST|NORTH AUGUSTA|SC|'],
  ];
  for (const [line, state, expected] of cases) assert.equal(parts(line, state), expected, line);
  assert.equal(
    parts('9 CONGRESS AVE STE 200 AUSTIN TX 78701', 'TX', 'Austin'),
    '9|CONGRESS AVE|AUSTIN|TX|78701',
  );
  assert.equal(
    parts('9 WEST GRAND AVENUE&nbsp;CHICAGO&nbsp;IL&nbsp;60651', 'IL', 'Chicago'),
    '9|W GRAND AVE|CHICAGO|IL|60651',
  );
});

test('units, floors and legal descriptions are not part of the street', () => {
  const tails = [
    'APT 4B',
    'UNIT 202',
    '#5',
    '# 5',
    'STE 200',
    'Suite A',
    '2ND FLOOR',
    'FL 3',
    'REAR',
    '4B',
    'BLDG 5 UNIT B',
    'LOT 12',
    'RM 110',
    ', Unit 7',
    'Block 125 Lot 33 Heron Flg 6',
    'PH',
    'BSMT',
    'NO. 200',
    '/UNIT 4',
    'Bunit 280',
    'BLDG CLUB',
    '1000 B',
    '(REAR)',
    '12-18 (EVEN',
  ];
  for (const tail of tails) assert.equal(parts(`100 MAIN ST ${tail}`, 'CO'), '100|MAIN ST|||', tail);
});

test('numbered roads have the spelling of Publication 28', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['US HWY 41', 'US HIGHWAY 41'],
    ['U.S. 41 N', 'US HIGHWAY 41 N'],
    ['HWY 64', 'HIGHWAY 64'],
    ['I-35 S', 'INTERSTATE 35 S'],
    ['IH 35', 'INTERSTATE 35'],
    ['N FM 620 RD', 'N FM 620 RD'],
    ['FARM TO MARKET 1200', 'FM 1200'],
    ['CR 1185', 'COUNTY ROAD 1185'],
    ['County Rd 5', 'COUNTY ROAD 5'],
    ['SR 260', 'STATE ROUTE 260'],
    ['STATE RD 60', 'STATE ROAD 60'],
    ['RTE 95', 'ROUTE 95'],
    ['US-98 N', 'US HIGHWAY 98 N'],
    ['SR13', 'STATE ROUTE 13'],
    ['CR-210', 'COUNTY ROAD 210'],
    ['US 290 HWY WB', 'US HIGHWAY 290 WB'],
    ['PACIFIC HIGHWAY', 'PACIFIC HWY'],
  ];
  for (const [street, expected] of cases)
    assert.equal(parts(`12 ${street}`, 'FL'), `12|${expected}|||`, street);
});

test('post-office boxes, intersections and placeholders are not house addresses', () => {
  const kind = (line: string) => lineParser(places('TX'))(line).kind;
  assert.equal(kind('P.O. Box 123, Austin, TX'), 'po_box');
  assert.equal(parts('PO BOX 123, Austin, TX', 'TX'), '|PO BOX 123|AUSTIN|TX|');
  assert.equal(kind('Main St & 3rd Ave'), 'intersection');
  assert.equal(parts('Main Street / 3rd Avenue', 'TX'), '|MAIN ST & 3RD AVE|||');
  for (const line of ['', 'N/A', 'TBD', '-', 'Unknown', 'NO ADDRESS GIVEN'])
    assert.equal(kind(line), 'none', line);
  assert.equal(kind('0 MAIN ST'), 'street');
});

test('components give the same street as one line', () => {
  const columns = parseAddress(
    { street_no: ' 01902', street_direction: 'n', street_name: '17TH', street_suffix: 'STREET' },
    lineParser(places('PA')),
  );
  assert.deepEqual([columns.kind, columns.streetNo, columns.street], ['house', '1902', 'N 17TH ST']);
  const named = parseAddress(
    { street_no: '9', street_name: 'North Point', street_suffix: 'St' },
    lineParser(places('CA')),
  );
  assert.equal(named.street, 'NORTH POINT ST');
  const whole = parseAddress({ street_name: '12 Elm Street' }, lineParser(places('CA')));
  assert.deepEqual([whole.streetNo, whole.street], ['12', 'ELM ST']);
  assert.equal(
    parseAddress({ address: '1 A ST', street_name: ' ' }, lineParser(places('CA'))).street,
    'A ST',
  );
});

test('house numbers have one form', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['00012', '12'],
    ['12 A', '12A'],
    ['12.0', '12'],
    ['12-1/2', '12 1/2'],
    ['12 - 14', '12-14'],
    ['0', null],
    ['', null],
    ['MAIN', null],
    ['21GAR', '21'],
    ['114-48 GAR', '114-48'],
    ['12 C2', '12C2'],
  ];
  for (const [text, number] of cases) assert.equal(houseNumber(text), number, text);
});

test('every spelling of a house has the same address id, and so do its units', () => {
  const id = (line: string) => {
    const { streetNo, street } = lineParser(places('NY'))(line);
    return addressGeoId('NY', 'NEW YORK', streetNo, street);
  };
  const spellings = [
    '101 Saint Marks Place',
    '101 ST MARKS PL',
    '101 St. Marks Pl Apt 3',
    "0101 ST. MARK'S PL #4",
  ];
  assert.equal(new Set(spellings.map(id)).size, 1);
  assert.equal(geoIdKind(id('101 ST MARKS PL') ?? ''), 'address');
  assert.notEqual(id('101 ST MARKS PL'), id('103 ST MARKS PL'));
  assert.equal(addressGeoId('NY', null, '1', 'A ST'), null);
  assert.equal(addressGeoId('NY', 'X', null, 'A ST'), null);
  assert.equal(addressKey('CA', '94103', '1', 'NORTH POINT ST'), 'CA|94103|1|N POINT ST');
});

test('spelling variants of a street have one address id', () => {
  const id = (line: string) => {
    const { streetNo, street } = lineParser(places('FL'))(line);
    return addressGeoId('FL', 'TAMPA', streetNo, street);
  };
  const same: readonly (readonly string[])[] = [
    ['100 THIRD ST', '100 3RD STREET', '100 03rd St.', '100 3 ST APT 4'],
    ['100 FIFTH AVE', '100 5 Avenue'],
    ['100 DE GRAW ST', '100 DEGRAW ST'],
    ['100 N La Salle St', '100 N LASALLE ST'],
    ['9 DR MARTIN LUTHER KING JR BLVD', '9 MLK BLVD', '9 M L King Blvd', '9 Martin Luther King Boulevard'],
    ['7 SR 13', '7 STATE ROAD 13', '7 State Route 13', '7 SR-13'],
    ['8 FM 2222', '8 FM 2222 RD UNIT 3', '8 Farm to Market 2222'],
    ['5 US HWY 98 N', '5 US-98 NORTH', '5 U.S. 98 N'],
    ['6 Mount Oak Ave', '6 MT OAK AV'],
    ['1301 A WILLOW AVE', '1301A WILLOW AVENUE'],
  ];
  for (const spellings of same) assert.equal(new Set(spellings.map(id)).size, 1, spellings.join(' = '));
  const different = [
    '100 3RD ST',
    '100 30TH ST',
    '100 3RD AVE',
    '100 N 3RD ST',
    '100A 3RD ST',
    '100 1/2 3RD ST',
  ];
  assert.equal(new Set(different.map(id)).size, different.length);
});

test('reading a street in USPS notation again changes nothing', () => {
  const word = fc.constantFrom(
    'OAK',
    'MILL',
    'NORTH',
    'N',
    'AVE',
    'STREET',
    '3RD',
    '12',
    'LAKE',
    'RIDGE',
    'SW',
    'B',
    'HWY',
    'OF',
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      (number, words) => {
        const first = lineParser(places('CO'))(`${number} ${words.join(' ')} BLVD`);
        const second = lineParser(places('CO'))(`${first.streetNo} ${first.street}`);
        assert.deepEqual([second.streetNo, second.street], [first.streetNo, first.street]);
      },
    ),
  );
});

interface AddressCase {
  readonly in: { readonly text?: string };
  readonly expected: readonly {
    readonly housenumber?: string;
    readonly street?: string;
    readonly region_a?: string;
  }[];
}

/** Made-up addresses as people type them: the text, its state, house number and street. */
const typedAddresses: readonly (readonly [string, string, string, string])[] = [
  ['12 elm street, springfield', 'IL', '12', 'Elm Street'],
  ['1207b w walnut ave, apt 4, topeka, ks 66603', 'KS', '1207b', 'West Walnut Avenue'],
  ['30 w 45th st new york ny', 'NY', '30', 'West 45th Street'],
  ['30 West 45 Street, Manhattan', 'NY', '30', 'West 45th Street'],
  ['44-12 31st ave, queens', 'NY', '44-12', '31st Avenue'],
  ['900 n. lake shore dr. unit 1702, chicago, il', 'IL', '900', 'North Lake Shore Drive'],
  ['5 martin luther king jr blvd sw, atlanta', 'GA', '5', 'Martin Luther King Jr Boulevard Southwest'],
  ['77 avenue b, austin, texas', 'TX', '77', 'Avenue B'],
  ['2100 county road 12, boulder co', 'CO', '2100', 'County Road 12'],
  ['350 5th Ave, New York, NY 10118, USA', 'NY', '350', '5th Avenue'],
  ['18 1/2 Court St, Portland ME', 'ME', '18 1/2', 'Court Street'],
];

test('addresses as people type them are split into house number and street', () => {
  for (const [text, state, number, street] of typedAddresses) {
    const got = lineParser(places(state))(text);
    const expected = [houseNumber(number), lineParser(places(state))(`1 ${street}`).street];
    assert.deepEqual([got.streetNo, got.street], expected, text);
  }
});

const casesFile = join(realData, 'addresses/pelias-cases.ndjson');

testOnRealData('most test addresses of other geocoders are parsed as their authors expect', () => {
  const cases = readFileSync(casesFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AddressCase);
  let right = 0;
  let asked = 0;
  for (const { in: input, expected } of cases) {
    const want = expected.find(
      ({ housenumber, street }) => housenumber !== undefined && street !== undefined,
    );
    if (want === undefined || input.text === undefined) continue;
    asked += 1;
    const state = want.region_a ?? 'NY';
    const street = lineParser(places(state))(`1 ${want.street}`).street;
    const got = lineParser(places(state))(input.text);
    if (got.streetNo === houseNumber(want.housenumber ?? '') && got.street === street) right += 1;
  }
  assert.ok(asked > 20, `only ${asked} cases name number and street`);
  assert.ok(right / asked > 0.78, `${right} of ${asked} are right`);
});
