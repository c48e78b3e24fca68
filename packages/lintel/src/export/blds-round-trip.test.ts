/** Permits go out as BLDS and come back: the file is valid, is drafted without questions, and says the same. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Contractor, geoId, type Permit, permitId } from '@lintel/contract';
import { contractorIds, permitIds } from '@lintel/testing/http/memory-records.js';
import { memoryRelease } from '@lintel/testing/http/memory-release.js';
import { elmCityJurisdiction } from '@lintel/testing/sources/elm-city.js';
import { checkBlds } from '../blds/check.js';
import { loadGeography } from '../geography/load.js';
import { refine } from '../refine/refine.js';
import { draftDefinition } from '../sources/draft/draft-definition.js';
import { readSample } from '../sources/draft/read-sample.js';
import { fileText } from '../sources/read/file-text.js';
import { makeSource } from '../sources/source/catalog-source.js';
import { bldsLines } from './blds-writer.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-blds-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const release = memoryRelease('1');
const read = <T>(record: Buffer | undefined) => JSON.parse(String(record)) as T;
const [example] = release.records('permits', permitIds.slice(0, 1));
const contractor: Contractor = {
  ...read<Contractor>(release.records('contractors', [contractorIds[0] ?? ''])[0]),
  license: '998877',
  name: 'M. OKONKWO',
  classification: 'C39',
  classification_derived: ['roofing', 'plumbing'],
};

/** Permits that differ in what the standard has columns for. */
const changes: readonly Partial<Permit>[] = [
  {
    number: 'B-1',
    status: 'final',
    file_date: '2026-01-02',
    issue_date: '2026-01-09',
    final_date: '2026-02-01',
  },
  { number: 'B-2', status: 'active', job_value: 1_234_56, fees: 99, property_type: 'office' },
  { number: 'B-3', status: 'in_review', property_unit_count: 12, property_building_area: 14_800 },
  { number: 'B-4', status: 'inactive', property_type: 'exempt', parcel_number: '0012-3' },
  {
    number: 'B-5',
    status: 'final',
    description: 'Deck, "cedar"\nwith railing',
    contractor_id: contractor.id,
  },
  { number: null, status: 'active', property_type: 'vacant land' },
  { number: 'B-1', status: 'active', type: 'Re-Roof' },
];
const permits = changes.map((change, i): Permit => {
  const { contractor_id: _, ...permit } = read<Permit>(example);
  return {
    ...permit,
    description: 'Replace the roof',
    job_value: 250_000,
    id: permitId('blds', String(i)),
    geo_ids: { ...permit.geo_ids, jurisdiction_id: geoId('jurisdiction', 'elm') },
    address: { ...permit.address, city: 'ELM CITY', state: 'KS', zip_code: '67501', latlng: [38.06, -97.93] },
    ...change,
  };
});

const lines = bldsLines({ records: () => [Buffer.from(JSON.stringify(contractor))] });
const path = join(directory, 'permits.csv');
const rows = permits.map((permit, i) => lines.line(Buffer.from(JSON.stringify(permit)), i === 0));
writeFileSync(path, [lines.head, ...rows, lines.foot].join(''));

test('an export has no error by the check of the standard', async () => {
  const { errors, findings } = await checkBlds(fileText(path));
  assert.equal(errors, 0, JSON.stringify(findings));
});

test('a permit number is unique in the file: one that repeats, and none, get the id of the record', () => {
  const numbers = rows.map((row) => row.slice(0, row.indexOf(',')));
  assert.equal(new Set(numbers).size, permits.length);
  assert.equal(numbers[5], permits[5]?.id);
  assert.equal(numbers[6], `B-1 ${permits[6]?.id}`);
});

test('an export is read back by a draft that asks about its licence only, with the same facts', async () => {
  const sample = await readSample(path, 100);
  const draft = draftDefinition(sample, {
    id: 'elm-city-ks',
    name: 'Elm City',
    kind: 'permits',
    jurisdiction: elmCityJurisdiction,
    timeZone: 'America/Chicago',
  });
  assert.ok(draft.isBlds);
  assert.deepEqual(
    draft.unmapped.map(({ name }) => name),
    [],
  );
  assert.deepEqual(draft.questions.length, 1, draft.questions.join('\n'));
  const source = makeSource(draft.definition, 'draft.json');
  const geography = loadGeography();
  sample.rows.forEach((row, i) => {
    const refined = refine(source.map(row), source.context, geography, { today: '2026-06-30' });
    assert.ok(refined.kind === 'permit');
    const before = permits[i];
    assert.ok(before !== undefined);
    for (const key of compared) assert.deepEqual(refined.record[key], before[key], `${i} ${key}`);
    assert.equal(refined.record.address.street, before.address.street);
    assert.deepEqual(refined.record.address.latlng, before.address.latlng);
    assert.equal(
      refined.contractor?.facts.business_name ?? null,
      before.contractor_id === undefined ? null : contractor.business_name,
    );
  });
});

/** Facts for which the standard has a column. */
const compared = [
  'description',
  'status',
  'type',
  'file_date',
  'issue_date',
  'final_date',
  'job_value',
  'fees',
  'property_type',
  'property_unit_count',
  'property_building_area',
  'parcel_number',
] as const;
