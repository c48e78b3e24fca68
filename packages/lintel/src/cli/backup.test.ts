/** `lintel backup` and `lintel restore` as an operator runs them, with a running service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesShow } from '@lintel/testing/base/files-show.js';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';

const bin = fileURLToPath(new URL('../../bin/lintel.js', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'lintel-cli-backup-'));
after(() => rmSync(root, { recursive: true, force: true }));

const lintel = (...args: string[]) => runLintel(join(root, 'home'), ...args);

test('a served home is backed up, not restored into, and its account is found again in another home', async (t) => {
  const [backup, other] = [join(root, 'backup'), join(root, 'other')];
  mkdirSync(join(root, 'home', 'releases'), { recursive: true });
  const account = JSON.parse((await lintel('accounts', 'create', '--name', 'A', '--json')).stdout) as {
    id: string;
  };
  const args = [bin, 'serve', '--port', '0', '--home', join(root, 'home')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  // After a failure too, or it would keep the test from ending.
  t.after(() => child.kill());
  await once(child.stdout, 'data');
  const taken = await lintel('backup', backup);
  assert.equal(taken.status, 0, taken.stderr);
  assert.match(taken.stdout, /ledger\.sqlite .* 1 account, 0 keys, no charge/);
  assert.match(taken.stdout, /secret .*signs cursors/);
  assert.match(taken.stdout, /Not included:\n +releases\/ +included only with --releases/);
  const refused = await lintel('restore', backup);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /is in use: it is served\. Stop the service first, then restore\./);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  assert.equal((await lintel('backup', backup)).status, 1, 'a backup replaces nothing');
  assert.match((await lintel('restore', backup)).stdout, /What was there is kept in .*replaced-/);
  const restored = JSON.parse((await lintel('restore', backup, '--home', other, '--json')).stdout) as {
    replaced: string | null;
    ledger: { accounts: number };
  };
  assert.deepEqual([restored.replaced, restored.ledger.accounts], [null, 1]);
  const [found] = JSON.parse((await lintel('accounts', 'list', '--home', other, '--json')).stdout) as {
    id: string;
  }[];
  assert.equal(found?.id, account.id);
  assert.ok(existsSync(join(other, 'secret')));
  assert.match((await lintel('restore', join(root, 'none'))).stderr, /There is no backup here/);
});

test('a backup that the user breaks off ends with 130 and leaves nothing', async () => {
  const home = join(root, 'sample');
  assert.equal((await lintel('sample', '--permits', '20000', '--home', home)).status, 0);
  const to = join(root, 'broken-off');
  const child = spawn(process.execPath, [bin, 'backup', to, '--home', home], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const exit = once(child, 'exit');
  // Its draft is there as soon as it copies.
  await Promise.race([
    exit,
    filesShow(root, () => readdirSync(root).some((name) => name.startsWith('.broken-off'))),
  ]);
  child.kill('SIGINT');
  const [code] = await exit;
  if (code !== 0) assert.equal(code, 130);
  assert.equal(existsSync(to), code === 0, 'it is there only when it was quicker than the signal');
  assert.ok(!readdirSync(root).some((name) => name.includes('draft')));
});
