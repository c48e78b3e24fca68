import assert from 'node:assert/strict';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import {
  type CityDetails,
  type CountyDetails,
  geoId,
  type JurisdictionDetails,
  type Permit,
} from '@lintel/contract';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { releaseFormat } from '../format/layout.js';
import type { Manifest } from '../format/manifest.js';
import { verifyRelease } from '../format/verify-release.js';
import { loadGeography } from '../geography/load.js';
import { openRelease } from './open-release.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-release-'));
after(() => rmSync(root, { recursive: true, force: true }));

const chance = syntheticNumbers(3);
const world = makeWorld(root, (store) => {
  ingest(
    store,
    'permits-a',
    Array.from({ length: 60 }, (_, i) => syntheticRow(`k${i}`, syntheticPermit(i, chance))),
  );
});
const built = await world.build();

/** A copy of the release with one file changed by `damage`. */
function damaged(file: string, damage: (path: string) => void): string {
  const directory = join(mkdtempSync(join(root, 'damaged-')), basename(built.directory));
  mkdirSync(directory);
  for (const name of readdirSync(built.directory)) {
    const put = name === file ? copyFileSync : linkSync;
    put(join(built.directory, name), join(directory, name));
  }
  damage(join(directory, file));
  return directory;
}

test('every file that is missing or truncated is refused by name when a release is opened', () => {
  const { files } = JSON.parse(readFileSync(join(built.directory, 'manifest.json'), 'utf8')) as Manifest;
  assert.ok(files.length >= 16);
  for (const { name, bytes } of files) {
    const missing = damaged(name, (path) => rmSync(path));
    assert.throws(
      () => openRelease(missing),
      (error: Error) => error.message.includes(`lacks its file ${missing}/${name}`),
    );
    if (bytes === 0) continue;
    const short = damaged(name, (path) => truncateSync(path, bytes - 1));
    assert.throws(
      () => openRelease(short),
      (error: Error) => error.message.startsWith(`${short}/${name} has`),
    );
  }
});

test('one changed bit in any file is found by its checksum', async () => {
  const { files } = JSON.parse(readFileSync(join(built.directory, 'manifest.json'), 'utf8')) as Manifest;
  for (const { name, bytes } of files) {
    if (bytes === 0) continue;
    const directory = damaged(name, (path) => {
      const content = readFileSync(path);
      content[bytes >> 1] = (content[bytes >> 1] ?? 0) ^ 4;
      writeFileSync(path, content);
    });
    await assert.rejects(verifyRelease(directory), (error: Error) =>
      error.message.startsWith(`${directory}/${name} is damaged`),
    );
  }
});

const change = (from: string, to: string) => (path: string) => {
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from));
  writeFileSync(path, text.replace(from, to));
};

test('a manifest that is foreign, of another format or altered is refused by name', () => {
  const cases: [damage: (path: string) => void, message: RegExp][] = [
    [change('lintel-release', 'other-release'), /manifest\.json is not the manifest of a Lintel release/],
    [change(`"format": ${releaseFormat}`, '"format": 99'), /manifest\.json describes a release of format 99/],
    [change('"sha256": "', '"sha256": "0'), /manifest\.json is damaged: its list of files/],
    [(path) => truncateSync(path, 50), /manifest\.json is damaged/],
    [(path) => writeFileSync(path, '[]'), /manifest\.json is damaged: it must hold one JSON object/],
    [(path) => writeFileSync(path, 'null'), /manifest\.json is damaged/],
    [(path) => rmSync(path), /is not a release/],
  ];
  for (const [damage, message] of cases) {
    assert.throws(() => openRelease(damaged('manifest.json', damage)), message);
  }
});

test('records, places and metrics are read as they were written', () => {
  const release = openRelease(built.directory);
  const lines = readFileSync(join(built.directory, 'permits.ndjson'), 'utf8').trimEnd().split('\n');
  const ids = lines.map((line) => (JSON.parse(line) as Permit).id);
  assert.deepEqual(release.records('permits', ids).map(String), lines);
  assert.equal(release.info.counts.permits, 60);
  assert.equal(release.info.released_at, '2026-06-30');
  release.close();
});

test('details name a place, the places that contain it and who issues permits there', () => {
  const release = openRelease(built.directory);
  const geography = loadGeography();
  const city = geography.city('San Francisco', 'CA');
  const county = geography.countyByGeoid('06075');
  assert.ok(city !== null && county !== null);
  const jurisdictionId = geoId('jurisdiction', '0667000');
  const read = <T>(kind: 'city' | 'county' | 'jurisdiction', id: string) =>
    JSON.parse(release.place(kind, id)?.toString() ?? 'null') as T;
  const cityDetails = read<CityDetails>('city', city.geoId);
  assert.equal(cityDetails.name, 'San Francisco, San Francisco County, CA');
  assert.equal(cityDetails.counties['San Francisco County'], county.geoId);
  assert.deepEqual(cityDetails.jurisdictions, { 'San Francisco': jurisdictionId });
  assert.ok(cityDetails.zipcodes.includes('94103'));
  const countyDetails = read<CountyDetails>('county', county.geoId);
  assert.equal(countyDetails.name, 'San Francisco County, CA');
  assert.deepEqual(countyDetails.cities, { 'San Francisco': city.geoId });
  assert.deepEqual(countyDetails.jurisdictions, { 'San Francisco': jurisdictionId });
  const jurisdiction = read<JurisdictionDetails>('jurisdiction', jurisdictionId);
  assert.equal(jurisdiction.name, 'San Francisco, CA');
  assert.deepEqual(jurisdiction.cities, { 'San Francisco': city.geoId });
  assert.equal(release.place('county', city.geoId), null, 'a city is no county');
  assert.equal(release.place('city', geoId('city', 'nowhere')), null);
  release.close();
});
