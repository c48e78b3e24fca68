import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homesOf } from './homes.js';

const stated: readonly (readonly [description: string, homes: number])[] = [
  ['Full building permit for 4 story 47 D.U. building with 10 exterior parking spaces', 47],
  ['Erect a 4-story masonry residential building with 15 units, basement and 8 parking spaces', 15],
  ['Erect a 4 story, 8 dwelling unit masonry building (first floor and basement duplex)', 8],
  ['Proposed 3 story/3 unit residence w/basement and 3 car garage', 3],
  ['New 6-story residential building (73 dwelling units) to hold 40 bike spaces', 73],
  ['New three-story building of nine (9) apartments', 9],
  ['Full building for 9 new 3-story townhouses (R-2) with private garages', 9],
  ['3units/4story masonry condo residence', 3],
  [
    '46-story building containing 464 dwelling units, including 140 efficiency units and 81 affordable units',
    464,
  ],
  ['New two story single family residence with attached 2 car garage', 1],
  ['PROPOSED 2 STORY SFR W/BASEMENT', 1],
  ['Two-family house with a detached garage', 2],
  ['New site-built duplex', 2],
  ['*Unit 64* To construct a 4-story single family residence', 1],
];

const unsaid = [
  'Foundation only for a 5-story, 16 dwelling unit building',
  'Revision to permit 101003855 for an 8 unit building: stairs',
  'Erect 4-unit building at the rear of an existing 3 unit building',
  'Two townhouses and 41 residential units with offices',
  'Unit 101 - new condominium residence, four-unit townhome',
  'Each building has 3 units',
  'New single family residence with an ADU',
  'New hotel of 120 units',
  'New building at 14-2 units road',
  'New residential building, 3 stories',
  '',
];

test('the homes of a new building are read where its description states them', () => {
  for (const [description, homes] of stated) assert.equal(homesOf(description), homes, description);
});

test('no homes are read where the text speaks of a part, of other homes or of several numbers', () => {
  for (const description of unsaid) assert.equal(homesOf(description), null, description);
});
