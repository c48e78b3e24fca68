/** The operator view's interface over real HTTP, on two servers of one home: what is seen and done. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { defaultConfig } from '../../base/config.js';
import { openHome } from '../../base/home.js';
import { operatorLink } from '../../cli/work/operator-link.js';
import { openLedger } from '../../ledger/open-ledger.js';
import { startServer } from '../process/server.js';
import { operatorActsAMinute } from '../request/limits.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-operator-'));
await copySampleHome(directory);
const home = openHome(directory);
const config = { ...defaultConfig, anonymous_requests_per_minute: 100_000 };
const options = { home, config, host: '127.0.0.1', port: 0, logLevel: 'silent' } as const;
const [one, two] = [await startServer(options), await startServer(options)];
const ledger = openLedger({ path: home.ledger, plans: config.plans });
after(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await ledger.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The cookie of somebody who has chosen a password by the link of an operator. */
async function signedIn(email: string): Promise<string> {
  const link = await operatorLink({ home, config, ledger: async () => ledger }, email, one.url);
  const send = (path: string, body: object) =>
    fetch(`${one.url}/account/api/auth${path}`, {
      method: 'POST',
      headers: { origin: one.url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const password = 'correct horse battery';
  assert.ok(link !== null);
  const [token] = new URL(link).hash.slice(1).split('/');
  await send('/reset-password', { token, newPassword: password });
  const answer = await send('/sign-in/email', { email, password });
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
}

const ann = await signedIn('ann@example.org');

interface Asking {
  readonly url?: string;
  /** With one it is a POST. */
  readonly body?: object;
}

function ask(path: string, { url = one.url, body }: Asking = {}) {
  return fetch(`${url}/account/api/operator${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie: ann, origin: url, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

test('an account is found, put on a plan, suspended and resumed, and its key ended; no answer has the key', async () => {
  const account = await ledger.createAccount({ name: 'Acme Solar', plan: 'free' });
  const key = await ledger.createKey(account.id, { name: 'laptop' });
  const withKey = () => fetch(`${two.url}/v2/list/tags?size=1`, { headers: { 'x-api-key': key.secret } });
  assert.equal((await withKey()).status, 200);
  const found = await (await ask('/accounts?q=acme')).text();
  assert.match(found, /"name":"Acme Solar".*"credits_used":1,"credit_limit":500,"keys":1.*"total":1/);
  const shown = await (await ask(`/accounts/${account.id}`)).text();
  for (const text of [found, shown]) assert.ok(!text.includes(key.secret) && !text.includes(key.hint));
  const act = (path: string, body: object) => ask(path, { body, url: two.url });
  assert.equal(
    (await json(await act(`/accounts/${account.id}/plan`, { plan: 'unlimited' }))).plan,
    'unlimited',
  );
  const unknown = await act(`/accounts/${account.id}/plan`, { plan: 'gold' });
  assert.deepEqual([unknown.status, /Known plans: free/.test(await unknown.text())], [400, true]);
  await act(`/accounts/${account.id}/suspended`, { suspended: true });
  assert.equal((await withKey()).status, 403);
  await act(`/accounts/${account.id}/suspended`, { suspended: false });
  assert.equal((await withKey()).status, 200);
  await act(`/keys/${key.id}/revoke`, {});
  assert.equal((await withKey()).status, 401);
  assert.equal((await ask('/accounts/acc_none')).status, 404);
  const acts = (await ledger.audit(5)).map(({ actor, act: what }) => `${actor} ${what}`);
  assert.deepEqual(acts.slice(0, 4), [
    'ann@example.org key.revoke',
    'ann@example.org account.resume',
    'ann@example.org account.suspend',
    'ann@example.org account.set_plan',
  ]);
});

test('a task that one server starts is followed to its end at another one', async () => {
  const begun = await json(await ask('/tasks', { body: { kind: 'rollback' } }));
  const again = await json(await ask('/tasks', { body: { kind: 'rollback' }, url: two.url }));
  assert.deepEqual([begun.is_new, again.is_new, again.id], [true, false, begun.id]);
  const events = await ask(`/tasks/${begun.id}/events`, { url: two.url });
  assert.match(events.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(events.headers.get('access-control-allow-origin'), null);
  const states = (await events.text()).split('\n\n').flatMap((event) => {
    return event.startsWith('data: ') ? [JSON.parse(event.slice(6)) as Record<string, string>] : [];
  });
  const last = states.at(-1);
  assert.deepEqual([begun.state, last?.state, last?.by], ['running', 'failed', 'ann@example.org']);
  assert.match(last?.error ?? '', /There is no earlier published release/);
  assert.equal((await ledger.audit(1))[0]?.act, 'task.rollback');
});

test('what a server answered before it stopped is in the trends that another one shows', async () => {
  const three = await startServer(options);
  for (const path of ['/v2/openapi.json', '/v2/list/tags', '/readyz']) await fetch(`${three.url}${path}`);
  await three.stop();
  const { days } = (await json(await ask('/trends'))) as {
    days: { answers: Record<string, number>; p99_ms: number; bytes: { releases: number } }[];
  };
  const today = days.at(-1);
  // The list needs a key, and a probe is no question.
  assert.deepEqual([days.length, today?.answers], [1, { answered: 1, refused: 1, failed: 0 }]);
  assert.ok((today?.p99_ms ?? 0) > 0 && (today?.bytes.releases ?? 0) > 0);
});

test('what is not an order is refused, and an operator may not do without end', async () => {
  for (const body of [
    { kind: 'publish', release: '--force' },
    { kind: 'fetch', source: '-x' },
    { kind: 'rm' },
  ]) {
    assert.equal((await ask('/tasks', { body })).status, 422, JSON.stringify(body));
  }
  let last = 0;
  for (let acts = 0; acts <= operatorActsAMinute; acts += 1) {
    last = (await ask('/tasks/20260101000000000-none/stop', { body: {} })).status;
  }
  assert.equal(last, 429);
});
