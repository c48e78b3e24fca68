/** The ledger in PostgreSQL: what every engine does, on a real server of its own. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testConformance } from '@lintel/testing/ledger/conformance.js';
import { type Engine, noon, order, testPlans } from '@lintel/testing/ledger/engine.js';
import { testModel } from '@lintel/testing/ledger/model.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import { openSharedLedger } from './open-ledger.js';
import { connectPostgres } from './postgres-connection.js';

const open = (url: string, now?: () => number, more = {}) =>
  openSharedLedger({ url, plans: testPlans, ...(now ? { now } : {}), ...more });

if (noPostgres === false) {
  const server = sharedPostgres();
  after(() => server.stop());
  const engine: Engine = { name: 'PostgreSQL', place: server.database, open, runs: 5 };
  testConformance(engine);
  testModel(engine);

  test('PostgreSQL: the ledger uses the clock of the database', async () => {
    const ledger = await open(server.database());
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    assert.ok(Math.abs(account.createdMs - Date.now()) < 60_000);
    assert.notEqual(account.createdMs, noon);
    // Requests with an id of their own, by a clock with fractions of milliseconds.
    for (const id of [1, 2, 3]) {
      const named = order(account.id, 2, { requestHash: Buffer.alloc(16, id) });
      assert.ok((await ledger.charge(named)).granted);
    }
    await ledger.close();
  });

  test('PostgreSQL: a ledger of version 2 is upgraded and knows the requests of the last minute', async () => {
    const url = server.database();
    const first = await open(url, () => noon);
    const account = await first.createAccount({ name: 'A', plan: 'free' });
    const named = order(account.id, 2, { requestHash: Buffer.alloc(16, 1) });
    await first.charge(named);
    await first.close();
    const { shared, close } = connectPostgres(url);
    const ofPeople = 'user session account verification two_factor organization member invitation rate_limit';
    const tables = ofPeople.split(' ').map((name) => `auth_${name}`);
    await shared.unsafe(`DROP TABLE account_owner, operator, usage_warning, ${tables.join(', ')}`);
    await shared.unsafe(
      `CREATE TABLE request AS SELECT hash, account, at_ms, paid_to AS credits, holders FROM paid_range;
       DROP TABLE paid_range, delivery, watch, oauth_record, trend;
       ALTER TABLE account DROP COLUMN refund_day, DROP COLUMN refunded;
       ALTER TABLE key DROP COLUMN kind, DROP COLUMN budget, DROP COLUMN search, DROP COLUMN uses`,
    );
    await shared.unsafe('UPDATE version SET version = 2');
    await close();
    const second = await open(url, () => noon + 1000);
    const again = await second.charge(named);
    assert.ok(again.granted && again.repeated);
    await second.refund(again.receipt);
    await second.refund(again.receipt);
    assert.equal((await second.usage(account.id)).used, 0);
    await second.close();
  });

  test('PostgreSQL: a charge that the server refuses for a fault of its disk leaves nothing, and the next one holds', async () => {
    const url = server.database();
    const ledger = await open(url);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const { shared, close } = connectPostgres(url);
    await shared.unsafe(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'could not read block' USING ERRCODE = 'io_error'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION fail()`);
    await assert.rejects(ledger.charge(order(account.id, 2)), /could not read block/);
    await shared.unsafe('DROP TRIGGER fail ON entry');
    await close();
    assert.ok((await ledger.charge(order(account.id, 3))).granted);
    assert.equal((await ledger.usage(account.id)).used, 3);
    await ledger.close();
  });

  test('PostgreSQL: simultaneous openings create the tables once', async () => {
    const url = server.database();
    const ledgers = await Promise.all([open(url), open(url), open(url), open(url)]);
    const account = await ledgers[0].createAccount({ name: 'A', plan: 'free' });
    for (const ledger of ledgers) assert.equal((await ledger.charge(order(account.id, 1))).granted, true);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });
} else {
  test('the ledger in PostgreSQL', { skip: noPostgres }, () => {});
}

test('an unreachable PostgreSQL address is refused without showing its password', async () => {
  for (const url of ['postgres://lintel:hunter2@127.0.0.1:1/none', 'postgres://lintel:hunter2@a:b:c/none']) {
    await assert.rejects(open(url), (error: Error) => {
      assert.match(error.message, /PostgreSQL/);
      assert.ok(!error.message.includes('hunter2'));
      return true;
    });
  }
});
