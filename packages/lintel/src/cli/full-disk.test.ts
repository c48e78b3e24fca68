/** Commands on a full disk say so, and which file could not be written; what was there stays as it was. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { skipWithout, smallDisk } from '@lintel/testing/base/small-disk.js';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';

const city = {
  ...elmCity,
  format: {},
  row_key: ['Permit'],
  map: { number: 'Permit', address: 'Address', issue_date: 'Issued' },
};
const disk = smallDisk(40_000);
const directory = mkdtempSync(join(tmpdir(), 'lintel-full-disk-'));
after(() => rmSync(directory, { recursive: true, force: true }));

test('every command says that the disk is full, and none that a backup helps', {
  skip: skipWithout(disk),
}, async () => {
  if (disk === null) return;
  const home = join(disk.path, 'home');
  const backup = join(directory, 'backup');
  const roomy = join(directory, 'roomy');
  await copySampleHome(roomy);
  assert.equal((await runLintel(roomy, 'accounts', 'create', '--name', 'A')).status, 0);
  assert.equal((await runLintel(roomy, 'backup', backup)).status, 0);
  // The releases lie elsewhere: they are only read here.
  mkdirSync(home);
  for (const part of ['raw.sqlite', 'ledger.sqlite']) cpSync(join(roomy, part), join(home, part));
  const own = join(home, 'sources', 'elm-city-ks.json');
  const definition = join(directory, 'elm-city-ks.json');
  mkdirSync(join(home, 'sources'));
  writeFileSync(own, JSON.stringify(city));
  writeFileSync(definition, JSON.stringify({ ...city, name: 'Elm City, new' }));
  disk.fill();
  const table = join(disk.path, 'permits.parquet');
  const said: readonly (readonly [RegExp, string, ...string[]])[] = [
    [/the raw store .*raw\.sqlite/, home, 'runs'],
    [/the raw store .*raw\.sqlite/, home, 'build'],
    [/the ledger .*ledger\.sqlite/, home, 'accounts', 'create', '--name', 'B'],
    [/elm-city-ks\.json/, home, 'source', 'add', definition, '--replace'],
    [/ledger\.sqlite|MiB more/, home, 'restore', backup],
    [/secret/, home, 'serve', '--port', '0'],
    [/permits\.parquet/, roomy, 'permits', 'search', '--geo', 'TX', '--to', table],
    [/permits\.parquet/, roomy, 'export', '--geo', 'TX', '--to', table],
  ];
  for (const [what, where, ...command] of said) {
    const { status, stderr } = await runLintel(where, ...command);
    assert.equal(status, 1, `${command.join(' ')}: ${stderr}`);
    assert.match(stderr, new RegExp(`The disk is full: .*(?:${what.source})`), command.join(' '));
    assert.doesNotMatch(stderr, /lintel restore/, command.join(' '));
  }
  assert.deepEqual(JSON.parse(readFileSync(own, 'utf8')), city);
});
