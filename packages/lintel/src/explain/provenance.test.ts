/**
 * Provenance agrees with the trace that reads the raw row, and no value of the row gets out with it.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Permit, Provenance, ReleaseInfo } from '@lintel/contract';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { recordsOf } from '@lintel/testing/release/oracle.js';
import { locateHome } from '../base/home.js';
import { silentProgress } from '../base/progress.js';
import { currentReleaseId } from '../format/published.js';
import type { PermitOrigin } from '../format/segment/read-origin.js';
import { openLocalService } from '../http/in-process/local-service.js';
import { openInstallation } from '../installation/installation.js';
import { provenanceReader } from './provenance.js';
import { type PermitTrace, tracePermit } from './trace-permit.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-provenance-'));
await copySampleHome(directory);
const home = locateHome(directory);
const service = openLocalService(home);
const installation = await openInstallation(directory, silentProgress, () => new AbortController().signal);
after(async () => {
  await service.close();
  await installation.close();
  rmSync(directory, { recursive: true, force: true });
});

const permits = recordsOf<Permit>(join(home.releases, currentReleaseId(home) ?? ''), 'permits');
/** Eight permits with their traces, each of which takes a good part of a second. */
const some = permits.filter((_, i) => i % 125 === 0);
const traces = new Map<string, PermitTrace>();
for (const { id } of some) traces.set(id, await tracePermit(installation, id, undefined));

function traceOf(id: string): PermitTrace {
  const trace = traces.get(id);
  assert.ok(trace);
  return trace;
}

async function provenanceOf(id: string, query = ''): Promise<Provenance> {
  const answered = await service.fetch(`http://local/v2/permits/${id}/provenance${query}`);
  assert.equal(answered.status, 200);
  return (await answered.json()) as Provenance;
}

test('the row, its columns and the givers of joined facts are those of the trace', async () => {
  let joinedFacts = 0;
  for (const { id } of some) {
    const { source, row_key, fields } = await provenanceOf(id);
    const trace = traceOf(id);
    assert.deepEqual([source.id, row_key], [trace.source.id, trace.row_key]);
    for (const { field, columns, given_by } of fields) {
      const joined = trace.joined.find((fact) => fact.field === field) ?? null;
      if (joined !== null) {
        joinedFacts += 1;
        const by = joined.given_by;
        const expected = by !== null && 'permit' in by ? by.permit : by?.row_key;
        assert.equal(given_by?.permit_id ?? given_by?.row_key, expected, `${id} ${field}`);
        continue;
      }
      assert.equal(given_by, null, `${id} ${field}`);
      const known = new Set(Object.keys(trace.raw));
      assert.ok(columns.length === 0 || columns.some((column) => known.has(column)), `${id} ${field}`);
    }
    const number = fields.find(({ field }) => field === 'number');
    const values = number?.columns.map((column) => trace.raw[column]);
    assert.ok(number === undefined || values?.includes(trace.record.number), id);
  }
  assert.ok(joinedFacts > 0);
});

test('only the fields that are known are explained, or those asked for, in the order of a permit', async () => {
  for (const permit of some) {
    const { fields } = await provenanceOf(permit.id);
    const known = Object.entries(permit).filter(
      ([name, value]) => name !== 'id' && (Array.isArray(value) ? value.length > 0 : value !== null),
    );
    assert.deepEqual(
      fields.map(({ field }) => field),
      known.map(([name]) => name),
    );
  }
  const { fields } = await provenanceOf(some[0]?.id ?? '', '?field=tags,jurisdiction&field=fees');
  assert.ok(fields.every(({ field }) => ['jurisdiction', 'fees', 'tags'].includes(field)));
});

test('no value of the raw row gets out but its key', async () => {
  for (const { id } of some) {
    const { raw, row_key } = traceOf(id);
    const { row_key: key, id: _, ...said } = await provenanceOf(id);
    assert.equal(key, row_key);
    const text = JSON.stringify({ ...said, source: said.source.id });
    // Short values are found in any text by chance.
    const values = Object.values(raw).filter((value) => typeof value === 'string' && value.length > 9);
    for (const value of values) {
      if (value !== row_key) assert.ok(!text.includes(String(value)), `${id}: ${value}`);
    }
  }
});

test('a permit that is not there has no provenance', async () => {
  const answered = await service.fetch('http://local/v2/permits/0000000000000000/provenance');
  assert.equal(answered.status, 404);
});

test('a broken definition of the operator is read again once it is mended', async () => {
  const [{ id }] = some as [Permit];
  const file = join(home.sources, 'broken.json');
  mkdirSync(home.sources, { recursive: true });
  const fresh = openLocalService(home);
  const ask = async () => (await fresh.fetch(`http://local/v2/permits/${id}/provenance`)).status;
  try {
    writeFileSync(file, '{');
    assert.equal(await ask(), 500);
    rmSync(file);
    assert.equal(await ask(), 200);
  } finally {
    rmSync(file, { force: true });
    await fresh.close();
  }
});

test('a value that another source of the permit gave has the columns and the row of that source', async () => {
  const [permit = assert.fail()] = permits;
  const origin: PermitOrigin = {
    permit: { ...permit, status: 'active', parcel_number: '7', property_facts_joined: {} },
    source: 'lakeland-fl',
    key: 'own',
    otherKeys: [],
    merged: [
      {
        id: '0'.repeat(16),
        source: 'tampa-bay-fl',
        keys: ['theirs', 'more'],
        fields: ['parcel_number', 'address.latlng'],
      },
    ],
  };
  const info = { release_id: 'r', sources: [] } as unknown as ReleaseInfo;
  const { source, other_sources, fields } = await provenanceReader(null)(origin, info);
  assert.equal(source.id, 'lakeland-fl');
  assert.deepEqual(
    other_sources.map(({ source: { id }, row_key, other_row_keys }) => [id, row_key, other_row_keys]),
    [['tampa-bay-fl', 'theirs', ['more']]],
  );
  const of = (name: string) => fields.find(({ field }) => field === name);
  assert.deepEqual(of('parcel_number')?.columns, ['parcel_number']);
  assert.deepEqual(of('parcel_number')?.given_by, {
    permit_id: null,
    source_id: 'tampa-bay-fl',
    row_key: 'theirs',
  });
  assert.match(of('address')?.rule ?? '', /From the row "theirs" of tampa-bay-fl: latlng\.$/);
  assert.deepEqual([of('number')?.columns, of('number')?.given_by], [['PERMIT_NO'], null]);
});
