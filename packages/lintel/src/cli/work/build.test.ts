/** Building from an installation whose operator has sources of their own. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { openInstallation } from '../../installation/installation.js';
import { silentCommandProgress } from '../terminal/progress.js';
import { buildStages } from '../terminal/stages.js';
import { buildFrom } from './build.js';
import { sameRelease } from './same-release.js';

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

test('the release of a day stands for later days until a run changes a row, and again once that run is taken back', async () => {
  const store = await installation.rawStore();
  const read = async (...permits: string[]) => {
    const run = await store.startRun('elm-county-ca', 'permits.csv');
    for (const Permit of permits)
      await run.put({ key: Permit, body: JSON.stringify({ Permit, Filed: '2025-03-04', Work: 'new deck' }) });
    return run.finish({ vanishedSince: run.id });
  };
  const isSame = async () => (await sameRelease(installation))?.id === id;
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 0, 6, 2) });
  const { id } = await buildFrom(installation).finally(() => mock.timers.reset());
  assert.match(id, /^2031-01-06-/);
  assert.equal(await isSame(), true);
  await read('E-1', 'E-2');
  assert.equal(await isSame(), true, 'rows that are only seen again have changed');
  const added = await read('E-1', 'E-2', 'E-3');
  assert.equal(await isSame(), false, 'a new row has changed nothing');
  await store.revertRun(added.id);
  assert.equal(await isSame(), true, 'a run that was taken back counts');
  await read('E-1');
  const { id: lessOne } = await buildFrom(installation);
  assert.equal(await isSame(), false, 'a vanished row has changed nothing');
  await read('E-1', 'E-2');
  assert.notEqual((await sameRelease(installation))?.id, lessOne, 'a row that is back has changed nothing');
});

test('a release of a day that a person chose does not stand for that of today', async () => {
  await buildFrom(installation, { asOf: '2025-06-01' });
  assert.equal(await sameRelease(installation), null);
});
