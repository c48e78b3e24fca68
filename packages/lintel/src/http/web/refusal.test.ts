/** What an office behind one address may load in a minute, and what people see whose page is refused. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { withService } from '@lintel/testing/http/service.js';
import { filesPerRequest } from '../request/limits.js';

const assets = join(
  dirname(createRequire(import.meta.url).resolve('@lintel/web/package.json')),
  'dist/site/assets',
);
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('files of the pages count apart from requests, within a limit of their own', async () => {
  const [file = ''] = readdirSync(assets)
    .filter((name) => name.endsWith('.js.br'))
    .map((name) => `/assets/${name.slice(0, -3)}`);
  await withService({ config: { anonymous_requests_per_minute: 2 } }, async ({ ask }) => {
    const askFile = (path = file) => ask(path, { key: null });
    const first = await askFile();
    assert.equal(first.status, 200);
    assert.equal(first.headers['ratelimit-policy'], `"files";q=${2 * filesPerRequest};w=60`);
    for (let more = 1; more < 2 * filesPerRequest; more++) assert.equal((await askFile()).status, 200);
    assert.equal((await askFile()).status, 429);
    assert.equal((await askFile('/docs/assets/none.js')).status, 429, 'the documentation has the same limit');
    const page = await ask('/', { key: null, headers: browser });
    assert.equal(page.status, 200, 'files take nothing from pages');
    assert.equal(page.headers.ratelimit, '"anonymous";r=1;t=60');
  });
});

test('who is refused a page reads when to come back, and programs get the error of the interface', async () => {
  await withService({ config: { anonymous_requests_per_minute: 1 } }, async ({ ask }) => {
    await ask('/', { key: null, headers: browser });
    for (const path of ['/', '/data?x=1', '/account', '/docs/api', '/nowhere']) {
      const { status, headers, bytes } = await ask(path, { key: null, headers: browser });
      const html = bytes.toString();
      assert.equal(status, 429, path);
      assert.equal(headers['retry-after'], '60', path);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8', path);
      assert.equal(headers['cache-control'], 'no-store', path);
      assert.match(headers.vary ?? '', /\bAccept\b/, path);
      assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/, path);
      assert.match(html, /<h1>Too many requests for now<\/h1>/, path);
      assert.match(html, /Come back in 60 seconds: <a href="">try again<\/a>/, path);
      assert.doesNotMatch(html, /<script|<link| src=/, path);
    }
    for (const path of ['/', '/v2/permits/search', '/assets/none.js', '/account/api/session']) {
      const accept = path === '/' ? '*/*' : browser.accept;
      const { headers, bytes } = await ask(path, { key: null, headers: { accept } });
      assert.match(headers['content-type'] ?? '', /^application\/json/, path);
      assert.equal(typeof JSON.parse(bytes.toString()).detail, 'string', path);
    }
  });
});
