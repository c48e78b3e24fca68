/** Rows that tenants of EnerGov really sent (if they are at hand) come through the platform's mapping as they were sent. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { realData, testOnRealData } from '@lintel/testing/base/real-data.js';
import type { CanonicalPermit } from '../../refine/record/canonical.js';
import type { SourceRow } from '../mapping/value.js';
import { makeSource } from '../source/catalog-source.js';

const base_url = 'https://elm.example/apps/selfservice';
const source = makeSource(
  {
    ...{ id: 'elm-city-ks-energov', kind: 'permits', name: 'Elm City', license: null, attribution: null },
    ...{ homepage: base_url, platform: 'energov', namespace: 'elm-city-ks', time_zone: 'America/Chicago' },
    jurisdiction: {
      geoid: '2071000',
      name: 'Elm City',
      state: 'KS',
      county_geoid: '20177',
      default_city: null,
    },
    fetch: { protocol: 'energov', base_url, dataset: 'permits' },
  },
  'elm-city-ks-energov.json',
);

/** The permits of an answer to a search, or a recorded one alone. */
function rowsIn(path: string): SourceRow[] {
  const { Result = null, ...row } = JSON.parse(readFileSync(path, 'utf8')) as SourceRow & {
    Result?: { EntityResults: SourceRow[] } | null;
  };
  return Result === null ? [row] : Result.EntityResults;
}

testOnRealData('recorded permits of EnerGov keep number, type, status, day, address and page', () => {
  const folder = join(realData, 'portal-software/recordings/energov');
  const pages = readdirSync(join(folder, 'fl-search-pages')).map((name) => join('fl-search-pages', name));
  const files = [...pages, 'richmond-va/one_entity.json'];
  assert.ok(files.length >= 5);
  for (const file of files) {
    const rows = rowsIn(join(folder, file));
    assert.ok(rows.length > 0, file);
    for (const row of rows) {
      const fields = source.map(row).fields as CanonicalPermit;
      const text = (name: string) => String(row[name] ?? '').trim();
      assert.equal(String(fields.number).trim(), text('CaseNumber'), file);
      assert.equal(String(fields.type).trim(), text('CaseType'), file);
      assert.equal(String(fields.status_raw).trim(), text('CaseStatus'), file);
      assert.equal(fields.source_url, `${base_url}#/permit/${text('CaseId')}`, file);
      const isDay = /^(?!0001|190[01])\d{4}-/.test(text('ApplyDate'));
      assert.equal(
        String(fields.file_date ?? '').slice(0, 10),
        isDay ? text('ApplyDate').slice(0, 10) : '',
        file,
      );
      const { AddressLine1 = null, AddressLine2 = null } = (row.Address ?? {}) as SourceRow;
      for (const part of [AddressLine1, AddressLine2])
        if (part !== null) assert.ok(String(fields.address ?? '').includes(String(part).trim()), file);
    }
  }
});
