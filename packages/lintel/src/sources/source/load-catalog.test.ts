/**
 * The catalog: built-in sources are valid, an operator's own folder is used, wrong definitions are refused.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { UserError } from '../../base/user-error.js';
import { readName } from '../../refine/contractor/contractor-name.js';
import { givenFields } from '../../refine/record/canonical.js';
import { builtInDirectory, definitionsIn, loadCatalog, readDefinition } from './load-catalog.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-catalog-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const sound = {
  ...elmCity,
  format: { type: 'csv' },
  row_key: ['Permit', 'Revision'],
  key: 'Permit',
  required: ['Issued'],
  map: { number: 'Permit', issue_date: 'Issued' },
  status_words: { ' Finaled ': 'final' },
};

function write(name: string, definition: unknown): string {
  const folder = mkdtempSync(join(directory, 'own-'));
  writeFileSync(join(folder, name), typeof definition === 'string' ? definition : JSON.stringify(definition));
  return folder;
}

test('every built-in source is distinguishable and traceable', () => {
  const { sources, get } = loadCatalog();
  const ids = sources.map((source) => source.id);
  for (const id of ['boulder-co', 'chicago-il', 'chicago-il-portal', 'nashville-tn', 'san-francisco-ca']) {
    assert.ok(ids.includes(id), `${id} is missing`);
  }
  assert.deepEqual(ids, [...new Set(ids)].sort());
  assert.equal(get('chicago-il')?.context.namespace, get('chicago-il-portal')?.context.namespace);
  for (const source of sources) assert.equal(get(source.id), source);
});

test('every built-in definition is valid, though loading the catalog compiles none', () => {
  const catalog = loadCatalog();
  for (const id of definitionsIn(builtInDirectory)) {
    const checked = readDefinition(join(builtInDirectory, `${id}.json`));
    assert.equal(JSON.stringify(catalog.require(id)), JSON.stringify(checked));
  }
});

test('no built-in source takes the owner for the contractor', () => {
  const catalog = loadCatalog();
  const nameOf = (id: string, row: Record<string, unknown>) => {
    const { contractor_name: company } = Object.fromEntries(givenFields(catalog.require(id).map(row).fields));
    const name = readName(company, undefined);
    return name?.business ?? name?.person ?? undefined;
  };
  assert.equal(
    nameOf('chicago-il-portal', {
      CONTRACTOR_1_TYPE: 'OWNER AS GENERAL CONTRACTOR',
      CONTRACTOR_1_NAME: 'PAT PRIVATE',
      CONTRACTOR_2_TYPE: 'MASONRY CONTRACTOR',
      CONTRACTOR_2_NAME: 'STONE & CO',
      CONTRACTOR_3_TYPE: 'CONTRACTOR-GENERAL CONTRACTOR',
      CONTRACTOR_3_NAME: 'ACME BUILDERS',
    }),
    'ACME BUILDERS',
  );
  assert.equal(
    nameOf('chicago-il-portal', { CONTACT_1_TYPE: 'OWNER', CONTACT_1_NAME: 'PAT PRIVATE' }),
    undefined,
  );
  assert.equal(
    nameOf('chicago-il-portal', {
      CONTACT_4_TYPE: 'CONTRACTOR-PLUMBER/PLUMBING',
      CONTACT_4_NAME: 'PIPE INC',
    }),
    'PIPE INC',
  );
  assert.equal(
    nameOf('nashville-tn', { Contact: 'SELF CONTRACTOR RESIDENTIAL (SEE APPLICANT INFORMATION)' }),
    undefined,
  );
  assert.equal(nameOf('nashville-tn', { Contact: 'Homeowner' }), undefined);
  assert.equal(nameOf('nashville-tn', { Contact: 'SELFRIDGE HOMES LLC' }), 'SELFRIDGE HOMES LLC');
  assert.equal(
    nameOf('boulder-co', { ContractorCompanyName: 'Pat Private', ContractorTrade: 'Owner/Contractor' }),
    undefined,
  );
  assert.equal(nameOf('boulder-co', { ContractorCompanyName: 'Waiting for Licensed Contractor' }), undefined);
  assert.equal(
    nameOf('boulder-co', { ContractorCompanyName: 'HEAT CO', ContractorTrade: 'Contractor: Mechanical' }),
    'HEAT CO',
  );
});

test('a source of an own folder is used, and replaces a built-in one of the same id', () => {
  const folder = write('elm-city-ks.json', sound);
  writeFileSync(
    join(folder, 'boulder-co.json'),
    JSON.stringify({ ...sound, id: 'boulder-co', name: 'Mine' }),
  );
  const catalog = loadCatalog({ directory: folder });
  assert.equal(catalog.get('boulder-co')?.name, 'Mine');
  const source = catalog.require('elm-city-ks');
  assert.deepEqual(source.context.statusWords, { finaled: 'final' });
  assert.deepEqual([...source.required].sort(), ['Issued', 'Permit', 'Revision']);
  const row = { Permit: 'B-1', Revision: 2, Issued: '1/2/2026', Other: 'x' };
  assert.equal(source.rowKey(row), 'B-1|2');
  assert.equal(source.rowKey({ Permit: 'B-1', Revision: ' ' }), null);
  // As JSON: missing fields are undefined.
  assert.deepEqual(JSON.parse(JSON.stringify(source.map(row))), {
    kind: 'permits',
    key: 'B-1',
    fields: { number: 'B-1', issue_date: '1/2/2026' },
  });
  assert.equal(loadCatalog({ directory: join(directory, 'missing') }).get('elm-city-ks'), null);
});

test('the error for an unknown source suggests similar ids, if any, and where all are listed', () => {
  for (const [id, message] of [
    [
      'san-fransisco-ca',
      'There is no source "san-fransisco-ca" in the catalog. Did you mean "san-francisco-ca"?',
    ],
    ['nosuch', 'There is no source "nosuch" in the catalog.'],
  ] as const) {
    assert.throws(
      () => loadCatalog().require(id),
      (error) =>
        error instanceof UserError &&
        error.message === message &&
        /^Known sources: .* and \d+ more\. All: lintel source list$/.test(error.hint ?? ''),
    );
  }
});

test('a wrong definition is refused with its file, the place and the nearest legal name', () => {
  const { license, ...unlicensed } = sound;
  assert.equal(license, null);
  const cases: [string, unknown, RegExp][] = [
    ['an unknown key', { ...sound, rowkey: ['A'] }, /the key "rowkey" is not known\. Did you mean "row_key"/],
    [
      'an unknown inner key',
      { ...sound, jurisdiction: { ...sound.jurisdiction, geo_id: '1' } },
      /jurisdiction: the key "geo_id" .*"geoid"/,
    ],
    [
      'an unknown field',
      { ...sound, map: { number: 'A', job_valeu: 'B' } },
      /map: the field of permits "job_valeu" is not known\. Did you mean "job_value"/,
    ],
    [
      'a field of another kind',
      { ...sound, map: { business_name: 'A' } },
      /map: the field of permits "business_name" is not known/,
    ],
    [
      'an unknown function',
      { ...sound, map: { number: { frist: ['A'] } } },
      /map\.number: the mapping function "frist" .*"first"/,
    ],
    [
      'an unknown kind',
      { ...sound, kind: 'permit' },
      /kind: the value "permit" is not known\. Did you mean "permits"/,
    ],
    ['an unknown status', { ...sound, status_words: { done: 'finished' } }, /status_words\.done/],
    [
      'an unknown format',
      { ...sound, format: { type: 'excel' } },
      /format\.type: the value "excel" is not known/,
    ],
    ['a missing key', unlicensed, /must have required properties license/],
    ['a wrong type', { ...sound, row_key: 'Permit' }, /row_key must be array; it is "Permit"/],
    ['no time zone', { ...sound, time_zone: 'Central' }, /time_zone is not an IANA time zone .* "Central"/],
    [
      'a wrong geoid',
      { ...sound, jurisdiction: { ...sound.jurisdiction, geoid: '20' } },
      /jurisdiction\.geoid must be a Census GEOID: 7 digits for a place/,
    ],
    [
      'another file name',
      { ...sound, id: 'elm-ks' },
      /id is "elm-ks", so the file must be named elm-ks\.json/,
    ],
    ['no JSON', '{"id": "elm-city-ks",}', /is not JSON/],
  ];
  for (const [what, definition, message] of cases) {
    const folder = write('elm-city-ks.json', definition);
    assert.throws(
      () => loadCatalog({ directory: folder }),
      (error) =>
        error instanceof UserError &&
        error.message.startsWith(join(folder, 'elm-city-ks.json')) &&
        message.test(error.message),
      `${what} should be refused by ${message}`,
    );
  }
});

const wrongFetches: readonly (readonly [string, unknown, RegExp])[] = [
  ['no object', 'socrata', /fetch must be an object/],
  ['unknown protocol', { protocol: 'socarta' }, /fetch\.protocol.*"socarta".*Did you mean "socrata"/],
  [
    'a key of another protocol',
    { protocol: 'ckan', base_url: 'https://x.example.com', dataset: 'a', out_sr: 4326 },
    /fetch: the key "out_sr" is not known.*Known: base_url, dataset, filters/,
  ],
  ['no dataset', { protocol: 'file', base_url: 'https://x.example.com' }, /fetch .*dataset/],
  [
    'no address',
    { protocol: 'file', base_url: 'x.example.com', dataset: 'a.csv' },
    /fetch\.base_url .*"x\.example\.com"/,
  ],
];
for (const [what, fetch, message] of wrongFetches) {
  test(`a fetch block with ${what} is refused with its place`, () => {
    const folder = write('elm-city-ks.json', { ...sound, fetch });
    assert.throws(
      () => loadCatalog({ directory: folder }),
      (error) => error instanceof UserError && message.test(error.message),
    );
  });
}

test('a collection of several authorities gives the authority of each row', () => {
  const table = {
    'Oak County': {
      geoid: '20173',
      name: 'Oak County',
      state: 'KS',
      county_geoid: '20173',
      default_city: null,
    },
  };
  const folder = write('elm-city-ks.json', { ...sound, jurisdictions: { by: 'Agency', table } });
  const source = loadCatalog({ directory: folder }).require('elm-city-ks');
  assert.deepEqual(
    source.otherContexts?.map(({ jurisdiction }) => jurisdiction.name),
    ['Oak County'],
  );
  const nameOf = (Agency: string) => source.map({ Permit: '1', Agency }).context?.jurisdiction.name;
  assert.deepEqual(['oak county', 'Elsewhere'].map(nameOf), ['Oak County', undefined]);
});

test('a text cut before mapping is named by its field, and no row makes mapping throw', () => {
  const map = { number: 'Permit', issue_date: 'Issued', description: { split: 'Text', on: ';', at: 0 } };
  const source = loadCatalog({ directory: write('elm-city-ks.json', { ...sound, map }) }).require(
    'elm-city-ks',
  );
  const mapped = source.map({ Permit: 'A', Text: `deck;${'x'.repeat(100_000)}` });
  assert.deepEqual(mapped.cut, ['description']);
  assert.deepEqual(Object.fromEntries(givenFields(mapped.fields)), { number: 'A', description: 'deck' });
  assert.equal('cut' in source.map({ Permit: 'A', Text: 'deck' }), false);
  const broken = {
    get Permit(): string {
      throw new Error('no');
    },
  };
  assert.equal(source.map(broken).fault, 'cannot be mapped: no');
});
