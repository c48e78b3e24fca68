/** Connections to PostgreSQL that break at the moments at which the library loses what it sends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import type { Sql } from 'postgres';
import { isConnectionLost, isWorkerLost, parsePostgresAddress } from './postgres.js';
import { connect, inTransaction } from './postgres-connection.js';
import { openPool } from './postgres-pool.js';

/** Milliseconds in which a statement ends once the server can be reached; the library itself gives up after 10 s. */
const soonMs = 60_000;
/** Statements that are sent around each break. */
const statements = 400;

if (noPostgres === false) {
  const server = sharedPostgres();
  const address = server.database();
  const sockets = new Set<Socket>();
  /** Those of the clients. */
  const inners = new Set<Socket>();
  /** Passes connections on, so that a test can break them. */
  const proxy = createServer((inner) => {
    const outer = connectSocket(join(server.directory, '.s.PGSQL.5432'));
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    inners.add(inner);
    inner.on('close', () => inners.delete(inner));
    inner.pipe(outer).pipe(inner);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const through = `postgres://lintel@127.0.0.1:${port}${new URL(address).pathname}`;
  after(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
    server.stop();
  });

  const ways = {
    'ends them': () => {
      for (const socket of inners) socket.end();
    },
    'resets them': () => {
      for (const socket of inners) socket.resetAndDestroy();
    },
  };

  /** Sends a statement in each turn of the event loop while the connections break; gives how many never end. */
  async function breakWhileSending(sql: () => Sql, cut: () => void, lost?: Promise<never>): Promise<number> {
    let pending = 0;
    for (let sent = 0; sent < statements; sent++) {
      if (sent === 50) cut();
      pending += 1;
      const statement = sql().unsafe('SELECT 1').execute();
      const ended = lost === undefined ? statement : Promise.race([statement, lost]);
      ended
        .catch((error: unknown) => assert.ok(isConnectionLost(error), String(error)))
        .finally(() => {
          pending -= 1;
        });
      await nextTurn();
    }
    const endMs = performance.now() + soonMs;
    while (pending > 0 && performance.now() < endMs) await sleep(5);
    return pending;
  }

  for (const [how, cut] of Object.entries(ways)) {
    test(`a network that ${how}: every statement of the pool ends, and the next one is answered`, async () => {
      const pool = openPool({
        place: parsePostgresAddress(through),
        name: 'lintel',
        settings: {},
        silenceMs: 600_000,
        maxShared: 1,
        maxTransactions: 1,
        types: {},
      });
      await pool.shared`SELECT 1`;
      for (let round = 0; round < 3; round++) {
        assert.equal(await breakWhileSending(() => pool.shared, cut), 0);
        const late = sleep(soonMs, 'late', { ref: false });
        assert.notEqual(await Promise.race([pool.shared`SELECT 1`, late]), 'late');
      }
      await pool.close();
    });

    test(`a network that ${how}: every statement of a single connection ends`, async () => {
      for (let round = 0; round < 3; round++) {
        const { sql, lost, close } = connect(through, { application_name: 'lintel publish' });
        await sql`SELECT 1`;
        assert.equal(await breakWhileSending(() => sql, cut, lost), 0);
        await close();
      }
    });
  }

  test('an error says that the connection is lost or that a worker is, never both, and only the first ends it', async () => {
    const pool = openPool({
      place: parsePostgresAddress(address),
      name: 'lintel',
      settings: {},
      silenceMs: 600_000,
      maxShared: 1,
      maxTransactions: 1,
      types: {},
    });
    const backend = () =>
      pool.exclusively(async (sql) => Number((await sql`SELECT pg_backend_pid() AS pid`)[0]?.pid));
    const said = (code: string, text: string) =>
      `DO $$ BEGIN RAISE EXCEPTION '${text}' USING ERRCODE = '${code}'; END $$`;
    const expected: readonly [string, 'connection' | 'worker' | 'neither'][] = [
      [said('08006', 'connection to the remote node failed'), 'worker'],
      [said('58030', 'failure of a worker'), 'worker'],
      [said('57P01', 'terminating connection due to administrator command'), 'worker'],
      [said('XX000', 'failure on connection marked as essential: db2.internal:5432'), 'worker'],
      [said('XX000', 'another fault'), 'neither'],
      ['SELECT 1 / 0', 'neither'],
      ['SELECT pg_terminate_backend(pg_backend_pid())', 'connection'],
    ];
    for (const [statement, kind] of expected) {
      const before = await backend();
      const work = pool.exclusively((sql) => inTransaction(sql, () => sql.unsafe(statement)));
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof Error, statement);
      assert.equal(isConnectionLost(error), kind === 'connection', statement);
      assert.equal(isWorkerLost(error), kind === 'worker', statement);
      // Fails in a transaction that was not rolled back.
      assert.equal((await backend()) === before, kind !== 'connection', statement);
    }
    await pool.close();
  });
} else {
  test('connections to PostgreSQL that break', { skip: noPostgres }, () => {});
}
