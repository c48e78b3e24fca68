import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { endpoints, type Permit, parseQuery } from '@lintel/contract';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { type Progress, silentProgress } from '../base/progress.js';
import { UsageError } from '../base/usage-error.js';
import { openRelease } from '../releases/open-release.js';
import { readerOf } from './column.js';
import { columnsOf } from './columns.js';
import { exportRecords, exportTarget } from './export-records.js';
import { type ExportKind, exportKinds, recordKinds } from './kinds.js';
import type { PartFile } from './partitions.js';
import { type Filters, selectRecords } from './selection.js';
import { fileSink } from './sinks.js';
import { fieldsPage } from './write-fields.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-export-'));
after(() => rmSync(root, { recursive: true, force: true }));

const chance = syntheticNumbers(5);
const world = makeWorld(root, (store) => {
  ingest(
    store,
    'permits-a',
    Array.from({ length: 400 }, (_, i) => syntheticRow(`k${i}`, syntheticPermit(i, chance))),
  );
});
const { directory, id } = await world.build();
const release = openRelease(directory);
after(() => release.close());
const states = ['CA', 'IL', 'TN'];

const linesOf = (kind: ExportKind) => {
  const text = readFileSync(join(directory, `${kind}.ndjson`), 'utf8');
  return text === '' ? [] : text.trimEnd().split('\n');
};
const permits = linesOf('permits').map((line) => JSON.parse(line) as Permit);

interface Choice {
  readonly kind?: ExportKind;
  readonly filters?: Filters;
  readonly format?: string;
  readonly force?: boolean;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
}

async function exported(name: string, choice: Choice = {}) {
  const { kind = 'permits', filters = {}, format, force, progress, signal } = choice;
  const path = name.startsWith('/') ? name : join(root, name);
  const result = await exportRecords({
    kind,
    selection: selectRecords({ directory, release, states }, kind, filters),
    contractors: release,
    target: exportTarget(path, format),
    force: force ?? false,
    release: id,
    filled: new Map([['job_value', 0.5]]),
    progress: progress ?? silentProgress,
    signal: signal ?? new AbortController().signal,
  });
  return { ...result, path };
}

/** The values of a parsed record by column, as in the contract's JSON. */
function flat(kind: ExportKind, record: unknown): Record<string, unknown> {
  return Object.fromEntries(columnsOf(kind).map((column) => [column.name, readerOf(column)(record)]));
}

async function readParquet(path: string): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
}

test('NDJSON holds every record of every kind as it is served', async () => {
  for (const kind of recordKinds) {
    const { path, rows } = await exported(`${kind}.ndjson`, { kind });
    assert.equal(readFileSync(path, 'utf8'), readFileSync(join(directory, `${kind}.ndjson`), 'utf8'));
    assert.equal(rows, linesOf(kind).length);
  }
  assert.ok(permits.length > 200);
});

test('a CSV reader gets back every value of every column', async () => {
  const { path } = await exported('all.csv');
  const read = parse(readFileSync(path), { columns: true }) as Record<string, string>[];
  assert.equal(read.length, permits.length);
  const asText = (value: unknown) => {
    if (value === null) return '';
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(';');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  for (const [i, permit] of permits.entries()) {
    const expected = Object.entries(flat('permits', permit)).map(([name, value]) => [name, asText(value)]);
    assert.deepEqual(read[i], Object.fromEntries(expected));
  }
});

test('a compressed file holds the same text', async () => {
  const { path } = await exported('packed.csv.gz');
  assert.equal(gunzipSync(readFileSync(path)).toString(), readFileSync(join(root, 'all.csv'), 'utf8'));
});

test('GeoJSON has one feature per record, longitude first', async () => {
  const { path } = await exported('all.geojson');
  const { type, features } = JSON.parse(readFileSync(path, 'utf8'));
  assert.equal(type, 'FeatureCollection');
  assert.equal(features.length, permits.length);
  let points = 0;
  for (const [i, permit] of permits.entries()) {
    const { id: featureId, geometry, properties } = features[i];
    assert.equal(featureId, permit.id);
    assert.equal(properties.id, permit.id);
    const [lat, lng] = permit.address.latlng ?? [];
    assert.deepEqual(geometry, lat === undefined ? null : { type: 'Point', coordinates: [lng, lat] });
    if (geometry !== null) points += 1;
  }
  assert.ok(points > 50);
});

test('a Parquet reader gets back every value, with types, and GeoParquet its metadata', async () => {
  const { path } = await exported('all.parquet');
  const read = await readParquet(path);
  assert.equal(read.length, permits.length);
  for (const [i, permit] of permits.entries()) {
    const row = read[i] ?? {};
    for (const { name, fields, ...column } of columnsOf('permits')) {
      const stated = readerOf(column)(permit);
      // A list of objects is one of structs, whose fields are the columns of such an object.
      const structs = fields !== undefined && Array.isArray(stated);
      const structOf = (item: unknown) => fields?.map((field) => [field.name, readerOf(field)(item)]) ?? [];
      const value = structs ? stated.map((item) => Object.fromEntries(structOf(item))) : stated;
      const found = row[name];
      const plain = typeof found === 'bigint' ? Number(found) : found;
      const date = plain instanceof Date ? plain.toISOString().slice(0, 10) : plain;
      assert.deepEqual(date ?? null, value, `${name} of ${permit.id}`);
    }
  }
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const geo = JSON.parse(metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? '{}');
  const points = permits.flatMap(({ address: { latlng } }) => (latlng === null ? [] : [latlng]));
  assert.equal(geo.version, '1.1.0');
  assert.deepEqual(geo.columns.geometry.bbox, [
    Math.min(...points.map(([, lng = 0]) => lng)),
    Math.min(...points.map(([lat = 0]) => lat)),
    Math.max(...points.map(([, lng = 0]) => lng)),
    Math.max(...points.map(([lat = 0]) => lat)),
  ]);
});

test('a directory has each record once, in the file of its state and year, and a manifest of the files', async () => {
  const { path } = await exported('parts/');
  const manifest = JSON.parse(readFileSync(join(path, '_manifest.json'), 'utf8')) as {
    release: string;
    rows: number;
    files: PartFile[];
  };
  assert.equal(manifest.release, id);
  assert.equal(manifest.rows, permits.length);
  const ids: unknown[] = [];
  for (const { path: name, rows } of manifest.files) {
    const read = await readParquet(join(path, name));
    assert.equal(read.length, rows);
    for (const row of read) {
      const year =
        row.start_date instanceof Date ? row.start_date.getUTCFullYear() : '__HIVE_DEFAULT_PARTITION__';
      assert.ok(name.startsWith(`state=${row.address_state}/year=${year}/`), name);
      ids.push(row.id);
    }
  }
  assert.deepEqual(ids.sort(), permits.map((permit) => permit.id).sort());
  assert.ok(manifest.files.length > 1);
  // What readers of a directory of Parquet skip; any other file stops them.
  const others = readdirSync(path).filter((name) => !name.startsWith('state='));
  assert.ok(
    others.every((name) => name.startsWith('_')),
    others.join(),
  );
});

test('filters give what the search gives, over all of its pages', async () => {
  const filters = { geo_id: 'CA', permit_from: '2000-01-01', permit_tags: 'residential' };
  const parsed = parseQuery(endpoints.permit_search, {
    query: Object.entries({ ...filters, permit_to: '2199-12-31' }),
    path: {},
  });
  assert.ok(parsed.ok);
  const wanted = release.searchPermits(parsed.value, 0, 10_000).items.map((item) => item.toString());
  assert.ok(wanted.length > 10 && wanted.length < permits.length);
  const { path } = await exported('some.ndjson', { filters });
  assert.deepEqual(readFileSync(path, 'utf8').trimEnd().split('\n'), wanted);
});

test('a filter without a place searches every state, and omits no dated or undated permit', async () => {
  const everywhere = permits.filter(({ tags }) => tags.includes('residential')).map((permit) => permit.id);
  const { path } = await exported('tagged.ndjson', { filters: { permit_tags: 'residential' } });
  const found = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id as string);
  assert.deepEqual(found.sort(), everywhere.sort());
});

test('contractors found without a place come with the counts of all their permits', async () => {
  const { path } = await exported('everywhere.ndjson', {
    kind: 'contractors',
    filters: { permit_tags: 'residential' },
  });
  const found = readFileSync(path, 'utf8').trimEnd().split('\n');
  const stored = new Set(linesOf('contractors'));
  assert.ok(found.length > 3);
  assert.equal(new Set(found).size, found.length);
  for (const line of found) assert.ok(stored.has(line), line);
});

test('every kind but addresses takes filters, and a wrong one is refused by name', async () => {
  for (const kind of exportKinds.filter((one) => one !== 'addresses')) {
    await exported(`filtered-${kind}.ndjson`, { kind, filters: { geo_id: 'CA' } });
  }
  const refused = (kind: ExportKind, filters: Filters) =>
    assert.rejects(exported('refused.csv', { kind, filters }), UsageError);
  await refused('addresses', { geo_id: 'CA' });
  await assert.rejects(
    exported('refused.csv', { filters: { permit_tags: 'slar' } }),
    /see lintel tags.*did you mean 'solar'/,
  );
  await assert.rejects(exported('refused.csv', { filters: { colour: 'red' } }), /no filter "colour"/);
  assert.equal(existsSync(join(root, 'refused.csv')), false);
});

test('an existing file is replaced only by force', async () => {
  writeFileSync(join(root, 'kept.csv'), 'mine');
  await assert.rejects(exported('kept.csv'), /exists already/);
  assert.equal(readFileSync(join(root, 'kept.csv'), 'utf8'), 'mine');
  await exported('kept.csv', { force: true });
  assert.notEqual(readFileSync(join(root, 'kept.csv'), 'utf8'), 'mine');
});

test('an interrupted or failed export leaves nothing behind', async () => {
  const before = readdirSync(root).sort();
  const failing: Progress = {
    ...silentProgress,
    done() {
      throw new Error('stopped at the end');
    },
  };
  for (const name of ['failed.csv', 'failed.parquet', 'failed/']) {
    await assert.rejects(exported(name, { progress: failing }), /stopped at the end/);
  }
  assert.deepEqual(readdirSync(root).sort(), before);
});

test('a full disk ends the writing of a file, compressed or not, and is reported under its name', async () => {
  for (const isGzip of [false, true]) {
    const sink = fileSink('/dev/full', isGzip, 'permits.csv');
    const piece = randomBytes(1 << 20);
    const written = async () => {
      for (let megabytes = 0; megabytes < 4; megabytes += 1) if (!sink.write(piece)) await sink.drained();
      await sink.end();
    };
    await assert.rejects(written(), /The disk is full: permits\.csv could not be written/);
  }
});

test('a target whose format is not clear, or cannot hold the records, is refused', async () => {
  assert.throws(() => exportTarget('permits.xyz', undefined), /format of permits.xyz is not clear/);
  assert.throws(() => exportTarget('permits.parquet.gz', undefined), /Parquet is compressed inside/);
  assert.throws(() => exportTarget('here/', 'csv'), /Only Parquet is written into a directory/);
  assert.throws(() => exportTarget('permits.csv', 'excel'), /no format "excel"/);
  await assert.rejects(exported('no/such/directory.csv'), /does not exist/);
});

test('every file comes with its data dictionary with the fill of the release', async () => {
  await exported('described.csv');
  const text = readFileSync(join(root, 'described.fields.md'), 'utf8');
  for (const { name } of columnsOf('permits')) assert.ok(text.includes(`\`${name}\``), name);
  const { resources } = JSON.parse(readFileSync(join(root, 'described.datapackage.json'), 'utf8')) as {
    resources: { path: string; schema: { fields: { name: string; type: string }[] } }[];
  };
  assert.equal(resources[0]?.path, 'described.csv');
  const types = new Map(resources[0]?.schema.fields.map(({ name, type }) => [name, type]));
  assert.deepEqual(
    [types.get('number'), types.get('address_zip_code'), types.get('job_value')],
    ['string', 'string', 'integer'],
  );
  assert.match(text, /`job_value` \(whole number\): Declared value of the work. US cents. Filled: 50.0 %/);
});

test('docs/fields.md matches the schemas of the API', () => {
  assert.equal(readFileSync('docs/fields.md', 'utf8'), fieldsPage());
});
