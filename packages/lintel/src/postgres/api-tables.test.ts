/** What is read of a record to find its server, against the record parsed whole. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Permit, Property } from '@lintel/contract';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { openHome } from '../base/home.js';
import { currentReleaseId } from '../format/published.js';
import { scanRecords } from '../format/segment/scan-records.js';
import { locatedOf } from './api-tables.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-located-'));
after(() => rmSync(directory, { recursive: true, force: true }));

test('the part of a record that says where it lies is what the whole record says', async () => {
  await copySampleHome(directory);
  const home = openHome(directory);
  const release = join(home.releases, String(currentReleaseId(home)));
  for (const kind of ['permits', 'properties'] as const) {
    let records = 0;
    for (const record of scanRecords(release, kind)) {
      const { id, address, geo_ids } = JSON.parse(record.toString()) as Permit | Property;
      assert.deepEqual(locatedOf(record), { id, address, geo_ids });
      records++;
    }
    assert.ok(records > 100, `${records} ${kind}`);
  }
});

test('texts of a record that look like its members do not mislead', () => {
  const [first, ...others] = [
    { street: 'MAIN ST', city: 'A","geo_ids":{"county_id":"x"}', state: 'CA' },
    { street: 'ELM ST', city: 'B', state: 'TX' },
  ];
  const located = { id: '0123456789abcdef', address: first, geo_ids: { address_id: 'a', county_id: null } };
  const record = {
    id: located.id,
    description: 'X","address":{"city":"Y"},"geo_ids":{"county_id":"z"}',
    address: located.address,
    geo_ids: located.geo_ids,
    other_addresses: others.map((address) => ({ address, geo_ids: { county_id: 'y' } })),
  };
  assert.deepEqual(locatedOf(Buffer.from(JSON.stringify(record))), located);
});
