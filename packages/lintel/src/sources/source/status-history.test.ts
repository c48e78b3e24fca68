/** Rows whose status changes from reading to reading give permits that tell what it was, and when each was seen. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { StatusSeen } from '@lintel/contract';
import { loadGeography } from '../../geography/load.js';
import { wholeRow } from '../../raw/earlier-values.js';
import type { Run, RunKind } from '../../raw/raw-store.js';
import { openRawStore } from '../../raw/sqlite-raw-store.js';
import { refine } from '../../refine/refine.js';
import { makeSource } from './catalog-source.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-history-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const source = makeSource(
  {
    id: 'elm',
    kind: 'permits',
    name: 'Elm',
    license: null,
    attribution: null,
    namespace: 'us-ca-elm',
    jurisdiction: {
      name: 'San Francisco',
      state: 'CA',
      geoid: '0667000',
      county_geoid: '06075',
      default_city: 'San Francisco',
    },
    time_zone: 'America/Los_Angeles',
    format: { type: 'csv' },
    row_key: ['no'],
    map: { number: 'no', status_raw: 'State', issue_date: 'issued', address: 'address', description: 'text' },
  },
  'elm.json',
);
const geography = loadGeography();
const store = openRawStore(join(directory, 'raw.sqlite'));
after(() => store.close());

type Row = Readonly<Record<string, string>>;

/** Reads rows on a day of 2026. */
function read(day: string, rows: readonly Row[], kind: RunKind = 'ingest'): Run {
  const options = { kind, asOfMs: Date.parse(`2026-${day}T23:00:00Z`), stateOf: source.stateOf };
  const run = store.startRun('elm', 'elm.csv', options);
  for (const row of rows) run.put({ key: row.no ?? '', body: JSON.stringify(row) });
  return run.finish();
}

/** What the permit of the row 1 tells. */
function history(): readonly StatusSeen[] | null {
  const row = store.row('elm', '1');
  if (row === null) return null;
  const refined = refine(source.map(wholeRow(row), row.past), source.context, geography, {
    today: '2026-12-01',
  });
  assert.equal(refined.kind, 'permit');
  return refined.kind === 'permit' ? (refined.record.status_history ?? null) : null;
}

const first = { no: '1', address: '1 Elm St', text: 'Roof' };

test('each status that was read is told with the day of its first reading, other changes are not', () => {
  read('01-05', [{ ...first, State: 'In Review' }]);
  assert.equal(history(), null, 'nothing has changed yet');
  read('01-06', [{ ...first, State: 'In Review', text: 'Roof and gutters' }]);
  assert.equal(history(), null, 'another column has');
  read('01-07', [{ ...first, State: 'Issued', issued: '2026-01-06' }]);
  const issued: StatusSeen[] = [
    { status: 'in_review', status_text: 'In Review', seen: null },
    { status: 'active', status_text: 'Issued', seen: '2026-01-07' },
  ];
  assert.deepEqual(history(), issued);
  read('01-08', [{ ...first, State: 'Issued', issued: '2026-01-05' }]);
  assert.deepEqual(history(), issued, 'a corrected date is no change of status');
  read('01-06', [{ ...first, State: 'Hold' }]);
  assert.deepEqual(history(), issued, 'an older file, read late, says nothing of what was seen');
  read('01-09', [
    { ...first, State: 'Suspended' },
    { ...first, State: 'Completed' },
  ]);
  const final: StatusSeen = { status: 'final', status_text: 'Completed', seen: '2026-01-09' };
  assert.deepEqual(history(), [...issued, final], 'a row that is there twice was not seen to change twice');
});

test('a run that is taken back takes its changes with it, and a fetch that has not ended has none', async () => {
  const before = history();
  const run = read('01-10', [{ ...first, State: 'Expired' }]);
  assert.equal(history()?.length, 4);
  store.revertRun(run.id);
  assert.deepEqual(history(), before);
  const half = store.startRun('elm', 'portal', { kind: 'fetch', stateOf: source.stateOf });
  half.put({ key: '1', body: JSON.stringify({ ...first, State: 'Void' }) });
  half.stop('failed', 'the portal is away');
  const past = store.row('elm', '1')?.past?.slice(0, -1);
  for await (const rows of store.whole().read({ source: 'elm', after: 0, last: 10, rows: 1 }))
    for (const row of rows) assert.deepEqual(row.past, past);
});
