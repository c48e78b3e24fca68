/** The ledger in PostgreSQL: what every engine does, on a real server of its own. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Engine, noon, order, testConformance, testPlans } from './fixture/conformance.js';
import { testModel } from './fixture/model.js';
import { noPostgres, startPostgres } from './fixture/postgres.js';
import { openSharedLedger } from './open-ledger.js';

const open = (url: string, now?: () => number) =>
  openSharedLedger({ url, plans: testPlans, ...(now ? { now } : {}) });

if (noPostgres === false) {
  const server = startPostgres();
  after(() => server.stop());
  const engine: Engine = { name: 'PostgreSQL', place: server.database, open, runs: 5 };
  testConformance(engine);
  testModel(engine);

  test('PostgreSQL: the ledger goes by the clock of the database', async () => {
    const ledger = await open(server.database());
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    assert.ok(Math.abs(account.createdMs - Date.now()) < 60_000);
    assert.notEqual(account.createdMs, noon);
    await ledger.close();
  });

  test('PostgreSQL: openings that begin at the same moment make the tables once', async () => {
    const url = server.database();
    const ledgers = await Promise.all([open(url), open(url), open(url), open(url)]);
    const account = await ledgers[0].createAccount({ name: 'A', plan: 'free' });
    for (const ledger of ledgers) assert.equal((await ledger.charge(order(account.id, 1))).granted, true);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });
} else {
  test('the ledger in PostgreSQL', { skip: noPostgres }, () => {});
}

test('an address of PostgreSQL that leads nowhere is refused without its password', async () => {
  for (const url of ['postgres://lintel:hunter2@127.0.0.1:1/none', 'postgres://lintel:hunter2@a:b:c/none']) {
    await assert.rejects(open(url), (error: Error) => {
      assert.match(error.message, /PostgreSQL/);
      assert.ok(!error.message.includes('hunter2'));
      return true;
    });
  }
});
