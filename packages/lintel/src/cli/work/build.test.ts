/** Building from an installation whose operator has sources of their own. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openInstallation } from '../../installation/installation.js';
import { silentCommandProgress } from '../terminal/progress.js';
import { buildStages } from '../terminal/stages.js';
import { buildFrom } from './build.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-own-sources-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const definition = {
  id: 'elm-county-ca',
  kind: 'permits',
  name: 'Elm County',
  license: 'CC0-1.0',
  attribution: null,
  dataset: { platform: 'file' },
  jurisdiction: {
    geoid: '0667000',
    name: 'San Francisco',
    state: 'CA',
    county_geoid: '06075',
    default_city: 'San Francisco',
  },
  namespace: 'elm-county-ca',
  time_zone: 'America/Los_Angeles',
  format: { type: 'csv' },
  row_key: ['Permit'],
  map: { number: 'Permit', file_date: 'Filed', description: 'Work' },
};

mkdirSync(join(directory, 'sources'));
writeFileSync(join(directory, 'sources', 'elm-county-ca.json'), JSON.stringify(definition));
const steps: string[] = [];
const installation = await openInstallation(
  directory,
  { ...silentCommandProgress, step: (name) => steps.push(name) },
  () => new AbortController().signal,
);
after(() => installation.close());
const run = await (await installation.rawStore()).startRun('elm-county-ca', 'permits.csv');
for (const Permit of ['E-1', 'E-2']) {
  await run.put({ key: Permit, body: JSON.stringify({ Permit, Filed: '2025-03-04', Work: 'new deck' }) });
}
await run.finish();

for (const refineThreads of [0, 1]) {
  test(`rows of an operator's own source are refined with ${refineThreads} threads`, async () => {
    steps.length = 0;
    const { info, report } = await buildFrom(installation, { refineThreads });
    assert.equal(info.counts.permits, 2);
    assert.equal(report.quarantined, 0);
  });
}

test('every step that the plan of a build weighs is one that a build reports', () => {
  for (const [name] of buildStages.flatMap((stage) => stage.steps)) {
    assert.ok(
      steps.some((step) => step.startsWith(name)),
      `no step begins with "${name}": ${steps.join(', ')}`,
    );
  }
});
