/** Edits of `lintel.json` are in the audit log, without what may be a password; a second ledger is told of. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { filesShow } from '@lintel/testing/base/files-show.js';
import { runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { locateHome } from '../base/home.js';
import { copiedAct } from '../ledger/copy-ledger.js';
import { noteSettings } from '../ledger/note-settings.js';
import { openLedger } from '../ledger/open-ledger.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-settings-'));
after(() => rmSync(directory, { recursive: true, force: true }));

interface Act {
  readonly act: string;
  readonly subject: string;
  readonly detail: string;
}

function homeWith(name: string, settings: object) {
  const home = join(directory, name);
  mkdirSync(join(home, 'releases'), { recursive: true });
  const write = (given: object) => writeFileSync(join(home, 'lintel.json'), JSON.stringify(given));
  write(settings);
  return { home, write };
}

const changesOf = async (home: string) =>
  (JSON.parse((await runLintel(home, 'audit', '--json')).stdout) as Act[]).filter(
    ({ act }) => act === 'settings.change',
  );

test('each key that was changed is noted once, by the next command, and the values of passwords never', async () => {
  const { home, write } = homeWith('edited', { keep_releases: 3, metrics_token: 'first-secret-of-metrics' });
  assert.equal((await runLintel(home, 'accounts', 'create', '--name', 'A')).status, 0);
  write({
    keep_releases: 5,
    metrics_token: 'other-secret-of-metrics',
    plans: { gold: { credits: 9, requests_per_minute: 1 } },
  });
  assert.equal((await runLintel(home, 'accounts', 'list')).status, 0);
  write({ keep_releases: 5 });
  const acts = await changesOf(home);
  assert.deepEqual(
    acts.map(({ detail }) => detail),
    [
      'metrics_token: removed; plans.gold.credits: removed; plans.gold.requests_per_minute: removed',
      'keep_releases: 3, now 5; metrics_token: changed; plans.gold.credits: 9; plans.gold.requests_per_minute: 1',
      'keep_releases: 3; metrics_token: set',
    ],
  );
  assert.equal(new Set(acts.map(({ subject }) => subject)).size, 3);
  assert.doesNotMatch(JSON.stringify(acts), /secret-of-metrics/);
  assert.equal((await changesOf(home)).length, 3);
});

test('two processes that see the same edit note it once', async () => {
  const { home } = homeWith('twice', { keep_releases: 7 });
  const paths = locateHome(home);
  const ledger = openLedger({ path: paths.ledger, plans: {} });
  await noteSettings(ledger, paths);
  rmSync(paths.settingsNoted);
  await noteSettings(ledger, paths);
  const acts = await ledger.audit(10);
  await ledger.close();
  assert.deepEqual(
    acts.map(({ act, detail }) => [act, detail]),
    [['settings.change', 'keep_releases: 7']],
  );
});

test('a service notes what it starts with and reloads, and says that its ledger was moved', async () => {
  const { home, write } = homeWith('served', { keep_releases: 4 });
  const ledger = openLedger({ path: locateHome(home).ledger, plans: {} });
  await ledger.note(copiedAct, 'ledger', 'to PostgreSQL');
  await ledger.close();
  const { child, says, ended } = startLintel(home, 'serve', '--port', '0');
  await says(/lintel: Two ledgers: this ledger was copied to PostgreSQL at /);
  // A command would note them too.
  const { settingsNoted } = locateHome(home);
  await filesShow(home, () => existsSync(settingsNoted));
  write({ keep_releases: 6 });
  child.kill('SIGHUP');
  await says(/the settings were reloaded/);
  child.kill('SIGTERM');
  assert.equal((await ended).status, 0);
  assert.deepEqual(
    (await changesOf(home)).map(({ detail }) => detail),
    ['keep_releases: 4, now 6', 'keep_releases: 4'],
  );
});
