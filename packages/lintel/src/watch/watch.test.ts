/**
 * Watches from a publication to their receivers: real releases, a real ledger, real HTTP and SMTP servers; the
 * clock is passed in. Signatures are verified by the library of the Standard Webhooks specification.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Permit } from '@lintel/contract';
import { blocksOf } from '@lintel/testing/docs/docs-blocks.js';
import { noon, testPlans } from '@lintel/testing/ledger/engine.js';
import { changedWorld, type PermitRow, permitRows } from '@lintel/testing/release/changed-world.js';
import { startMailServer } from '@lintel/testing/watch/mail-server.js';
import { type Receiver, startReceiver, status } from '@lintel/testing/watch/receiver.js';
import { Webhook } from 'standardwebhooks';
import { defaultConfig } from '../base/config.js';
import type { Ledger } from '../ledger/ledger.js';
import { openLedger } from '../ledger/open-ledger.js';
import type { NewWatch, WatchInput } from '../ledger/watches.js';
import { openRelease } from '../releases/open-release.js';
import { publish } from '../releases/release-store.js';
import { checkWebhookUrl } from './channels.js';
import { type Attempt, deliverDue } from './deliver.js';
import { digestOf } from './digest.js';
import { evaluateWatches } from './evaluate.js';
import { keptMs, leaseMs, maxAttempts, maxItems, retryAfterMs } from './limits.js';
import { runWatches } from './run-watches.js';
import { checkSearch, type WatchMessage } from './saved-search.js';
import { sendTest } from './send-test.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-watch-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** A description that would be markup if a mail did not escape it. */
const markup = `<script>alert("1 & 2")</script>`;
const solar: PermitRow['edit'] = (record) => ({
  ...record,
  description: markup,
  tags: ['solar'],
  address: { ...record.address, zip_code: '94103' },
});
const edited = (rows: readonly PermitRow[]) => rows.map((row) => ({ ...row, edit: solar }));

// The second release has 150 new permits and 20 changed ones.
const before = changedWorld(root, permitRows(0, 60), [1]);
const { home } = before;
const one = (await before.build()).id;
const now = changedWorld(
  root,
  [...edited(permitRows(0, 20)), ...permitRows(20, 60), ...edited(permitRows(100, 250))],
  [1],
);
const two = (await now.build({ home })).id;
await publish(home, one);
await publish(home, two, { force: true });
const release = openRelease(join(home.releases, two));
after(() => release.close());

let files = 0;
const receivers: Receiver[] = [];
after(() => Promise.all(receivers.map((each) => each.close())));

/** A ledger with a clock that the test moves, and a receiver of webhooks that it may call. */
async function setting(input: Partial<WatchInput> = {}, plan = 'unlimited') {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const path = join(root, `ledger-${files++}.sqlite`);
  const clock = { nowMs: noon };
  const ledger = openLedger({ path, plans: testPlans, now: () => clock.nowMs });
  after(() => ledger.close());
  const account = await ledger.createAccount({ name: 'A', plan });
  const watch = await ledger.watches.add({
    accountId: account.id,
    name: 'Solar in my ZIP',
    kind: 'permits',
    query: 'geo_id=94103&permit_tags=solar',
    changes: ['new'],
    channel: 'webhook',
    target: receiver.url,
    seenRelease: one,
    ...input,
  });
  const config = {
    prices: defaultConfig.prices,
    watch: { ...defaultConfig.watch, allow_hosts: [receiver.host] },
  };
  return {
    receiver,
    path,
    clock,
    ledger,
    account,
    watch,
    config,
    used: async () => (await ledger.usage(account.id)).used,
    evaluate: () => evaluateWatches(ledger, release, clock.nowMs),
    deliver: () => deliverDue(ledger, { config, random: () => 0.5 }),
  };
}

/** The messages as their receiver reads them, after the library has verified the signature. */
function verified({ secret }: NewWatch, receiver: Receiver): WatchMessage[] {
  const webhook = new Webhook(secret ?? '');
  return receiver.received.map(({ headers, body }) => {
    const own = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
    // The test's clock is not the library's: its signature is made again for the time that came.
    const id = String(headers['webhook-id']);
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    assert.equal(webhook.sign(id, at, body), headers['webhook-signature']);
    assert.equal(own.length, 3);
    return JSON.parse(body) as WatchMessage;
  });
}

const states = (attempts: readonly Attempt[]) => attempts.map(({ result }) => result.state);

test('each new match is delivered once, signed, and charged one credit', async () => {
  const { receiver, watch, evaluate, deliver, used } = await setting();
  const [evaluated] = await evaluate();
  assert.deepEqual([evaluated?.matched, evaluated?.messages, evaluated?.fault], [150, 2, null]);
  assert.deepEqual(states(await deliver()), ['delivered', 'delivered']);
  const messages = verified(watch, receiver);
  const items = messages.flatMap(({ data }) => data.items);
  assert.ok(messages.every(({ type, data }) => type === 'permits.changed' && data.total === 150));
  assert.ok(messages.every(({ data }) => data.items.length <= maxItems));
  assert.deepEqual([messages[0]?.data.from, messages[0]?.data.to], [one, two]);
  assert.equal(new Set(items.map(({ id }) => id)).size, 150);
  for (const { change, record } of items) {
    const permit = record as Permit;
    assert.deepEqual(
      [change, permit.tags.includes('solar'), permit.address.zip_code],
      ['new', true, '94103'],
    );
  }
  assert.equal(await used(), 150);
  assert.deepEqual([await evaluate(), await deliver(), receiver.received.length], [[], [], 2], 'not again');
});

test('the library of the specification accepts a message at the time it is sent', async () => {
  const { receiver, ledger, watch, config } = await setting();
  const sent = await sendTest(ledger, watch.id, config.watch);
  assert.ok(sent.isSent);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  const message = new Webhook(watch.secret ?? '').verify(
    body,
    headers as Record<string, string>,
  ) as WatchMessage;
  assert.equal(message.type, 'watch.test');
  const altered = body.replace('"total":0', '"total":1');
  assert.throws(() => new Webhook(watch.secret ?? '').verify(altered, headers as Record<string, string>));
});

test('changed records are delivered if the watch wants them, with what changed', async () => {
  const { receiver, watch, evaluate, deliver } = await setting({ changes: ['changed'] });
  await evaluate();
  await deliver();
  const items = verified(watch, receiver).flatMap(({ data }) => data.items);
  assert.ok(items.every(({ change, changes }) => change === 'changed' && changes.length > 0));
  const tagged = items.filter(({ changes }) => changes.some(({ field }) => field === 'tags'));
  assert.equal(tagged.length, 20);
});

test('a failed message is tried again later with the same id and body, and charged once', async () => {
  const { receiver, watch, clock, evaluate, deliver, used } = await setting({
    query: 'geo_id=94103&permit_tags=solar&permit_number=P102',
  });
  await evaluate();
  receiver.answer = status(503, 'busy\nnow');
  assert.deepEqual(states(await deliver()), ['waiting']);
  assert.deepEqual(await deliver(), [], 'not before its time');
  clock.nowMs += retryAfterMs(1, 0.5);
  assert.deepEqual(states(await deliver()), ['waiting']);
  clock.nowMs += retryAfterMs(2, 0.5);
  receiver.answer = status(200);
  const [attempt] = await deliver();
  assert.deepEqual([attempt?.attempt, attempt?.result.state], [3, 'delivered']);
  const [first, ...others] = receiver.received;
  assert.equal(others.length, 2);
  for (const other of others) {
    assert.deepEqual([other.headers['webhook-id'], other.body], [first?.headers['webhook-id'], first?.body]);
  }
  assert.equal(verified(watch, receiver).length, 3);
  assert.equal(await used(), 1);
});

test('a message that always fails is given up after a day, refunded, and can be sent again', async () => {
  const { receiver, clock, ledger, watch, evaluate, deliver, used } = await setting({
    query: 'geo_id=94103&permit_tags=solar&permit_number=P102',
  });
  await evaluate();
  receiver.answer = status(500);
  const begun = clock.nowMs;
  for (let attempt = 1; attempt < maxAttempts; attempt++) {
    assert.deepEqual(states(await deliver()), ['waiting']);
    assert.equal(await used(), 1);
    clock.nowMs += retryAfterMs(attempt, 0.5);
  }
  assert.deepEqual(states(await deliver()), ['dead']);
  const hours = (clock.nowMs - begun) / 3_600_000;
  assert.ok(hours > 20 && hours < 30, `${hours} hours`);
  assert.equal(await used(), 0, 'what was not delivered is not charged');
  const [dead] = await ledger.watches.deliveries({ state: 'dead', limit: 10 });
  assert.equal(dead?.answer, '500');
  const last = async () => (await ledger.watches.lastDeliveries(watch.accountId)).get(watch.id);
  assert.deepEqual(await last(), dead);
  receiver.answer = status(200);
  await ledger.watches.replay(dead?.id ?? '');
  assert.deepEqual(states(await deliver()), ['delivered']);
  assert.equal((await last())?.state, 'delivered');
  assert.equal(await used(), 1);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
});

test('a receiver that is gone for good pauses its watch', async () => {
  const { receiver, ledger, watch, evaluate, deliver, used } = await setting();
  await evaluate();
  receiver.answer = status(410);
  const attempts = await deliver();
  assert.ok(attempts.length >= 1 && states(attempts).every((state) => state === 'dead'));
  assert.notEqual((await ledger.watches.find(watch.id)).pausedMs, null);
  assert.equal(await used(), 0);
});

test('a host that is not of the public internet is not called unless the operator allows it', async () => {
  const { receiver, ledger, evaluate } = await setting();
  await evaluate();
  const attempts = await deliverDue(ledger, {
    config: { prices: defaultConfig.prices, watch: defaultConfig.watch },
  });
  assert.ok(
    attempts.length > 0 &&
      attempts.every(({ result }) => /not an address of the public internet/.test(result.answer)),
  );
  assert.equal(receiver.received.length, 0);
  assert.throws(() => checkWebhookUrl(receiver.url, []), /must begin with https/);
  assert.throws(() => checkWebhookUrl('https://user:pw@example.com/', []), /user name or password/);
  assert.throws(() => checkWebhookUrl('file:///etc/passwd', ['']), /https/);
  assert.doesNotThrow(() => checkWebhookUrl('https://example.com/hook', []));
  assert.doesNotThrow(() => checkWebhookUrl(receiver.url, [receiver.host]));
});

test('a redirect is not followed: it would lead past the check of the host', async () => {
  const { receiver, evaluate, deliver } = await setting();
  await evaluate();
  receiver.answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
  const attempts = await deliver();
  assert.ok(attempts.every(({ result }) => result.state === 'waiting' && result.answer.startsWith('307')));
  assert.deepEqual([...new Set(receiver.received.map(({ path }) => path))], ['/hook']);
});

test('of an endless answer only the beginning is read and kept', async () => {
  const { receiver, evaluate, deliver } = await setting({
    query: 'geo_id=94103&permit_tags=solar&permit_number=P102',
  });
  await evaluate();
  receiver.answer = (response) => {
    response.writeHead(500);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };
  const [attempt] = await deliver();
  assert.equal(attempt?.result.state, 'waiting');
  assert.ok((attempt?.result.answer.length ?? 0) <= 200);
});

test('a process killed while a receiver has its message sends it again, with its id, and charges it once', async () => {
  const { receiver, path, clock, watch, evaluate, deliver, used } = await setting({
    query: 'geo_id=94103&permit_tags=solar&permit_number=P102',
  });
  await evaluate();
  receiver.answer = () => {};
  const program = fileURLToPath(import.meta.resolve('@lintel/testing/watch/delivering-child.js'));
  const child = spawn(process.execPath, [program, path, receiver.host], { stdio: 'inherit' });
  await receiver.has(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  receiver.answer = status(204);
  assert.deepEqual(await deliver(), [], 'another process may still have it');
  clock.nowMs += leaseMs;
  assert.deepEqual(states(await deliver()), ['delivered']);
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    Array(2).fill(receiver.received[0]?.headers['webhook-id']),
  );
  assert.equal(verified(watch, receiver).length, 2);
  assert.equal(await used(), 1);
});

test('an account at its credit limit gets nothing, is not charged, and gets it when there is room', async () => {
  const { receiver, clock, ledger, account, evaluate, deliver, used } = await setting({}, 'tiny');
  await evaluate();
  const attempts = await deliver();
  assert.ok(attempts.every(({ result }) => /credit limit of 7/.test(result.answer)));
  assert.deepEqual([receiver.received.length, await used()], [0, 0]);
  await ledger.setPlan(account.id, 'unlimited');
  clock.nowMs += retryAfterMs(1, 1);
  assert.deepEqual(states(await deliver()), ['delivered', 'delivered']);
  assert.equal(await used(), 150);
});

test('a paused watch misses nothing once it is resumed', async () => {
  const { receiver, ledger, watch, evaluate, deliver } = await setting();
  await ledger.watches.setPaused(watch.id, true);
  assert.deepEqual(await evaluate(), []);
  await ledger.watches.setPaused(watch.id, false);
  await evaluate();
  await deliver();
  assert.equal(verified(watch, receiver).flatMap(({ data }) => data.items).length, 150);
});

test('a watch whose last release is no longer compared goes on, and says what was lost', async () => {
  const { ledger, watch, evaluate } = await setting({ seenRelease: '2020-01-01-00000000' });
  const [evaluated] = await evaluate();
  assert.match(evaluated?.fault?.message ?? '', /changes since 2020-01-01-00000000.*are not known/);
  assert.equal((await ledger.watches.find(watch.id)).seenRelease, two);
});

test('a round evaluates what is published, delivers it and forgets old messages', async () => {
  const { receiver, clock, ledger, config } = await setting();
  const round = () => runWatches({ home, ledger, config, now: () => clock.nowMs });
  const { evaluated, attempts } = await round();
  assert.deepEqual([evaluated.length, states(attempts)], [1, ['delivered', 'delivered']]);
  clock.nowMs += keptMs + 1;
  assert.deepEqual(await round(), { evaluated: [], attempts: [] });
  assert.deepEqual(await ledger.watches.deliveries({ limit: 10 }), []);
  assert.equal(receiver.received.length, 2);
});

test('a search that the contract does not read is refused with the reason', () => {
  assert.doesNotThrow(() => checkSearch('permits', 'geo_id=94103&permit_tags=solar&permit_tags=-reroof'));
  assert.doesNotThrow(() => checkSearch('decisions', 'geo_id=CA&category=spot_rezoning'));
  assert.throws(
    () => checkSearch('permits', 'permit_tags=solar'),
    /search cannot be used\. geo_id is missing$/,
  );
  const tags = 'geo_id=CA&permit_tags=pool&permit_tags=sollar';
  assert.throws(() => checkSearch('permits', tags), /permit_tags=sollar: .* did you mean 'solar'/);
  assert.throws(() => checkSearch('permits', 'geo_id=CA&colour=red'), /no filter "colour"/);
  assert.throws(() => checkSearch('permits', 'geo_id=CA&size=5'), /no filter "size"/);
});

test('a digest is one mail a publication, charged by its records, and the same mail when tried again', async () => {
  const { clock, ledger, evaluate, used } = await setting({
    channel: 'mail',
    target: 'me@example.org',
  });
  const server = await startMailServer();
  after(() => server.close());
  const config = {
    prices: defaultConfig.prices,
    watch: { ...defaultConfig.watch, smtp_url: server.url, mail_from: 'Lintel <permits@example.org>' },
  };
  await evaluate();
  server.refuses = true;
  const [failed] = await deliverDue(ledger, { config, random: () => 0.5 });
  assert.match(failed?.result.answer ?? '', /try later/);
  server.refuses = false;
  clock.nowMs += retryAfterMs(1, 0.5);
  assert.deepEqual(states(await deliverDue(ledger, { config })), ['delivered']);
  assert.equal(await used(), maxItems, 'the records that the mail lists');
  const [mail = '', ...more] = server.mails;
  assert.equal(more.length, 0);
  assert.match(mail, new RegExp(`^Message-ID: <${failed?.id}@example.org>`, 'm'));
  assert.match(mail, /^To: me@example.org\r?$/m);
  assert.doesNotMatch(mail, /^List-Unsubscribe/m);
});

test('without a mail server a digest waits and says which setting is missing', async () => {
  const { ledger, evaluate } = await setting({ channel: 'mail', target: 'me@example.org' });
  await evaluate();
  const [attempt] = await deliverDue(ledger, { config: defaultConfig });
  assert.equal(attempt?.result.state, 'waiting');
  assert.match(attempt?.result.answer ?? '', /LINTEL_SMTP_URL/);
});

test('a mail shows text of sources as text: neither markup nor control characters', async () => {
  const { receiver, watch, evaluate, deliver } = await setting();
  await evaluate();
  await deliver();
  const message = verified(watch, receiver).find(({ data }) => data.items.length === maxItems);
  assert.ok(message);
  const { text, html, subject } = digestOf(message);
  assert.equal(subject, 'Solar in my ZIP: 150 permits');
  assert.ok(text.includes(markup));
  assert.ok(
    !html.includes('<script') && html.includes('&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;'),
  );
  assert.match(text, /50 more are not listed/);
});

test('the name of a watch adds no header to its mails', async () => {
  const name = 'Solar\r\nBcc: x@example.org';
  await assert.rejects(setting({ name }), /must be one line/);
  // Names of before are shown as one line.
  const { receiver, watch, evaluate, deliver } = await setting();
  await evaluate();
  await deliver();
  const [message] = verified(watch, receiver);
  assert.ok(message);
  const { data } = message;
  assert.doesNotMatch(
    digestOf({ ...message, data: { ...data, watch: { ...data.watch, name } } }).subject,
    /[\r\n]/,
  );
});

test('a mail server that does not answer is given up', { timeout: 60_000 }, async () => {
  const { ledger, evaluate } = await setting({ channel: 'mail', target: 'me@example.org' });
  const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  after(() => silent.close());
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const watch = { ...defaultConfig.watch, smtp_url: smtpUrl, mail_from: 'permits@example.org' };
  await evaluate();
  const [attempt] = await deliverDue(ledger, { config: { prices: defaultConfig.prices, watch } });
  assert.equal(attempt?.result.state, 'waiting');
});

const python = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;

for (const [language, command, skip] of [
  ['js', [process.execPath, 'check.mjs'], false],
  ['python', ['python3', 'check.py'], !python && 'python3 is missing'],
] as const) {
  test(`what docs/changes.md shows of signatures verifies a message in ${language}`, { skip }, async () => {
    const { receiver, ledger, watch, config } = await setting();
    await sendTest(ledger, watch.id, config.watch);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const text = blocksOf('docs/changes.md').find((block) => block.language === language)?.text ?? '';
    const directory = mkdtempSync(join(root, 'docs-'));
    symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
    const checks = {
      js: `\nconst [secret, headers, body] = process.argv.slice(2);
        console.log(verified(secret, JSON.parse(headers), body).type);`,
      python: `\nimport json, sys\nprint(verified(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3].encode()))\n`,
    };
    const [program, file] = command;
    writeFileSync(join(directory, file), text + checks[language]);
    const check = (received: string) =>
      spawnSync(program, [file, watch.secret ?? '', JSON.stringify(headers), received], {
        cwd: directory,
        encoding: 'utf8',
      });
    const good = check(body);
    assert.match(good.stdout, /^(?:watch\.test|True)$/m, good.stderr);
    const altered = check(body.replace('"total":0', '"total":1'));
    assert.ok(altered.status !== 0 || /^False$/m.test(altered.stdout), 'an altered message is refused');
  });
}

/** The ledger's own part is in its conformance suite; here only what a file of it shows. */
test('a secret is in no list, and leaves with its watch', async () => {
  const { ledger, watch }: { ledger: Ledger; watch: NewWatch } = await setting();
  assert.ok(
    !JSON.stringify([await ledger.watches.list(), await ledger.audit(10)]).includes(watch.secret ?? 'whsec'),
  );
  await ledger.watches.remove(watch.id);
  assert.equal(await ledger.watches.secretOf(watch.id), null);
});
