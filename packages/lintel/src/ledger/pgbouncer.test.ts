/** The ledger in PostgreSQL through pgbouncer in transaction mode, whose clients share connections of the server. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Engine, order, testConformance, testPlans } from '@lintel/testing/ledger/conformance.js';
import { testModel } from '@lintel/testing/ledger/model.js';
import { noPgbouncer, startPgbouncer } from '@lintel/testing/ledger/pgbouncer.js';
import { startPostgres } from '@lintel/testing/ledger/postgres.js';
import { openSharedLedger } from './open-ledger.js';

const open = (url: string, now?: () => number, more = {}) =>
  openSharedLedger({ url, plans: testPlans, ...(now ? { now } : {}), ...more });

if (noPgbouncer === false) {
  const server = startPostgres();
  const pgbouncer = await startPgbouncer(server);
  after(() => {
    pgbouncer.stop();
    server.stop();
  });
  const place = () => pgbouncer.through(server.database());
  const engine: Engine = { name: 'pgbouncer', place, open, runs: 5 };
  testConformance(engine);
  testModel(engine);
  void order;
  void assert;
  void test;
} else {
  test('the ledger through pgbouncer', { skip: noPgbouncer }, () => {});
}
