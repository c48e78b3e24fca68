import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanFrancisco } from '@lintel/testing/refine/sources.js';
import fc from 'fast-check';
import { loadGeography } from '../../geography/load.js';
import { stateCodes } from '../../geography/usps/words.js';
import type { DefectList } from '../record/defects.js';
import { linkPlace } from './place.js';

const geography = loadGeography();

function link(fields: Parameters<typeof linkPlace>[0]) {
  const defects: DefectList = [];
  const jurisdiction = { geoid: '0', name: 'Somewhere', state: 'IL', countyGeoid: null, defaultCity: null };
  const place = linkPlace(fields, { ...sanFrancisco, jurisdiction }, geography, defects);
  return { parsed: place.parsed, names: defects.map(({ name }) => name) };
}

/** A word as it is written, and what must be in a part of the address for it. */
const word = fc.constantFrom(
  ...[
    ['Main', 'MAIN'],
    ['QUILL', 'QUILL'],
    ['Wells', 'WLS'],
    ['Street', 'ST'],
    ['ave', 'AVE'],
    ['Drive', 'DR'],
  ],
  ...[
    ['North', 'N'],
    ['S.W.', 'SW'],
    ['E', 'E'],
    ['NW', 'NW'],
    ['Suite', 'STE'],
    ['Apt', 'APT'],
    ['Bldg', 'BLDG'],
  ],
  ...[
    ['Level', 'LEVEL'],
    ['#', ''],
    ['7', '7'],
    ['31', '31'],
    ['4B', '4B'],
    ['2nd', '2'],
    ['rear', 'REAR'],
  ],
  ...[
    ['Jr.', 'JR'],
    ['Evanston', 'EVANSTON'],
    ['Chicago', 'CHICAGO'],
    ['IL', 'IL'],
    ['60201', '60201'],
  ],
  ...[
    ['Lot', 'LOT'],
    ['Block', 'BLOCK'],
    ['Highway', ''],
    ['No', ''],
    ['Zephyr', 'ZEPHYR'],
    ['Illinois', 'IL'],
  ],
) as fc.Arbitrary<[string, string]>;
const line = fc.tuple(
  fc.integer({ min: 1, max: 99_999 }),
  fc.array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', ', ')), { minLength: 1, maxLength: 9 }),
);

test('every word of a line is in a part of its address, or a defect says that words were left out', () => {
  fc.assert(
    fc.property(line, ([number, written]) => {
      const text = `${number} ${written.map(([[source], joint]) => `${source}${joint}`).join('')}`;
      const { parsed, names } = link({ address: text.replace(/[ ,]+$/, '') });
      if (parsed.kind === 'none' || names.includes('address_words_left_out')) return;
      const { streetNo, street, unit, city, state, zip } = parsed;
      const parts = ` ${[streetNo, street, unit, city, state, zip].join(' ')} `;
      for (const [[source, standard]] of written)
        assert.ok(isIn(source, standard, parts), `${source} of "${text}" is not in ${parts}`);
    }),
    { numRuns: 3000 },
  );
});

/** Whether the parts have the word as it is written or in standard form, also joined to others. */
function isIn(source: string, standard: string, parts: string): boolean {
  const plain = source.toUpperCase().replaceAll('.', '');
  const spelled = [...stateCodes].find(([, code]) => code === standard)?.[0] ?? plain;
  const joined = parts.replace(/[^A-Z0-9]/g, '');
  return [plain, standard, spelled].some((form) => joined.includes(form));
}

test('words that no part takes are named by a defect, in lines and in columns', () => {
  const left = (fields: Parameters<typeof linkPlace>[0]) => link(fields).parsed.rest;
  assert.equal(left({ address: '101 Quill St #MICRO CELL' }), 'MICRO CELL');
  assert.equal(left({ address: '101 Quill St (ODD)' }), 'ODD');
  assert.equal(left({ address: '101 & 103 Quill St' }), '103');
  assert.equal(left({ address: '101 Quill Dr Block 5 Lot 1 Zephyr' }), 'BLOCK 5 LOT 1 ZEPHYR');
  assert.equal(left({ street_no: '101', street_name: 'Quill St Block 5' }), 'BLOCK 5');
  assert.equal(left({ address: '101 Quill St', unit: 'Ste 5 west wing' }), 'W WING');
  assert.ok(link({ address: '101 Quill St (ODD)' }).names.includes('address_words_left_out'));
});

test('spellings of one word are no words left out', () => {
  for (const address of [
    '101 Quill Street, N.W., Third Floor, Chicago, Illinois 60601, USA',
    '00101 03rd Ave #4B Evanston IL',
    '101 State Highway No 70',
    '101-A N.Main St./Apt4',
    'P.O. Box 12, Chicago IL 60601',
    '101½ FM-1960 Rd W',
    '101 Quill Cir Flowery Br GA 30542',
  ])
    assert.equal(link({ address }).parsed.rest, null, address);
});
