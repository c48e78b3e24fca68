/** The settings file: defaults, merging, and a one-line error for each mistake. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { defaultConfig, loadConfig } from './config.js';
import { UserError } from './user-error.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-config-'));
after(() => rmSync(directory, { recursive: true, force: true }));

function load(text: string) {
  writeFileSync(join(directory, 'lintel.json'), text);
  return loadConfig(directory);
}

test('without a file the defaults apply', async () => {
  assert.deepEqual(await loadConfig(join(directory, 'nowhere')), defaultConfig);
});

test('plans and prices are added to the defaults, other keys replace them', async () => {
  const team = { credits: null, requests_per_minute: 6 };
  const config = await load(JSON.stringify({ plans: { team }, prices: { tags: 0 }, cors_origins: [] }));
  assert.deepEqual(config.plans, { ...defaultConfig.plans, team });
  assert.deepEqual(config.prices, { ...defaultConfig.prices, tags: 0 });
  assert.deepEqual(config.cors_origins, []);
  assert.equal(config.keep_releases, defaultConfig.keep_releases);
});

const wrong: readonly [string, RegExp][] = [
  ['{', /lintel\.json is not JSON/],
  ['', /lintel\.json is not JSON: it is empty\./],
  ['{\n  "keep_releases": 3,\n}', /line 3,? column 1/],
  ['{"keep_relases": 3}', /unknown key keep_relases .*; did you mean keep_releases\?\)/],
  ['{"public_url": "http://x"}', /public_url must be like https:\/\/permits\.example\.org/],
  ['[]', /must hold one JSON object/],
  ['{"planz": {}}', /unknown key planz \(known: plans, prices/],
  ['{"prices": {"tagz": 0}}', /unknown key prices\.tagz \(known in prices: permits, /],
  ['{"prices": {"tags": 2}}', /prices\.tags must be at most 1/],
  ['{"plans": {"Team X": {"credits": 1, "requests_per_minute": 5}}}', /plans\.Team X: the name of a plan is/],
  ['{"plans": {"team": {"credits": 1}}}', /plans\.team .*requests_per_minute/],
  [
    '{"plans": {"team": {"credits": 1, "requests_per_minute": 5, "price": 3}}}',
    /unknown key plans\.team\.price/,
  ],
  ['{"fetch": {"operater": "A"}}', /unknown key fetch\.operater \(known in fetch: operator, /],
  ['{"fetch": {"requests_per_second": 0}}', /fetch\.requests_per_second must be at least/],
  ['{"keep_releases": 0}', /keep_releases must be at least 1/],
  ['{"keep": {"yearly": 1}}', /unknown key keep\.yearly \(known in keep: daily, weekly, monthly\)/],
  ['{"upgrade_url": "upgrade"}', /upgrade_url /],
  ['{"plain_http": "maybe"}', /plain_http must be one of allow, redirect, refuse, not "maybe"/],
  ['{"alerts": {"webhook": {"url": "ftp://a", "secret": "x"}}}', /alerts\.webhook\.url must be like https/],
  [
    '{"accounts": {"plan": "gold"}}',
    /accounts\.plan names no plan: "gold" \(plans: free, unlimited, visitor\)/,
  ],
  [
    '{"cors_origins": ["https://a.example/x"]}',
    /cors_origins has "https:\/\/a\.example\/x", which no browser/,
  ],
  ['{"embed_origins": ["news.example"]}', /embed_origins has "news\.example", which no browser/],
  ['{"trusted_proxies": ["10.0.0.0/33"]}', /trusted_proxies has "10\.0\.0\.0\/33": an address, or/],
  [
    '{"sources": {"elm": {"vanished": 1}}}',
    /unknown key sources\.elm\.vanished \(known in sources\.elm: vanished_share, /,
  ],
  [
    '{"alerts": {"mail": "me@example.org"}}',
    /unknown key alerts\.mail \(known in alerts: mail_to, webhook; did you mean mail_to\?\)/,
  ],
];
for (const [text, message] of wrong) {
  test(`the error names the wrong key: ${text}`, async () => {
    await assert.rejects(load(text), (error: unknown) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, message);
      assert.ok(!error.message.includes('schema is false'), error.message);
      return true;
    });
  });
}

test('all faults are told, without the values of secrets, and a byte order mark is none', async () => {
  const text = '{"keep_releases": 0, "metrics_token": "hunter2", "visitors": "x"}';
  await assert.rejects(load(text), (error: unknown) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, /keep_releases must be at least 1, not 0/);
    assert.equal(error.list.length, 2);
    assert.doesNotMatch(error.list.join(), /hunter2/);
    return true;
  });
  assert.equal((await load('\uFEFF{"keep_releases": 7}')).keep_releases, 7);
});

test('app id and token of Accela come from the environment, for its host alone, beside those of the file', async () => {
  process.env.LINTEL_ACCELA_APP_ID = '42';
  process.env.LINTEL_ACCELA_TOKEN = 'of the agency';
  try {
    const { fetch } = await load('{"fetch": {"app_tokens": {"data.example.gov": "a"}}}');
    assert.deepEqual(fetch.app_tokens, { 'data.example.gov': 'a', 'apis.accela.com': '42' });
    assert.deepEqual(fetch.access_tokens, { 'apis.accela.com': 'of the agency' });
  } finally {
    delete process.env.LINTEL_ACCELA_APP_ID;
    delete process.env.LINTEL_ACCELA_TOKEN;
  }
});

test('for a malformed ledger address the error names the variable it came from', async () => {
  process.env.LINTEL_LEDGER_URL = 'mysql://ledger';
  try {
    await assert.rejects(load('{}'), /^UserError: The variable LINTEL_LEDGER_URL: ledger_url must be like/);
  } finally {
    delete process.env.LINTEL_LEDGER_URL;
  }
});
