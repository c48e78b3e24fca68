import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noPgbouncer, startPgbouncer } from '@lintel/testing/ledger/pgbouncer.js';
import { sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import { ReleaseUnavailable } from '../releases/release.js';
import { DatabaseClient, onBehalfOf, parsedAddress } from './database-client.js';

/** Statements that each of two accounts sends at once. */
const slowCount = 12;

if (noPgbouncer === false) {
  const server = sharedPostgres();
  const pgbouncer = await startPgbouncer(server);
  after(() => {
    pgbouncer.stop();
    server.stop();
  });
  const database = server.database();

  test('the slow searches of two accounts do not stand before the search of a third', async () => {
    const client = new DatabaseClient(parsedAddress(database), {
      connections: 6,
      statementTimeoutMs: 60_000,
    });
    let slowDone = 0;
    const slow = ['one', 'two'].flatMap((account) =>
      Array.from({ length: slowCount }, () =>
        onBehalfOf({ account, onWorked: () => {} }, () => client.rows('SELECT pg_sleep(1)', [])).then(() => {
          slowDone += 1;
        }),
      ),
    );
    await onBehalfOf({ account: 'three', onWorked: () => {} }, () => client.rows('SELECT 1', []));
    assert.ok(slowDone < 10, `${slowDone} slow searches were done before`);
    await Promise.all(slow);
    await client.close();
  });

  test('a count that finds no connection in time is left out, and nothing else is late for it', async () => {
    for (const address of [database, pgbouncer.through(database)]) {
      const limits = { connections: 1, statementTimeoutMs: 60_000, transactionWaitMs: 50 };
      const client = new DatabaseClient(parsedAddress(address), limits);
      const slow = client.rowsInTime('SELECT pg_sleep(0.5)', []);
      assert.equal(await client.rowsInTime('SELECT 1', []), null);
      assert.equal((await slow)?.length, 1);
      assert.equal((await client.rowsInTime('SELECT 1', []))?.length, 1);
      await client.close();
    }
  });
  test('a worker that a coordinator lost is not the database away: what waits is asked', async () => {
    const client = new DatabaseClient(parsedAddress(database), {
      connections: 1,
      statementTimeoutMs: 60_000,
    });
    const said = (code: string, text: string) =>
      `DO $$ BEGIN RAISE EXCEPTION '${text}' USING ERRCODE = '${code}'; END $$`;
    const [before] = await client.rows('SELECT pg_backend_pid() AS pid', []);
    for (const statement of [
      said('08006', 'connection to the remote node failed'),
      said('XX000', 'failure on connection marked as essential: db2.internal:5432'),
      said('XX000', 'terminating connection due to unexpected postmaster exit'),
    ]) {
      const lost = (error: unknown) => error instanceof ReleaseUnavailable && !error.isAway;
      await assert.rejects(client.rows(statement, []), lost);
    }
    const [now] = await client.rows('SELECT pg_backend_pid() AS pid', []);
    assert.equal(now?.pid, before?.pid, 'the connection to the coordinator was dropped');
    const away = (error: unknown) => error instanceof ReleaseUnavailable && error.isAway;
    await assert.rejects(client.rows('SELECT pg_terminate_backend(pg_backend_pid())', []), away);
    await assert.rejects(client.rows(said('XX000', 'another fault'), []), /another fault/);
    await client.close();
  });
} else {
  test('connections for questions', { skip: noPgbouncer }, () => {});
}
