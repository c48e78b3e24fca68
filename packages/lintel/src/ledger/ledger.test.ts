/** The ledger on real files: accounts and keys, exact charges against a plain list, many connections, reopening. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { defaultConfig } from '../base/config.js';
import { Failure } from '../base/failure.js';
import { openDatabase } from '../base/sqlite.js';
import { openLedger } from './open-ledger.js';
import { type Entry, returnsAt, usageByDay, usedAt, utcDate, windowMs } from './window.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-ledger-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const noon = Date.UTC(2026, 0, 15, 12);
const plans = { ...defaultConfig.plans, tiny: { credits: 7, requests_per_minute: 60 } };
let files = 0;
const newPath = () => join(directory, `ledger-${files++}.sqlite`);

function ledgerAt(path: string, now: () => number = () => noon) {
  return openLedger({ path, plans, now });
}

test('an account and its key are found again after a restart, and the key is stored as a hash only', async () => {
  const path = newPath();
  const first = ledgerAt(path);
  const account = first.createAccount({ name: 'Acme Maps', plan: 'free' });
  const key = first.createKey(account.id, 'laptop');
  assert.match(account.id, /^acc_[0-9A-Za-z]{16}$/);
  assert.match(key.id, /^key_[0-9A-Za-z]{16}$/);
  await first.close();
  const bytes = readFileSync(path);
  assert.ok(!bytes.includes(key.secret.slice(7)), 'the key stands in the file');
  assert.equal(statSync(path).mode & 0o077, 0, 'others may read the file');

  const second = ledgerAt(path);
  assert.deepEqual(second.accounts(), [account]);
  assert.deepEqual(second.account(account.id), account);
  const { secret, ...shown } = key;
  assert.deepEqual(second.keys(account.id), [shown]);
  assert.deepEqual(second.authenticate(secret), {
    keyId: key.id,
    accountId: account.id,
    suspended: false,
    plan: { name: 'free', creditLimit: 500, requestsPerMinute: 120 },
  });
  await second.close();
});

test('a revocation, suspension or new plan made by another process takes effect with the next request', async () => {
  const path = newPath();
  const [server, admin] = [ledgerAt(path), ledgerAt(path)];
  const account = admin.createAccount({ name: 'A', plan: 'free' });
  const [one, two] = [admin.createKey(account.id, null), admin.createKey(account.id, null)];
  assert.equal(server.authenticate(one.secret)?.suspended, false);
  assert.equal(server.authenticate(two.secret)?.keyId, two.id);
  admin.setSuspended(account.id, true);
  assert.equal(server.authenticate(one.secret)?.suspended, true);
  admin.setSuspended(account.id, false);
  assert.equal(server.authenticate(one.secret)?.suspended, false);
  admin.setPlan(account.id, 'tiny');
  assert.equal(server.authenticate(one.secret)?.plan.creditLimit, 7);
  assert.equal(admin.revokeKey(one.id).revokedMs, noon);
  assert.equal(server.authenticate(one.secret), null);
  assert.equal(server.authenticate(two.secret)?.keyId, two.id);
  await server.close();
  await admin.close();
});

test('a name that the ledger does not know is refused with what would be right', async () => {
  const ledger = ledgerAt(newPath());
  const refuse = (work: () => unknown, message: RegExp) =>
    assert.throws(work, (error) => error instanceof Failure && message.test(error.message));
  refuse(() => ledger.createAccount({ name: 'A', plan: 'gold' }), /no plan gold.*free, unlimited, tiny/);
  refuse(() => ledger.createAccount({ name: ' ', plan: 'free' }), /name of an account/);
  const account = ledger.createAccount({ name: 'A', plan: 'free' });
  refuse(() => ledger.createKey(account.id, ''), /name of a key/);
  refuse(() => ledger.setPlan(account.id, 'gold'), /Known plans/);
  refuse(() => ledger.setPlan('acc_none', 'free'), /no account acc_none/);
  refuse(() => ledger.setSuspended('acc_none', true), /no account/);
  refuse(() => ledger.createKey('acc_none', null), /no account/);
  refuse(() => ledger.keys('acc_none'), /no account/);
  refuse(() => ledger.revokeKey('key_none'), /no key key_none/);
  refuse(() => ledger.usage('acc_none'), /no account/);
  assert.equal(ledger.account('acc_none'), null);
  await assert.rejects(ledger.charge('acc_none', 1), /no account/);
  await ledger.close();
  await assert.rejects(ledger.charge(account.id, 1), /closed/);
});

test('a file that is no ledger, or a later one, is refused by name and left as it is', () => {
  const text = newPath();
  writeFileSync(text, 'not a database at all, but long enough to look like one'.repeat(20));
  assert.throws(() => ledgerAt(text), /Cannot use .*ledger-\d+\.sqlite as the ledger/);
  const foreign = newPath();
  const database = openDatabase(foreign);
  database.exec('CREATE TABLE mine (x)');
  database.close();
  assert.throws(() => ledgerAt(foreign), /not a Lintel ledger/);
  const later = newPath();
  const closed = ledgerAt(later).close();
  return closed.then(() => {
    const file = openDatabase(later);
    file.exec('PRAGMA user_version = 99');
    file.close();
    assert.throws(() => ledgerAt(later), /version 99/);
    assert.throws(() => ledgerAt(join(directory, 'missing', 'ledger.sqlite')), /Cannot use/);
  });
});

test('charges of one moment to one account are granted in order of arrival until one does not fit', async () => {
  const ledger = ledgerAt(newPath());
  const account = ledger.createAccount({ name: 'A', plan: 'tiny' });
  const charges = await Promise.all([3, 3, 3, 1, 1, 0].map((credits) => ledger.charge(account.id, credits)));
  assert.deepEqual(
    charges.map(({ granted, used }) => [granted, used]),
    [
      [true, 3],
      [true, 6],
      [false, 6],
      [true, 7],
      [false, 7],
      [true, 7],
    ],
  );
  assert.equal(ledger.usage(account.id).used, 7);
  await ledger.close();
});

test('an unlimited plan is charged but never refused', async () => {
  const ledger = ledgerAt(newPath());
  const account = ledger.createAccount({ name: 'A', plan: 'unlimited' });
  for (const credits of [1_000_000, 1_000_000]) {
    assert.equal((await ledger.charge(account.id, credits)).granted, true);
  }
  const { used, limit, availableAt } = ledger.usage(account.id);
  assert.deepEqual([used, limit, availableAt], [2_000_000, null, null]);
  await ledger.close();
});

type Step =
  | { kind: 'charge'; credits: number[] }
  | { kind: 'wait'; ms: number }
  | { kind: 'reopen' }
  | { kind: 'usage' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('charge' as const),
      credits: fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(
        fc.nat(999),
        fc.nat(86_400_000),
        fc.nat(windowMs),
        fc.constantFrom(1, windowMs - 1, windowMs),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'reopen' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'usage' }) },
);

test('random charges, waits and restarts give what a plain list of charges gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const path = newPath();
      let now = noon + 123;
      let ledger = ledgerAt(path, () => now);
      const account = ledger.createAccount({ name: 'A', plan: 'tiny' });
      let list: Entry[] = [];
      for (const action of steps) {
        if (action.kind === 'wait') now += action.ms;
        if (action.kind === 'reopen') {
          await ledger.close();
          ledger = ledgerAt(path, () => now);
        }
        if (action.kind === 'charge') {
          const answers = await Promise.all(action.credits.map((n) => ledger.charge(account.id, n)));
          for (const [i, credits] of action.credits.entries()) {
            const granted = usedAt(list, now) + credits <= 7;
            if (granted) list = [...list, { atMs: now, credits }];
            const expected = { granted, used: usedAt(list, now), limit: 7 };
            assert.deepEqual(answers[i], expected);
          }
        }
        if (action.kind === 'usage') {
          const returns = returnsAt(list, now);
          assert.deepEqual(ledger.usage(account.id), {
            used: usedAt(list, now),
            limit: 7,
            availableAt: returns === null ? null : utcDate(returns),
            daily: usageByDay(list, now),
          });
        }
      }
      await ledger.close();
    }),
    { numRuns: 40 },
  );
});

test('two connections charging one account never pass its limit and use its last credit', async () => {
  const path = newPath();
  const ledgers = [ledgerAt(path), ledgerAt(path), ledgerAt(path)];
  const account = ledgers[0]?.createAccount({ name: 'A', plan: 'free' });
  assert.ok(account);
  const answers = await Promise.all(
    Array.from({ length: 900 }, (_, i) => ledgers[i % 3]?.charge(account.id, 1 + (i % 3))),
  );
  const granted = answers.reduce((sum, answer, i) => sum + (answer?.granted ? 1 + (i % 3) : 0), 0);
  assert.equal(granted, 500);
  for (const ledger of ledgers) {
    assert.equal(ledger.usage(account.id).used, 500);
    assert.ok(answers.every((answer) => (answer?.used ?? 0) <= 500));
    await ledger.close();
  }
});

test('charges wait for another process and are made when it lets go, while the event loop runs on', async () => {
  const path = newPath();
  const ledger = ledgerAt(path);
  const account = ledger.createAccount({ name: 'A', plan: 'free' });
  const other = openDatabase(path);
  other.exec('BEGIN IMMEDIATE');
  const charge = ledger.charge(account.id, 5);
  let turns = 0;
  while (turns < 20) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  assert.equal(ledger.usage(account.id).used, 0);
  other.exec('COMMIT');
  other.close();
  assert.deepEqual(await charge, { granted: true, used: 5, limit: 500 });
  await ledger.close();
});

test('storage of an account stays bounded: entries that left the window are removed', async () => {
  const path = newPath();
  let now = noon;
  const ledger = ledgerAt(path, () => now);
  const account = ledger.createAccount({ name: 'A', plan: 'unlimited' });
  for (let i = 0; i < 400; i++) {
    now += windowMs / 100;
    await ledger.charge(account.id, 1);
  }
  assert.equal(ledger.usage(account.id).used, 100);
  await ledger.close();
  const file = openDatabase(path);
  const count = (table: string) =>
    (file.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
  assert.ok(count('entry') <= 101, `${count('entry')} entries`);
  assert.ok(count('day') <= 31, `${count('day')} days`);
  file.close();
});
