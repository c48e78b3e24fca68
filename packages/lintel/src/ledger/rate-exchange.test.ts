/** Requests a minute over several machines, through a real PostgreSQL. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testPlans } from '@lintel/testing/ledger/engine.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import { openSharedLedger } from './open-ledger.js';
import { connectPostgres } from './postgres-connection.js';
import { rateExchange } from './rate-exchange.js';
import { rateLimiter, rateWindowMs } from './rate-limit.js';

if (noPostgres === false) {
  const server = startPostgres();
  after(() => server.stop());

  /** Machines on one database, each with its own manual clock. */
  async function machines(count: number) {
    const url = server.database();
    const ledger = await openSharedLedger({ url, plans: testPlans });
    const connections = connectPostgres(url);
    let now = 5_000_000;
    const all = Array.from({ length: count }, (_, i) => {
      const clock = () => now + i * 123_456_789;
      const exchange = rateExchange(connections, clock);
      return { exchange, limit: rateLimiter(clock, exchange) };
    });
    return {
      all,
      sql: connections.shared,
      advance(ms: number) {
        now += ms;
      },
      async exchange() {
        for (let round = 0; round < 2; round++) for (const { exchange } of all) await exchange.exchange();
      },
      async close() {
        await ledger.close();
        await connections.close();
      },
    };
  }

  test('what one machine granted counts on the others after an exchange, once, for a minute', async () => {
    const { all, advance, exchange, close } = await machines(3);
    const [one, two, three] = all;
    assert.ok(one && two && three);
    for (let i = 0; i < 6; i++) assert.equal(one.limit({ key: 'key', limit: 10 }).granted, true);
    assert.equal(two.limit({ key: 'key', limit: 10 }).remaining, 9, 'nothing was told yet');
    await exchange();
    await exchange();
    assert.equal(two.limit({ key: 'key', limit: 10 }).remaining, 2);
    assert.equal(three.limit({ key: 'other', limit: 10 }).remaining, 9, 'another key is not held up');
    await exchange();
    assert.equal(three.limit({ key: 'key', limit: 10 }).remaining, 1);
    assert.equal(three.limit({ key: 'key', limit: 10 }).granted, true);
    const refused = three.limit({ key: 'key', limit: 10 });
    assert.equal(refused.granted, false);
    assert.ok(
      refused.resetMs > rateWindowMs - 30_000 && refused.resetMs <= rateWindowMs,
      String(refused.resetMs),
    );
    advance(rateWindowMs);
    assert.equal(three.limit({ key: 'key', limit: 10 }).remaining, 9);
    await close();
  });

  test('a machine that starts late learns what others granted within the minute', async () => {
    const { all, exchange, close } = await machines(2);
    const [early, late] = all;
    assert.ok(early && late);
    for (let i = 0; i < 10; i++) early.limit({ key: 'key', limit: 10 });
    await early.exchange.exchange();
    await exchange();
    assert.equal(late.limit({ key: 'key', limit: 10 }).granted, false);
    await close();
  });

  test('a database clock set back a day delays a key for a minute, not for a day', async () => {
    const { all, sql, advance, exchange, close } = await machines(3);
    const [one, two, three] = all;
    assert.ok(one && two && three);
    for (let i = 0; i < 10; i++) assert.equal(one.limit({ key: 'key', limit: 10 }).granted, true);
    await one.exchange.exchange();
    await sql.unsafe(`UPDATE rate SET at = at + INTERVAL '1 day'`);
    await two.exchange.receive();
    const refused = two.limit({ key: 'key', limit: 10 });
    assert.deepEqual([refused.granted, refused.resetMs], [false, rateWindowMs]);
    advance(rateWindowMs);
    await exchange();
    assert.equal(two.limit({ key: 'key', limit: 10 }).remaining, 9);
    assert.equal(
      three.limit({ key: 'key', limit: 10 }).remaining,
      9,
      'what was told is forgotten, not heard again',
    );
    await close();
  });

  test('counts that could not be published while PostgreSQL was away are published when it is back', async () => {
    const { all, exchange, close } = await machines(2);
    const [one, two] = all;
    assert.ok(one && two);
    one.limit({ key: 'key', limit: 10 });
    await server.crash();
    await assert.rejects(one.exchange.exchange());
    assert.equal(one.limit({ key: 'key', limit: 10 }).remaining, 8, 'each counts for itself meanwhile');
    await server.start();
    await exchange();
    assert.equal(two.limit({ key: 'key', limit: 10 }).remaining, 7);
    await close();
  });
} else {
  test('requests a minute over several machines', { skip: noPostgres }, () => {});
}
