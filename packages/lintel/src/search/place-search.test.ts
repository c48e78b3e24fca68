import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { type SearchedPlace, writePlaceIndex } from '../format/address-index/place-index-writer.js';
import { openAddressIndex } from './address-search.js';
import { openPlaceIndex } from './place-search.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-places-'));
after(() => rmSync(directory, { recursive: true }));

/** Name, county, state and inhabitants; the geo_id is `Name, ST`. */
const places = `
Larkfield|Travers County|TX|900000
Larkfield|Morrow County|MN|25000
Larkfield|Morrow County|OR|300
Coverly|Cole County|MO|400
Coverly|Moss County|TX|4000
Larkfieldtown|Mahon County|OH|10000
Larkfield Lake|Lund County|TX|500
Lake Larkfield|Lund County|TX|700
San Rialto|San Rialto County|CA|1300000
Sandrow|Salt County|UT|90000
Saint Brendan|Saint Clair Parish|LA|30000
Mount Orion|Ward County|ND|800
New Holm|New Holm County|NY|8000000
Holm|Wash County|ME|20000
Winston-Merrow|Forsyte County|NC|240000
O'Dowd|Kane County|IL|7000
Virginia|Saint Lewis County|MN|8000
Richdale|Henrico County|VA|220000
Richdale|Berke County|WV|900
Los Angeles|Los Angeles County|CA|3900000
Laneton|Lund County|TX|90
Saint Louis|Saint Louis City|MO|300000`
  .trim()
  .split('\n')
  .map((line): SearchedPlace => {
    const [name = '', county = '', state = '', population] = line.split('|');
    return { geoId: `${name}, ${state}`, name, county, state, population: Number(population) };
  });

const path = join(directory, 'places.idx');
writePlaceIndex(path, places);
const index = openPlaceIndex(path);
const find = (text: string) => index.search(text, 0, 10).ids;

test('every city is the first result for its displayed name', () => {
  for (const { geoId, name, county, state } of places)
    assert.equal(find(`${name}, ${county}, ${state}`)[0], geoId);
});

test('a whole name comes before a prefix, before a name that contains it, and the larger city first', () => {
  assert.deepEqual(find('larkfield'), [
    'Larkfield, TX',
    'Larkfield, MN',
    'Larkfield, OR',
    'Larkfieldtown, OH',
    'Larkfield Lake, TX',
    'Lake Larkfield, TX',
  ]);
  assert.deepEqual(find('san'), ['San Rialto, CA', 'Sandrow, UT']);
  assert.deepEqual(find('holm'), ['Holm, ME', 'New Holm, NY']);
});

test('a nickname in common use finds its city', () => {
  assert.equal(find('la')[0], 'Los Angeles, CA');
  assert.deepEqual(find('la, ca'), ['Los Angeles, CA']);
  assert.equal(find('stl')[0], 'Saint Louis, MO');
});

test('a state by code or name, or a county, restricts', () => {
  for (const text of ['Larkfield, MN', 'larkfield minnesota', 'larkfield minn', 'minnesota larkfield']) {
    assert.deepEqual(find(text), ['Larkfield, MN'], text);
  }
  assert.deepEqual(find('larkfield morrow'), ['Larkfield, MN', 'Larkfield, OR']);
  assert.deepEqual(find('larkfield, morrow county, or'), ['Larkfield, OR']);
  assert.deepEqual(find('larkfield, WY'), []);
  assert.deepEqual(find('richdale virginia'), ['Richdale, VA']);
  assert.deepEqual(find('richdale west virginia'), ['Richdale, WV']);
  assert.deepEqual(find('virginia mn'), ['Virginia, MN']);
});

test('a state code at the end is that state, not the beginning of a county', () => {
  assert.deepEqual(find('larkfield, mo'), ['Larkfield, MN', 'Larkfield, OR'], 'no match lies in Missouri');
  assert.deepEqual(find('larkfield, mn'), ['Larkfield, MN']);
  assert.deepEqual(find('coverly, mo'), ['Coverly, MO']);
});

test('a name is found while it is typed, with one error, and by its other expansions', () => {
  for (let end = 3; end <= 'winston merrow nc'.length; end++) {
    assert.deepEqual(find('winston merrow nc'.slice(0, end)), ['Winston-Merrow, NC']);
  }
  for (const text of ['larkfeild tx', 'arkfield tx', 'karkfield tx', 'larkkfield tx', 'Larkfild, Texas']) {
    assert.equal(find(text)[0], 'Larkfield, TX', text);
  }
  assert.deepEqual(find('st brendan'), ['Saint Brendan, LA']);
  assert.deepEqual(find('st. brenden'), ['Saint Brendan, LA']);
  assert.deepEqual(find('mt orion'), ['Mount Orion, ND']);
  assert.deepEqual(find('odowd'), ["O'Dowd, IL"]);
  assert.deepEqual(find("o'dowd"), ["O'Dowd, IL"]);
});

test('pages return each result once', () => {
  const pages = [0, 2, 4].map((offset) => index.search('larkfield', offset, 2));
  assert.deepEqual(
    pages.flatMap(({ ids }) => ids),
    find('larkfield'),
  );
  assert.deepEqual(
    pages.map(({ next, total }) => [next, total]),
    [2, 4, null].map((next) => [next, { value: 6, relation: 'eq' }]),
  );
  assert.deepEqual(index.search('larkfield', 1_000_000_000, 100).ids, []);
});

test('any text gives a list and never throws', () => {
  assert.deepEqual(['', ' ', '🏠', '"', '*', 'zzzz'].flatMap(find), []);
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('a'.repeat(10_000))),
      (text) => {
        assert.ok(index.search(text, 0, 100).ids.length <= places.length);
      },
    ),
    { numRuns: 500 },
  );
});

test('the file does not depend on the order of the places, and is not taken for an address index', () => {
  const other = join(directory, 'other.idx');
  writePlaceIndex(other, places.toReversed());
  assert.ok(readFileSync(other).equals(readFileSync(path)));
  assert.throws(() => openAddressIndex(path), /holds places, not addresses/);
});
