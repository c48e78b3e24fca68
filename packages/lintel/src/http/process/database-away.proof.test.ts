/** The service over a release in PostgreSQL with a standby, while servers are away. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@lintel/testing/base/until.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { noPostgres, startPostgresPair } from '@lintel/testing/ledger/postgres.js';
import { redatedRelease } from '@lintel/testing/release/redated-release.js';
import { defaultConfig } from '../../base/config.js';
import { openHome } from '../../base/home.js';
import { silentProgress } from '../../base/progress.js';
import { openSharedLedger } from '../../ledger/open-ledger.js';
import { newSecret } from '../../ledger/secret.js';
import { openDatabaseReleases } from '../../postgres/database-releases.js';
import { publishInDatabase } from '../../postgres/publish-release.js';
import { ReleaseUnavailable, type ServedRelease } from '../../releases/release.js';
import { startServer } from './server.js';

const { signal } = new AbortController();

if (noPostgres === false) {
  const pair = await startPostgresPair();
  const root = mkdtempSync(join(tmpdir(), 'lintel-away-'));
  after(() => {
    pair.stop();
    rmSync(root, { recursive: true, force: true });
  });
  const directory = join(root, 'home');
  await copySampleHome(directory);
  const home = openHome(directory);
  const first = readFileSync(join(home.releases, 'current'), 'utf8').trim();
  const second = redatedRelease(join(home.releases, first), '2026-07-01');
  const both = pair.database();
  const publish = (id: string) =>
    publishInDatabase(both, join(home.releases, id), {
      force: true,
      keep: 1,
      progress: silentProgress,
      signal,
    });
  const [record] = readFileSync(join(home.releases, first, 'permits.ndjson'), 'utf8').split('\n', 1);
  const { id: permit } = JSON.parse(record ?? '') as { id: string };
  const find = async (release: ServedRelease | null) => (await release?.records('permits', [permit]))?.length;

  test('a standby serves what is published on the primary, and goes on when that dies', async () => {
    await publish(first);
    const standby = await openDatabaseReleases(`${pair.only('standby', both)}?target_session_attrs=any`, {
      directory: join(root, 'standby'),
    });
    const any = await openDatabaseReleases(`${both}?target_session_attrs=any`, {
      directory: join(root, 'any'),
    });
    try {
      await until('the standby serves the release', () => standby.current()?.id === first);
      assert.equal(await find(standby.current()), 1);
      // The release before is dropped while the standby is asked for it.
      let isOver = false;
      const asking = (async () => {
        for (let release = standby.current(); !isOver; release = standby.current()) {
          await find(release).catch((error: unknown) => assert.ok(error instanceof ReleaseUnavailable));
          await sleep(1);
        }
      })();
      await publish(second);
      await until('the standby serves the next', () => standby.current()?.id === second);
      isOver = true;
      await asking;
      assert.equal(await find(standby.current()), 1);
      await until('both serve the next', () => any.current()?.id === second);
      await Promise.all(Array.from({ length: 12 }, () => find(any.current())));
      await pair.crash();
      assert.equal(await find(standby.current()), 1);
      await until('reads go on', async () => (await find(any.current()).catch(() => 0)) === 1);
      for (let i = 0; i < 20; i++) assert.equal(await find(any.current()), 1, 'they stay answered');
    } finally {
      await Promise.all([standby.close(), any.close()]);
    }
  });

  test('a service that starts before its databases answers 503, and all else when they are there', async () => {
    const address = pair.only('first', both);
    const config = { ...defaultConfig, ledger_url: address, release_url: address };
    const served = await startServer({ home, config, host: '127.0.0.1', port: 0, logLevel: 'silent' });
    const ask = (path: string, key = newSecret()) =>
      fetch(served.url + path, { headers: { 'x-api-key': key } });
    try {
      assert.equal((await ask('/healthz')).status, 200);
      for (const path of ['/readyz', `/v2/permits?id=${permit}`, '/v2/usage']) {
        const { status, headers } = await ask(path);
        assert.equal(status, 503, path);
        assert.ok(Number(headers.get('retry-after')) > 0, path);
      }
      const { detail } = (await (await ask('/readyz')).json()) as { detail: string };
      assert.equal(detail, 'Records cannot be read for now. Nothing was charged.');
      await pair.start();
      await until('it is ready', async () => (await ask('/readyz')).status === 200);
      const ledger = await openSharedLedger({ url: address, plans: defaultConfig.plans });
      const { id } = await ledger.createAccount({ name: 'A', plan: 'free' });
      const { secret } = await ledger.createKey(id);
      assert.equal((await ask(`/v2/permits?id=${permit}`, secret)).status, 200);
      assert.equal((await ledger.usage(id)).used, 1);
      await ledger.close();
    } finally {
      await served.stop();
    }
  });
} else {
  test('the service over PostgreSQL while servers are away', { skip: noPostgres }, () => {});
}
