/**
 * The portals of the catalog: each has a row of made-up values for all columns that the portal is known to have, and the
 * record that it gives (packages/testing/catalog/portals.ndjson). The values were made by the names and types of the
 * columns alone: a status says `Issued`, an address is one, an application is before an issue. So a mapping that reads
 * the wrong column shows in the record, or in a defect of what is made of it.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { realData } from '@lintel/testing/base/real-data.js';
import { loadGeography } from '../geography/load.js';
import { givenFields } from '../refine/record/canonical.js';
import { refine } from '../refine/refine.js';
import { loadCatalog } from './source/load-catalog.js';

/** Sources whose rows may give no place but the city, or only a point. */
const withoutPlace = [
  'jackson-ms',
  'rockford-il',
  'santa-rosa-ca-new-commercial',
  'santa-rosa-ca-new-housing',
  'santa-rosa-ca-over-the-counter',
  'spartanburg-county-sc',
];
/** Sources whose made-up rows have a defect, or are refused: they want a column, or have an odd unit. */
const withDefect: Readonly<Record<string, readonly string[]>> = {
  'baltimore-county-md': ['city_from_zip'],
  'buffalo-ny': ['address_no_number'],
  'florida-parcels': ['has no house address'],
  'independence-mi': ['city_unknown'],
  'leon-county-fl': ['city_from_zip'],
  'maricopa-county-az': ['city_from_zip'],
  'mecklenburg-county-nc': ['city_from_zip'],
  'naperville-il': ['address_words_left_out'],
  'new-hanover-county-nc': ['address_no_number', 'city_from_zip'],
  'new-york-ny-dob-now': ['address_words_left_out'],
  'san-francisco-ca-electrical': ['address_words_left_out'],
  'san-francisco-ca-plumbing': ['address_words_left_out'],
  'spokane-county-wa': ['city_from_zip'],
  'thurston-county-wa': ['city_from_zip'],
  'tucson-az': ['address_words_left_out'],
};

/** Fields that only rows of another kind fill: an application has no contractor. */
const ofOtherRows: Readonly<Record<string, readonly string[]>> = { 'nashville-tn': ['record_kind'] };

interface Fixture {
  readonly id: string;
  /** Every known column, with null where nothing was made up. */
  readonly row: Readonly<Record<string, unknown>>;
  readonly record: Readonly<Record<string, string>>;
}

const folder = 'packages/testing/catalog';
const fixtures = new Map(
  readFileSync(join(folder, 'portals.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const fixture = JSON.parse(line) as Fixture;
      return [fixture.id, fixture];
    }),
);
const portals = loadCatalog().sources.filter(({ fetch, id }) => fetch !== null && !id.startsWith('sample-'));
const geography = loadGeography();

test('portals of 150 places in 40 states can be fetched, each with its terms and keys', () => {
  const places = portals.map(({ context: { jurisdiction } }) => jurisdiction);
  assert.ok(new Set(places.map(({ geoid }) => geoid)).size >= 150);
  assert.ok(new Set(places.map(({ state }) => state)).size >= 40);
  for (const { id, attribution, definition, required } of portals) {
    assert.ok(attribution !== null && definition.license !== undefined, id);
    assert.notEqual(definition.verified, undefined, id);
    assert.ok(definition.dataset?.domain !== undefined && definition.dataset.id !== undefined, id);
    assert.ok(definition.fetch?.base_url.includes(definition.dataset.domain), id);
    assert.ok(definition.homepage !== undefined && definition.notes !== undefined, id);
    assert.ok(required.length >= 2, id);
  }
});

test('every portal has a made-up row of all its columns, or the fixture of who added it', () => {
  const without = portals.filter(({ id }) => !fixtures.has(id) && !existsSync(join(folder, `${id}.json`)));
  assert.deepEqual(
    without.map(({ id }) => id),
    [],
    './lintel source share makes a fixture',
  );
  assert.deepEqual(
    [...fixtures.keys()].filter((id) => !portals.some((source) => source.id === id)),
    [],
  );
});

const tried = portals.flatMap((source) => {
  const fixture = fixtures.get(source.id);
  return fixture === undefined ? [] : [{ source, ...fixture }];
});

for (const { source, row, record } of tried) {
  test(`a made-up row of ${source.id} gives the record beside it, with all fields of the definition`, () => {
    assert.deepEqual(
      source.columns.filter((column) => !(column in row)),
      [],
      'columns that the portal is not known to have',
    );
    assert.ok(source.rowKey(row) !== null, 'it has no row key');
    const mapped = source.map(row);
    assert.deepEqual(Object.fromEntries(givenFields(mapped.fields)), record);
    const others = ofOtherRows[source.id] ?? [];
    const fields = Object.keys(source.definition.map).filter((field) => !others.includes(field));
    const empty = fields.filter((field) => record[field] === undefined);
    assert.deepEqual(empty, [], 'fields that no column fills');
    const refined = refine(mapped, source.context, geography, { today: '2026-11-21' });
    const faults = refined.kind === 'refused' ? [refined.reason] : refined.defects.map(({ name }) => name);
    assert.deepEqual(faults, withDefect[source.id] ?? []);
  });
}

for (const { id, source, record } of tried.filter(({ source }) => source.kind === 'permits')) {
  test(`a made-up permit of ${id} has number, type, place, date and status, in the order of time`, () => {
    const { number, type, address, street_name: street, parcel, status_raw: status } = record;
    assert.ok(number && type, JSON.stringify(record));
    assert.ok(address ?? street ?? parcel ?? withoutPlace.includes(id), JSON.stringify(record));
    assert.ok(status || source.definition.map.status_raw === undefined, JSON.stringify(record));
    const dates = [record.file_date, record.issue_date, record.final_date].filter(
      (date) => date !== undefined,
    );
    assert.ok(dates.length > 0, JSON.stringify(record));
    assert.deepEqual(dates.toSorted(), dates);
  });
}

const schemas = join(realData, 'socrata-schemas');

/** The sample rows of a dataset, from a table of a Markdown file; none where that is not at hand. */
function knownRows(dataset: string): Record<string, string>[] {
  const path = join(schemas, `${dataset}.md`);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [head = '', ruler = '', ...lines] =
    text.match(/## Top Records\s+```ls\n(.*?)```/s)?.[1]?.split('\n') ?? [];
  // Values may hold bars themselves, so the widths of the ruler tell where a cell ends.
  const spans = [...ruler.matchAll(/=+/g)].map(
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = spans.map(([from, to]) => [head.slice(from, to).trim(), line.slice(from, to).trim()]);
      return Object.fromEntries(cells.filter(([, value]) => value !== ''));
    });
}

for (const source of portals) {
  const rows = knownRows(source.fetch?.dataset ?? '');
  const isLabelled = source.fetch !== null && 'names' in source.fetch && source.fetch.names === 'label';
  if (rows.length === 0 || isLabelled || source.kind !== 'permits') continue;
  test(`the known rows of ${source.id} have what makes a permit`, () => {
    const keys = rows.map((row) => source.rowKey(row)).filter((key) => key !== null);
    assert.equal(new Set(keys).size, keys.length, 'row keys repeat');
    const mapped = rows
      .filter((row) => source.rowKey(row) !== null)
      .map((row) => Object.fromEntries(givenFields(source.map(row).fields)));
    assert.ok(mapped.length > rows.length / 2);
    for (const fields of mapped) {
      assert.ok(fields.number && fields.type, JSON.stringify(fields));
      const where = fields.address ?? fields.street_name ?? fields.parcel ?? fields.contractor_name;
      assert.ok(where || withoutPlace.includes(source.id), JSON.stringify(fields));
      assert.ok(fields.file_date ?? fields.issue_date ?? source.id === 'jackson-ms', JSON.stringify(fields));
      const isStated = source.definition.map.status_raw !== undefined;
      assert.ok(fields.status_raw || !isStated, JSON.stringify(fields));
    }
  });
}
