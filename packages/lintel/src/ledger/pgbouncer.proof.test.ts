/** The ledger in PostgreSQL through pgbouncer in transaction mode, whose clients share connections of the server. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Engine, order, testPlans } from '@lintel/testing/ledger/engine.js';
import { testModel } from '@lintel/testing/ledger/model.js';
import { noPgbouncer, startPgbouncer } from '@lintel/testing/ledger/pgbouncer.js';
import { startPostgres } from '@lintel/testing/ledger/postgres.js';
import { openSharedLedger } from './open-ledger.js';
import { connectPostgres } from './postgres-connection.js';
import { rateExchange } from './rate-exchange.js';
import { LedgerUnavailable } from './unavailable.js';

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
  const engine: Engine = { name: 'pgbouncer', place, open, runs: 3 };
  testModel(engine);

  test('pgbouncer: three ledgers use a limit to its last credit, whatever a crash of the server interrupts', async () => {
    const url = place();
    const ledgers = [await open(url), await open(url), await open(url)];
    const account = await ledgers[0]?.createAccount({ name: 'A', plan: 'free' });
    assert.ok(account);
    let [granted, crashed] = [0, Promise.resolve()];
    const client = async (number: number) => {
      for (;;) {
        try {
          const charge = await ledgers[number % 3]?.charge(order(account.id, 1));
          if (!charge?.granted) return;
          granted += 1;
          if (granted === 100) crashed = server.crash().then(() => server.start());
        } catch (error) {
          assert.ok(error instanceof LedgerUnavailable, String(error));
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, number) => client(number)));
    await crashed;
    assert.equal(granted, 500);
    assert.equal((await ledgers[0]?.usage(account.id))?.used, 500);
    for (const ledger of ledgers) assert.deepEqual(await ledger.check(), []);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });

  test('pgbouncer: requests per minute are exchanged', async () => {
    const url = place();
    const ledger = await open(url);
    const connections = connectPostgres(url);
    const [one, other] = [rateExchange(connections, () => 0), rateExchange(connections, () => 0)];
    one.onGranted('key_1', 1);
    await one.exchange();
    await other.exchange();
    assert.equal(other.granted('key_1', 0).count, 1);
    await connections.close();
    await ledger.close();
  });

  test('pgbouncer: an address that does not name it is refused, with what to add', async () => {
    await assert.rejects(open(place().replace('&pgbouncer=true', '')), { hint: /add pgbouncer=true/ });
  });
} else {
  test('the ledger through pgbouncer', { skip: noPgbouncer }, () => {});
}
