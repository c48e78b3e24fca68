/** `lintel blds check` as a publisher uses it: what it prints, and its exit status. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { jsonOf, runLintel } from '@lintel/testing/cli/run-lintel.js';
import type { BldsReport } from '../blds/check.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-blds-cli-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const header =
  'PermitNum,Description,AppliedDate,StatusCurrent,OriginalAddress1,OriginalCity,OriginalState,OriginalZip';
const path = join(directory, 'permits.csv');

test('errors are listed with line and column and give exit status 1; warnings alone give 0', async () => {
  writeFileSync(path, `${header}\nB-1,Deck,6/1/2026,Issued,12 Elm St,Elm City,KS,67501\n`);
  const bad = await runLintel(directory, 'blds', 'check', path);
  assert.equal(bad.status, 1);
  assert.match(bad.stdout, /error date_format in AppliedDate: 1\n {2}line 2: "6\/1\/2026" is not a date/);
  assert.match(bad.stderr, /is not valid BLDS 1\.2: 1 error\./);
  writeFileSync(path, `${header}\nB-1,Deck,2026-06-01,Issued,12 Elm St,Elm City,KS,67501\n`);
  const good = await jsonOf<BldsReport>(directory, 'blds', 'check', path);
  assert.deepEqual([good.status, good.rows, good.errors], [0, 1, 0]);
  assert.ok(good.warnings > 0);
});
