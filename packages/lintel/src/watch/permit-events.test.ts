/** A watch that waits for something to happen to permits gets those to which it happened, and no others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldChange } from '@lintel/contract';
import type { Watch } from '../ledger/watches.js';
import { noChanges } from '../releases/changes/release-changes.js';
import { matchesOf } from './saved-search.js';

/** What became of each permit since the last release. */
const became: Readonly<Record<string, readonly FieldChange[]>> = {
  issued: [{ field: 'status', old: 'in_review', new: 'active' }],
  dated: [{ field: 'issue_date', old: null, new: '2026-03-01' }],
  corrected: [{ field: 'issue_date', old: '2026-03-02', new: '2026-03-01' }],
  finaled: [
    { field: 'status', old: 'active', new: 'final' },
    { field: 'final_date', old: null, new: '2026-04-01' },
  ],
  failed: [{ field: 'inspection_pass_rate', old: 100, new: 50 }],
  failedFirst: [{ field: 'inspection_pass_rate', old: null, new: 0 }],
  passed: [{ field: 'inspection_pass_rate', old: 50, new: 67 }],
  passedFirst: [{ field: 'inspection_pass_rate', old: null, new: 100 }],
};

function delivered(changes: Watch['changes']): string[] {
  const found = matchesOf(
    { kind: 'permits', query: 'geo_id=94103', changes },
    {
      ...noChanges,
      *permits(_, types) {
        if (types.includes('new')) yield Buffer.from('{"id":"new"}');
        if (!types.includes('changed')) return;
        for (const [id, changes] of Object.entries(became))
          yield Buffer.from(JSON.stringify({ id, changes }));
      },
    },
  );
  return [...found].map((item) => JSON.parse(item.toString()).id);
}

test('a watch for an event gets the permits to which it happened, once, beside what else it wants', () => {
  assert.deepEqual(delivered(['issued']), ['issued', 'dated']);
  assert.deepEqual(delivered(['finaled']), ['finaled']);
  assert.deepEqual(delivered(['inspection_failed']), ['failed', 'failedFirst']);
  assert.deepEqual(delivered(['new', 'finaled']), ['new', 'finaled']);
  assert.deepEqual(delivered(['changed', 'issued', 'finaled']), Object.keys(became));
});
