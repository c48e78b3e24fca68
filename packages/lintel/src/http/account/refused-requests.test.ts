/** A developer whose program fails sees why and what to do, and nobody else sees what was asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorCode, errorAddress, errors } from '@lintel/contract';
import type { AccountUsage, RecentRequest } from '@lintel/contract/account';
import { collectLog } from '@lintel/testing/http/log-lines.js';
import { Person } from '@lintel/testing/http/person.js';
import { type TestService, withService } from '@lintel/testing/http/service.js';
import { defaultConfig } from '../../base/config.js';

const free = defaultConfig.plans.free;
assert.ok(free);
const config = { plans: { ...defaultConfig.plans, free: { ...free, credits: 30, requests_per_minute: 8 } } };

async function personWithKey(service: TestService, email: string, scopes: readonly string[] | null = null) {
  const person = new Person(service.app);
  await person.signUp(email, service.identityLog);
  const newKey = async (of: readonly string[] | null) =>
    (await person.ask('POST', '/keys', { name: 'server', scopes: of, days: null })).body;
  const usage = async (): Promise<AccountUsage> => (await person.ask('GET', '/usage')).body;
  return { person, key: await newKey(scopes), newKey, usage };
}

/** The code of a refusal, where its faults were, and what they were. */
const toldOf = ({ refusal }: RecentRequest) => ({
  code: refusal?.code,
  faults: refusal?.faults.map(({ where, what }) => (where === null ? what : `${where}: ${what}`)),
});

test('each refusal is kept with what was asked, what was wrong and what to do', async () => {
  await withService({ config }, async (service) => {
    const { key, newKey, usage } = await personWithKey(service, 'ann@example.org');
    const narrow = await newKey(['contractors']);
    const ask = (url: string, secret = key.secret) => service.ask(url, { key: secret });
    await ask('/v2/permits/search?geo_id=TX&size=0&tag=sollar');
    await ask('/v2/list/tags?size=20');
    await ask('/v2/list/tags?size=30');
    await ask('/v2/permits?id=x', narrow.secret);
    await ask('/v2/permit/search?geo_id=TX');
    const { refused, latest } = await usage();
    assert.equal(latest.length, 5);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 403, 402, 422],
    );
    for (const { refusal } of refused) {
      const code = refusal?.code as ErrorCode;
      assert.equal(refusal?.fix, errors[code].fix);
      assert.equal(refusal?.documentation, errorAddress(code));
    }
    const [lost, narrowed, credit, invalid] = refused;
    assert.ok(lost && narrowed && credit && invalid);
    assert.equal(lost.path, '/v2/permit/search');
    assert.match(String(toldOf(lost).faults), /\/v2\/permits\/search/);
    assert.equal(invalid.url, '/v2/permits/search?geo_id=TX&size=0&tag=sollar');
    assert.match(invalid.request_id, /./);
    const { faults } = toldOf(invalid);
    assert.ok(faults?.includes('size: Input should be greater than or equal to 1'), String(faults));
    assert.deepEqual(toldOf(narrowed).faults, [
      'This key may ask for contractors; this endpoint needs the scope permits.',
    ]);
    assert.equal(toldOf(credit).code, 'credit_limit');
    assert.match(String(toldOf(credit).faults), /^This page costs 30 credits and 10 are left/);
    assert.equal(latest.find(({ status }) => status === 200)?.refusal, null);
  });
});

test('requests beyond the rate, and with a key that has ended, are told to its owner', async () => {
  await withService({ config }, async (service) => {
    const { person, key, usage } = await personWithKey(service, 'bob@example.org');
    for (let asked = 0; asked < 9; asked += 1) await service.ask('/v2/usage', { key: key.secret });
    const [limited] = (await usage()).refused;
    assert.equal(limited?.status, 429);
    assert.equal(limited?.key_id, key.id);
    assert.deepEqual(toldOf(limited).faults, [errors.rate_limited.detail]);
    await person.ask('DELETE', `/keys/${key.id}`);
    assert.equal((await service.ask('/v2/usage', { key: key.secret })).status, 401);
    const [ended] = (await usage()).refused;
    assert.equal(ended?.status, 401);
    assert.equal(ended?.refusal?.fix, errors.not_authenticated.fix);
    // A key that nobody has is nobody's.
    assert.equal((await service.ask('/v2/usage', { key: `${key.secret.slice(0, -1)}x` })).status, 401);
    assert.equal((await usage()).refused.length, 2);
  });
});

test('what is kept has bounds and no secrets, outlasts good requests, and is in no log', async () => {
  const { logger, lines } = collectLog();
  await withService({ logger }, async (service) => {
    const { key, usage } = await personWithKey(service, 'cleo@example.org');
    const ask = (url: string) => service.ask(url, { key: key.secret });
    await ask(`/v2/permits/search?geo_id=TX&size=0&key=${key.secret}&street=${'long'.repeat(500)}`);
    for (let asked = 0; asked < 25; asked += 1) await ask('/v2/usage');
    const kept = await usage();
    assert.equal(kept.latest.length, 20);
    assert.ok(kept.latest.every(({ status }) => status === 200));
    const [refused] = kept.refused;
    assert.equal(refused?.status, 422);
    assert.ok(refused.url.includes('key=lk_…&'), refused.url);
    const text = JSON.stringify(kept);
    assert.ok(!text.includes(key.secret));
    assert.ok(text.length < 30_000, `${text.length}`);
    const { usage: ofOther } = await personWithKey(service, 'dan@example.org');
    assert.deepEqual((await ofOther()).refused, []);
    assert.ok(!JSON.stringify(lines).includes('longlong'));
  });
});
