/** Tests of keys and of the account of visitors, over any engine of the ledger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, type Engine, noon } from './engine.js';

export function testVisitors({ name, place, open }: Engine): void {
  test(`${name}: visitors without a key have one account, whoever asks first, until it is closed`, async () => {
    const where = place();
    const ledgers = [await open(where, () => noon), await open(where, () => noon)] as const;
    const callers = await Promise.all(ledgers.flatMap((ledger) => [ledger.visitor(), ledger.visitor()]));
    for (const caller of callers) {
      assert.deepEqual(
        [caller?.accountId, caller?.keyId, caller?.plan.name, caller?.scopes],
        ['acc_visitors', 'key_visitors', 'visitor', null],
      );
    }
    assert.equal((await ledgers[0].accounts()).length, 1);
    assert.equal((await ledgers[0].keys()).length, 1);
    await ledgers[0].setSuspended('acc_visitors', true);
    assert.equal((await ledgers[1].visitor())?.suspended, true);
    await ledgers[0].revokeKey('key_visitors');
    assert.equal(await ledgers[1].visitor(), null);
    const later = await open(where, () => noon);
    assert.equal(await later.visitor(), null);
    for (const ledger of [...ledgers, later]) await ledger.close();
  });
}

export function testKeys({ name, place, open }: Engine): void {
  test(`${name}: a key ends when it expires, and a rotated one keeps working during its overlap`, async () => {
    let now = noon;
    const ledger = await open(place(), () => now);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const key = await ledger.createKey(account.id, { name: 'x', scopes: ['permits'], expiresMs: noon + day });
    const next = await ledger.rotateKey(key.id, 1000);
    assert.deepEqual([next.name, next.scopes, next.expiresMs], ['x', ['permits'], noon + day]);
    now = noon + 999;
    assert.deepEqual((await ledger.authenticate(key.secret))?.scopes, ['permits']);
    assert.equal((await ledger.authenticate(next.secret))?.keyId, next.id);
    now = noon + 1000;
    assert.equal(await ledger.authenticate(key.secret), null);
    await assert.rejects(ledger.rotateKey(key.id, 1000), /no longer in use/);
    now = noon + day - 1;
    assert.equal((await ledger.authenticate(next.secret))?.keyId, next.id);
    now = noon + day;
    assert.equal(await ledger.authenticate(next.secret), null);
    await ledger.close();
  });

  test(`${name}: a key's last use is known to about a minute`, async () => {
    const where = place();
    let now = noon;
    let ledger = await open(where, () => now);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const key = await ledger.createKey(account.id);
    const last = async () => {
      await ledger.close();
      ledger = await open(where, () => now);
      return (await ledger.keys(account.id))[0]?.lastUsedMs;
    };
    assert.equal(await last(), null);
    await ledger.authenticate(key.secret);
    assert.equal(await last(), noon);
    now += 61_000;
    await ledger.authenticate(key.secret);
    assert.equal(await last(), noon + 61_000);
    await ledger.close();
  });
}
