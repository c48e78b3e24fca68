import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bareCountyName, cityVariants, foldName, matchKey, toAscii } from './name.js';

test('abbreviations of place names are spelt out as the Postal Service does', () => {
  const cases: [string, string][] = [
    ['St. Paul', 'SAINT PAUL'],
    ['ST.LOUIS', 'SAINT LOUIS'],
    ['Sault Ste. Marie', 'SAULT SAINTE MARIE'],
    ['Mt Vernon', 'MOUNT VERNON'],
    ['FT. WORTH', 'FORT WORTH'],
    ['Port St Lucie', 'PORT SAINT LUCIE'],
    ['N Las Vegas', 'NORTH LAS VEGAS'],
    ['So. San Francisco', 'SOUTH SAN FRANCISCO'],
    ['E ST LOUIS', 'EAST SAINT LOUIS'],
    ['Colorado Spgs', 'COLORADO SPRINGS'],
    ['Cranberry Twp', 'CRANBERRY TOWNSHIP'],
    ['La Cañada-Flintridge', 'LA CANADA FLINTRIDGE'],
    ['Kāne‘ohe', 'KANEOHE'],
    ['King & Queen', 'KING AND QUEEN'],
    ['  old   hickory ', 'OLD HICKORY'],
  ];
  for (const [text, folded] of cases) assert.equal(foldName(text), folded);
});

test('a single letter or a last word is not an abbreviation', () => {
  assert.equal(foldName('N.Y.C.'), 'N Y C');
  assert.equal(foldName('St'), 'ST');
  assert.equal(foldName('Lake E'), 'LAKE E');
});

test('spaces, case and punctuation make no other key', () => {
  assert.equal(matchKey('La Grange'), matchKey('LAGRANGE'));
  assert.equal(matchKey("O'Fallon"), matchKey('o fallon'));
  assert.equal(matchKey('Winston-Salem'), matchKey('WINSTON SALEM'));
  assert.equal(matchKey('D.C.'), 'DC');
});

test('folding is idempotent and ignores case', () => {
  const words = fc.constantFrom(
    'St.',
    'N',
    'so',
    'Mt',
    "O'",
    'De',
    'Springs',
    'Ñ',
    '&',
    '-',
    '(x)',
    'Ft',
    'twp',
  );
  const name = fc.oneof(
    fc.string(),
    fc.array(words).map((list) => list.join(' ')),
  );
  fc.assert(
    fc.property(name, (text) => {
      const folded = foldName(text);
      assert.match(folded, /^(?:[A-Z0-9]+(?: [A-Z0-9]+)*)?$/);
      assert.equal(foldName(folded), folded);
      assert.equal(foldName(toAscii(text).toLowerCase()), folded);
    }),
  );
});

test('a name is tried without its kind before its kind is added', () => {
  assert.deepEqual(cityVariants('City of Austin', 'TX', 'Texas')[0], ['AUSTIN']);
  assert.deepEqual(cityVariants('Austin TX', 'TX', 'Texas')[0], ['AUSTIN']);
  assert.deepEqual(cityVariants('Boise City', 'ID', 'Idaho')[0], ['BOISE']);
  assert.deepEqual(cityVariants('NYC', 'NY', 'New York')[0], ['NEWYORK']);
  assert.ok(cityVariants('Salt Lake', 'UT', 'Utah').at(-1)?.includes('SALTLAKECITY'));
});

test('the kind of a county is not part of its bare name, but CITY is', () => {
  assert.equal(bareCountyName(foldName('Orleans Parish')), 'ORLEANS');
  assert.equal(bareCountyName(foldName('Travis Co.')), 'TRAVIS');
  assert.equal(bareCountyName(foldName('City and County of San Francisco')), 'SAN FRANCISCO');
  assert.equal(bareCountyName(foldName('James City County')), 'JAMES CITY');
  assert.equal(bareCountyName(foldName('County')), 'COUNTY');
});
