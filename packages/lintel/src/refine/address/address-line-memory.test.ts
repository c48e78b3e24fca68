/** What is remembered of address lines never changes what a line tells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LinePlaces, parseLine } from './address.js';

const makePlaces = (): LinePlaces => ({
  state: 'OR',
  cities: ['ELMFORD', 'PINE FALLS'],
  isState: (text) => (text === 'OR' || text === 'OREGON' ? 'OR' : text === 'WA' ? 'WA' : null),
  isCity: (name) => name === 'ELMFORD' || name === 'PINE FALLS',
  zipState: (zip) => (zip.startsWith('97') ? 'OR' : null),
});

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

test('a line tells the same whether its street was met before or not, and whatever its number', () => {
  const remembering = makePlaces();
  const number = fc.oneof(fc.integer({ min: 0, max: 9_999_999 }), fc.constantFrom(1, 12, 97201, 100_000));
  const behind = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(number, number, behind, (first, second, rest) => {
      const text = rest.join(' ');
      parseLine(`${first} ${text}`, remembering);
      const line = `${second} ${text}`;
      assert.deepEqual(parseLine(line, remembering), parseLine(line, makePlaces()), line);
    }),
    { numRuns: 5000 },
  );
});
