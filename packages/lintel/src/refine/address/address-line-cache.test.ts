/** The cache of address lines never changes how a line is parsed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineParser } from './address-line.js';
import { cacheLines } from './address-line-cache.js';
import type { LinePlaces } from './line-places.js';

const places: LinePlaces = {
  state: 'OR',
  cities: ['ELMFORD', 'PINE FALLS'],
  isState: (text) => (text === 'OR' || text === 'OREGON' ? 'OR' : text === 'WA' ? 'WA' : null),
  isCity: (name) => name === 'ELMFORD' || name === 'PINE FALLS',
  zipState: (zip) => (zip.startsWith('97') ? 'OR' : null),
  zipCity: (zip) => (zip === '97301' ? 'PINE FALLS' : null),
};

const words = [
  ...[
    'N',
    'SE',
    'NORTH',
    'MAIN',
    'QUILL',
    'COUNTY',
    'ROAD',
    'HWY',
    'AVE',
    'ST',
    'St',
    'A',
    'B2',
    '5',
    '5TH',
    '1/2',
  ],
  ...[
    'APT',
    'UNIT',
    '#',
    '4',
    '2ND',
    'FL',
    'REAR',
    'BLK',
    'OF',
    '&',
    'AND',
    '-',
    ',',
    'LOT',
    'BLOCK',
    'TO',
    '99',
    'TH',
  ],
  ...[
    'ELMFORD',
    'PINE FALLS',
    'OR',
    'OREGON',
    'WA',
    '97201',
    '97201-1234',
    '972011234',
    'PO BOX',
    'NONE',
    '(rear)',
    '/',
  ],
];

test('a cached street gives the same result as an uncached one, whatever the house number', () => {
  const parse = lineParser(places);
  const parseCached = cacheLines(parse);
  const number = fc.oneof(fc.integer({ min: 0, max: 9_999_999 }), fc.constantFrom(1, 12, 97201, 100_000));
  const behind = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(number, number, behind, (first, second, rest) => {
      const text = rest.join(' ');
      parseCached(`${first} ${text}`);
      const line = `${second} ${text}`;
      assert.deepEqual(parseCached(line), parse(line), line);
    }),
    { numRuns: 5000 },
  );
});

test('a street is parsed once for all its houses, unless the result depends on the house number', () => {
  const read: string[] = [];
  const parse = cacheLines((line) => {
    read.push(line);
    return lineParser(places)(line);
  });
  const lines = ['1 MAIN ST', '2 MAIN ST', '300 MAIN ST', '007 MAIN ST', '5 1/2 MAIN ST'];
  assert.deepEqual(
    lines.map((line) => parse(line).streetNo),
    ['1', '2', '300', '7', '5 1/2'],
  );
  assert.deepEqual(read, ['1 MAIN ST', '007 MAIN ST', '5 1/2 MAIN ST']);
});
