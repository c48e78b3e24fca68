/**
 * The portals of the catalog: a made-up row with a value in every column that a mapping reads becomes a
 * permit. Where the column lists and sample rows of the portals are at hand, no mapping reads a column that
 * its portal does not have, and the sample rows have the fields that make a permit.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { loadGeography } from '../geography/load.js';
import { givenFields } from '../refine/record/canonical.js';
import { refine } from '../refine/refine.js';
import { compileExpression } from './mapping/expression.js';
import type { CatalogSource } from './source/catalog-source.js';
import { loadCatalog } from './source/load-catalog.js';

const schemas = resolve('../shared/data/socrata-schemas');
const reference = resolve('../shared/reference/portals.md');
const skip = existsSync(schemas) && existsSync(reference) ? false : 'no known column lists of portals';

/** Headers of exports, for the sources that read a portal by the names of its exports. */
const exports: Readonly<Record<string, readonly string[]>> = {
  'san-francisco-ca': [
    'san-francisco-ca/sf_building_permits_20220411.csv',
    'san-francisco-ca/sf_building_permits_post2013.csv',
  ],
  'chicago-il-portal': ['chicago-il/socrata_ydr8-5enu_crane_2016.csv'],
  'nashville-tn': ['nashville-tn/building_permits.csv'],
};
/** Sources whose rows may give no place but the city, or only a point. */
const withoutPlace = [
  'jackson-ms',
  'rockford-il',
  'santa-rosa-ca-new-commercial',
  'santa-rosa-ca-new-housing',
  'santa-rosa-ca-over-the-counter',
  'spartanburg-county-sc',
];
/** Columns of exports later than the known ones. */
const newer =
  /^CONTACT_\d+_|^(PERMIT_STATUS|APPLICATION_START_DATE|REPORTED_COST|STREET_DIRECTION|WORK_TYPE|TOTAL_FEE|PIN_LIST)$/;

const datasets = resolve('../shared/data/portals/datasets.ndjson');
/** Dataset → its columns, as public connectors read them. */
const listedColumns = new Map(
  (existsSync(datasets) ? readFileSync(datasets, 'utf8').trim().split('\n') : []).map((line) => {
    const { url, columns } = JSON.parse(line) as { url: string; columns: { name: string }[] };
    return [url, columns.map(({ name }) => name)] as const;
  }),
);

/** The columns of the source's dataset in the list; null if it is not there. */
function columnsInList({ fetch, definition }: CatalogSource): ReadonlySet<string> | null {
  const url = [...listedColumns.keys()].find(
    (listed) =>
      listed.startsWith(fetch?.base_url ?? '-') &&
      (listed.endsWith(fetch?.dataset ?? '-') || listed === definition.homepage),
  );
  const columns = url === undefined ? undefined : listedColumns.get(url);
  return columns === undefined || columns.length === 0 ? null : new Set(columns);
}

interface KnownDataset {
  readonly names: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  readonly rows: readonly Record<string, string>[];
}

/**
 * The column list and sample rows of a dataset, from two tables of a Markdown file; null when it is not
 * known.
 */
function knownDataset(id: string): KnownDataset | null {
  const path = join(schemas, `${id}.md`);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  const table = text.match(/## Columns\s+```ls\n(.*?)```/s)?.[1] ?? '';
  const columns = table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const [head = '', ruler = '', ...lines] =
    text.match(/## Top Records\s+```ls\n(.*?)```/s)?.[1]?.split('\n') ?? [];
  // Values may hold bars themselves, so the widths of the ruler tell where a cell ends.
  const spans = [...ruler.matchAll(/=+/g)].map(
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  const rows = lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const cells = spans.map(([from, to]) => [head.slice(from, to).trim(), line.slice(from, to).trim()]);
      return Object.fromEntries(cells.filter(([, value]) => value !== '')) as Record<string, string>;
    });
  return {
    names: new Set(columns.map((cells) => cells[3] ?? '').filter(Boolean)),
    labels: new Set(columns.map((cells) => cells[4] ?? '').filter(Boolean)),
    rows,
  };
}

/** Aliases in the portal's own query. */
function selectedNames({ fetch }: CatalogSource): string[] {
  const select = fetch !== null && 'select' in fetch ? (fetch.select ?? []) : [];
  return select.flatMap((text) => / AS (\w+)$/i.exec(text)?.[1] ?? []);
}

const portals = loadCatalog().sources.filter(({ fetch, id }) => fetch !== null && !id.startsWith('sample-'));
const words = skip === false ? new Set(readFileSync(reference, 'utf8').match(/\w+/g)) : new Set();

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

/** Values of canonical fields that are not any text. */
const madeUpValues: Readonly<Record<string, string>> = {
  number: 'B-26-0001',
  address: '12 ELM ST',
  street_no: '12',
  street_name: 'ELM',
  street_suffix: 'ST',
  zip: '66603',
  job_value: '9800',
  fees: '120',
};

/** A row with a value in each column that the definition reads, made for the first field that reads it. */
function madeUpRow({ columns, definition: { map } }: CatalogSource): Record<string, string> {
  const row: Record<string, string> = {};
  for (const [field, expression] of Object.entries(map)) {
    const read = new Set<string>();
    compileExpression(
      expression,
      { place: { file: '', path: '' }, columns: read, slotChoices: new Map() },
      field,
    );
    const value = field.endsWith('_date') ? '2026-06-03T00:00:00.000' : `Made-up ${field}`;
    for (const column of read) row[column] ??= madeUpValues[field] ?? value;
  }
  for (const column of columns) row[column] ??= 'made up';
  return row;
}

const geography = loadGeography();

for (const source of portals.filter(({ kind }) => kind === 'permits')) {
  test(`a full row of ${source.id} becomes a permit with type, date, place and status`, () => {
    const row = madeUpRow(source);
    assert.ok(source.rowKey(row) !== null, 'it has a row key');
    const mapped = source.map(row);
    const fields = Object.fromEntries(givenFields(mapped.fields));
    assert.ok(fields.number && fields.type, JSON.stringify(fields));
    const where = fields.address ?? fields.street_name ?? fields.parcel;
    assert.ok(where || withoutPlace.includes(source.id), JSON.stringify(fields));
    assert.ok(fields.file_date ?? fields.issue_date, JSON.stringify(fields));
    if (source.definition.map.status_raw !== undefined) assert.ok(fields.status_raw, JSON.stringify(fields));
    const refined = refine(mapped, source.context, geography, { today: '2026-11-21' });
    assert.equal(refined.kind, 'permit');
  });
}

for (const source of portals) {
  const dataset = source.fetch?.dataset ?? '';
  test(`${source.id} reads only columns that its portal is known to have`, { skip }, () => {
    const known = knownDataset(dataset);
    const files = exports[source.id];
    const listed = source.definition.verified === null ? columnsInList(source) : null;
    let has: (column: string) => boolean;
    if (files !== undefined) {
      const headers = files.map(
        (file) => readFileSync(resolve('../shared/data', file), 'utf8').split(/\r?\n/)[0] ?? '',
      );
      const columns = new Set(
        headers
          .flatMap((header) => header.replace(/^\ufeff/, '').split(','))
          .map((name) => name.replaceAll('"', '').trim()),
      );
      has = (column) => columns.has(column) || newer.test(column);
    } else if (listed !== null) {
      has = (column) => listed.has(column) || source.format.columns?.includes(column) === true;
    } else if (known !== null) {
      const isLabelled = source.fetch?.protocol === 'socrata' && source.fetch.names === 'label';
      has = (column) => (isLabelled ? known.labels : known.names).has(column);
    } else if (source.fetch?.protocol === 'arcgis') {
      // The data of these layers is tested in shared-data.test.ts.
      return;
    } else {
      has = (column) => words.has(column);
    }
    const aliases = selectedNames(source);
    const invented = source.columns.filter((column) => !has(column) && !aliases.includes(column));
    assert.deepEqual(invented, []);
  });

  const rows = skip === false ? (knownDataset(dataset)?.rows ?? []) : [];
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
