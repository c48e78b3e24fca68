import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { caseFiles, readCases } from './address-cases.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-cases-'));
after(() => rmSync(directory, { recursive: true }));

const put = (name: string, text: string) => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

test('the labelled words of a line are the parts of its address', () => {
  const path = put(
    'lines.xml',
    `<AddressCollection>
      <AddressString><AddressNumber>12</AddressNumber> <AddressNumberSuffix>B</AddressNumberSuffix>
      <StreetName>Quill</StreetName> <StreetNamePostType>St.,</StreetNamePostType> <PlaceName>Austin,</PlaceName>
      <StateName>Texas</StateName> <ZipCode>78701-0001</ZipCode></AddressString>
    </AddressCollection>`,
  );
  const [only, ...others] = readCases(path) ?? [];
  assert.deepEqual(others, []);
  assert.equal(String(only?.in.text).replace(/\s+/g, ' '), '12 B Quill St., Austin, Texas 78701-0001');
  assert.deepEqual(only?.expected, [
    { housenumber: '12 B', street: 'Quill St', locality: 'Austin', region_a: 'TX', postalcode: '78701' },
  ]);
});

test('a directory stands for its files with cases, and must have one', () => {
  const nested = mkdtempSync(join(directory, 'sets-'));
  assert.throws(() => caseFiles(nested), /has no file that ends with \.ndjson or \.xml$/);
  writeFileSync(join(nested, 'notes.md'), '');
  writeFileSync(join(nested, 'cases.ndjson'), '');
  assert.deepEqual(caseFiles(nested), [join(nested, 'cases.ndjson')]);
  assert.deepEqual(caseFiles('nowhere.ndjson'), ['nowhere.ndjson']);
});

test('a file that is missing is null, and one that has no cases is refused by its line', () => {
  assert.equal(readCases(join(directory, 'missing.ndjson')), null);
  assert.equal(readCases(join(directory, 'missing.xml')), null);
  assert.throws(() => readCases(put('broken.xml', '<a><b></a>')), /broken\.xml: 1:10: unexpected close tag/);
  assert.throws(
    () => readCases(put('other.ndjson', '\n{"a":1}')),
    /other\.ndjson, line 2: not a case of its kind/,
  );
  assert.throws(() => readCases(put('text.ndjson', 'text')), /text\.ndjson, line 1: not a JSON object/);
});
